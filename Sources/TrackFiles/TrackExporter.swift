import Clocks
import GNSS
import Geodesy
import Records
import Text

/// Renders any part of the journal as one file of any format, in constant memory but for the tags.
///
/// The journal is read twice: ``survey(_:)`` every record, ``begin(to:)``, ``write(_:to:)`` every record again,
/// ``finish(to:)``. The caller empties the writer whenever it likes. Records that came between the two passes, because
/// a daemon is at work, are left for another time.
public struct TrackExporter: Sendable {
  /// What was written and left out, so far.
  public private(set) var counts = ExportCounts()

  private let selection: ExportSelection
  private var format: any TrackExport
  private var simplifier: Simplifier<ExportPoint>?
  private var dater = RecordDater()
  private var surveyFold = TrackFold()
  private var fold = TrackFold()
  private var bounds = GPXBounds()
  private var start: UnixTime?
  private var hasUndated = false
  private var lastSurveyed: SequenceNumber = .none
  private var surveyedTime: UnixTime?
  private var tags: [ExportTag] = []
  /// Tags without a place so far, by their numbers.
  private var pending: [SequenceNumber: (trip: UInt32, at: Instant, boot: BootID, utc: UTCStamp?)] = [:]
  private var last: UnixTime?
  /// Whether fixes have headings, so that each must wait for its own.
  private var hasFixHeadings = false
  /// The newest point, until it is known whether it has a heading.
  private var newest: ExportPoint?
  /// Whether the line that is being simplified ends with ``newest``.
  private var isNewestLast = false

  /// Makes an export.
  ///
  /// - Parameters:
  ///   - format: how to write it.
  ///   - title: the file's name inside the file, where the format has room for one.
  ///   - selection: which part.
  ///   - simplifyMeters: how far, in metres, a point that is left out may lie from the line that remains; nil keeps all.
  public init(
    _ format: ExportFormat, title: String? = nil, selection: ExportSelection = ExportSelection(),
    simplifyMeters: Double? = nil
  ) {
    self.format = format.make(title)
    self.selection = selection
    simplifier = simplifyMeters.map { Simplifier(toleranceMeters: $0) }
  }

  // MARK: - First pass

  /// First pass: learns the clocks, the bounds and the tags.
  public mutating func survey(_ record: Record) {
    if let glance = FixGlance(record) { return survey(glance) }
    lastSurveyed = max(lastSurveyed, record.sequence)
    dater.take(record)
    if case .heading(let heading) = record.body, heading.tag == nil { hasFixHeadings = !format.holdsAllRecords }
    guard let item = surveyFold.take(record) else { return }
    switch item.content {
    case .tag:
      pending[item.sequence] = (item.trip, item.at, item.boot, item.utc)
    case .placed(let placed):
      let trip = pending.removeValue(forKey: placed.sequence)?.trip ?? item.trip
      tags.append(ExportTag(placed: placed, trip: trip))
    case .event(.gesture(let gesture)):
      pending[gesture.press] = nil
    case .heading(let heading):
      // One that comes before the place will come with it.
      if let tag = heading.tag, pending[tag] == nil, let index = tags.lastIndex(where: { $0.placed.sequence == tag }) {
        tags[index].placed.heading = tags[index].placed.heading ?? heading
      }
    case .fix, .event:
      break
    }
  }

  /// First pass, for a reader that tells fixes in short.
  public mutating func survey(_ fix: FixGlance) {
    lastSurveyed = max(lastSurveyed, fix.sequence)
    let trip = surveyFold.digest.trip
    guard fix.isInTrack, let place = fix.coordinate, selection.trips?.contains(trip) ?? true else { return }
    guard let time = fix.utc?.time else {
      hasUndated = true
      bounds.include(place)
      return
    }
    guard selection.contains(time, trip: trip) else { return }
    if let surveyedTime, time <= surveyedTime { return }
    surveyedTime = time
    start = min(start ?? time, time)
    bounds.include(place)
  }

  // MARK: - Second pass

  /// Between the passes: writes the head.
  public mutating func begin(to out: inout ByteWriter) {
    var survey = ExportSurvey()
    survey.tags = tags.map { ExportTag(placed: $0.placed.dated(by: dater), trip: $0.trip) }
      .filter { selection.contains($0.placed.utc?.time, trip: $0.trip) }
      .sorted { ($0.time, $0.placed.sequence) < ($1.time, $1.placed.sequence) }
    tags = []
    counts.tags = survey.tags.count
    if !format.holdsAllRecords {
      counts.unplacedTags =
        pending.values.count { tag in
          selection.contains((dater.time(at: tag.at, boot: tag.boot) ?? tag.utc)?.time, trip: tag.trip)
        }
    }
    pending = [:]
    for tag in survey.tags {
      bounds.include(tag.placed.location.coordinate)
      if let time = tag.placed.utc?.time { start = min(start ?? time, time) }
    }
    // A fix that had no time in the first pass may or may not belong to the span: better no bounds than wrong ones.
    let areBoundsKnown = !hasUndated || (selection.since == nil && selection.until == nil)
    survey.bounds = areBoundsKnown ? bounds : nil
    survey.start = start
    format.begin(survey, to: &out)
  }

  /// Second pass: writes the points.
  public mutating func write(_ record: Record, to out: inout ByteWriter) {
    guard record.sequence <= lastSurveyed else { return }
    if hasFixHeadings {
      if case .heading(let heading) = record.body {
        if case .fix(let sequence) = heading.subject, sequence == newest?.sequence { newest?.heading = heading }
      } else if case .fix = record.body {
        writeNewest(to: &out)
      }
    }
    // A fix changes neither the trip nor the piece of the track, so the fold need not see it.
    guard case .fix(let fix) = record.body, fix.reason.isInTrack, fix.fix.coordinate != nil,
      let utc = record.utc ?? dater.time(at: record.at, boot: record.boot)
    else {
      switch record.body {
      case .fix: break
      case .heading, .checkpoint:
        // They are no part of the track, and end no line of it.
        _ = fold.take(record)
        guard format.holdsAllRecords, case .heading = record.body else { return }
      default: _ = fold.take(record)
      }
      return writeOther(record, to: &out)
    }
    let trip = fold.digest.trip
    guard selection.contains(utc.time, trip: trip) else { return }
    if let last, utc.time <= last {
      if format.holdsAllRecords { return writeOther(record, to: &out) }
      counts.notAscending += 1
      return
    }
    last = utc.time
    let point = ExportPoint(
      sequence: record.sequence, boot: record.boot, at: record.at, utc: utc, record: fix, trip: trip,
      segment: fold.segment)
    if hasFixHeadings { newest = point } else { write(point, to: &out) }
  }

  /// Writes what is left.
  public mutating func finish(to out: inout ByteWriter) {
    writeNewest(to: &out)
    writeSimplified(to: &out)
    format.finish(to: &out)
    counts.crowdedTags = format.tagsLeftOut
    counts.tags -= format.tagsLeftOut
  }

  private mutating func writeNewest(to out: inout ByteWriter) {
    guard let point = newest else { return }
    newest = nil
    write(point, to: &out)
    if isNewestLast { writeSimplified(to: &out) }
    isNewestLast = false
  }

  private mutating func write(_ point: ExportPoint, to out: inout ByteWriter) {
    guard simplifier != nil, let place = point.record.fix.coordinate else {
      counts.points += 1
      format.write(point, to: &out)
      return
    }
    counts.simplified += 1
    for kept in simplifier?.push(point, at: place) ?? [] { writeKept(kept, to: &out) }
  }

  /// Ends the line that is being simplified: its last point stays, and so will the next one.
  private mutating func writeSimplified(to out: inout ByteWriter) {
    for kept in simplifier?.close() ?? [] { writeKept(kept, to: &out) }
  }

  private mutating func writeKept(_ point: ExportPoint, to out: inout ByteWriter) {
    counts.simplified -= 1
    counts.points += 1
    format.write(point, to: &out)
  }

  private mutating func writeOther(_ record: Record, to out: inout ByteWriter) {
    if newest == nil { writeSimplified(to: &out) } else { isNewestLast = true }
    let dated = dater.dated(record)
    guard selection.contains(dated.utc?.time, trip: fold.digest.trip) else { return }
    if format.holdsAllRecords {
      format.writeOther(dated, to: &out)
      return
    }
    guard case .fix(let fix) = record.body else { return }
    if !fix.reason.isInTrack {
      counts.outliers += 1
    } else if fix.fix.coordinate == nil {
      counts.unplacedFixes += 1
    } else {
      counts.undated += 1
    }
  }
}

extension ExportTag {
  /// For the order; before everything if it is unknown.
  fileprivate var time: UnixTime { placed.utc?.time ?? UnixTime(nanoseconds: .min) }
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
