import Text
import TrackFiles

/// The folder on the card that the user copies: a few files, each written at its end or in place.
///
/// Contract: after ``write(_:)`` returned, a reader finds the bytes; nothing is promised over a power cut, because what
/// is torn there is rendered anew from the journal.
public protocol TrackFolder: AnyObject {
  /// Writes bytes into a file, which is made if it is not there, and cuts the file off behind them if the edit says so.
  func write(_ edit: FileEdit) throws(Fault)
}

/// A folder in memory.
public final class MemoryFolder: TrackFolder {
  /// The files by name.
  public private(set) var files: [String: [UInt8]] = [:]

  /// An empty folder.
  public init() {}

  /// Writes bytes into a file.
  ///
  /// - Throws: ``Fault/Code/software`` for an edit that begins behind the end of its file.
  public func write(_ edit: FileEdit) throws(Fault) {
    var file = files.removeValue(forKey: edit.file) ?? []
    defer { files[edit.file] = file }
    guard (0...file.count).contains(edit.offset) else {
      throw Fault(.software, "an edit at byte \(edit.offset) of a file of \(file.count) bytes", place: edit.file)
    }
    let end = min(file.count, edit.offset + edit.bytes.count)
    file.replaceSubrange(edit.offset..<(edit.endsFile ? file.count : end), with: edit.bytes)
  }

  /// A file as text; nil if it is not there.
  public func text(of file: String) -> String? { files[file].map { String(decoding: $0, as: UTF8.self) } }
}
