import Glibc

/// Tells the service manager how the daemon is, if one started it (sd_notify(3)); the protocol is one datagram, so that
/// no library is needed for it.
enum ServiceManager {
  /// Everything is set up: who waits for the service may go on.
  static func ready() { tell("READY=1") }

  /// The end has begun.
  static func stopping() { tell("STOPPING=1") }

  private static func tell(_ message: String) {
    guard let path = getenv("NOTIFY_SOCKET").map({ String(cString: $0) }), let first = path.utf8.first else { return }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    var bytes = Array(path.utf8)
    let room = MemoryLayout.size(ofValue: address.sun_path)
    guard bytes.count < room, first == UInt8(ascii: "/") || first == UInt8(ascii: "@") else { return }
    // A name in the abstract space begins with a zero byte.
    if first == UInt8(ascii: "@") { bytes[0] = 0 }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    let length = socklen_t(MemoryLayout.size(ofValue: address) - room + bytes.count + (bytes[0] == 0 ? 0 : 1))
    let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    let text = Array(message.utf8)
    _ = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        sendto(descriptor, text, text.count, Int32(MSG_NOSIGNAL), address, length)
      }
    }
  }
}
