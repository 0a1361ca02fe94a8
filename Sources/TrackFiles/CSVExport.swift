import Clocks
import Records
import Text

/// Renders any span of the journal as CSV, in constant memory but for the tags: the main file (dated, located, one row a
/// time) and the events (the rest).
///
/// The journal is read twice: ``survey(_:)`` every record, ``begin(points:events:)``, ``write(_:points:events:)`` every
/// record again, ``finish(points:events:)``. The caller empties the writers whenever it likes; who wants only one of
/// the files throws the bytes of the other away.
public struct CSVExport: Sendable {
  private let span: TimeSpan
  private var dater = RecordDater()
  private var survey = TrackFold()
  private var fold = TrackFold()
  /// Tags with place and time in order of time, and how many of them are written.
  private var tags: [TrackItem] = []
  private var nextTag = 0
  private var located: Set<SequenceNumber> = []
  private var last: UnixTime?
  private let csv = CSVWriter()
  private let rows = EventsCSVWriter()

  /// Makes an export.
  ///
  /// - Parameters:
  ///   - since: the first moment that belongs to it; nil for no limit.
  ///   - until: the first moment after it; nil for no limit.
  public init(since: UnixTime? = nil, until: UnixTime? = nil) { span = TimeSpan(since: since, until: until) }

  /// First pass: learns the clocks and the tags.
  public mutating func survey(_ record: Record) {
    dater.take(record)
    guard let item = survey.take(record), case .placed(let placed) = item.content else { return }
    located.insert(placed.sequence)
    tags.append(item)
  }

  /// Between the passes: writes the first lines.
  public mutating func begin(points: inout ByteWriter, events: inout ByteWriter) {
    csv.writeHeader(to: &points)
    rows.writeHeader(to: &events)
    for index in tags.indices { tags[index].datePlaced(by: dater) }
    for item in tags where item.placedTime == nil && span.isUnlimited { rows.write(item, note: .noTime, to: &events) }
    tags.removeAll { item in item.placedTime.map { !span.contains($0) } ?? true }
    tags.sort { ($0.placedTime ?? .distantPast, $0.sequence) < ($1.placedTime ?? .distantPast, $1.sequence) }
  }

  /// Second pass.
  public mutating func write(_ record: Record, points: inout ByteWriter, events: inout ByteWriter) {
    guard var item = fold.take(record) else { return }
    item.utc = dater.dated(record).utc
    switch item.content {
    case .placed: return
    case .tag where located.contains(item.sequence): return
    case .fix(let fix):
      if fix.fix.coordinate != nil, let time = item.utc?.time {
        if span.contains(time) { write(fix, item, time: time, points: &points, events: &events) }
        return
      }
    case .tag, .event: break
    }
    guard span.contains(item.utc?.time) else { return }
    rows.write(item, note: item.utc == nil ? .noTime : nil, to: &events)
  }

  /// Writes what is left.
  public mutating func finish(points: inout ByteWriter, events: inout ByteWriter) {
    writeTags(before: nil, points: &points, events: &events)
  }

  private mutating func write(
    _ fix: FixRecord, _ item: TrackItem, time: UnixTime, points: inout ByteWriter, events: inout ByteWriter
  ) {
    if let last, time <= last {
      rows.write(item, note: .notAscending, to: &events)
      return
    }
    writeTags(before: time, points: &points, events: &events)
    while nextTag < tags.count, tags[nextTag].placedTime == time {
      rows.write(tags[nextTag], note: .sameTimeAsFix, to: &events)
      nextTag += 1
    }
    csv.writeFix(fix, time: time, trip: item.trip, sequence: item.sequence, to: &points)
    last = time
  }

  private mutating func writeTags(before time: UnixTime?, points: inout ByteWriter, events: inout ByteWriter) {
    while nextTag < tags.count, let tagTime = tags[nextTag].placedTime {
      if let time, tagTime >= time { return }
      if let last, tagTime <= last {
        rows.write(tags[nextTag], note: .notAscending, to: &events)
      } else {
        csv.writeTag(tags[nextTag], to: &points)
        last = tagTime
      }
      nextTag += 1
    }
  }
}

extension UnixTime {
  /// Before everything.
  fileprivate static let distantPast = UnixTime(nanoseconds: .min)
}

extension TrackItem {
  /// Gives a tag with a place its time.
  fileprivate mutating func datePlaced(by dater: RecordDater) {
    if case .placed(let placed) = content { content = .placed(placed.dated(by: dater)) }
  }
}
