import Glibc

/// A folder for one test, removed with all that is in it.
final class Folder: Sendable {
  let path: String

  init() {
    var template = Array("/tmp/waymark-test-XXXXXX".utf8CString)
    path = mkdtemp(&template).map { String(cString: $0) } ?? "/nonexistent"
  }

  deinit { Self.remove(path) }

  /// Puts a file into it.
  func write(_ name: String, _ bytes: [UInt8]) {
    let file = open("\(path)/\(name)", O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    _ = Glibc.write(file, bytes, bytes.count)
    close(file)
  }

  /// A file's bytes; nil if it is not there.
  func read(_ name: String) -> [UInt8]? {
    let file = open("\(path)/\(name)", O_RDONLY)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while case let count = Glibc.read(file, &buffer, buffer.count), count > 0 { bytes += buffer[..<count] }
    return bytes
  }

  /// The names in it or in a folder of it, sorted.
  func names(_ folder: String = "") -> [String] {
    guard let stream = opendir("\(path)/\(folder)") else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      names.append(
        withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) })
    }
    return names.filter { $0 != "." && $0 != ".." }.sorted()
  }

  private static func remove(_ path: String) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return }
    if status.st_mode & S_IFMT == S_IFDIR {
      chmod(path, 0o700)
      if let stream = opendir(path) {
        var names: [String] = []
        while let entry = readdir(stream) {
          names.append(
            withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) })
        }
        closedir(stream)
        for name in names where name != "." && name != ".." { remove("\(path)/\(name)") }
      }
      rmdir(path)
    } else {
      unlink(path)
    }
  }
}

/// A pseudo terminal: the test plays the receiver on the master, the board opens the slave.
final class Pseudo {
  private(set) var master: Int32 = -1
  let path: String

  init() {
    var slave: Int32 = -1
    var name = [CChar](repeating: 0, count: 128)
    openpty(&master, &slave, &name, nil, nil)
    path = String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    // Kept raw from the start, so that nothing is echoed back.
    var settings = termios()
    tcgetattr(slave, &settings)
    cfmakeraw(&settings)
    tcsetattr(slave, TCSANOW, &settings)
    close(slave)
  }

  deinit { hangUp() }

  /// The receiver speaks.
  func say(_ text: String) {
    let bytes = Array(text.utf8)
    _ = write(master, bytes, bytes.count)
  }

  /// The plug is pulled.
  func hangUp() {
    if master >= 0 { close(master) }
    master = -1
  }
}
