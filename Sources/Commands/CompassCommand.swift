import Board
import Text

extension Command {
  private static let output = OptionSpec(
    name: "--output", short: "-o", value: "FILE", meaning: "where to; standard output without it")
  private static let seconds = OptionSpec(name: "--seconds", value: "N", meaning: "end after so long, not at Ctrl-C")

  static let compass = Command(
    name: "compass", summary: "calibrate the compass, or record its samples",
    forms: [
      "calibrate [--json] [--socket PATH]", "record [-o SAMPLES.csv] [--seconds N] [--socket PATH]",
      "fit [-o CAL.json] [--latitude N --longitude E --date D | --field uT --dip DEG] SAMPLES.csv",
      "apply --calibration CAL.json [--latitude N --longitude E --date D] SAMPLES.csv",
    ],
    options: [output, seconds, .json, .socket] + CompassOffline.options, operands: .atLeast(1, "VERB"),
    details: """
      calibrate guides you through turning the board onto all its sides, and keeps the
      result if it is good; if not it says why, with status 1. Ctrl-C abandons it.
      record writes what the sensors measure ten times a second, until Ctrl-C.
      fit makes a calibration of a recording, or says why it is none, with status 1. A place
      and a date, or field and dip, make it better and find reversed axes.
      apply prints the headings of a recording as CSV.
      """
  ) { (arguments, console) throws(Fault) in
    let socket = arguments[.socket] ?? Clients.defaultSocket
    let verb = arguments.operands[0]
    if verb == "fit" || verb == "apply" {
      guard arguments.operands.count == 2 else {
        throw Fault(.usage, "`waymark compass \(verb)` takes one file", remedy: "name a file of samples")
      }
      let offline = CompassOffline(arguments, samples: arguments.operands[1], output: arguments[output], console)
      return verb == "fit" ? try offline.fit() : try offline.apply()
    }
    guard arguments.operands.count == 1 else {
      throw Fault(.usage, "too many words", remedy: "see `waymark help compass`")
    }
    switch verb {
    case "calibrate": return try CompassCalibrate.run(socket: socket, isJSON: arguments.has(.json), console)
    case "record":
      let limit = try arguments[seconds].map { (text) throws(Fault) in
        try NumberArgument(
          name: "--seconds", range: 0.1...86_400, example: "write seconds, such as 60",
          remedy: "leave it out for Ctrl-C"
        ).parse(text)
      }
      return try CompassRecord.run(socket: socket, output: arguments[output], seconds: limit, console)
    default:
      throw Fault(
        .usage, "`waymark compass` does not know `\(verb)`", remedy: "use calibrate, record, fit or apply")
    }
  }
}
