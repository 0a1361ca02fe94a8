import Glibc
import Text

/// A file that is read from front to back, or standard input.
final class InputFile {
  /// The path as it was typed; `-` for standard input.
  let path: String
  private let descriptor: Int32

  /// Opens a file.
  ///
  /// - Throws: a fault that says what is wrong with the path; a folder is no file.
  init(_ path: String) throws(Fault) {
    self.path = path
    if path == "-" {
      descriptor = STDIN_FILENO
      return
    }
    let opened = open(path, O_RDONLY | O_CLOEXEC)
    guard opened >= 0 else { throw Self.fault(path, "cannot be opened", errno) }
    var information = stat()
    if fstat(opened, &information) == 0, information.st_mode & S_IFMT == S_IFDIR {
      close(opened)
      throw Fault(.noInput, "is a folder, not a file", remedy: "name a file in it", place: path)
    }
    descriptor = opened
  }

  deinit { if descriptor > STDERR_FILENO { close(descriptor) } }

  /// Reads the next piece.
  ///
  /// - Returns: at most `count` bytes; none at the end.
  func read(_ count: Int = 1 << 16) throws(Fault) -> [UInt8] {
    while true {
      var failure: Int32 = 0
      let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
        let got = Glibc.read(descriptor, buffer.baseAddress, count)
        failure = got < 0 ? errno : 0
        filled = max(0, got)
      }
      if failure == 0 { return bytes }
      if failure != EINTR { throw Self.fault(path, "cannot be read", failure) }
    }
  }

  /// Reads all of it.
  ///
  /// - Throws: also when there is more than `limit` bytes.
  func readAll(limit: Int) throws(Fault) -> [UInt8] {
    var all: [UInt8] = []
    while true {
      let piece = try read()
      if piece.isEmpty { return all }
      all += piece
      if all.count > limit {
        throw Fault(.data, "is longer than \(limit) bytes", remedy: "check that it is the right file", place: path)
      }
    }
  }

  private static func fault(_ path: String, _ what: String, _ number: Int32) -> Fault {
    let code: Fault.Code = number == EACCES || number == EPERM ? .noPermission : number == EIO ? .inputOutput : .noInput
    let remedy =
      switch number {
      case ENOENT: "check the path"
      case EACCES, EPERM: "check its permissions, or use sudo"
      default: "check the disk and the path"
      }
    return Fault(code, what, remedy: remedy, cause: String(cString: strerror(number)), place: path)
  }
}
