import LoggerCore
import Text
import TrackFiles

extension Command {
  private static let format = OptionSpec(
    name: "--format", value: "FORMAT", meaning: "what to write [as the name of FILE ends]")
  private static let output = OptionSpec(
    name: "--output", short: "-o", value: "FILE", meaning: "where to write it [standard output]")
  private static let trip = OptionSpec(name: "--trip", value: "N[,N...]", meaning: "only these trips")
  private static let day = OptionSpec(
    name: "--day", value: "DAY", meaning: "only this day: 2026-11-30, today or yesterday")
  private static let simplify = OptionSpec(
    name: "--simplify", value: "METRES", meaning: "leave out points no farther than this from the line that stays")

  private static let filter = OptionSpec(
    name: "--filter", value: "KEY=VALUE,...", meaning: "judge anew what was kept, by these keys of [recording]")

  static let export = Command(
    name: "export", summary: "write the track as one file: GPX, CSV, KML and more",
    forms: [
      "[--format FORMAT] -o FILE [--since TIME] [--until TIME] [--day DAY]", "--format FORMAT [--trip N] [...]",
      "--data DIR [...]",
    ],
    options: [format, output, .since, .until, day, trip, simplify, filter, .local, .socket, .data], operands: .none,
    details: """
      FORMAT is \(formats).

      The files of each day are in `tracks` inside the data folder already; this writes
      any part as one file. What has no place in it, such as a tag without a position,
      is counted on standard error. TIME as in `waymark help log`.
      """
  ) { (arguments, console) throws(Fault) in
    let format = try chosenFormat(arguments[format], output: arguments[output])
    let times = TimeArgument(isLocal: arguments.has(.local))
    var selection = ExportSelection()
    (selection.since, selection.until) = try times.span(arguments)
    if let text = arguments[day] {
      guard selection.since == nil, selection.until == nil else {
        throw Fault(.usage, "--day excludes --since and --until", remedy: "choose one")
      }
      (selection.since, selection.until) = try times.day(text, option: day.name)
    }
    if let text = arguments[trip] { selection.trips = try tripNumbers(text) }
    let exporter = TrackExporter(
      format, title: title(of: arguments[output]), selection: selection,
      simplifyMeters: try arguments[simplify].map { (text) throws(Fault) in try metres(text) })
    let journal = try JournalSource(data: try Clients.dataFolder(arguments, console))
    let judge = try arguments[filter].map { (text) throws(Fault) in
      TrackFilter(try FilterArgument.parse(text).recording)
    }
    var run = try ExportRun(exporter, journal, filter: judge, path: arguments[output], console)
    return try run.perform()
  }

  private static let formats = ExportFormat.all.map { "\($0.name) (\($0.meaning))" }.joined(separator: ", ")

  private static func chosenFormat(_ name: String?, output: String?) throws(Fault) -> ExportFormat {
    let names = ExportFormat.all.map(\.name)
    let remedy = "use --format with one of \(names.joined(separator: ", "))"
    guard let name else {
      guard let output, output != "-" else { throw Fault(.usage, "--format is missing", remedy: remedy) }
      guard let format = ExportFormat.of(path: output) else {
        throw Fault(.usage, "the name of the file tells no format", remedy: remedy, place: output)
      }
      return format
    }
    guard let format = ExportFormat.named(name) else {
      let near = names.nearest(to: name).map { ", did you mean \($0)?" } ?? ""
      throw Fault(.usage, "there is no format `\(name)`\(near)", remedy: remedy)
    }
    return format
  }

  private static func tripNumbers(_ text: String) throws(Fault) -> Set<UInt32> {
    var trips: Set<UInt32> = []
    for word in text.split(separator: ",", omittingEmptySubsequences: false) {
      guard let number = UInt32(word), number > 0 else {
        throw Fault(.usage, "`\(word)` is no number of a trip", remedy: "write --trip 3, or --trip 3,4")
      }
      trips.insert(number)
    }
    return trips
  }

  private static func metres(_ text: String) throws(Fault) -> Double {
    guard let metres = Double(text), metres >= 0, metres <= 100_000 else {
      throw Fault(.usage, "`\(text)` is no distance for --simplify", remedy: "write metres, such as 5 or 0.5")
    }
    return metres
  }

  /// The name of the file without its folder and its end.
  private static func title(of path: String?) -> String {
    guard let name = path?.split(separator: "/").last, name != "-" else { return "Waymark" }
    let stem = name.lastIndex(of: ".").map { name[..<$0] } ?? name
    return stem.isEmpty ? "Waymark" : String(stem)
  }
}
