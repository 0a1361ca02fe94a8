import CLinux
import Glibc
import Journal
import Text

/// A ``SegmentStore`` in a folder: `00000001.wmj` and so on.
public struct LinuxSegmentStore: SegmentStore, Sendable {
  /// The folder.
  public let folder: String

  /// A store in a folder that is there.
  public init(folder: String) { self.folder = folder }

  /// A store for a data folder, in its folder `journal`, which is made if it is not there.
  ///
  /// - Throws: 73 or 77.
  public init(data: String) throws(Fault) {
    folder = "\(data)/journal"
    try DataFolder.make(folder)
  }

  /// The numbers of the segments that are there, ascending. Other names are left alone.
  ///
  /// - Throws: 66 or 77 if the folder cannot be read.
  public func segments() throws(Fault) -> [UInt32] {
    try FolderListing.names(in: folder).compactMap { name in
      guard name.utf8.count == 12, name.hasSuffix(".wmj"), let number = UInt32(name.dropLast(4)),
        Self.name(number) == name
      else { return nil }
      return number
    }.sorted()
  }

  /// Opens a segment that is there.
  ///
  /// - Throws: 66, 74 or 77.
  public func open(_ number: UInt32, writable: Bool) throws(Fault) -> any BlockFile {
    let path = path(number)
    let descriptor = retryingInterrupts {
      Glibc.open(path, (writable ? O_RDWR : O_RDONLY) | O_CLOEXEC | O_NOFOLLOW)
    }
    var status = stat()
    guard descriptor >= 0, fstat(descriptor, &status) == 0 else {
      let fault = Fault.system(.noInput, "the journal cannot be opened", place: path)
      if descriptor >= 0 { close(descriptor) }
      throw fault
    }
    return LinuxBlockFile(descriptor: descriptor, size: Int(status.st_size), path: path)
  }

  /// Makes a segment of real zeros, synced together with its folder.
  ///
  /// It is made in place: on FAT a rename is the very thing that a power cut tears (a zero-length file stays), while a
  /// segment that is cut off half-way is recognised by its missing head. Room is claimed first, so that a full disk
  /// says so before anything is written; what was made until then is removed.
  ///
  /// - Throws: 73, 74 or 77.
  public func create(_ number: UInt32, size: Int) throws(Fault) -> any BlockFile {
    let path = path(number)
    let descriptor = retryingInterrupts { Glibc.open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o640) }
    guard descriptor >= 0 else { throw .system(.cannotCreate, "a journal segment cannot be made", place: path) }
    do throws(Fault) {
      try Self.fill(descriptor, size: size, path: path)
      try sync(folder)
    } catch {
      close(descriptor)
      unlink(path)
      throw error
    }
    return LinuxBlockFile(descriptor: descriptor, size: size, path: path)
  }

  private static func fill(_ descriptor: Int32, size: Int, path: String) throws(Fault) {
    guard ftruncate(descriptor, 0) == 0 else { throw .system(.inputOutput, "writing fails", place: path) }
    if retryingInterrupts({ linux_claim_room(descriptor, Int64(size)) }) != 0, errno != EOPNOTSUPP, errno != ENOSYS {
      throw .system(.cannotCreate, "there is no room for a journal segment of \(size) bytes", place: path)
    }
    // Claimed blocks are not enough: the first write to each would change the file's metadata, and every commit would
    // then cost several blocks instead of one.
    let zeros = [UInt8](repeating: 0, count: min(size, 65_536))
    var offset = 0
    while offset < size {
      let part = min(zeros.count, size - offset)
      try LinuxBlockFile.write(zeros[..<part], at: offset, to: descriptor, path: path)
      offset += part
    }
    guard retryingInterrupts({ fsync(descriptor) }) == 0 else {
      throw .system(.inputOutput, "the medium does not take a journal segment", place: path)
    }
  }

  private func sync(_ folder: String) throws(Fault) {
    let descriptor = retryingInterrupts { Glibc.open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    guard descriptor >= 0 else { throw .system(.cannotCreate, "the folder cannot be opened", place: folder) }
    defer { close(descriptor) }
    // Some file systems cannot sync a folder and say so with EINVAL; there is nothing to be done about it.
    guard retryingInterrupts({ fsync(descriptor) }) == 0 || errno == EINVAL else {
      throw .system(.inputOutput, "the medium does not take the folder", place: folder)
    }
  }

  private func path(_ number: UInt32) -> String { "\(folder)/\(Self.name(number))" }

  private static func name(_ number: UInt32) -> String {
    var writer = ByteWriter(capacity: 12)
    writer.put(Int(number), width: 8)
    writer.put(".wmj")
    return writer.string
  }
}
