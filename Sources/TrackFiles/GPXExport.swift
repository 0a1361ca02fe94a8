import Clocks
import Records
import Text

/// Renders any span of the journal as one GPX file, in constant memory but for the tags.
///
/// The journal is read twice: ``survey(_:)`` every record, ``begin(to:)``, ``write(_:to:)`` every record again,
/// ``finish(to:)``. The caller empties the writer whenever it likes.
public struct GPXExport: Sendable {
  /// Fixes left out because their time is not after that of the fix before.
  public private(set) var notAscending = 0
  /// Fixes left out because their time never became known.
  public private(set) var undated = 0
  /// Fixes written.
  public private(set) var points = 0

  private let name: String?
  private let span: TimeSpan
  private var dater = RecordDater()
  private var survey = TrackFold()
  private var fold = TrackFold()
  private var bounds = GPXBounds()
  private var start: UnixTime?
  private var surveyed: UnixTime?
  private var hasUndated = false
  private var tags: [PlacedTag] = []
  private var writer = GPXWriter()
  private var last: UnixTime?

  /// Makes an export.
  ///
  /// - Parameters:
  ///   - name: the file's name inside the file.
  ///   - since: the first moment that belongs to it; nil for no limit.
  ///   - until: the first moment after it; nil for no limit.
  public init(name: String? = nil, since: UnixTime? = nil, until: UnixTime? = nil) {
    self.name = name
    span = TimeSpan(since: since, until: until)
  }

  /// First pass: learns the clocks, the bounds and the tags.
  public mutating func survey(_ record: Record) {
    dater.take(record)
    guard let item = survey.take(record) else { return }
    switch item.content {
    case .fix(let fix):
      if let time = item.utc?.time {
        guard span.contains(time) else { return }
        if let surveyed, time <= surveyed { return }
        surveyed = time
        start = min(start ?? time, time)
      } else {
        hasUndated = true
      }
      if let place = fix.fix.coordinate { bounds.include(place) }
    case .placed(let placed):
      tags.append(placed)
    case .tag, .event:
      break
    }
  }

  /// Between the passes: writes the head and the waypoints.
  public mutating func begin(to out: inout ByteWriter) {
    tags = tags.map { $0.dated(by: dater) }.filter { span.contains($0.utc?.time) }
    for tag in tags {
      bounds.include(tag.location.coordinate)
      if let time = tag.utc?.time { start = min(start ?? time, time) }
    }
    // A fix that had no time in the first pass may or may not belong to the span: better no bounds than wrong ones.
    let areBoundsKnown = !hasUndated || span.isUnlimited
    writer.writeHead(name: name, time: start, bounds: areBoundsKnown ? bounds : nil, to: &out)
    for tag in tags { writer.writeWaypoint(tag, to: &out) }
    tags = []
  }

  /// Second pass: writes the points.
  public mutating func write(_ record: Record, to out: inout ByteWriter) {
    guard let item = fold.take(record), case .fix(let fix) = item.content, fix.fix.coordinate != nil else { return }
    guard let time = dater.dated(record).utc?.time else {
      undated += 1
      return
    }
    guard span.contains(time) else { return }
    if let last, time <= last {
      notAscending += 1
      return
    }
    last = time
    points += 1
    writer.writePoint(fix, time: time, trip: item.trip, segment: item.segment, to: &out)
  }

  /// Writes the end.
  public func finish(to out: inout ByteWriter) { writer.writeFoot(to: &out) }
}

/// A span of time with open ends.
struct TimeSpan: Sendable {
  var since: UnixTime?
  var until: UnixTime?

  /// Whether it has no ends.
  var isUnlimited: Bool { since == nil && until == nil }

  /// Whether a moment lies in it; an unknown one only if everything does.
  func contains(_ time: UnixTime?) -> Bool {
    guard let time else { return isUnlimited }
    if let since, time < since { return false }
    if let until, time >= until { return false }
    return true
  }
}

extension PlacedTag {
  /// The tag with its time, as well as the whole journal tells it.
  func dated(by dater: RecordDater) -> PlacedTag {
    guard let boot, let known = dater.time(at: at, boot: boot) else { return self }
    if let utc, utc.quality >= known.quality { return self }
    var dated = self
    dated.utc = known
    return dated
  }
}
