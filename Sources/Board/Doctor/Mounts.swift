/// One mounted file system, of `/proc/self/mountinfo` (proc(5)).
struct Mount: Equatable {
  /// Where it is mounted.
  var point: String
  /// Its type, such as `ext4`.
  var type: String
  /// What it is mounted from, such as `/dev/mmcblk0p2`.
  var source: String
  /// Options of the mount and of the file system.
  var options: [String]

  /// The file system that a path lies on.
  ///
  /// - Parameters:
  ///   - path: absolute, without links.
  ///   - text: what `mountinfo` says.
  static func holding(_ path: String, in text: String) -> Mount? {
    var best: Mount?
    for line in text.split(separator: "\n") {
      guard let mount = Mount(line: line), mount.contains(path) else { continue }
      // Of two at the same point the later one covers the earlier.
      if best.map({ $0.point.utf8.count <= mount.point.utf8.count }) ?? true { best = mount }
    }
    return best
  }

  private func contains(_ path: String) -> Bool {
    point == "/" || path == point || path.hasPrefix(point + "/")
  }

  /// `36 35 98:0 /root /mnt rw,noatime master:1 - ext4 /dev/sda rw,errors=continue`
  private init?(line: Substring) {
    let words = line.split(separator: " ")
    guard words.count > 6, let dash = words.firstIndex(of: "-"), words.count > dash + 3 else { return nil }
    point = Self.unescaped(words[4])
    type = String(words[dash + 1])
    source = Self.unescaped(words[dash + 2])
    options = words[5].split(separator: ",").map(String.init) + words[dash + 3].split(separator: ",").map(String.init)
  }

  /// Blanks and the like are written as three octal digits.
  private static func unescaped(_ text: Substring) -> String {
    var result: [UInt8] = []
    var bytes = text.utf8[...]
    while let byte = bytes.popFirst() {
      let digits = bytes.prefix(3)
      if byte == UInt8(ascii: "\\"), digits.count == 3,
        let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 8)
      {
        result.append(value)
        bytes = bytes.dropFirst(3)
      } else {
        result.append(byte)
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}
