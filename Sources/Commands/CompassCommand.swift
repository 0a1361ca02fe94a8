import Board
import Text

extension Command {
  private static let output = OptionSpec(
    name: "--output", short: "-o", value: "FILE", meaning: "where to; standard output without it")
  private static let seconds = OptionSpec(name: "--seconds", value: "N", meaning: "end after so long, not at Ctrl-C")

  static let compass = Command(
    name: "compass", summary: "calibrate the compass, or record its samples",
    forms: ["calibrate [--json] [--socket PATH]", "record [-o SAMPLES.csv] [--seconds N] [--socket PATH]"],
    options: [output, seconds, .json, .socket], operands: .atLeast(1, "VERB"),
    details: """
      calibrate guides you through turning the board onto all its sides, and keeps the
      result if it is good; if not it says why, with status 1. Ctrl-C abandons it.
      record writes what the sensors measure ten times a second, until Ctrl-C.
      """
  ) { (arguments, console) throws(Fault) in
    let socket = arguments[.socket] ?? Clients.defaultSocket
    guard arguments.operands.count == 1 else {
      throw Fault(.usage, "too many words", remedy: "see `waymark help compass`")
    }
    switch arguments.operands[0] {
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
        .usage, "`waymark compass` does not know `\(arguments.operands[0])`", remedy: "use calibrate or record")
    }
  }
}
