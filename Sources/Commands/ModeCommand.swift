import Board
import Text

extension Command {
  static let mode = Command(
    name: "mode", summary: "tell or choose the mode", forms: ["[--json] [--socket PATH] [MODE [--for DURATION]]"],
    options: [holdMode, .json, .socket], operands: .upTo(1, "MODE"),
    details: """
      MODE is auto, high-accuracy, significant-change or off. In auto the board decides:
      it sleeps while nothing moves, and looks for significant changes only when its
      battery runs low. With --for a choice ends after 30m, 8h or 2d, and at a restart;
      without it holds until the next one. `waymark explain` tells what comes of it.
      """
  ) { (arguments, console) throws(Fault) in
    let word = arguments.operands.first
    if word == nil, arguments.has(holdMode) {
      throw Fault(.usage, "--for needs a mode", remedy: "write `waymark mode off --for 8h`")
    }
    let seconds = try arguments[holdMode].map { (text) throws(Fault) in try ModeText.seconds(text) }
    let daemon = try DaemonConnection(arguments[.socket] ?? Clients.defaultSocket)
    if let word {
      _ = try daemon.ask("mode") {
        $0.put("mode", String(word.map { $0 == "-" ? "_" : $0 }))
        $0.put("seconds", seconds)
      }
    }
    let answer = try daemon.ask("status")
    if arguments.has(.json) {
      var line = JSONLine()
      ModeText(answer.members).put(to: &line)
      console.write(line.finish())
    } else {
      console.print(ModeText(answer.members).sentence)
    }
    return 0
  }

  private static let holdMode = OptionSpec(
    name: "--for", value: "DURATION", meaning: "how long it holds: 90s, 30m, 8h or 2d")
}

/// The mode for people.
struct ModeText {
  private let members: [String: FlatJSON.Value]

  init(_ members: [String: FlatJSON.Value]) { self.members = members }

  /// One line.
  var sentence: String {
    guard let chosen = text("logger_mode") else { return "unknown" }
    var parts = [chosen.spaced]
    if let effect = text("mode_in_effect"), effect != chosen { parts.append("now \(effect.spaced)") }
    if let reason = text("mode_reason").flatMap({ Self.reasons[$0] }) { parts.append(reason) }
    if let seconds = whole("mode_ends_in_s") { parts.append("for another \(Self.duration(seconds))") }
    return parts.joined(separator: ", ")
  }

  func put(to line: inout JSONLine) {
    line.put("logger_mode", text("logger_mode"))
    line.put("mode_in_effect", text("mode_in_effect"))
    line.put("mode_reason", text("mode_reason"))
    line.put("mode_ends_in_s", whole("mode_ends_in_s"))
  }

  private static let reasons = [
    "button": "by the button", "command": "by command", "expired": "because the last choice has ended",
    "motion": "because something moves", "rest": "because nothing moves", "external_power": "because of the charger",
    "on_battery": "because the charger is gone", "battery_low": "because the battery runs low",
    "battery_recovered": "because the battery has recovered",
  ]

  /// The seconds of `90s`, `30m`, `8h` or `2d`.
  static func seconds(_ text: String) throws(Fault) -> Int {
    let scale: [Character: Int] = ["s": 1, "m": 60, "h": 3_600, "d": 86_400]
    guard let unit = text.last.flatMap({ scale[$0] }), let number = Int(text.dropLast()),
      (1...31_536_000).contains(number),
      number * unit <= 31_536_000
    else {
      throw Fault(
        .usage, "\(text.printable) is no duration of at most a year",
        remedy: "write a number and s, m, h or d, such as 8h")
    }
    return number * unit
  }

  /// `2 h 5 min`, `40 s`.
  static func duration(_ seconds: Int) -> String {
    if seconds < 60 { return "\(seconds) s" }
    if seconds < 3_600 { return "\(seconds / 60) min \(seconds % 60) s" }
    return "\(seconds / 3_600) h \(seconds / 60 % 60) min"
  }

  private func text(_ name: String) -> String? {
    if case .text(let text)? = members[name] { text } else { nil }
  }

  private func whole(_ name: String) -> Int? {
    if case .number(let number)? = members[name] { Int(exactly: number.rounded(.down)) } else { nil }
  }
}

extension String {
  /// The words of a key.
  fileprivate var spaced: String { String(map { $0 == "_" ? "-" : $0 }) }
}
