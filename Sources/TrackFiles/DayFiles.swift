import Clocks
import Geodesy
import Records

/// Keeps the user's folder up to date: which bytes go where in `2026-11-30.gpx`, `.csv` and `-events.csv`, a day of UTC
/// in three files.
///
/// Feed it the records in the order of the journal; it answers with edits after which every file is complete and valid.
/// The answer depends on the records alone and not on how they were cut into batches, so that a restart renders the day
/// anew through a fresh value, finds the same bytes and goes on.
///
/// - Records without a time wait until the clock of their boot is known.
/// - A tag stands in the events file until it has its place, then in the day of its press.
/// - What cannot be put right at the end of a file is answered with ``FileAction/rebuild(_:)``.
public struct DayFiles: Sendable {
  /// The room for waypoints in a new GPX file, bytes.
  public static let usualReserve = 4_096
  /// The longest run of blanks in a GPX file, bytes: libxml2 refuses a text of more than 10,000,000 bytes unless it is
  /// told not to (XML_MAX_TEXT_LENGTH in its parserInternals.h).
  static let blankLimit = 8 << 20
  /// How many days stay open: today, and yesterday for what comes late.
  static let openDays = 2
  /// How many days one late clock can ask to have rendered anew; more than that is not a clock.
  static let rebuildLimit = 40

  /// The newest record that was taken in.
  public private(set) var lastSequence = SequenceNumber.none

  private var fold = TrackFold()
  private var days: [CivilDate: DayFile] = [:]
  private var closed: Set<CivilDate> = []
  private var reserves: [CivilDate: Int] = [:]
  private let first: CivilDate?
  private let only: CivilDate?
  private let waitingLimit: Int
  private var waiting: [TrackItem] = []
  /// Items that will never have a time; they go into the files of the next day that has one.
  private var timeless: [TrackItem] = []
  /// Where records were left out, because too many waited for a clock.
  private var lost: (boot: BootID, at: Instant)?
  private var uses = 0
  private var rebuilds: [CivilDate] = []
  /// What the files of days that were closed since the last batch still had to say.
  private var lastWords: [FileAction] = []
  private var headings = LateHeadings()
  /// Whether a record of ``first`` or later has come: what is dated before it until then is history.
  private var hasReachedFirst = false

  /// Makes the files of a folder.
  ///
  /// - Parameters:
  ///   - first: the first day whose records are all fed from here on; earlier days are there already and are only ever
  ///     rebuilt. Nil if the journal is fed from its beginning.
  ///   - waitingLimit: how many records without a time are kept until their clock is known.
  public init(startingAt first: CivilDate? = nil, waitingLimit: Int = 1_024) {
    self.init(first: first, only: nil, waitingLimit: waitingLimit, reserves: [:], headings: LateHeadings())
  }

  private init(
    first: CivilDate?, only: CivilDate?, waitingLimit: Int, reserves: [CivilDate: Int], headings: LateHeadings
  ) {
    self.first = first
    self.only = only
    self.waitingLimit = waitingLimit
    self.reserves = reserves
    self.headings = headings
  }

  /// Takes in one record.
  public mutating func apply(_ record: Record) -> [FileAction] {
    take(record)
    return flush()
  }

  /// Takes in records and writes each file at most once (and its waypoints once more).
  public mutating func apply(_ records: some Sequence<Record>) -> [FileAction] {
    for record in records { take(record) }
    return flush()
  }

  // MARK: - Rebuilding

  /// What renders a day anew, after ``FileAction/rebuild(_:)``.
  ///
  /// Feed it the journal from a checkpoint before that day up to ``lastSequence``, each record dated by a
  /// ``RecordDater`` that has read as far; write its edits over the day's files; then ``adopt(_:for:)`` it.
  /// It makes files of that day only. If it asks for a rebuild itself (the waypoints need more room again), start over
  /// with its own ``renderer(for:)``.
  public func renderer(for day: CivilDate) -> DayFiles {
    DayFiles(
      first: nil, only: day, waitingLimit: waitingLimit, reserves: reserves, headings: headings.forRenderer)
  }

  /// Goes on with a day as it was rendered anew.
  public mutating func adopt(_ renderer: DayFiles, for day: CivilDate) {
    reserves[day] = renderer.reserves[day]
    let isBeforeFirst = first.map { day < $0 } ?? false
    guard !closed.contains(day), !isBeforeFirst, var file = renderer.days[day] else { return }
    file.renumberSegment(from: renderer.fold.segment, to: fold.segment)
    uses += 1
    file.lastUse = uses
    days[day] = file
    closeOldest()
  }

  // MARK: - Records

  private mutating func take(_ record: Record) {
    guard record.sequence > lastSequence else { return }
    lastSequence = record.sequence
    if fold.digest.lastBoot != nil, fold.digest.lastBoot != record.boot { giveUpWaiting(for: record.boot) }
    guard var item = fold.take(record) else { return }
    switch item.content {
    case .heading(let heading): return take(heading)
    case .placed(var placed):
      headings.complete(&placed)
      item.content = .placed(placed)
    case .event(.clock): if let utc = item.utc { useClock(BootClock(at: item.at, utc: utc), of: item.boot) }
    case .event(.gesture(let gesture)):
      if gesture.kind.isTag { return }  // the press was what it seemed
      withdraw(gesture.press)
    case .fix, .tag, .event: break
    }
    if item.waitsForClockOf != nil {
      wait(item)
    } else {
      place(item)
    }
  }

  /// Puts a heading to the fix or the tag that it belongs to, wherever that is on its way.
  private mutating func take(_ heading: HeadingRecord) {
    let lateFor = note(heading)
    for index in waiting.indices.reversed() where waiting[index].take(heading) { return }
    for index in timeless.indices.reversed() where timeless[index].take(heading) { return }
    for day in days.keys { days[day]?.addHeading(heading) }
    if let lateFor { rebuild(lateFor) }
    // A tag that still waits in the events of a day whose files are closed.
    if let utc = fold.digest.pendingTags.last(where: { $0.sequence == heading.tag })?.utc,
      closed.contains(utc.time.date)
    {
      rebuild(utc.time.date)
    }
  }

  /// Remembers the heading of a tag that has its place already, for when its day is rendered anew.
  ///
  /// - Returns: the day whose files show the tag without it.
  private mutating func note(_ heading: HeadingRecord) -> CivilDate? {
    guard let tag = heading.tag, !fold.digest.pendingTags.contains(where: { $0.sequence == tag }) else { return nil }
    return headings.add(heading, of: tag)
  }

  private mutating func wait(_ item: TrackItem) {
    waiting.append(item)
    guard waiting.count > waitingLimit else { return }
    let surplus = waiting.removeFirst()
    if lost?.boot != surplus.boot { lost = (surplus.boot, surplus.at) }
  }

  /// A new boot has come: what waited for another one's clock waits in vain.
  private mutating func giveUpWaiting(for newBoot: BootID) {
    timeless += waiting.filter { $0.boot != newBoot }
    waiting.removeAll { $0.boot != newBoot }
    if timeless.count > waitingLimit { timeless.removeFirst(timeless.count - waitingLimit) }
  }

  private mutating func useClock(_ clock: BootClock, of boot: BootID) {
    if let lost, lost.boot == boot {
      self.lost = nil
      if let from = clock.time(at: lost.at)?.time.date.daysSinceEpoch {
        let to = clock.utc.time.date.daysSinceEpoch
        for day in max(from, to - Self.rebuildLimit)...max(from, to) { rebuild(CivilDate(daysSinceEpoch: day)) }
      }
    }
    let dated = waiting
    waiting = []
    for var item in dated {
      item.date(by: clock)
      place(item)
    }
  }

  private mutating func place(_ item: TrackItem) {
    switch item.content {
    case .fix(let record):
      guard let time = item.utc?.time else { return }
      update(time.date) { file in
        if record.fix.coordinate == nil { file.addEvent(item) } else { file.addFix(item, record, time: time) }
      }
    case .tag:
      guard let time = item.utc?.time else { return }
      update(time.date) { $0.addPending(item) }
    case .placed(let placed):
      removePending(placed.sequence)
      guard let time = (placed.utc ?? item.utc)?.time else { return }
      headings.shown(placed, in: time.date)
      update(time.date) { $0.addPlaced(item, placed, time: placed.utc?.time) }
    case .event:
      guard let time = item.utc?.time else { return }
      update(time.date) { $0.addEvent(item) }
    case .heading: break
    }
  }

  /// The press was no tag: wherever it waits for a place, it waits no more. It has none, because a press is located only
  /// when it is known what it means.
  private mutating func withdraw(_ press: SequenceNumber) {
    waiting.removeAll { $0.sequence == press }
    removePending(press)
  }

  private mutating func removePending(_ tag: SequenceNumber) {
    for day in days.keys { days[day]?.removePending(tag) }
    timeless.removeAll { $0.sequence == tag }
  }

  // MARK: - Days

  private mutating func update(_ day: CivilDate, _ change: (inout DayFile) -> Void) {
    let late = timeless
    timeless = []
    guard only == nil || only == day else { return }
    if days[day] == nil {
      let isBeforeFirst = first.map { day < $0 } ?? false
      if closed.contains(day) || isBeforeFirst {
        if hasReachedFirst || !isBeforeFirst { rebuild(day) }
        return
      }
      hasReachedFirst = true
      days[day] = DayFile(day: day, reserve: reserves[day] ?? Self.usualReserve)
      closeOldest()
    }
    uses += 1
    days[day]?.lastUse = uses
    for item in late {
      if case .placed(let placed) = item.content { headings.shown(placed, in: day) }
      days[day]?.addTimeless(item)
    }
    if var file = days.removeValue(forKey: day) {
      change(&file)
      days[day] = file
    }
  }

  private mutating func closeOldest() {
    guard days.count > Self.openDays,
      let oldest = days.filter({ $0.value.lastUse > 0 }).min(by: { $0.value.lastUse < $1.value.lastUse })?.key
    else { return }
    closed.insert(oldest)
    if var file = days.removeValue(forKey: oldest) {
      file.flush(to: &lastWords)
      noteReserve(of: file)
    }
  }

  private mutating func rebuild(_ day: CivilDate) {
    guard only == nil || only == day else { return }
    if !rebuilds.contains(day) { rebuilds.append(day) }
  }

  /// Room that was too small becomes at least twice what was needed, so that a day is rendered anew a few times at most;
  /// but the blanks that remain stay below ``blankLimit``.
  static func reserve(after reserve: Int, needed: Int) -> Int {
    var larger = max(reserve, 64)
    while larger < 2 * needed { larger *= 2 }
    return min(larger, needed + blankLimit)
  }

  private mutating func noteReserve(of file: DayFile) {
    guard let needed = file.neededReserve else { return }
    reserves[file.day] = Self.reserve(after: file.reserve, needed: needed)
    rebuild(file.day)
  }

  private mutating func flush() -> [FileAction] {
    var actions = lastWords
    lastWords = []
    for day in days.keys.sorted() {
      guard var file = days.removeValue(forKey: day) else { continue }
      file.flush(to: &actions)
      noteReserve(of: file)
      days[day] = file
    }
    actions += rebuilds.map { .rebuild($0) }
    rebuilds = []
    return actions
  }
}

extension DayFile {
  /// Something whose time will never be known.
  mutating func addTimeless(_ item: TrackItem) {
    switch item.content {
    case .tag: addPending(item)
    case .placed(let placed): addPlaced(item, placed, time: nil)
    case .fix, .event: addEvent(item, note: .noTime)
    case .heading: break
    }
  }
}
