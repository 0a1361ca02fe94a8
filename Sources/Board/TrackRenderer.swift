import Clocks
import Journal
import Records
import Text
import TrackFiles

/// Keeps the user's folder of tracks a true picture of the journal, on the writing thread.
///
/// It starts by drawing the current day from the journal, which mends what a power cut tore; from then on it adds. Any
/// trouble with the folder ends with ``startOver()``: nothing needs to be remembered, for the journal has it all.
final class TrackRenderer {
  /// How long writes may stay in the page cache when nothing else asks for a sync.
  static let syncInterval = Duration.seconds(600)
  /// How many times the waypoints of a day may outgrow their room while it is drawn anew.
  private static let rebuildAttempts = 12

  private let folder: TrackFolder
  private let store: any SegmentStore

  /// Nil until the current day has been drawn.
  private var days: DayFiles?
  private var queue: [Record] = []
  private var isDrawingToday = false
  private var rebuilds: [CivilDate] = []
  private var today: CivilDate?
  private var through: SequenceNumber
  private var keepsOldFiles: Bool

  /// Whether the files must be synced with the next step.
  var wantsSync = false
  /// When they must be synced at the latest; nil if nothing waits.
  private(set) var syncAt: Instant?

  /// A renderer that will draw the current day first.
  ///
  /// - Parameters:
  ///   - path: of the folder.
  ///   - store: the journal.
  ///   - through: the last record that is durable in it.
  ///   - today: the last day that it tells of.
  ///   - keepsOldFiles: whether the files of that day are put aside first, because the journal has lost something that
  ///     they may still show.
  init(
    path: String, store: any SegmentStore, through: SequenceNumber, today: CivilDate?, keepsOldFiles: Bool = false
  ) {
    folder = TrackFolder(path: path)
    self.store = store
    self.through = through
    self.today = today
    self.keepsOldFiles = keepsOldFiles
  }

  /// Whether ``draw(between:)`` has something to do.
  var hasWork: Bool { days == nil || !queue.isEmpty || !rebuilds.isEmpty || wantsSync }

  /// Takes records that have become durable.
  func take(_ records: [Record]) {
    guard let last = records.last else { return }
    through = max(through, last.sequence)
    if let utc = records.last(where: { $0.utc != nil })?.utc { today = utc.time.date }
    // Before the first drawing they are read from the journal. During it they may come just after the reader has seen
    // the journal's end; those that it did see are passed over later, by their numbers.
    if days != nil || isDrawingToday { queue += records }
  }

  /// Forgets everything and draws the current day anew at the next step.
  func startOver() {
    days = nil
    queue = []
    rebuilds = []
    syncAt = nil
    folder.close()
  }

  /// Brings the folder up to date.
  ///
  /// - Parameter between: called between steps, so that commits never wait for drawing.
  func draw(between: () -> Void) throws(Fault) {
    try folder.prepare()
    if days == nil { try drawToday(between) }
    while !queue.isEmpty {
      let records = queue
      queue = []
      guard var days else { break }
      let actions = days.apply(records)
      self.days = days
      if try !perform(actions) { try drawToday(between) }
    }
    while let day = rebuilds.first {
      rebuilds.removeFirst()
      try rebuild(day, between)
    }
    if syncAt == nil, folder.isDirty { syncAt = HostClock.now() + Self.syncInterval }
  }

  /// Syncs the files if somebody wants it or it has not been done for long.
  func syncIfDue(at: Instant) throws(Fault) {
    guard wantsSync || syncAt.map({ $0 <= at }) ?? false else { return }
    try sync()
  }

  /// Returns when the files are on the medium.
  func sync() throws(Fault) {
    wantsSync = false
    syncAt = nil
    try folder.sync()
  }

  /// - Returns: false if a file is not as it should be.
  private func perform(_ actions: [FileAction]) throws(Fault) -> Bool {
    var isIntact = true
    for action in actions {
      switch action {
      case .edit(let edit): isIntact = try folder.apply(edit) && isIntact
      case .rebuild(let day): if !rebuilds.contains(day) { rebuilds.append(day) }
      }
    }
    return isIntact
  }

  private func drawToday(_ between: () -> Void) throws(Fault) {
    folder.close()
    queue = []
    rebuilds = []
    if keepsOldFiles, let today {
      try folder.putAside(today)
      keepsOldFiles = false
    }
    isDrawingToday = true
    defer { isDrawingToday = false }
    var source = try RecordSource(store: store, startingBefore: today)
    var fresh = DayFiles(startingAt: source.isFromStart ? nil : today)
    folder.beginMending()
    while let records = try source.next(through: through) {
      _ = try perform(fresh.apply(records))
      between()
    }
    try folder.finishMending()
    days = fresh
  }

  private func rebuild(_ day: CivilDate, _ between: () -> Void) throws(Fault) {
    guard var days else { return }
    let last = days.lastSequence
    var dater = RecordDater()
    var first = try RecordSource(store: store, startingBefore: day)
    while let records = try first.next(through: last) {
      for record in records { dater.take(record) }
      between()
    }
    var renderer = days.renderer(for: day)
    for _ in 0..<Self.rebuildAttempts {
      var isComplete = true
      var source = try RecordSource(store: store, startingBefore: day)
      folder.beginMending()
      while let records = try source.next(through: last) {
        for action in renderer.apply(records.map(dater.dated)) {
          switch action {
          case .edit(let edit): _ = try folder.apply(edit)
          case .rebuild: isComplete = false
          }
        }
        between()
      }
      try folder.finishMending()
      if isComplete { break }
      renderer = renderer.renderer(for: day)
    }
    days.adopt(renderer, for: day)
    self.days = days
  }
}

/// The records of the journal from a little before a day on.
struct RecordSource {
  /// Whether it begins with the first record of the journal.
  let isFromStart: Bool
  private var reader: JournalReader
  private var hasCheckpoint: Bool

  /// A source.
  ///
  /// - Parameter day: it begins with a checkpoint that lies before the first record of this day, or with the journal;
  ///   nil for the whole journal.
  init(store: any SegmentStore, startingBefore day: CivilDate?) throws(Fault) {
    let segments = try store.segments()
    var start: UInt32?
    if let day {
      // A segment whose first date is earlier holds the day's beginning or lies before it; the one in front of that one
      // surely has a checkpoint to begin with, since each holds many.
      for (index, number) in segments.enumerated().reversed() {
        guard let first = try Self.firstDate(store, number), first < day else { continue }
        start = index > 0 ? segments[index - 1] : nil
        break
      }
    }
    isFromStart = start == nil || start == segments.first
    hasCheckpoint = isFromStart
    reader = try JournalReader(store: store, segment: start ?? 0)
  }

  /// The next records; damaged ones are passed over, as `waymark verify` tells.
  ///
  /// - Parameter through: the last one wanted.
  /// - Returns: nil at the end.
  mutating func next(through: SequenceNumber) throws(Fault) -> [Record]? {
    while let frame = try reader.next() {
      guard frame.firstSequence <= through.value else { return nil }
      var records = FrameDecoder.contents(
        of: frame.payload, firstSequence: frame.firstSequence, count: frame.count
      ).records
      if let last = records.last, last.sequence > through { records.removeAll { $0.sequence > through } }
      if !hasCheckpoint {
        guard let index = records.firstIndex(where: { if case .checkpoint = $0.body { true } else { false } }) else {
          continue
        }
        hasCheckpoint = true
        records.removeFirst(index)
      }
      if !records.isEmpty { return records }
    }
    return nil
  }

  /// The date of the first record of a segment that has one; looks only at its beginning.
  private static func firstDate(_ store: any SegmentStore, _ number: UInt32) throws(Fault) -> CivilDate? {
    var reader = try JournalReader(store: store, segment: number)
    for _ in 0..<64 {
      guard let frame = try reader.next(), reader.segment == number else { return nil }
      let contents = FrameDecoder.contents(
        of: frame.payload, firstSequence: frame.firstSequence, count: frame.count)
      if let utc = contents.records.lazy.compactMap(\.utc).first { return utc.time.date }
    }
    return nil
  }
}
