import Board
import Clocks
import Records
import Text
import TrackFiles

extension Command {
  private static let follow = OptionSpec(
    name: "--follow", short: "-f", meaning: "go on with what is recorded from now on")
  private static let type = OptionSpec(
    name: "--type", value: "TYPE,...",
    meaning: "only these: fix tag located gap start stop trip clock gesture mode heading checkpoint")

  static let log = Command(
    name: "log", summary: "print what was recorded",
    forms: [
      "[--since TIME] [--until TIME] [--type TYPE,...] [--json] [--local]", "--follow [...]", "--data DIR [...]",
    ],
    options: [follow, .since, .until, type, .json, .local, .socket, .data], operands: .none,
    details: """
      TIME is 2026-11-30, 2026-11-30T14:05, 14:05, today, yesterday, or an age such as
      2h, 30m, 3d; in UTC unless --local. With --data a journal is read as it is on the
      card; without it the running daemon is asked to write out what it holds first.
      """
  ) { (arguments, console) throws(Fault) in
    let printer = try LogPrinter(arguments, type: arguments[type], console: console)
    guard arguments.has(follow) else {
      return try printer.printJournal(data: try Clients.dataFolder(arguments, console))
    }
    if arguments[.data] != nil {
      throw Fault(.usage, "--follow needs a running daemon", remedy: "leave --data out, or use --socket PATH")
    }
    // Following starts before the journal is read, so that no record falls between the two.
    let daemon = try DaemonConnection(arguments[.socket] ?? Clients.defaultSocket)
    _ = try daemon.ask("follow")
    let data = try Clients.flushed(try DaemonConnection(arguments[.socket] ?? Clients.defaultSocket), console)
    let status = try printer.printJournal(data: data)
    console.flush()
    while let line = try daemon.readLine() {
      try printer.printFollowed(line)
      console.flush()
    }
    return status
  }
}

/// Chooses records by time and type and prints them.
final class LogPrinter {
  private let console: Console
  private let isJSON: Bool
  private let since: UnixTime?
  private let until: UnixTime?
  private let types: Set<String>
  /// Whether to leave out what is only worth reading for somebody who asks for it.
  private let isBrief: Bool
  private let times: TimeArgument
  private var last: UInt64 = 0

  init(_ arguments: Arguments, type: String?, console: Console) throws(Fault) {
    self.console = console
    isJSON = arguments.has(.json)
    times = TimeArgument(isLocal: arguments.has(.local))
    (since, until) = try times.span(arguments)
    types = try Self.types(type)
    isBrief = type == nil
  }

  private static func types(_ list: String?) throws(Fault) -> Set<String> {
    let known = RecordKind.allCases.map(\.rawValue)
    guard let list else { return Set(known).subtracting([RecordKind.checkpoint.rawValue]) }
    let words = list.split(separator: ",").map(String.init)
    for word in words where !known.contains(word) {
      let near = known.nearest(to: word).map { ", did you mean `\($0)`?" } ?? ""
      throw Fault(.usage, "there is no type `\(word)`\(near)", remedy: "use \(known.joined(separator: ", "))")
    }
    return Set(words)
  }

  /// Prints what the journal holds.
  ///
  /// - Returns: the exit status.
  func printJournal(data: String) throws(Fault) -> Int32 {
    let journal = try JournalSource(data: data)
    // Records made before the clock was known get their time from a later record, so the journal is read twice.
    var dater = RecordDater()
    try journal.forEach { (record) throws(Fault) in dater.take(record) }
    let findings = try journal.forEach { (record) throws(Fault) in
      last = max(last, record.sequence.value)
      printRecord(dater.dated(record))
    }
    return findings.tell(console)
  }

  private func printRecord(_ record: Record) {
    guard types.contains(RecordKind(record.body).rawValue), isInSpan(record.utc?.time) else { return }
    if isBrief, case .gesture(let gesture) = record.body, gesture.kind.isTag { return }
    if isJSON {
      console.write(RecordJSON.line(record))
    } else {
      let offset = record.utc.map { Int(times.offset(at: $0.time)) } ?? 0
      console.print(RecordText.line(record, offsetSeconds: offset, columns: console.isTerminal ? console.columns : 80))
    }
  }

  /// Prints a line that the daemon sent.
  func printFollowed(_ line: [UInt8]) throws(Fault) {
    let record = FollowedRecord(try FlatJSON.object(line[...]))
    guard record.sequence > last, types.contains(record.type), isInSpan(record.time) else { return }
    if isBrief, record.isShortPress { return }
    if isJSON {
      console.write(line)
      console.print("")
    } else {
      console.print(record.text(times, columns: console.isTerminal ? console.columns : 80))
    }
  }

  /// Undated records are shown only where no span was asked for: they cannot be told to lie in one.
  private func isInSpan(_ time: UnixTime?) -> Bool {
    guard since != nil || until != nil else { return true }
    guard let time else { return false }
    return time >= (since ?? time) && (until.map { time < $0 } ?? true)
  }
}

extension TimeArgument {
  /// The span of --since and --until.
  func span(_ arguments: Arguments) throws(Fault) -> (since: UnixTime?, until: UnixTime?) {
    var since: UnixTime?
    var until: UnixTime?
    if let text = arguments[.since] { since = try parse(text, option: "--since") }
    if let text = arguments[.until] { until = try parse(text, option: "--until") }
    return (since, until)
  }
}
