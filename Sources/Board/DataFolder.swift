import Glibc
import Text

/// The folder in which everything is kept.
enum DataFolder {
  /// Makes a folder, with those above it; one that is there is left as it is.
  ///
  /// - Throws: 73 for what cannot be made or is no folder, 77 without permission.
  static func make(_ path: String, mode: mode_t = 0o750) throws(Fault) {
    if isFolder(path) { return }
    guard mkdir(path, mode) != 0, errno != EEXIST else {
      if isFolder(path) { return }
      throw Fault(
        .cannotCreate, "a file is in the way of the folder", remedy: "move it, or name another folder", place: path)
    }
    if errno == ENOENT, let parent = parent(of: path) {
      try make(parent, mode: mode)
      if mkdir(path, mode) == 0 || isFolder(path) { return }
    }
    if errno == ENOTDIR {
      throw Fault(
        .cannotCreate, "a part of this path is a file, not a folder", remedy: "name another folder", place: path)
    }
    throw .system(.cannotCreate, "the folder cannot be made", place: path)
  }

  /// Checks that a file of this size finds room; says nothing where the file system does not tell.
  ///
  /// - Throws: 73.
  static func checkRoom(in folder: String, for bytes: Int) throws(Fault) {
    var system = statvfs()
    guard statvfs(folder, &system) == 0 else { return }
    let free = UInt64(system.f_bavail) * UInt64(system.f_frsize)
    if free < UInt64(bytes) {
      throw Fault(
        .cannotCreate, "there is no space for a journal: \(free / 1_024) of \(bytes / 1_024) KB are free",
        remedy: "free some space, or name another folder with --data", place: folder)
    }
  }

  private static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// The same path from the root of the file system on; unchanged if it is not there.
  static func absolute(_ path: String) -> String {
    guard let resolved = realpath(path, nil) else {
      guard !path.hasPrefix("/"), let here = getcwd(nil, 0) else { return path }
      defer { free(here) }
      return "\(String(cString: here))/\(path)"
    }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// The folder above; nil for `/` and for a bare name.
  static func parent(of path: String) -> String? {
    var trimmed = Substring(path)
    while trimmed.count > 1, trimmed.hasSuffix("/") { trimmed.removeLast() }
    guard let slash = trimmed.lastIndex(of: "/") else { return nil }
    let parent = trimmed[..<slash]
    return parent.isEmpty ? (trimmed == "/" ? nil : "/") : String(parent)
  }
}

/// Keeps two daemons from writing to one folder: a `flock` on its file `lock`, with the holder's process number inside.
///
/// The kernel lets go of it when the process ends, however it ends.
final class FolderLock {
  private let descriptor: Int32

  /// Takes the lock.
  ///
  /// - Throws: 75 with the number of the process that has it; 73 or 77 if the folder is not writable.
  init(folder: String) throws(Fault) {
    let path = "\(folder)/lock"
    descriptor = retryingInterrupts { open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o640) }
    guard descriptor >= 0 else {
      throw .system(
        .cannotCreate, "the data folder is not writable", place: folder,
        remedy: "run as its owner, or name another folder with --data")
    }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      let number = errno
      let holder = Self.holder(descriptor)
      close(descriptor)
      guard number == EWOULDBLOCK else {
        throw .system(.unavailable, "the data folder cannot be locked", place: folder, errno: number)
      }
      throw Fault(
        .tryAgain, "another waymark\(holder.map { " (process \($0))" } ?? "") writes to this data folder",
        remedy: "stop it first, or name another folder with --data", place: folder)
    }
    // The number is only for people; the lock holds without it, and a full disk is told where it matters.
    let text = Array("\(getpid())\n".utf8)
    if ftruncate(descriptor, 0) == 0 { _ = pwrite(descriptor, text, text.count, 0) }
  }

  deinit { close(descriptor) }

  private static func holder(_ descriptor: Int32) -> Int? {
    var text = [UInt8](repeating: 0, count: 24)
    let count = pread(descriptor, &text, text.count, 0)
    return Int(String(decoding: text.prefix(max(0, count)).prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self))
  }
}
