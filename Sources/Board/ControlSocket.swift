import CLinux
import Glibc
import Text

/// The socket through which `waymark status`, `tag` and `log --follow` reach the daemon: JSON lines both ways.
///
/// Whoever may open the socket may tag; nothing a client sends can make the daemon wait or grow: clients, the length of
/// a request and what a client leaves unread are all bounded.
final class ControlSocket {
  /// The most clients at a time.
  static let maximumClients = 64

  private let path: String
  private let listener: Int32
  private let loop: EventLoop
  private let identity: (device: dev_t, inode: ino_t)?
  private let firstToken: UInt64
  private var nextClient: UInt64
  private var clients: [UInt64: ControlClient] = [:]

  /// Listens.
  ///
  /// - Parameters:
  ///   - path: of the socket; one that nobody answers at is replaced, and the folder is made if it is missing.
  ///   - loop: gets the listener under `listenerToken` and the clients under `firstClientToken` and up.
  /// - Throws: 75 if another daemon answers there, 73, 77 or 78 if no socket can be made.
  init(path: String, loop: EventLoop, listenerToken: EventLoop.Token, firstClientToken: UInt64) throws(Fault) {
    self.path = path
    self.loop = loop
    firstToken = firstClientToken
    nextClient = firstClientToken
    listener = try Self.listen(path)
    var status = stat()
    identity = lstat(path, &status) == 0 ? (status.st_dev, status.st_ino) : nil
    try loop.add(listener, token: listenerToken)
  }

  deinit {
    // Another daemon may have made a socket of its own here meanwhile, after somebody removed ours.
    var status = stat()
    if let identity, lstat(path, &status) == 0, identity == (status.st_dev, status.st_ino) { unlink(path) }
    close(listener)
  }

  /// The number of clients at the moment.
  var clientCount: Int { clients.count }

  /// What a client can follow.
  enum Feed: Hashable {
    /// Every record.
    case records
    /// What the sensors measure.
    case samples
    /// Which way the board points.
    case heading
    /// How far the calibration of the compass is.
    case calibration
  }

  /// Whether anybody follows this.
  func isFollowed(_ feed: Feed) -> Bool { clients.values.contains { $0.feed == feed } }

  /// Takes the clients that wait for the listener.
  func acceptClients() {
    while true {
      let descriptor = retryingInterrupts { linux_accept(listener) }
      // With no descriptor left the client waits in the queue; the listener reports it again.
      guard descriptor >= 0 else { return }
      if clients.count >= Self.maximumClients { dropLongestIdle() }
      guard clients.count < Self.maximumClients else {
        let answer = ControlAnswer.failure(
          Fault(.tryAgain, "\(Self.maximumClients) clients are connected", remedy: "end some of them and try again"))
        _ = send(descriptor, answer, answer.count, Int32(MSG_NOSIGNAL))
        close(descriptor)
        continue
      }
      let client = ControlClient(descriptor: descriptor)
      let number = nextClient
      guard (try? loop.add(descriptor, token: EventLoop.Token(number))) != nil else { continue }
      nextClient += 1
      clients[number] = client
    }
  }

  /// Whoever is connected and neither waits nor follows makes room for whoever has something to ask.
  private func dropLongestIdle() {
    let idle = clients.filter { $0.value.openRequests <= 0 && $0.value.feed == nil }.keys.min()
    guard let idle, let client = clients[idle] else { return }
    loop.remove(client.descriptor)
    clients[idle] = nil
  }

  /// Reads from and writes to a client that is ready.
  ///
  /// - Parameter take: called for each request with the client's number; it answers by ``answer(_:to:)``, now or later.
  func serve(_ ready: EventLoop.Readiness, take: (UInt64, ControlRequest) -> Void) {
    let number = ready.token.value
    guard let client = clients[number] else { return }
    if ready.isWritable { client.flush() }
    if ready.isReadable || ready.isBroken {
      client.receive { line in
        client.openRequests += 1
        do throws(Fault) {
          take(number, try ControlRequest(line: line))
        } catch {
          answer(ControlAnswer.failure(error), to: number)
        }
      }
    }
    settle(number, client)
  }

  /// Answers one request of a client; nothing happens if it has gone.
  func answer(_ line: [UInt8], to number: UInt64) {
    guard let client = clients[number] else { return }
    client.openRequests -= 1
    client.put(line)
    settle(number, client)
  }

  /// From now on ``publish(_:to:)`` reaches this client.
  func follow(_ feed: Feed, _ number: UInt64) { clients[number]?.feed = feed }

  /// Sends a line to all that follow.
  func publish(_ line: [UInt8], to feed: Feed) {
    for (number, client) in clients where client.feed == feed {
      client.put(line)
      settle(number, client)
    }
  }

  /// Forgets a client that is done or gone, or watches for what it needs next.
  private func settle(_ number: UInt64, _ client: ControlClient) {
    if client.isDone {
      loop.remove(client.descriptor)
      clients[number] = nil
    } else if let interest = client.changedInterest() {
      loop.change(client.descriptor, token: EventLoop.Token(number), interest: interest)
    }
  }

  private static func listen(_ path: String) throws(Fault) -> Int32 {
    guard var address = address(path) else {
      throw Fault(
        .configuration, "the path of the control socket is empty or longer than 107 bytes",
        remedy: "name a shorter one with --socket", place: path)
    }
    if let folder = DataFolder.parent(of: path) { try DataFolder.make(folder, mode: 0o755) }
    let descriptor = socket(AF_UNIX, streamType, 0)
    guard descriptor >= 0 else { throw .system(.unavailable, "no socket can be made") }
    do throws(Fault) {
      if !bind(descriptor, &address) {
        guard errno == EADDRINUSE else { throw cannotMake(path) }
        try removeStale(path, &address)
        guard bind(descriptor, &address) else { throw cannotMake(path) }
      }
      guard Glibc.listen(descriptor, 16) == 0 else { throw cannotMake(path) }
    } catch {
      close(descriptor)
      throw error
    }
    return descriptor
  }

  private static let streamType = Int32(
    SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)

  private static func cannotMake(_ path: String) -> Fault {
    .system(
      .cannotCreate, "the control socket cannot be made", place: path,
      remedy: "name another path with --socket")
  }

  private static func removeStale(_ path: String, _ address: inout sockaddr_un) throws(Fault) {
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK else {
      throw Fault(
        .cannotCreate, "a file is in the way of the control socket", remedy: "move it, or name another with --socket",
        place: path)
    }
    let probe = socket(AF_UNIX, streamType, 0)
    defer { if probe >= 0 { close(probe) } }
    let answered = withSockaddr(&address) { connect(probe, $0, $1) } == 0
    // A daemon whose queue is full is a daemon too.
    guard !answered, errno == ECONNREFUSED else {
      let process = linux_peer(probe)
      throw Fault(
        .tryAgain, "another daemon\(process > 0 ? " (process \(process))" : "") answers at the control socket",
        remedy: "stop it first, or name another path with --socket", place: path)
    }
    unlink(path)
  }

  private static func bind(_ descriptor: Int32, _ address: inout sockaddr_un) -> Bool {
    // The mode is there from the first moment: owner and group.
    let mask = umask(0o117)
    defer { umask(mask) }
    return withSockaddr(&address) { Glibc.bind(descriptor, $0, $1) } == 0
  }

  private static func address(_ path: String) -> sockaddr_un? {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let room = MemoryLayout.size(ofValue: address.sun_path)
    let bytes = Array(path.utf8)
    guard !bytes.isEmpty, bytes.count < room, !bytes.contains(0) else { return nil }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    return address
  }

  private static func withSockaddr(
    _ address: inout sockaddr_un, _ call: (UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) -> Int32 {
    withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { call($0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
    }
  }
}
