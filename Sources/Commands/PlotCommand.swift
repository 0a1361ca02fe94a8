import Clocks
import Records
import Terminal
import Text
import TrackFiles

extension Command {
  private static let day = OptionSpec(name: "--day", value: "DATE", meaning: "one day: 2026-11-30, today, yesterday")
  private static let trip = OptionSpec(
    name: "--trip", value: "N", meaning: "one trip, by its number in `waymark trips`")

  static let plot = Command(
    name: "plot", summary: "draw the track, its height and its speed",
    forms: ["[--trip N | --day DATE] [--since TIME] [--until TIME] [--local]", "--data DIR [...]"],
    options: [day, trip, .since, .until, .local, .socket, .data], operands: .none,
    details: """
      The newest trip, unless a trip, a day or a span is named. The picture is true to
      scale, north is up; it fills the terminal and fits 80x24. S and E are the start and
      the end, 1 to 9 and a to z the tags in the order they were made. TIME as in
      `waymark help log`.
      """
  ) { (arguments, console) throws(Fault) in
    let times = TimeArgument(isLocal: arguments.has(.local))
    let selection = try PlotSelection(
      day: arguments[day], trip: arguments[trip], span: try times.span(arguments), times)
    let journal = try JournalSource(data: try Clients.dataFolder(arguments, console))
    return try PlotSession(journal, times, console).draw(selection)
  }
}

/// Which part of the journal is drawn.
struct PlotSelection {
  var since: UnixTime?
  var until: UnixTime?
  /// A trip; nil for all of them, in the span.
  var trip: UInt32?
  /// Whether nothing was named, so that the newest trip is meant.
  private(set) var isNewestTrip = false

  /// Reads the options.
  init(
    day: String?, trip: String?, span: (since: UnixTime?, until: UnixTime?), _ times: TimeArgument
  ) throws(Fault) {
    (since, until) = span
    if let trip {
      guard let number = UInt32(trip), number > 0 else {
        throw Fault(.usage, "`\(trip)` is no number of a trip", remedy: "see `waymark trips`")
      }
      guard day == nil else { throw Fault(.usage, "--day and --trip exclude each other", remedy: "name one of them") }
      self.trip = number
    } else if let day {
      let (start, end) = try times.day(day, option: "--day")
      since = max(since ?? start, start)
      until = min(until ?? end, end)
    } else {
      isNewestTrip = since == nil && until == nil
    }
  }

  /// Whether a record of a trip is drawn. One without a time is only where no span was asked for.
  func holds(_ record: Record, trip: UInt32) -> Bool {
    if let wanted = self.trip, wanted != trip { return false }
    guard since != nil || until != nil else { return true }
    // These change the trip, end a piece of the track or take a tag back, wherever they are.
    switch record.body {
    case .gap, .trip, .gesture, .checkpoint: return true
    default: break
    }
    guard let time = record.utc?.time else { return false }
    return time >= (since ?? time) && (until.map { time < $0 } ?? true)
  }
}

/// Reads the journal as often as it takes, in constant memory, and draws.
struct PlotSession {
  private let journal: JournalSource
  private let times: TimeArgument
  private let console: Console

  init(_ journal: JournalSource, _ times: TimeArgument, _ console: Console) {
    self.journal = journal
    self.times = times
    self.console = console
  }

  /// Draws what was chosen.
  ///
  /// - Returns: the exit status.
  func draw(_ wanted: PlotSelection) throws(Fault) -> Int32 {
    var dater = RecordDater()
    var all = TripTally()
    try journal.forEach { (record) throws(Fault) in
      dater.take(record)
      all.take(record)
    }
    var selection = wanted
    if wanted.isNewestTrip { selection.trip = all.trips.last { $0.fixes > 0 }?.number }
    let survey = try survey(selection, dater)
    guard let span = survey.span else {
      if let trip = wanted.trip, !all.trips.contains(where: { $0.number == trip }) {
        throw Fault(.noInput, "there is no trip \(trip)", remedy: "see `waymark trips`")
      }
      console.note(all.trips.isEmpty ? "nothing was recorded yet" : "nothing was recorded in this span")
      return 0
    }
    let theme = TerminalTheme(isTerminal: console.isTerminal, environment: Console.environment)
    var picture = TrackPicture()
    var tagTimes: [SequenceNumber: UnixTime] = [:]
    let columns = PlotScreen.profileColumns(columns: console.columns, theme: theme)
    var curves = TrackCurves(span: span, columns: columns)
    let findings = try forEach(selection, dater) { record in
      picture.take(record)
      curves.take(record, at: survey.seconds(record))
      if case .tag = record.body { tagTimes[record.sequence] = record.utc?.time }
    }
    let offset = survey.isDated ? times.offset(at: UnixTime(milliseconds: Int64(span.lowerBound * 1_000))) : 0
    let screen = PlotScreen(
      title: survey.title(isOneTrip: selection.trip != nil, times), plot: picture.plot, height: curves.height,
      speed: curves.speed,
      axis: TimeAxis(span: span, scale: survey.isDated ? .clock(offsetSeconds: offset) : .elapsed),
      tags: picture.tags.enumerated().map { index, placed in
        let symbol = BraillePlot.Mark.Kind.tag(index + 1).symbol
        let time = tagTimes[placed.sequence].map { TripText.minute($0, offsetSeconds: times.offset(at: $0)) }
        let place = placed.location == nil ? "  (no place yet)" : ""
        return "\(symbol)  \(time ?? "no time")  \(placed.tag.text?.printable ?? "(button)")\(place)"
          .cut(to: console.columns)
      })
    for line in screen.lines(columns: console.columns, rows: console.rows, theme: theme) { console.print(line) }
    return findings.tell(console)
  }

  private func survey(_ selection: PlotSelection, _ dater: RecordDater) throws(Fault) -> PlotSurvey {
    var survey = PlotSurvey()
    try forEach(selection, dater) { survey.take($0) }
    return survey
  }

  @discardableResult
  private func forEach(
    _ selection: PlotSelection, _ dater: RecordDater, _ body: (Record) -> Void
  ) throws(Fault) -> JournalFindings {
    var order = TripOrder()
    let findings = try journal.forEach { (record) throws(Fault) in
      for known in order.take(dater.dated(record)) where selection.holds(known, trip: order.trip) { body(known) }
    }
    for known in order.finish() where selection.holds(known, trip: order.trip) { body(known) }
    return findings
  }
}

/// The span of time of what will be drawn, and what it amounts to.
struct PlotSurvey {
  private var tally = TripTally()
  private var dated: ClosedRange<Double>?
  private var sinceBoot: ClosedRange<Double>?

  /// Whether the time is UTC; otherwise no fix has one, and it counts from the first fix.
  var isDated: Bool { dated != nil }

  /// From the first fix to the last; nil without any.
  var span: ClosedRange<Double>? { dated ?? sinceBoot.map { 0...($0.upperBound - $0.lowerBound) } }

  /// Takes a record that will be drawn.
  mutating func take(_ record: Record) {
    tally.take(record)
    guard case .fix(let fix) = record.body, fix.reason.isInTrack, fix.fix.coordinate != nil else { return }
    Self.widen(&sinceBoot, by: Double(record.at.boot) / 1e9)
    if let utc = record.utc { Self.widen(&dated, by: Double(utc.time.nanoseconds) / 1e9) }
  }

  /// The moment of a record on the scale of the span, seconds.
  func seconds(_ record: Record) -> Double? {
    guard isDated else { return sinceBoot.map { Double(record.at.boot) / 1e9 - $0.lowerBound } }
    return record.utc.map { Double($0.time.nanoseconds) / 1e9 }
  }

  /// Which trip, when, how far, how long, how high.
  func title(isOneTrip: Bool, _ times: TimeArgument) -> [String] {
    let trips = tally.trips.filter { $0.fixes > 0 }
    var words: [String] = []
    if isOneTrip || trips.count == 1 {
      words.append(trips.first.map { $0.number == 0 ? "before trip 1" : "trip \($0.number)" } ?? "")
    } else {
      words.append("\(trips.count) trips")
    }
    if let dated {
      let first = UnixTime(milliseconds: Int64(dated.lowerBound * 1_000))
      let last = UnixTime(milliseconds: Int64(dated.upperBound * 1_000))
      let start = TripText.minute(first, offsetSeconds: times.offset(at: first))
      let end = TripText.minute(last, offsetSeconds: times.offset(at: last))
      let isSameDay = start.prefix(10) == end.prefix(10)
      words.append("\(start) to \(isSameDay ? String(end.suffix(5)) : end)")
    }
    words.append(TripText.distance(trips.reduce(0) { $0 + $1.distanceMeters }))
    words.append("moving \(TripText.duration(trips.reduce(0) { $0 + $1.movingSeconds }))")
    if trips.contains(where: { $0.ascentMeters != nil }) {
      words.append("up \(TripText.meters(trips.reduce(0) { $0 + ($1.ascentMeters ?? 0) }))")
      words.append("down \(TripText.meters(trips.reduce(0) { $0 + ($1.descentMeters ?? 0) }))")
    }
    return words
  }

  private static func widen(_ range: inout ClosedRange<Double>?, by value: Double) {
    range = range.map { min($0.lowerBound, value)...max($0.upperBound, value) } ?? value...value
  }
}
