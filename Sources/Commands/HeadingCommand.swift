import Board
import Text

extension Command {
  static let heading = Command(
    name: "heading", summary: "tell which way the board points, and how surely",
    forms: ["[--follow] [--json] [--socket PATH]"], options: [followHeading, .json, .socket], operands: .none,
    details: """
      Asks the running daemon, which wakes the chips for it. Degrees clockwise from
      magnetic north, and from true north once there has been a fix. The accuracy is a
      95 % bound; without one the heading must not be used, and the word behind it says
      why. With --follow each heading that differs by [compass] heading_filter_degrees
      or in its status, at most ten a second, until Ctrl-C. Status 75 if the heading must
      not be used.
      """
  ) { (arguments, console) throws(Fault) in
    let daemon = try DaemonConnection(arguments[.socket] ?? Clients.defaultSocket)
    let isJSON = arguments.has(.json)
    guard arguments.has(followHeading) else {
      let answer = try daemon.ask("heading")
      let text = HeadingText(answer.members)
      if isJSON {
        console.write(answer.line)
        console.print("")
      } else {
        console.print(text.sentence)
      }
      return text.isUsable ? 0 : Fault.Code.tryAgain.rawValue
    }
    _ = try daemon.ask("heading", follows: true)
    while let line = try daemon.readLine() {
      if isJSON {
        console.write(line)
        console.print("")
      } else {
        console.print(HeadingText(try FlatJSON.object(line[...])).sentence)
      }
      console.flush()
    }
    return 0
  }

  private static let followHeading = OptionSpec(name: "--follow", meaning: "go on with each new heading")
}

/// A heading for people.
struct HeadingText {
  private let members: [String: FlatJSON.Value]

  init(_ members: [String: FlatJSON.Value]) { self.members = members }

  /// Whether the heading may be used.
  var isUsable: Bool { number("magnetic_heading_deg") != nil && (number("accuracy_deg") ?? -1) >= 0 }

  /// One line.
  var sentence: String {
    var parts: [String] = []
    if let heading = number("true_heading_deg") { parts.append("\(degrees(heading)) true") }
    if let heading = number("magnetic_heading_deg") { parts.append("\(degrees(heading)) magnetic") }
    if parts.isEmpty { parts.append("no heading") }
    if let accuracy = number("accuracy_deg"), accuracy >= 0 {
      parts.append("+-\(tenths(accuracy)) deg")
    } else {
      parts.append("NOT USABLE")
    }
    if let pitch = number("pitch_deg") { parts.append("pitch \(tenths(pitch))") }
    if let roll = number("roll_deg") { parts.append("roll \(tenths(roll))") }
    if let word = Self.words[text("status") ?? ""] { parts.append(word) }
    if let field = number("interference_uT") { parts.append("something disturbs the field by \(tenths(field)) uT") }
    return parts.joined(separator: ", ")
  }

  private static let words = [
    "unchecked": "not checked for reversed axes, as no place was known",
    "beyond-calibrated-tilt": "tilted farther than it was calibrated for", "accelerating": "being accelerated",
    "disturbed": "the field is not the Earth's", "weak-field": "the horizontal field is weak here",
    "vertical": "forward points up or down",
    "uncalibrated": "not calibrated: see `waymark help compass`",
    "unusable": "the sensors give no usable numbers: see `waymark sensors`",
  ]

  private func number(_ key: String) -> Double? {
    if case .number(let number)? = members[key] { number } else { nil }
  }

  private func text(_ key: String) -> String? {
    if case .text(let text)? = members[key] { text } else { nil }
  }

  private func tenths(_ value: Double) -> String {
    var writer = ByteWriter()
    writer.put(value, decimals: 1)
    return writer.string
  }

  /// Three digits before the point, as on a compass.
  private func degrees(_ value: Double) -> String {
    let tenth = (value * 10).rounded() / 10
    let digits = tenths(tenth >= 360 ? tenth - 360 : tenth)
    return String(repeating: "0", count: max(0, 5 - digits.count)) + digits
  }
}
