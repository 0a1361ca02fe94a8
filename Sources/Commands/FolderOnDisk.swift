import Glibc
import Simulation
import Text
import TrackFiles

/// A real folder for the CSV and GPX files of a simulated board.
final class FolderOnDisk: TrackFolder {
  private let path: String
  private var descriptors: [String: Int32] = [:]

  /// Makes the folder, with those above it.
  init(_ path: String) throws(Fault) {
    self.path = path
    var prefix = path.hasPrefix("/") ? "" : "."
    for part in path.split(separator: "/") {
      prefix += "/\(part)"
      if mkdir(prefix, 0o755) != 0, errno != EEXIST { throw Self.fault("the folder cannot be made", prefix) }
    }
  }

  deinit { for descriptor in descriptors.values { close(descriptor) } }

  /// Writes bytes into a file.
  func write(_ edit: FileEdit) throws(Fault) {
    let descriptor = try descriptor(of: edit.file)
    var rest = edit.bytes[...]
    var offset = edit.offset
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, off_t(offset)) }
      if count >= 0 {
        rest = rest.dropFirst(count)
        offset += count
      } else if errno != EINTR {
        throw Self.fault("cannot be written", "\(path)/\(edit.file)")
      }
    }
    if edit.endsFile, ftruncate(descriptor, off_t(offset)) != 0 {
      throw Self.fault("cannot be written", "\(path)/\(edit.file)")
    }
  }

  private func descriptor(of file: String) throws(Fault) -> Int32 {
    if let known = descriptors[file] { return known }
    // A replay of years makes thousands of files; a few of them are written at a time.
    if descriptors.count >= 16 {
      for descriptor in descriptors.values { close(descriptor) }
      descriptors = [:]
    }
    let opened = open("\(path)/\(file)", O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
    guard opened >= 0 else { throw Self.fault("cannot be made", "\(path)/\(file)") }
    descriptors[file] = opened
    return opened
  }

  private static func fault(_ what: String, _ place: String) -> Fault {
    let number = errno
    return Fault(
      number == EACCES ? .noPermission : .cannotCreate, what,
      remedy: number == ENOSPC ? "free some space" : "check the folder and its permissions",
      cause: String(cString: strerror(number)), place: place)
  }
}
