import Glibc

/// Files of the kernel, which are short and tell no size.
enum SmallFile {
  /// The first 64 KiB of a file; nil if it cannot be read.
  static func bytes(_ path: String) -> [UInt8]? {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var result: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4_096)
    while result.count < 65_536 {
      let count = read(file, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { return nil }
      if count == 0 { break }
      result += buffer[..<count]
    }
    return result
  }

  /// The same as text.
  static func text(_ path: String) -> String? { bytes(path).map { String(decoding: $0, as: UTF8.self) } }
}
