import Board
import Text

extension Command {
  static let sensors = Command(
    name: "sensors", summary: "tell which chips there are and what they measure",
    forms: ["[--follow] [--json] [--socket PATH]"], options: [follow, .json, .socket], operands: .none,
    details: """
      Asks the running daemon, which wakes the chips for it. Raw: microtesla and g along
      the axes of the chips, before any calibration. With --follow ten times a second,
      until Ctrl-C.
      """
  ) { (arguments, console) throws(Fault) in
    let daemon = try DaemonConnection(arguments[.socket] ?? Clients.defaultSocket)
    let isJSON = arguments.has(.json)
    guard arguments.has(follow) else {
      let chips = try daemon.ask("status").members
      let answer = try daemon.ask("sensors")
      if isJSON {
        console.write(answer.line)
        console.print("")
      } else {
        for line in SensorText(chips: chips, readings: answer.members).lines { console.print(line.printable) }
      }
      return 0
    }
    _ = try daemon.ask("samples")
    while let line = try daemon.readLine() {
      if isJSON {
        console.write(line)
        console.print("")
      } else {
        console.print(SensorText.row(try FlatJSON.object(line[...])))
      }
      console.flush()
    }
    return 0
  }

  private static let follow = OptionSpec(name: "--follow", meaning: "go on, ten times a second")
}

/// Measurements for people.
private struct SensorText {
  var chips: [String: FlatJSON.Value]
  var readings: [String: FlatJSON.Value]

  var lines: [String] {
    [
      part("magnetometer", keys: ["mx_uT", "my_uT", "mz_uT"], unit: "uT", decimals: 2),
      part("accelerometer", keys: ["ax_g", "ay_g", "az_g"], unit: "g", decimals: 3),
    ]
  }

  private func part(_ name: String, keys: [String], unit: String, decimals: Int) -> String {
    let title = name + String(repeating: " ", count: 15 - name.count)
    if case .text(let fault)? = chips["\(name)_fault"] { return "\(title)FAULT: \(fault)" }
    guard case .text(let label)? = chips[name] else { return "\(title)none" }
    let values = keys.compactMap { Self.number($0, in: readings) }
    guard values.count == 3 else { return "\(title)\(label), does not measure" }
    let size = values.reduce(0) { $0 + $1 * $1 }.squareRoot()
    let words = values.map { Self.text($0, decimals) }.joined(separator: " ")
    return "\(title)\(label): \(words) \(unit), \(Self.text(size, decimals)) in all"
  }

  /// One line of the stream, in fixed columns.
  static func row(_ members: [String: FlatJSON.Value]) -> String {
    let field = ["mx_uT", "my_uT", "mz_uT"].map { number($0, in: members).map { text($0, 2) } ?? "-" }
    let motion = ["ax_g", "ay_g", "az_g"].map { number($0, in: members).map { text($0, 3) } ?? "-" }
    let time = number("time_s", in: members).map { text($0, 2) } ?? "-"
    return ([time] + field + ["uT "] + motion + ["g"]).map { $0.paddedLeft(8) }.joined()
  }

  private static func number(_ key: String, in members: [String: FlatJSON.Value]) -> Double? {
    if case .number(let number)? = members[key] { number } else { nil }
  }

  private static func text(_ value: Double, _ decimals: Int) -> String {
    var writer = ByteWriter()
    writer.put(value, decimals: decimals)
    return writer.string
  }
}

extension String {
  fileprivate func paddedLeft(_ width: Int) -> String { String(repeating: " ", count: max(0, width - count)) + self }
}
