import Clocks
import Glibc
import Testing
import Text

@testable import Board

/// A client, and a daemon that answers `status` only, in one thread.
private final class Exchange {
  let folder = Folder()
  let loop: EventLoop
  let socket: ControlSocket
  var path: String { "\(folder.path)/s" }

  init() throws {
    loop = try EventLoop()
    socket = try ControlSocket(
      path: "\(folder.path)/s", loop: loop, listenerToken: EventLoop.Token(5), firstClientToken: 16)
  }

  /// Lets the daemon work until nothing happens any more.
  func settle() throws {
    for _ in 0..<100_000 {
      var count = 0
      try loop.wait(until: HostClock.now() + .milliseconds(15)) { ready in
        count += 1
        if ready.token == EventLoop.Token(5) {
          socket.acceptClients()
        } else {
          socket.serve(ready) { client, request in
            if request == .follow { socket.follow(.records, client) }
            socket.answer(ControlAnswer.success(), to: client)
          }
        }
      }
      if count == 0 { return }
    }
    Issue.record("the daemon never comes to rest")
  }
}

private final class Client {
  let descriptor: Int32

  init(_ path: String) {
    descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    _ = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
  }

  deinit { close(descriptor) }

  func say(_ bytes: [UInt8]) { _ = send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) }
  func say(_ text: String) { say(Array(text.utf8)) }

  /// What has come by now; `isClosed` tells whether the daemon hung up.
  func hear() -> (text: String, isClosed: Bool) {
    var all: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = recv(descriptor, &buffer, buffer.count, 0)
      if count <= 0 { return (String(decoding: all, as: UTF8.self), count == 0 || errno != EAGAIN) }
      all += buffer[..<count]
    }
  }
}

@Suite("The control socket")
struct ControlSocketTests {
  private static let ok = "{\"ok\":true}\n"

  @Test func `a request is answered, also in pieces and several at once`() throws {
    let exchange = try Exchange()
    let client = Client(exchange.path)
    client.say("{\"command\":")
    try exchange.settle()
    client.say("\"status\"}\n\n{\"command\":\"status\"}\r\n{\"command\":\"sta")
    try exchange.settle()
    #expect(client.hear() == (Self.ok + Self.ok, false))
    client.say("tus\"}\n")
    try exchange.settle()
    #expect(client.hear() == (Self.ok, false))
  }

  @Test(arguments: ["nonsense", "{\"command\":\"reboot\"}", "\u{0}\u{1}", "{\"command\":\"tag\",\"text\":[[[[[["])
  func `bad requests are answered with what is wrong, and the client may go on`(line: String) throws {
    let exchange = try Exchange()
    let client = Client(exchange.path)
    client.say("\(line)\n{\"command\":\"status\"}\n")
    try exchange.settle()
    let lines = client.hear().text.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines.first?.hasPrefix("{\"ok\":false,\"code\":6") == true)
    #expect(lines.first?.contains("\"remedy\":") == true)
    #expect(lines.last == "{\"ok\":true}")
  }

  @Test func `a client that sends and then closes its side is answered`() throws {
    let exchange = try Exchange()
    let client = Client(exchange.path)
    client.say("{\"command\":\"status\"}\n")
    shutdown(client.descriptor, Int32(SHUT_WR))
    try exchange.settle()
    #expect(client.hear() == (Self.ok, true))
    #expect(exchange.socket.clientCount == 0)
  }

  @Test func `a client that goes away is forgotten, with half a request too`() throws {
    let exchange = try Exchange()
    for text in ["", "{\"comm", "{\"command\":\"status\"}\n", "{\"command\":\"follow\"}\n"] {
      do {
        let client = Client(exchange.path)
        client.say(text)
        if text.contains("follow") { try exchange.settle() }
      }
      try exchange.settle()
      exchange.socket.publish([UInt8](repeating: 65, count: 100), to: .records)
      try exchange.settle()
      #expect(exchange.socket.clientCount == 0, "\(text)")
    }
  }

  @Test func `a request without an end is cut off at 64 KiB`() throws {
    let exchange = try Exchange()
    let client = Client(exchange.path)
    for _ in 0..<80 {
      client.say([UInt8](repeating: UInt8(ascii: "x"), count: 1_024))
      try exchange.settle()
    }
    let (text, isClosed) = client.hear()
    #expect(text.contains("longer than 65536 bytes"))
    #expect(isClosed)
    #expect(exchange.socket.clientCount == 0)
  }

  @Test func `clients that ask for nothing make room for one that does`() throws {
    let exchange = try Exchange()
    var idle: [Client] = []
    for _ in 0..<64 {
      idle.append(Client(exchange.path))
      try exchange.settle()
    }
    let late = Client(exchange.path)
    late.say("{\"command\":\"status\"}\n")
    try exchange.settle()
    #expect(late.hear().text == Self.ok)
    #expect(idle[0].hear().isClosed)
    #expect(!idle[63].hear().isClosed)
  }

  @Test func `the 65th client is told so where all others are being served`() throws {
    let exchange = try Exchange()
    var clients: [Client] = []
    for _ in 0..<64 {
      let client = Client(exchange.path)
      client.say("{\"command\":\"follow\"}\n")
      clients.append(client)
      try exchange.settle()
    }
    let late = Client(exchange.path)
    try exchange.settle()
    let (text, isClosed) = late.hear()
    #expect(text.contains("\"code\":75") && isClosed)
    clients.removeLast()
    try exchange.settle()
    let next = Client(exchange.path)
    next.say("{\"command\":\"status\"}\n")
    try exchange.settle()
    #expect(next.hear().text == Self.ok)
  }

  @Test func `followers hear every line, and one that does not listen is dropped at 1 MiB`() throws {
    let exchange = try Exchange()
    let good = Client(exchange.path)
    let bad = Client(exchange.path)
    for client in [good, bad] { client.say("{\"command\":\"follow\"}\n") }
    try exchange.settle()
    #expect(good.hear().text == Self.ok)
    #expect(exchange.socket.isFollowed(.records))
    let line = [UInt8](repeating: UInt8(ascii: "r"), count: 9_999) + [10]
    var heard = 0
    for _ in 0..<150 {
      exchange.socket.publish(line, to: .records)
      try exchange.settle()
      heard += good.hear().text.utf8.count
    }
    #expect(heard == 150 * 10_000)
    #expect(exchange.socket.clientCount == 1)
  }

  @Test func `a client that asks and never reads cannot make the daemon grow`() throws {
    let exchange = try Exchange()
    let client = Client(exchange.path)
    let request = Array("{\"command\":\"x\"}\n".utf8)
    for _ in 0..<3_000 {
      client.say(Array(repeatElement(request, count: 20).joined()))
      if exchange.socket.clientCount == 0 { try exchange.settle() }
      var isQuiet = true
      try exchange.loop.wait(until: HostClock.now()) { ready in
        isQuiet = false
        if ready.token == EventLoop.Token(5) {
          exchange.socket.acceptClients()
        } else {
          exchange.socket.serve(ready) { client, _ in exchange.socket.answer([], to: client) }
        }
      }
      if isQuiet, exchange.socket.clientCount == 0 { break }
    }
    #expect(exchange.socket.clientCount == 0)
  }

  @Test func `the socket is for owner and group, and goes with the daemon`() throws {
    let folder = Folder()
    do {
      let loop = try EventLoop()
      let socket = try ControlSocket(
        path: "\(folder.path)/run/s", loop: loop, listenerToken: EventLoop.Token(5), firstClientToken: 16)
      var status = stat()
      #expect(stat("\(folder.path)/run/s", &status) == 0 && status.st_mode & 0o777 == 0o660)
      withExtendedLifetime(socket) {}
    }
    #expect(folder.names("run").isEmpty)
  }

  @Test func `a socket that nobody answers at is replaced, a live one and a file are not`() throws {
    let folder = Folder()
    let path = "\(folder.path)/s"
    let stale = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
    _ = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(stale, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    close(stale)
    let loop = try EventLoop()
    func listen(_ path: String) throws(Fault) -> ControlSocket {
      try ControlSocket(path: path, loop: loop, listenerToken: EventLoop.Token(5), firstClientToken: 16)
    }
    let first = try listen(path)
    let second = #expect(throws: Fault.self) { try listen(path) }
    #expect(second?.code == .tryAgain)
    #expect(second?.message.contains("\(getpid())") == true)
    folder.write("file", [1])
    let third = #expect(throws: Fault.self) { try listen("\(folder.path)/file") }
    #expect(third?.code == .cannotCreate)
    #expect(folder.read("file") == [1])
    let long = #expect(throws: Fault.self) { try listen("/tmp/" + String(repeating: "x", count: 200)) }
    #expect(long?.code == .configuration)
    withExtendedLifetime(first) {}
  }
}
