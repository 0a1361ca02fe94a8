import Board
import Text

extension Command {
  static let locate = Command(
    name: "locate", summary: "find this place, waking the receiver for it",
    forms: ["[--accuracy LEVEL] [--json] [--socket PATH]", "--stop [--socket PATH]"],
    options: [accuracyOption, stopOption, .json, .socket], operands: .none,
    details: """
      Waits until the place is known as exactly as wanted: best, 10m, 100m, 1km or 3km;
      10m unless told otherwise. Ends as well when ten seconds brought nothing better, or
      after a minute, three where the receiver has to start from nothing. Tells the best
      fix and why the search ended. Status 75 if there was none.
      """
  ) { (arguments, console) throws(Fault) in
    let daemon = try DaemonConnection(arguments[.socket] ?? Clients.defaultSocket)
    if arguments.has(stopOption) {
      _ = try daemon.ask("stop_locating")
      return 0
    }
    let answer = try daemon.ask("locate") { $0.put("accuracy", arguments[accuracyOption]) }
    let text = LocateText(answer.members)
    if arguments.has(.json) {
      console.write(answer.line)
      console.print("")
    } else {
      console.print(text.sentence)
    }
    return text.isFound ? 0 : Fault.Code.tryAgain.rawValue
  }

  private static let accuracyOption = OptionSpec(
    name: "--accuracy", value: "LEVEL", meaning: "how exactly: best, 10m, 100m, 1km or 3km")
  private static let stopOption = OptionSpec(name: "--stop", meaning: "end the search that goes on")
}

/// A place that was found, for people.
struct LocateText {
  private let members: [String: FlatJSON.Value]

  init(_ members: [String: FlatJSON.Value]) { self.members = members }

  /// Whether there is a place.
  var isFound: Bool { number("lat") != nil && number("lon") != nil }

  /// One line.
  var sentence: String {
    let end = Self.ends[text("ended") ?? ""] ?? "ended"
    guard let latitude = number("lat"), let longitude = number("lon") else { return "no place: \(end)" }
    var writer = ByteWriter()
    writer.put(latitude, decimals: 6)
    writer.put(" ")
    writer.put(longitude, decimals: 6)
    if let accuracy = number("horizontalAccuracy") {
      writer.put(" +-")
      writer.put(accuracy, decimals: 0)
      writer.put(" m")
    }
    writer.put(text: ", \(end)")
    return writer.string
  }

  private static let ends = [
    "located": "as exact as wanted", "no_improvement": "as good as it gets here", "timed_out": "the time was up",
    "stopped": "stopped", "disabled": "the logging is switched off", "no_receiver": "the receiver is not there",
  ]

  private func number(_ name: String) -> Double? {
    if case .number(let number)? = members[name] { number } else { nil }
  }

  private func text(_ name: String) -> String? {
    if case .text(let text)? = members[name] { text } else { nil }
  }
}
