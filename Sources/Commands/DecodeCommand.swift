import Clocks
import GNSS
import Text

extension Command {
  private static let sentences = OptionSpec(name: "--sentences", meaning: "print each sentence, the refused ones too")
  private static let statistics = OptionSpec(
    name: "--statistics", meaning: "count by sentence, talker and reason of refusal; guess the receiver")
  private static let referenceDate = OptionSpec(
    name: "--reference-date", value: "ISO", meaning: "a clock to trust: repairs dates that are 1024 weeks off")
  private static let assumedDate = OptionSpec(
    name: "--assume-date", value: "DATE", meaning: "the day of what comes before the first date")

  static let decode = Command(
    name: "decode", summary: "receiver bytes to JSON, nothing recorded",
    forms: ["[--reference-date ISO] [--assume-date YYYY-MM-DD] [FILE|-]", "--sentences|--statistics [...] [FILE|-]"],
    options: [sentences, statistics, referenceDate, assumedDate], operands: .upTo(1, "FILE"),
    details: """
      One epoch a line: time, mode (0 unknown, 1 none, 2, 3), lat, lon, altMSL, altHAE,
      geoidSep, speed (m/s), track, hdop, pdop, vdop, used, horizontalAccuracy (68 %
      radius, m), accuracySource. Unknown is absent. Status 65 only when nothing at all
      was NMEA. An empty date counts as absent.
      """
  ) { (arguments, console) throws(Fault) in
    if arguments.has(sentences), arguments.has(statistics) {
      throw Fault(.usage, "--sentences and --statistics exclude each other", remedy: "choose one")
    }
    let input = try InputFile(arguments.operands.first ?? "-")
    let isNMEA =
      arguments.has(sentences)
      ? try decodeSentences(input, console)
      : try decodeEpochs(
        input, console,
        reference: try date(arguments[referenceDate], option: referenceDate.name),
        assumed: try date(arguments[assumedDate], option: assumedDate.name)?.date, onlyCounts: arguments.has(statistics)
      )
    guard isNMEA else {
      let name = input.path == "-" ? "standard input" : input.path
      throw Fault(.data, "nothing in it is NMEA", remedy: "check the file, or the receiver's speed", place: name)
    }
    return 0
  }

  private static func decodeSentences(_ input: InputFile, _ console: Console) throws(Fault) -> Bool {
    var reader = SentenceReader()
    var out = ByteWriter(capacity: 1 << 17)
    while true {
      let bytes = try input.read()
      if bytes.isEmpty { break }
      reader.receive(bytes, to: &out)
      drain(&out, to: console)
    }
    reader.finish(to: &out)
    drain(&out, to: console)
    return reader.accepted + reader.refused > 0
  }

  private static func decodeEpochs(
    _ input: InputFile, _ console: Console, reference: UnixTime?, assumed: CivilDate?, onlyCounts: Bool
  ) throws(Fault) -> Bool {
    var decoder = ReceiverDecoder(
      options: .init(referenceDate: reference, assumedDate: assumed, isLive: reference != nil))
    var backfill = DateBackfill()
    var out = ByteWriter(capacity: 1 << 17)
    while true {
      let bytes = try input.read()
      if bytes.isEmpty { break }
      decoder.receive(bytes, at: .zero) { epoch in
        if !onlyCounts { backfill.take(epoch) { $0.putJSON(to: &out) } }
      }
      drain(&out, to: console)
    }
    decoder.finish { epoch in
      if !onlyCounts { backfill.take(epoch) { $0.putJSON(to: &out) } }
    }
    backfill.finish(known: decoder.lastDated) { $0.putJSON(to: &out) }
    let statistics = decoder.statistics
    if onlyCounts { statistics.putText(to: &out) }
    drain(&out, to: console)
    return statistics.accepted + statistics.refused > 0
  }

  private static func drain(_ out: inout ByteWriter, to console: Console) {
    console.write(out.bytes)
    out.clear()
  }

  /// A moment in ISO 8601, or a date whose month and day may have one digit.
  private static func date(_ text: String?, option: String) throws(Fault) -> UnixTime? {
    guard let text, !text.isEmpty else { return nil }
    if let time = UnixTime(iso: text) { return time }
    let parts = text.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
    if parts.count == 3, let year = parts[0], let month = parts[1], let day = parts[2],
      let date = CivilDate(year: year, month: month, day: day)
    {
      return UnixTime(date)
    }
    throw Fault(.usage, "`\(text)` is no date for \(option)", remedy: "write 2026-11-30, or '' for none")
  }
}
