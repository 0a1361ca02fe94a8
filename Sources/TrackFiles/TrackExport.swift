import Clocks
import Records
import Text

/// A format that a span of the journal can be written in, as one file.
///
/// To add one: a type that conforms, in a file of its own, and a line in ``ExportFormat/all``. ``TrackExporter`` reads
/// the journal, dates, chooses, sorts and simplifies; a format only writes what it is given. It keeps no more than a
/// bounded piece of the track, and appends to the writer no more than a few megabytes at a call: the caller empties it
/// between two calls.
public protocol TrackExport: Sendable {
  /// Whether records that are no dated, ascending points of the track are wanted too, by ``writeOther(_:to:)``.
  var holdsAllRecords: Bool { get }
  /// Tags that had no room in the file, so far.
  var tagsLeftOut: Int { get }

  /// Writes the head, once, before everything else.
  mutating func begin(_ survey: ExportSurvey, to out: inout ByteWriter)
  /// Writes a point; times ascend. A new `trip` or `segment` means that no line leads here from the point before.
  mutating func write(_ point: ExportPoint, to out: inout ByteWriter)
  /// Writes a record that is no point of the track, dated as well as is known.
  mutating func writeOther(_ record: Record, to out: inout ByteWriter)
  /// Writes the end, once, after everything else.
  mutating func finish(to out: inout ByteWriter)
}

extension TrackExport {
  /// Most formats hold only the track and its tags.
  public var holdsAllRecords: Bool { false }
  /// Most formats have room for every tag.
  public var tagsLeftOut: Int { 0 }
  /// Most formats have no word for it.
  public mutating func writeOther(_ record: Record, to out: inout ByteWriter) {}
}

/// What is known before the first point is written.
public struct ExportSurvey: Sendable {
  /// Tags with a place, ascending in time; those without a time come first.
  public var tags: [ExportTag] = []
  /// What the file covers; nil if that is not sure.
  public var bounds: GPXBounds?
  /// The first moment in the file, if any is known.
  public var start: UnixTime?
}

/// A point of the track.
public struct ExportPoint: Sendable {
  /// The number of its record.
  public var sequence: SequenceNumber
  /// The boot it was recorded in.
  public var boot: BootID
  /// The moment on that boot's clock.
  public var at: Instant
  /// The moment in UTC, and how it is known.
  public var utc: UTCStamp
  /// The fix; it has a place.
  public var record: FixRecord
  /// The trip it belongs to; 0 before the first.
  public var trip: UInt32
  /// Counts the continuous pieces of the track.
  public var segment: Int
  /// Which way the board pointed, if that is known.
  public var heading: HeadingRecord?
}

/// A tag with a place, for a file.
public struct ExportTag: Sendable {
  /// The tag.
  public var placed: PlacedTag
  /// The trip it was made in; 0 before the first.
  public var trip: UInt32
}

/// Which part of the journal goes into a file.
public struct ExportSelection: Equatable, Sendable {
  /// The first moment that belongs to it; nil for no limit.
  public var since: UnixTime?
  /// The first moment after it; nil for no limit.
  public var until: UnixTime?
  /// The trips that belong to it; nil for all.
  public var trips: Set<UInt32>?

  /// Makes a selection; everything, without arguments.
  public init(since: UnixTime? = nil, until: UnixTime? = nil, trips: Set<UInt32>? = nil) {
    self.since = since
    self.until = until
    self.trips = trips
  }

  /// Whether a moment lies in the span; an unknown one only if the span has no ends.
  func contains(_ time: UnixTime?, trip: UInt32) -> Bool {
    if let trips, !trips.contains(trip) { return false }
    guard let time else { return since == nil && until == nil }
    if let since, time < since { return false }
    if let until, time >= until { return false }
    return true
  }
}
