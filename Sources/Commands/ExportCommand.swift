import Board
import Text
import TrackFiles

extension Command {
  private static let format = OptionSpec(name: "--format", value: "gpx|csv", meaning: "what to write")
  private static let output = OptionSpec(
    name: "--output", short: "-o", value: "FILE", meaning: "where to write it [standard output]")

  static let export = Command(
    name: "export", summary: "write the track as one GPX or CSV file",
    forms: ["--format gpx|csv [-o FILE] [--since TIME] [--until TIME]", "--format gpx|csv --data DIR [...]"],
    options: [format, output, .since, .until, .local, .socket, .data], operands: .none,
    details: """
      The files of each day are in `tracks` inside the data folder already; this writes
      any span as one file. What has no place in it, such as a tag without a position,
      is counted on standard error. TIME as in `waymark help log`.
      """
  ) { (arguments, console) throws(Fault) in
    let formats = ["gpx", "csv"]
    guard let name = arguments[format] else {
      throw Fault(.usage, "--format is missing", remedy: "use --format gpx or --format csv")
    }
    guard formats.contains(name) else {
      let near = formats.nearest(to: name).map { ", did you mean \($0)?" } ?? ""
      throw Fault(.usage, "there is no format `\(name)`\(near)", remedy: "use gpx or csv")
    }
    let (since, until) = try TimeArgument(isLocal: arguments.has(.local)).span(arguments)
    let journal = try JournalSource(data: try Clients.dataFolder(arguments))
    let file = try OutputFile(arguments[output], console)
    let findings =
      name == "gpx"
      ? try exportGPX(GPXExport(since: since, until: until), journal, file, console)
      : try exportCSV(CSVExport(since: since, until: until), journal, file, console)
    try file.finish()
    return findings.tell(console)
  }

  private static func exportGPX(
    _ start: GPXExport, _ journal: JournalSource, _ file: OutputFile, _ console: Console
  ) throws(Fault) -> JournalFindings {
    var export = start
    try journal.forEach { (record) throws(Fault) in export.survey(record) }
    var out = ByteWriter(capacity: OutputFile.piece)
    export.begin(to: &out)
    let findings = try journal.forEach { (record) throws(Fault) in
      export.write(record, to: &out)
      try file.drain(&out)
    }
    export.finish(to: &out)
    try file.drain(&out, isLast: true)
    let left = export.undated + export.notAscending
    if left > 0 {
      console.note(
        "\(left) fixes are not in the file: \(export.undated) without a time, \(export.notAscending) out of order")
    }
    return findings
  }

  private static func exportCSV(
    _ start: CSVExport, _ journal: JournalSource, _ file: OutputFile, _ console: Console
  ) throws(Fault) -> JournalFindings {
    var export = start
    try journal.forEach { (record) throws(Fault) in export.survey(record) }
    var out = ByteWriter(capacity: OutputFile.piece)
    var events = ByteWriter()
    export.begin(points: &out, events: &events)
    events.clear()
    var left = 0
    let findings = try journal.forEach { (record) throws(Fault) in
      export.write(record, points: &out, events: &events)
      left += events.rows
      events.clear()
      try file.drain(&out)
    }
    export.finish(points: &out, events: &events)
    left += events.rows
    try file.drain(&out, isLast: true)
    if left > 0 { console.note("\(left) events without a place on the track are not in the file; see `waymark log`") }
    return findings
  }
}

extension ByteWriter {
  /// Lines written.
  fileprivate var rows: Int { bytes.count { $0 == UInt8(ascii: "\n") } }
}
