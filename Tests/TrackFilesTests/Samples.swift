import Clocks
import GNSS
import Geodesy
import Records
import Text

@testable import TrackFiles

/// Makes records for the tests, one second after the other from 2026-11-30T12:00:00Z unless told otherwise.
struct Journal {
  private(set) var records: [Record] = []
  var boot = BootID(bits: 0xB007)
  /// The UTC of the boot's second 0.
  var zero = UnixTime(iso: "2026-11-30T12:00:00Z") ?? UnixTime(nanoseconds: 0)

  /// The number of the newest record.
  var last: SequenceNumber { SequenceNumber(UInt64(records.count)) }

  /// Adds a record `seconds` after boot.
  @discardableResult
  mutating func add(_ body: Body, at seconds: Double, dated: Bool = true, utc: UnixTime? = nil) -> SequenceNumber {
    let sequence = SequenceNumber(UInt64(records.count + 1))
    let at = Instant(boot: Int64((seconds * 1e9).rounded()))
    let time = utc ?? zero + .nanoseconds(at.boot)
    records.append(
      Record(
        sequence: sequence, boot: boot, at: at, utc: dated ? UTCStamp(time, .satellites) : nil, body: body))
    return sequence
  }

  /// Adds a fix.
  mutating func fix(
    at seconds: Double, _ latitude: Double = 48.1, _ longitude: Double = 11.5, reason: FixRecord.Reason = .every,
    dated: Bool = true, utc: UnixTime? = nil, _ change: (inout Fix) -> Void = { _ in }
  ) {
    var fix = Fix()
    fix.mode = .twoDimensional
    fix.coordinate = Coordinate(latitudeDegrees: latitude, longitudeDegrees: longitude)
    change(&fix)
    add(.fix(FixRecord(fix: fix, reason: reason)), at: seconds, dated: dated, utc: utc)
  }

  /// Adds a tag.
  mutating func tag(_ text: String?, at seconds: Double, dated: Bool = true) -> SequenceNumber {
    add(.tag(Tag(source: .command, text: text)), at: seconds, dated: dated)
  }

  /// Adds a press of the button.
  mutating func press(at seconds: Double, dated: Bool = true) -> SequenceNumber {
    add(.tag(Tag(source: .button)), at: seconds, dated: dated)
  }

  /// Adds what a press meant.
  mutating func gesture(_ press: SequenceNumber, _ kind: Gesture.Kind, at seconds: Double, dated: Bool = true) {
    add(.gesture(Gesture(press: press, kind: kind)), at: seconds, dated: dated)
  }

  /// Adds a heading, good to 2 degrees unless told otherwise.
  mutating func heading(
    _ subject: HeadingRecord.Subject, at seconds: Double, _ magnetic: Double? = 211.25, accuracy: Double? = 2,
    dated: Bool = true
  ) {
    add(
      .heading(
        HeadingRecord(
          subject: subject, magneticDegrees: magnetic, declinationDegrees: 3.5, accuracyDegrees: accuracy,
          pitchDegrees: -12.5, rollDegrees: 4)), at: seconds, dated: dated)
  }

  /// Adds the place of a tag.
  mutating func located(
    _ tag: SequenceNumber, at seconds: Double, _ latitude: Double = 48.1, _ longitude: Double = 11.5,
    dated: Bool = true
  ) {
    guard let place = Coordinate(latitudeDegrees: latitude, longitudeDegrees: longitude) else { return }
    add(
      .located(
        TagLocation(
          tag: tag, coordinate: place, altMSLMeters: 500, method: .firstFixAfter, ageSeconds: 0.5,
          horizontalAccuracyMeters: 3)), at: seconds, dated: dated)
  }
}

/// A folder in memory that edits are applied to, strictly.
struct Folder: Equatable {
  private(set) var files: [String: [UInt8]] = [:]
  private(set) var rebuilds: [CivilDate] = []
  /// Set when an edit was not allowed.
  private(set) var mistake: String?

  mutating func apply(_ actions: [FileAction]) {
    for action in actions {
      switch action {
      case .rebuild(let day): rebuilds.append(day)
      case .edit(let edit):
        var file = files[edit.file] ?? []
        if edit.offset > file.count { mistake = "a hole in \(edit.file) at \(edit.offset)" }
        if !edit.endsFile, edit.offset + edit.bytes.count > file.count { mistake = "a short edit of \(edit.file)" }
        let end = min(file.count, edit.offset + edit.bytes.count)
        if edit.endsFile { file.removeSubrange(min(end, file.count)...) }
        file.replaceSubrange(min(edit.offset, file.count)..<min(end, file.count), with: edit.bytes)
        files[edit.file] = file
      }
    }
  }

  func text(_ name: String) -> String { String(decoding: files[name] ?? [], as: UTF8.self) }
}

/// A generator that gives the same numbers for the same seed (SplitMix64).
struct Seeded: RandomNumberGenerator {
  private var state: UInt64
  init(_ seed: UInt64) { state = seed }
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

/// Everything a reader finds in a text, in chunks of a size.
func readCSV(_ text: String, chunk: Int = 7) throws -> (events: [TrackEvent], skipped: SkippedRows) {
  var reader = TrackCSVReader()
  var events: [TrackEvent] = []
  var rest = Array(text.utf8)[...]
  while !rest.isEmpty {
    try reader.push(rest.prefix(chunk)) { events.append($0) }
    rest = rest.dropFirst(chunk)
  }
  try reader.finish { events.append($0) }
  return (events, reader.skipped)
}

/// Everything a reader finds in a GPX, in chunks of a size.
func readGPX(_ text: String, chunk: Int = 7) throws -> (events: [TrackEvent], skipped: SkippedRows) {
  try readGPX(Array(text.utf8), chunk: chunk)
}

/// Everything a reader finds in a GPX, in chunks of a size.
func readGPX(_ bytes: [UInt8], chunk: Int = 7) throws -> (events: [TrackEvent], skipped: SkippedRows) {
  var reader = GPXTrackReader()
  var events: [TrackEvent] = []
  var rest = bytes[...]
  while !rest.isEmpty {
    try reader.push(Array(rest.prefix(chunk))) { events.append($0) }
    rest = rest.dropFirst(chunk)
  }
  try reader.finish { events.append($0) }
  return (events, reader.skipped)
}

/// A part of the journal in a format, written in as many pieces as there are records.
func export(
  _ records: [Record], as name: String, _ selection: ExportSelection = ExportSelection(), simplify: Double? = nil
) -> (text: String, counts: ExportCounts) {
  guard let format = ExportFormat.named(name) else { return ("", ExportCounts()) }
  var exporter = TrackExporter(format, title: "test", selection: selection, simplifyMeters: simplify)
  for record in records { exporter.survey(record) }
  var out = ByteWriter()
  exporter.begin(to: &out)
  for record in records { exporter.write(record, to: &out) }
  exporter.finish(to: &out)
  return (out.string, exporter.counts)
}

/// The whole journal as GPX and as CSV.
func export(_ records: [Record]) -> (gpx: String, csv: String, counts: ExportCounts) {
  let gpx = export(records, as: "gpx")
  return (gpx.text, export(records, as: "csv").text, gpx.counts)
}

/// The text without the lines of blanks that wait for waypoints.
func withoutReserve(_ text: String) -> String {
  text.split(separator: "\n", omittingEmptySubsequences: false).filter {
    !($0.count > 20 && $0.allSatisfy { $0 == " " })
  }
  .joined(separator: "\n")
}
