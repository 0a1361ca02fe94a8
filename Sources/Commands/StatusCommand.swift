import Board
import Text

extension Command {
  static let status = Command(
    name: "status", summary: "tell how the logger is", forms: ["[--json] [--socket PATH]"],
    options: [.json, .socket], operands: .none,
    details: "Asks the running daemon. The keys of --json are in docs/cli.md."
  ) { (arguments, console) throws(Fault) in
    let daemon = try DaemonConnection(arguments[.socket] ?? Clients.defaultSocket)
    let answer = try daemon.ask("status")
    if arguments.has(.json) {
      console.write(answer.line)
      console.print("")
    } else {
      for line in StatusText(answer.members).lines(columns: console.columns) { console.print(line.printable) }
    }
    return 0
  }
}

/// The daemon's status for people: what matters first, one thing a line.
struct StatusText {
  private let members: [String: FlatJSON.Value]

  init(_ members: [String: FlatJSON.Value]) { self.members = members }

  /// The lines, without newlines. What does not fit goes on below.
  func lines(columns: Int) -> [String] {
    let values = [
      ("receiver", receiver), ("position", position), ("time", time), ("mode", mode), ("power", power), ("trip", trip),
      ("tags", tags),
      ("journal", journal), ("files", files), ("parts", parts), ("compass", compass), ("led", text("led").map(words)),
      ("daemon", daemon),
    ]
    return values.flatMap { name, value -> [String] in
      guard let value else { return [] }
      return wrapped(value, columns: max(40, columns) - 11).enumerated().map { index, line in
        let label = index == 0 ? name : ""
        return label + String(repeating: " ", count: 10 - label.count) + line
      }
    }
  }

  /// `noReceiverData` as people write it.
  private func words(_ pattern: String) -> String {
    pattern.reduce(into: "") { $0 += $1.isUppercase ? " \($1.lowercased())" : "\($1)" }
  }

  /// A text in lines; a fault begins one.
  private func wrapped(_ text: String, columns: Int) -> [String] {
    var lines: [String] = []
    for word in text.split(separator: " ") {
      if let last = lines.last, last.count + word.count < columns, word != "FAULT:" {
        lines[lines.count - 1] += " \(word)"
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }

  private var receiver: String? {
    let device = text("receiver_device").map { " (\($0))" } ?? ""
    let words =
      switch text("receiver") {
      case "talking": "talks"
      case "listening": "is listened to; nothing yet"
      case "silent": "says nothing: check its power and wires"
      case "asleep": "sleeps"
      case "unintelligible": "makes no sense: check its speed"
      case "closed": text("receiver_fault") ?? "closed"
      default: "unknown"
      }
    let model = (text("receiver_model") ?? text("receiver_language")).map { ", \($0)" } ?? ""
    return words + device + model
  }

  /// What is wired, and what of it does not work.
  private var parts: String? {
    let parts = [
      ("button", "button_fault"), ("led_line", "led_fault"), ("second_led", "second_led_fault"),
      ("buzzer", "buzzer_fault"), ("pulse_line", "pulse_fault"), ("magnetometer", "magnetometer_fault"),
      ("accelerometer", "accelerometer_fault"),
    ]
    let working = parts.compactMap { name, _ in text(name).map { "\(name.replacingUnderscores) \($0)" } }
    let faults = (parts.map(\.1) + ["sensor_bus_fault", "button_stuck", "receiver_trouble"]).compactMap(text)
    let all = working + faults.map { "FAULT: \($0)" }
    return all.isEmpty ? nil : all.joined(separator: ", ")
  }

  private var compass: String? {
    guard case .flag(let isCalibrated)? = members["calibrated"] else { return nil }
    var words: [String] = []
    if case .flag(true)? = members["calibrating"] { words.append("is being calibrated") }
    if !isCalibrated { words.append("not calibrated: run `waymark compass calibrate`") }
    if let accuracy = number("calibration_accuracy_deg") {
      var writer = ByteWriter()
      writer.put("calibrated to ")
      writer.put(accuracy, decimals: 1)
      writer.put(" deg")
      if let days = whole("calibration_age_days") { writer.put(text: ", \(days) days ago") }
      words.append(writer.string)
    }
    if isCalibrated, case .flag(true)? = members["wants_calibration"] { words.append("has lost its accuracy") }
    if let offset = whole("course_offset_deg") { words.append("differs from the course by \(offset) deg") }
    if let refusal = text("calibration_refused") {
      words.append("the last calibration was refused: \(refusal.prefix { $0 != "\n" })")
    }
    for key in ["calibration_other_axes", "magnetic_model_fault"] { if let fault = text(key) { words.append(fault) } }
    return words.joined(separator: ", ")
  }

  private var position: String? {
    guard let latitude = number("lat"), let longitude = number("lon") else { return "none yet" }
    var writer = ByteWriter()
    writer.put(latitude, decimals: 6)
    writer.put(" ")
    writer.put(longitude, decimals: 6)
    if let accuracy = number("horizontalAccuracy") {
      writer.put(" +-")
      writer.put(accuracy, decimals: 0)
      writer.put(" m")
    }
    if let altitude = number("altMSL") {
      writer.put(", ")
      writer.put(altitude, decimals: 0)
      writer.put(" m high")
    }
    if let age = number("fix_age_s") {
      writer.put(", ")
      writer.put(age, decimals: age < 10 ? 1 : 0)
      writer.put(" s old")
    }
    if case .flag(false)? = members["fixed"] { writer.put("; no fix now") }
    return writer.string
  }

  private var time: String? {
    guard let time = text("time") else { return "unknown until there is a fix" }
    return time + (text("time_quality").map { " (\($0))" } ?? "")
  }

  private var mode: String? {
    text("logger_mode").map { $0 == "off" ? "off: nothing is recorded but tags" : $0.replacingUnderscores }
  }

  private var power: String? {
    var parts: [String] = []
    if let percent = whole("battery_percent") { parts.append("battery \(percent) %") }
    if case .flag(let isExternal)? = members["external_power"] {
      parts.append(isExternal ? "fed from outside" : "not fed from outside")
    }
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }

  private var trip: String? {
    guard let trip = whole("trip"), trip > 0 else { return "none yet" }
    return "\(trip), \(whole("fixes_kept") ?? 0) fixes kept since the start"
  }

  private var tags: String? {
    let pending = whole("tags_pending") ?? 0
    return "\(whole("tags_made") ?? 0) since the start" + (pending > 0 ? ", \(pending) wait for a place" : "")
  }

  private var journal: String? {
    let behind = (whole("last") ?? 0) - (whole("durable") ?? 0)
    let state = "record \(whole("last") ?? 0), \(behind) not yet safe from a pulled plug"
    return text("journal_fault").map { "FAULT: \($0); \(state)" } ?? state
  }

  private var files: String? {
    guard let tracks = text("tracks") else { return nil }
    return text("tracks_fault").map { "FAULT: \($0) (\(tracks))" } ?? tracks
  }

  private var daemon: String? {
    guard let seconds = whole("uptime_s") else { return nil }
    let version = text("version").map { "waymark \($0), " } ?? ""
    return "\(version)process \(whole("pid") ?? 0), up \(seconds / 3_600) h \(seconds / 60 % 60) min"
  }

  private func text(_ name: String) -> String? {
    if case .text(let text)? = members[name] { text } else { nil }
  }

  private func number(_ name: String) -> Double? {
    if case .number(let number)? = members[name] { number } else { nil }
  }

  private func whole(_ name: String) -> Int? { number(name).flatMap { Int(exactly: $0.rounded(.down)) } }
}

extension String {
  /// The words of a key.
  fileprivate var replacingUnderscores: String { String(map { $0 == "_" ? " " : $0 }) }
}
