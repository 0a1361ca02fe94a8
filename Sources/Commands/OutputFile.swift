import Glibc
import Text

/// A file that is whole or absent: it is written beside its place and renamed when it is complete. Without a path, or
/// with `-`, it is standard output.
final class OutputFile {
  /// As many bytes are gathered before they are written.
  static let piece = 1 << 16

  private let path: String?
  private let console: Console
  private var descriptor: Int32 = -1
  private var temporary = ""

  init(_ path: String?, _ console: Console) throws(Fault) {
    self.path = path == "-" ? nil : path
    self.console = console
    guard let path = self.path else { return }
    var information = stat()
    let isThere = stat(path, &information) == 0
    if isThere, information.st_mode & S_IFMT == S_IFDIR {
      throw Fault(.cannotCreate, "is a folder", remedy: "name a file in it", place: path)
    }
    // A device or a pipe cannot be replaced by a rename.
    temporary = isThere && information.st_mode & S_IFMT != S_IFREG ? path : "\(path).part"
    descriptor = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    if descriptor < 0 { throw fault("cannot be made") }
  }

  deinit {
    guard descriptor >= 0 else { return }
    close(descriptor)
    if temporary != path { unlink(temporary) }
  }

  /// Writes what was gathered, once it is much.
  func drain(_ out: inout ByteWriter, isLast: Bool = false) throws(Fault) {
    guard isLast || out.bytes.count >= Self.piece else { return }
    defer { out.clear() }
    guard path != nil else {
      console.write(out.bytes)
      return
    }
    var rest = out.bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno != EINTR {
        throw fault("cannot be written")
      }
    }
  }

  /// Puts the file in its place.
  func finish() throws(Fault) {
    guard let path else { return }
    // A pipe cannot be synced, and need not be.
    if fsync(descriptor) != 0, errno != EINVAL, errno != EROFS { throw fault("cannot be written") }
    close(descriptor)
    descriptor = -1
    guard temporary != path else { return }
    if rename(temporary, path) != 0 { throw fault("cannot be renamed into place") }
    // Without this the name may be the old file's after a power cut, on FAT even an empty one's.
    let folder = open(path.lastIndex(of: "/").map { String(path[...$0]) } ?? ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { return }
    defer { close(folder) }
    if fsync(folder) != 0, errno != EINVAL, errno != EROFS { throw fault("cannot be written") }
  }

  private func fault(_ what: String) -> Fault {
    let number = errno
    let code: Fault.Code = number == EACCES || number == EPERM ? .noPermission : .cannotCreate
    let remedy = number == ENOSPC ? "free some space" : "check the folder and its permissions"
    return Fault(code, what, remedy: remedy, cause: String(cString: strerror(number)), place: path)
  }
}
