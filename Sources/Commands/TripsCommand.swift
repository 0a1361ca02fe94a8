import Clocks
import Text
import TrackFiles

extension Command {
  static let trips = Command(
    name: "trips", summary: "list the trips: distance, time in motion, ascent",
    forms: ["[--since TIME] [--until TIME] [--json] [--local]", "--data DIR [...]"],
    options: [.since, .until, .json, .local, .socket, .data], operands: .none,
    details: """
      A trip is shown whole if any of it lies in the span. Distance leaves out the holes
      of the track and what a receiver drifts at rest; moving is the time at 0.5 m/s or
      more; ascent counts a turn only when the height has come back by 10 m, or by 1.5
      times its accuracy. TIME as in `waymark help log`.
      """
  ) { (arguments, console) throws(Fault) in
    let times = TimeArgument(isLocal: arguments.has(.local))
    let (since, until) = try times.span(arguments)
    let journal = try JournalSource(data: try Clients.dataFolder(arguments, console))
    var dater = RecordDater()
    try journal.forEach { (record) throws(Fault) in dater.take(record) }
    var tally = TripTally()
    let findings = try journal.forEach { (record) throws(Fault) in tally.take(dater.dated(record)) }
    let trips = tally.trips.filter { $0.overlaps(since: since, until: until) }
    if arguments.has(.json) {
      for trip in trips { console.write(TripText.json(trip)) }
    } else if trips.isEmpty {
      console.note(tally.trips.isEmpty ? "there is no trip yet" : "there is no trip in this span")
    } else {
      console.print(TripText.header(zone: times.isLocal ? "local" : "UTC"))
      for trip in trips { console.print(TripText.line(trip, offsetSeconds: times.offset)) }
    }
    return findings.tell(console)
  }
}

extension TripSummary {
  /// Whether any of the trip lies in a span. One without a time is told only where no span was asked for.
  func overlaps(since: UnixTime?, until: UnixTime?) -> Bool {
    guard since != nil || until != nil else { return true }
    guard let start, let end else { return false }
    return end.time >= (since ?? end.time) && (until.map { start.time < $0 } ?? true)
  }
}
