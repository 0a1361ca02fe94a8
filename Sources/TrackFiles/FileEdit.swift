import Clocks
import Text

/// One write into one file of the user's folder.
public struct FileEdit: Equatable, Sendable {
  /// The name in the folder, such as `2026-11-30.gpx`.
  public var file: String
  /// Where the bytes go; the file is at least this long.
  public var offset: Int
  /// The bytes.
  public var bytes: [UInt8]
  /// Whether the file ends behind the bytes: what was there after them is cut off.
  public var endsFile: Bool

  /// Makes an edit.
  public init(file: String, offset: Int, bytes: [UInt8], endsFile: Bool) {
    self.file = file
    self.offset = offset
    self.bytes = bytes
    self.endsFile = endsFile
  }
}

/// What the board has to do to the user's folder.
public enum FileAction: Equatable, Sendable {
  /// Write.
  case edit(FileEdit)
  /// The files of this day cannot be put right by writing behind what is there. Render the day anew from the journal:
  /// see ``DayFiles/renderer(for:)``.
  case rebuild(CivilDate)
}

/// A file that grows at its end, before a tail that is written anew each time.
struct GrowingFile: Sendable {
  let name: String
  /// What the next edit adds before the tail.
  var body = ByteWriter(capacity: 0)
  /// Whether the tail changed although nothing was added.
  var isTailChanged = false
  /// Where the tail starts in the file, once everything before it is written.
  private(set) var written = 0

  init(name: String) { self.name = name }

  /// Where the next byte of the body goes.
  var end: Int { written + body.bytes.count }
  /// Whether there is anything in the file or on its way.
  var exists: Bool { end > 0 }

  /// The edit that brings the file up to date; nil if it is.
  mutating func flush(tail: (inout ByteWriter) -> Void) -> FileEdit? {
    guard !body.bytes.isEmpty || isTailChanged else { return nil }
    let offset = written
    written = end
    tail(&body)
    let edit = FileEdit(file: name, offset: offset, bytes: body.bytes, endsFile: true)
    // The next batch starts without this one's room, or an old peak would stay in memory for the rest of the day.
    body = ByteWriter(capacity: 0)
    isTailChanged = false
    return edit
  }
}
