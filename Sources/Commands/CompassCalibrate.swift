import Board
import Terminal
import Text

/// `waymark compass calibrate`: guides a person who turns the board, until the daemon says that it is over.
enum CompassCalibrate {
  /// Runs it.
  ///
  /// - Returns: 0 with a calibration that is on the card, 1 if it was refused.
  /// - Throws: 69 without a daemon or a compass, or the fault for which it could not be saved.
  static func run(socket: String, isJSON: Bool, _ console: Console) throws(Fault) -> Int32 {
    let daemon = try DaemonConnection(socket)
    _ = try daemon.ask("calibrate")
    var screen = CalibrationScreen(isTerminal: console.isTerminal)
    while let line = try daemon.readLine() {
      let members = try FlatJSON.object(line[...])
      if isJSON {
        console.write(line)
        console.print("")
      } else {
        for text in screen.show(members) { console.print(text) }
      }
      console.flush()
      guard case .flag(true)? = members["over"] else { continue }
      guard case .text(let stage)? = members["stage"], stage != "refused" else { return 1 }
      if case .text(let fault)? = members["fault"] {
        throw Fault(.inputOutput, fault, remedy: "the calibration is in use until the daemon ends; try again")
      }
      return 0
    }
    throw Fault(.unavailable, "the daemon went away", remedy: "see its messages, and try again", place: socket)
  }
}

/// The picture of a calibration, at most 80 columns and 24 rows, drawn over itself on a terminal.
struct CalibrationScreen {
  private let isTerminal: Bool
  private var drawn = 0
  private var lastPercent = -10

  init(isTerminal: Bool) { self.isTerminal = isTerminal }

  /// The lines to print for a line of the daemon; on a pipe only every ten percent and the end.
  mutating func show(_ members: [String: FlatJSON.Value]) -> [String] {
    let isOver = members["over"] == .flag(true)
    let percent = Self.number("percent", members) ?? 0
    var lines: [String] = []
    if isTerminal {
      if drawn > 0 { lines.append("\u{1B}[\(drawn + 1)A") }
      let picture = Self.picture(members)
      lines += picture.map { "\u{1B}[K\($0)" }
      drawn = picture.count
    } else if percent >= lastPercent + 10 {
      lastPercent = percent
      lines.append("\(percent) %\(Self.next(members).map { ", \($0)" } ?? "")")
    }
    if isOver { lines += Self.verdict(members) }
    return lines
  }

  /// The rows of the picture.
  static func picture(_ members: [String: FlatJSON.Value]) -> [String] {
    var rows = ["Turn the board slowly onto all its sides; rest a moment on each. Ctrl-C: stop.", ""]
    let map = (text("rows", members) ?? "").split(separator: "/").map(String.init)
    for (index, row) in map.enumerated() {
      let side = index == 0 ? "+z up  " : index == map.count - 1 ? "-z     " : "       "
      rows.append("  \(side)\(row.map { $0 == "#" ? "##" : " ." }.joined())")
    }
    rows.append("         -x   -y        +x   +y        where the field went through the board")
    rows.append("")
    let percent = number("percent", members) ?? 0
    let filled = min(40, percent * 40 / 100)
    rows.append(
      "  [\(String(repeating: "=", count: filled))\(String(repeating: " ", count: 40 - filled))] \(percent) %")
    rows.append("  \(next(members) ?? "")")
    rows.append("  \(intake(members)); \(number("attitudes", members) ?? 0) attitudes")
    rows.append("  \(text("reasons", members).map { "not yet: \($0.prefix(60))" } ?? "")".firstLine)
    return rows
  }

  /// What to do next.
  private static func next(_ members: [String: FlatJSON.Value]) -> String? {
    text("turn_down", members).map { "turn the \($0) side towards the ground, and around" }
  }

  private static func intake(_ members: [String: FlatJSON.Value]) -> String {
    switch text("sample", members) {
    case "new": "good: a new attitude"
    case "known": "this attitude is known; go on"
    case "moving": "too fast: slower"
    case "saturated": "the field is too strong: a magnet is near"
    case "invalid": "the sensors give no numbers"
    default: "waiting for the sensors"
    }
  }

  private static func verdict(_ members: [String: FlatJSON.Value]) -> [String] {
    let accuracy = decimal("predicted_accuracy_deg", members).map { ": 95 % of headings within \($0) deg" } ?? ""
    switch text("stage", members) {
    case "accepted": return ["accepted\(accuracy)"]
    case "accepted_limited":
      let limit = number("limited_to_tilt_deg", members) ?? 0
      return ["accepted for tilts up to \(limit) deg only\(accuracy)"]
    default:
      let reasons = (text("reasons", members) ?? "no reason").split(separator: "\n")
      return ["refused; what was there before stays in use"] + reasons.map { "  \($0)" }
    }
  }

  private static func text(_ key: String, _ members: [String: FlatJSON.Value]) -> String? {
    if case .text(let text)? = members[key] { text } else { nil }
  }

  private static func number(_ key: String, _ members: [String: FlatJSON.Value]) -> Int? {
    if case .number(let number)? = members[key] { Int(exactly: number.rounded()) } else { nil }
  }

  private static func decimal(_ key: String, _ members: [String: FlatJSON.Value]) -> String? {
    guard case .number(let number)? = members[key] else { return nil }
    var writer = ByteWriter()
    writer.put(number, decimals: 1)
    return writer.string
  }
}

extension String {
  fileprivate var firstLine: String { String(prefix { $0 != "\n" }) }
}
