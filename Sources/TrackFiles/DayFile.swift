import Clocks
import Records
import Text

/// The three files of one day while they grow.
struct DayFile: Sendable {
  /// How many bytes of tags without a place stand in the tail of the events file at most; then the oldest of them stays
  /// there for good, so that a bag of tags is not written anew each time.
  static let pendingLimit = 65_536

  let day: CivilDate
  /// The room for waypoints in the head of the GPX file, bytes.
  let reserve: Int
  /// The room that the waypoints would have needed when it was too small for the first time; the day must then be
  /// rendered anew. Fixed at that moment, so that it does not depend on how records were cut into batches.
  private(set) var neededReserve: Int?
  /// The ordinal of the last use, to close the file that was not used for longest.
  var lastUse = 0

  private var gpx: GrowingFile
  private var csv: GrowingFile
  private var events: GrowingFile
  private var gpxWriter = GPXWriter()
  private let csvWriter = CSVWriter()
  private let eventsWriter = EventsCSVWriter()

  /// Where the room for waypoints starts; nil while there is no GPX file.
  private var waypointsStart: Int?
  private var waypointsEnd = 0
  private var waypoints = ByteWriter(capacity: 0)

  private var lastTime: UnixTime?
  /// The newest point. It stands in the tails of its files, where its heading can still be put to it.
  private var newest: (item: TrackItem, record: FixRecord, time: UnixTime)?
  private var tagRows = TagRows()
  private var pending: [(item: TrackItem, row: [UInt8])] = []

  init(day: CivilDate, reserve: Int) {
    self.day = day
    self.reserve = reserve
    let name = Self.name(of: day)
    gpx = GrowingFile(name: name + ".gpx")
    csv = GrowingFile(name: name + ".csv")
    events = GrowingFile(name: name + "-events.csv")
  }

  static func name(of day: CivilDate) -> String {
    var writer = ByteWriter(capacity: 10)
    writer.put(date: day)
    return writer.string
  }

  // MARK: - What happened

  /// A fix with a place and a time.
  mutating func addFix(_ item: TrackItem, _ record: FixRecord, time: UnixTime) {
    if let lastTime, time <= lastTime {
      addEvent(item, note: .notAscending)
      return
    }
    settleNewest()
    startCSV()
    while let tag = tagRows.takeFirst(before: time) { writeTagRow(tag) }
    while let tag = tagRows.takeFirst(at: time) { addEvent(tag, note: .sameTimeAsFix) }
    lastTime = time
    startGPX(time: time)
    newest = (item, record, time)
    csv.isTailChanged = true
    gpx.isTailChanged = true
  }

  /// The heading of a fix or of a tag without a place so far. One whose point or row is settled is left as it is.
  mutating func addHeading(_ heading: HeadingRecord) {
    if newest?.item.sequence == heading.subject.sequence {
      newest?.item.heading = heading
      csv.isTailChanged = true
      gpx.isTailChanged = true
    } else if let index = pending.firstIndex(where: { $0.item.sequence == heading.subject.sequence }) {
      pending[index].item.heading = heading
      pending[index].row = pendingRow(pending[index].item)
      events.isTailChanged = true
    }
  }

  /// A tag with a place; `time` is nil if it will never be known.
  mutating func addPlaced(_ item: TrackItem, _ placed: PlacedTag, time: UnixTime?) {
    addWaypoint(placed)
    guard let time else {
      addEvent(item, note: .noTime)
      return
    }
    guard tagRows.admits(time, after: lastTime) else {
      addEvent(item, note: .notAscending)
      return
    }
    startCSV()
    tagRows.insert(item)
    if let surplus = tagRows.takeSurplus() {
      settleNewest()
      writeTagRow(surplus)
    }
    csv.isTailChanged = true
  }

  /// A tag without a place so far.
  mutating func addPending(_ item: TrackItem) {
    startEvents()
    pending.append((item, pendingRow(item)))
    while pending.reduce(0, { $0 + $1.row.count }) > Self.pendingLimit, pending.count > 1 {
      events.body.bytes += pending.removeFirst().row
    }
    events.isTailChanged = true
  }

  /// The tag got its place: it does not wait here any more.
  mutating func removePending(_ tag: SequenceNumber) {
    guard let index = pending.firstIndex(where: { $0.item.sequence == tag }) else { return }
    pending.remove(at: index)
    events.isTailChanged = true
  }

  /// Anything else.
  mutating func addEvent(_ item: TrackItem, note: EventsCSVWriter.Note? = nil) {
    startEvents()
    eventsWriter.write(item, note: note, to: &events.body)
  }

  /// Goes on where another count of the segments left off.
  mutating func renumberSegment(from old: Int, to new: Int) {
    gpxWriter.renumberSegments(by: new &- old)
    newest?.item.segment &+= new &- old
  }

  // MARK: - Files

  /// The edits that bring the files up to date; afterwards each of them is complete.
  mutating func flush(to actions: inout [FileAction]) {
    flushWaypoints(to: &actions)
    let (gpxWriter, newest) = (gpxWriter, newest)
    let gpxTail = { (out: inout ByteWriter) in
      var writer = gpxWriter
      if let newest { writer.writePoint(newest.item, newest.record, time: newest.time, to: &out) }
      writer.writeFoot(to: &out)
    }
    if let edit = gpx.flush(tail: gpxTail) { actions.append(.edit(edit)) }
    let (tagRows, csvWriter) = (tagRows, csvWriter)
    let csvTail = { (out: inout ByteWriter) in
      if let newest { csvWriter.writeFix(newest.item, newest.record, time: newest.time, to: &out) }
      for item in tagRows.waiting { csvWriter.writeTag(item, to: &out) }
    }
    if let edit = csv.flush(tail: csvTail) { actions.append(.edit(edit)) }
    let pending = pending
    if let edit = events.flush(tail: { out in for tag in pending { out.bytes += tag.row } }) {
      actions.append(.edit(edit))
    }
  }

  private mutating func flushWaypoints(to actions: inout [FileAction]) {
    guard let start = waypointsStart, !waypoints.bytes.isEmpty else { return }
    let offset = start + waypointsEnd - waypoints.bytes.count
    if offset >= gpx.written {
      let index = offset - gpx.written
      gpx.body.bytes.replaceSubrange(index..<index + waypoints.bytes.count, with: waypoints.bytes)
    } else {
      actions.append(.edit(FileEdit(file: gpx.name, offset: offset, bytes: waypoints.bytes, endsFile: false)))
    }
    waypoints = ByteWriter(capacity: 0)
  }

  private mutating func addWaypoint(_ placed: PlacedTag) {
    startGPX(time: placed.utc?.time)
    let before = waypoints.bytes.count
    gpxWriter.writeWaypoint(placed, to: &waypoints)
    let length = waypoints.bytes.count - before
    if neededReserve == nil, waypointsEnd + length <= reserve {
      waypointsEnd += length
    } else {
      if neededReserve == nil { neededReserve = waypointsEnd + length }
      waypoints.bytes.removeLast(length)
    }
  }

  /// Another row or point comes behind the newest one.
  private mutating func settleNewest() {
    guard let newest else { return }
    csvWriter.writeFix(newest.item, newest.record, time: newest.time, to: &csv.body)
    gpxWriter.writePoint(newest.item, newest.record, time: newest.time, to: &gpx.body)
    self.newest = nil
  }

  private func pendingRow(_ item: TrackItem) -> [UInt8] {
    var row = ByteWriter()
    eventsWriter.write(item, note: item.utc == nil ? .noTime : nil, to: &row)
    return row.bytes
  }

  private mutating func writeTagRow(_ item: TrackItem) {
    csvWriter.writeTag(item, to: &csv.body)
    lastTime = item.placedTime
  }

  private mutating func startCSV() {
    if !csv.exists { csvWriter.writeHeader(to: &csv.body) }
  }

  private mutating func startEvents() {
    if !events.exists { eventsWriter.writeHeader(to: &events.body) }
  }

  private mutating func startGPX(time: UnixTime?) {
    guard waypointsStart == nil else { return }
    gpxWriter.writeHead(name: Self.name(of: day), time: time, bounds: nil, to: &gpx.body)
    waypointsStart = gpx.end
    // Lines of spaces: XML does not mind them, and an editor does not choke on one long line.
    for index in 1...max(reserve, 1) {
      gpx.body.put(byte: UInt8(ascii: index % 64 == 0 || index == reserve ? "\n" : " "))
    }
  }
}

extension GPXWriter {
  /// Writes an item that is a fix with a place and a time.
  fileprivate mutating func writePoint(
    _ item: TrackItem, _ record: FixRecord, time: UnixTime, to out: inout ByteWriter
  ) {
    writePoint(record, time: time, trip: item.trip, segment: item.segment, heading: item.heading, to: &out)
  }
}

extension CSVWriter {
  /// Writes an item that is a fix with a place and a time.
  fileprivate func writeFix(_ item: TrackItem, _ record: FixRecord, time: UnixTime, to out: inout ByteWriter) {
    writeFix(record, time: time, trip: item.trip, sequence: item.sequence, heading: item.heading, to: &out)
  }

  /// Writes an item that is a tag with a place and a time.
  func writeTag(_ item: TrackItem, to out: inout ByteWriter) {
    guard case .placed(let placed) = item.content, let time = placed.utc?.time else { return }
    writeTag(placed, time: time, trip: item.trip, to: &out)
  }
}
