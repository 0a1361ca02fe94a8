import Clocks
import Glibc
import Text
import TrackFiles

/// The user's folder: performs edits on its files.
///
/// While the day is drawn anew from the journal, as at every start, it only compares and mends: what stands there already
/// is not written again, since a card wears.
final class TrackFolder {
  /// The folder.
  let path: String

  private struct OpenFile {
    var descriptor: Int32
    var isDirty = false
  }

  private var files: [String: OpenFile] = [:]
  /// While mending: the last edit of each file, whose end may still be superseded.
  private var held: [String: FileEdit] = [:]
  private var isMending = false
  /// How many files stay open: those of two days.
  private static let openFiles = 6

  init(path: String) { self.path = path }

  deinit { for file in files.values { Glibc.close(file.descriptor) } }

  /// Makes the folder if it is not there.
  func prepare() throws(Fault) { try DataFolder.make(path, mode: 0o755) }

  /// Puts the files of a day aside as `2026-11-30-kept.gpx` and so on. What was put aside before stays: it is older, and
  /// shows more.
  func putAside(_ day: CivilDate) throws(Fault) {
    var name = ByteWriter(capacity: 10)
    name.put(date: day)
    for (old, kept) in [
      (".gpx", "-kept.gpx"), (".csv", "-kept.csv"), ("-events.csv", "-kept-events.csv"),
    ] {
      let (from, to) = (path(name.string + old), path(name.string + kept))
      guard access(from, F_OK) == 0, access(to, F_OK) != 0 else { continue }
      guard rename(from, to) == 0 else { throw .system(.cannotCreate, "a file cannot be kept", place: from) }
    }
  }

  /// From here on edits come from a day's beginning; ``finishMending()`` ends it.
  func beginMending() {
    isMending = true
    held = [:]
  }

  /// Mends what is left of the last edits.
  func finishMending() throws(Fault) {
    isMending = false
    defer { held = [:] }
    for edit in held.values.sorted(by: { $0.file < $1.file }) { try mend(edit) }
  }

  /// Performs an edit.
  ///
  /// - Returns: false if the file is not as it should be, because somebody changed it: the day must be drawn anew.
  func apply(_ edit: FileEdit) throws(Fault) -> Bool {
    if isMending {
      try hold(edit)
      return true
    }
    let descriptor = try descriptor(of: edit.file)
    let size = try self.size(of: descriptor, edit.file)
    guard let size, size >= edit.offset else { return false }
    try LinuxBlockFile.write(edit.bytes[...], at: edit.offset, to: descriptor, path: path(edit.file))
    if edit.endsFile { try cut(descriptor, edit, size: size) }
    files[edit.file]?.isDirty = true
    return true
  }

  /// Whether something was written since the last ``sync()``.
  var isDirty: Bool { files.values.contains(where: \.isDirty) }

  /// Returns when everything written is on the medium.
  func sync() throws(Fault) {
    for name in files.keys { try sync(name) }
  }

  /// Forgets all open files.
  func close() {
    for file in files.values { Glibc.close(file.descriptor) }
    files = [:]
    held = [:]
    isMending = false
  }

  private func hold(_ edit: FileEdit) throws(Fault) {
    guard let before = held[edit.file] else {
      if edit.endsFile { held[edit.file] = edit } else { try mend(edit) }
      return
    }
    guard edit.endsFile, edit.offset >= before.offset else {
      try patch(before, with: edit)
      return
    }
    let kept = min(edit.offset - before.offset, before.bytes.count)
    try mend(
      FileEdit(file: edit.file, offset: before.offset, bytes: Array(before.bytes.prefix(kept)), endsFile: false))
    held[edit.file] = edit
  }

  /// Waypoints go into the head, which is mended already or is part of what is held.
  private func patch(_ before: FileEdit, with edit: FileEdit) throws(Fault) {
    let start = max(edit.offset, before.offset)
    let end = min(edit.offset + edit.bytes.count, before.offset + before.bytes.count)
    guard start < end else {
      try mend(edit)
      return
    }
    var patched = before
    patched.bytes.replaceSubrange(
      start - before.offset..<end - before.offset, with: edit.bytes[start - edit.offset..<end - edit.offset])
    held[edit.file] = patched
    if start > edit.offset {
      let head = Array(edit.bytes.prefix(start - edit.offset))
      try mend(FileEdit(file: edit.file, offset: edit.offset, bytes: head, endsFile: false))
    }
  }

  private func mend(_ edit: FileEdit) throws(Fault) {
    let descriptor = try descriptor(of: edit.file)
    let size = try self.size(of: descriptor, edit.file) ?? 0
    let file = LinuxComparison(descriptor: descriptor, path: path(edit.file))
    if try !file.holds(edit.bytes, at: edit.offset) {
      try LinuxBlockFile.write(edit.bytes[...], at: edit.offset, to: descriptor, path: path(edit.file))
      files[edit.file]?.isDirty = true
    }
    if edit.endsFile { try cut(descriptor, edit, size: size) }
  }

  private func cut(_ descriptor: Int32, _ edit: FileEdit, size: Int) throws(Fault) {
    let end = edit.offset + edit.bytes.count
    guard size > end else { return }
    guard retryingInterrupts({ ftruncate(descriptor, off_t(end)) }) == 0 else {
      throw .system(.inputOutput, "writing fails", place: path(edit.file))
    }
    files[edit.file]?.isDirty = true
  }

  /// Bytes in an open file; nil if it was removed meanwhile.
  private func size(of descriptor: Int32, _ name: String) throws(Fault) -> Int? {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .system(.inputOutput, "reading fails", place: path(name)) }
    return status.st_nlink > 0 ? Int(status.st_size) : nil
  }

  private func descriptor(of name: String) throws(Fault) -> Int32 {
    if let file = files[name] { return file.descriptor }
    if files.count >= Self.openFiles, let oldest = files.keys.min() {
      try sync(oldest)
      if let file = files.removeValue(forKey: oldest) { Glibc.close(file.descriptor) }
    }
    let path = path(name)
    let descriptor = retryingInterrupts { open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o644) }
    guard descriptor >= 0 else { throw .system(.cannotCreate, "a track file cannot be made", place: path) }
    files[name] = OpenFile(descriptor: descriptor)
    return descriptor
  }

  private func sync(_ name: String) throws(Fault) {
    guard let file = files[name], file.isDirty else { return }
    guard retryingInterrupts({ fdatasync(file.descriptor) }) == 0 else {
      throw .system(.inputOutput, "the medium does not take what was written", place: path(name))
    }
    files[name]?.isDirty = false
  }

  private func path(_ name: String) -> String { "\(path)/\(name)" }
}

/// Tells whether a file holds certain bytes already.
private struct LinuxComparison {
  var descriptor: Int32
  var path: String

  func holds(_ bytes: [UInt8], at offset: Int) throws(Fault) -> Bool {
    var buffer = [UInt8](repeating: 0, count: min(max(bytes.count, 1), 65_536))
    var done = 0
    while done < bytes.count {
      let wanted = min(buffer.count, bytes.count - done)
      let count = retryingInterrupts { pread(descriptor, &buffer, wanted, off_t(offset + done)) }
      guard count >= 0 else { throw .system(.inputOutput, "reading fails", place: path) }
      guard count > 0, buffer[..<count].elementsEqual(bytes[done..<done + count]) else { return false }
      done += count
    }
    return true
  }
}
