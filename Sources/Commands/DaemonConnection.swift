import Board
import Glibc
import Text

/// A client's end of the daemon's control socket.
final class DaemonConnection {
  private let descriptor: Int32
  private let path: String
  private var input: [UInt8] = []

  /// Connects.
  ///
  /// - Throws: 69 if no daemon listens there, 77 if this user may not ask it.
  init(_ path: String) throws(Fault) {
    self.path = path
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else {
      throw Fault(.usage, "the path of the socket is too long", remedy: "use fewer than 108 bytes", place: path)
    }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    let opened = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    let connected = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(opened, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard connected == 0 else {
      let number = errno
      close(opened)
      if number == EACCES || number == EPERM {
        throw Fault(
          .noPermission, "this user may not ask the daemon", remedy: "use sudo, or join the group of the socket",
          place: path)
      }
      throw Fault(
        .unavailable, "no daemon answers", remedy: "start it with `waymark run`, or read its folder with --data DIR",
        cause: String(cString: strerror(number)), place: path)
    }
    descriptor = opened
  }

  deinit { close(descriptor) }

  /// Asks and waits for the answer.
  ///
  /// - Parameters:
  ///   - command: a command of the control socket.
  ///   - text: its text, if it takes one.
  ///   - follows: asks for a stream, where the command has both.
  ///   - fill: puts what else the command takes.
  /// - Returns: the line and its members.
  /// - Throws: what the daemon answers if it refuses, or 69 if it goes away.
  func ask(
    _ command: String, text: String? = nil, follows: Bool? = nil, with fill: (inout JSONLine) -> Void = { _ in }
  ) throws(Fault) -> (line: [UInt8], members: [String: FlatJSON.Value]) {
    var request = JSONLine()
    request.put("command", command)
    request.put("text", text)
    request.put("follow", follows)
    fill(&request)
    try send(request.finish())
    guard let line = try readLine() else { throw gone }
    let members = try FlatJSON.object(line[...])
    if case .flag(true)? = members["ok"] { return (line, members) }
    throw Self.fault(members)
  }

  /// The next line without its newline; nil when the daemon has closed the connection.
  func readLine() throws(Fault) -> [UInt8]? {
    while true {
      if let end = input.firstIndex(of: UInt8(ascii: "\n")) {
        let line = Array(input[..<end])
        input.removeFirst(end + 1)
        return line
      }
      var buffer = [UInt8](repeating: 0, count: 65_536)
      let count = read(descriptor, &buffer, buffer.count)
      if count > 0 {
        input += buffer[..<count]
      } else if count == 0 || errno != EINTR {
        return nil
      }
    }
  }

  private func send(_ bytes: [UInt8]) throws(Fault) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if errno != EINTR {
        throw gone
      }
    }
  }

  private var gone: Fault {
    Fault(
      .unavailable, "the daemon went away before it answered", remedy: "see its messages, and try again", place: path)
  }

  private static func fault(_ members: [String: FlatJSON.Value]) -> Fault {
    func text(_ name: String) -> String? {
      if case .text(let text)? = members[name] { text } else { nil }
    }
    var code = Fault.Code.software
    if case .number(let number)? = members["code"], let raw = Int32(exactly: number) {
      code = Fault.Code(rawValue: raw) ?? .software
    }
    return Fault(
      code, text("message") ?? "the daemon refused", remedy: text("remedy"), cause: text("cause"), place: text("place"))
  }
}
