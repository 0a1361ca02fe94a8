import Board
import Configuration
import Glibc
import Text

extension Command {
  private static let receiver = OptionSpec(
    name: "--receiver", value: "PATH", meaning: "the receiver's tty [/dev/serial0]")
  private static let data = OptionSpec(
    name: "--data", value: "DIR", meaning: "where everything is kept [/var/lib/waymark]")

  static let doctor = Command(
    name: "doctor", summary: "find out what is wrong with the board and its wires",
    forms: ["[--json] [--config FILE] [--board NAME] [--data DIR] [--receiver PATH] [--socket PATH]"],
    options: [.json, SettingsSource.config, RunCommandOptions.board, data, receiver, .socket], operands: .none,
    details: """
      Looks at the board, the receiver, the sensors, the lines, the clock and the disk, in
      this order, and says what to do about each thing that is not as it should be. On a
      terminal it asks whether the LED blinks and for a press of the button. While the
      daemon runs it is asked, and nothing that it holds is touched.

      Status 0: all is well. 1: it works, with warnings. Else that of the first fault.
      """
  ) { (arguments, console) throws(Fault) in
    var (settings, profile) = try SettingsSource.load(
      arguments[SettingsSource.config], board: arguments[RunCommandOptions.board], console)
    if let folder = arguments[data] { settings.storage.data = folder }
    if let device = arguments[receiver] { settings.receiver.device = device }
    let socket = arguments[.socket] ?? settings.control.socket
    let daemon: DaemonReport?
    var refusal: Fault?
    do throws(Fault) {
      daemon = DaemonReport(try DaemonConnection(socket).ask("status").members)
    } catch {
      daemon = nil
      // One that runs has the port, the lines and the bus; without it nothing true can be said of them.
      if error.code == .noPermission { refusal = error }
    }
    let isJSON = arguments.has(.json)
    let theme = FindingText(console)
    var findings: [Finding] = []
    func tell(_ finding: Finding) {
      findings.append(finding)
      if isJSON { console.write(finding.json) } else { theme.lines(finding).forEach(console.print) }
      console.flush()
    }
    if let refusal {
      tell(Finding("daemon", refusal))
    } else {
      Doctor(settings: settings, profile: profile, daemon: daemon).examine(tell)
    }
    if !isJSON, daemon == nil, refusal == nil, console.isTerminal, isatty(STDIN_FILENO) == 1 {
      Self.askPerson(settings, console, tell)
    }
    if !isJSON { console.print(FindingText.summary(findings)) }
    return Finding.exitStatus(of: findings)
  }

  private static func askPerson(_ settings: Settings, _ console: Console, _ tell: (Finding) -> Void) {
    let trial = HandTrial(settings)
    if settings.led.line != nil {
      console.note("look at the LED")
      if trial.blink() {
        console.note("did it blink? y or n, and Enter")
        let answer = readLine()?.first
        tell(HandTrial.finding(ledSeen: answer == "y" || answer == "Y" ? true : answer == nil ? nil : false))
      }
    }
    if settings.button.line != nil {
      console.note("press the button now; 10 seconds")
      tell(HandTrial.finding(pressed: trial.awaitPress()))
    }
  }
}

/// Findings for people.
private struct FindingText {
  private let hasColor: Bool
  private let columns: Int

  init(_ console: Console) {
    hasColor =
      console.isTerminal && Console.environment("NO_COLOR") == nil && Console.environment("TERM") != "dumb"
    columns = max(40, console.columns)
  }

  /// What was found, and what to do about it on lines of their own.
  func lines(_ finding: Finding) -> [String] {
    let (word, color) =
      switch finding.level {
      case .good: ("ok", "32")
      case .note: ("note", "36")
      case .warning: ("warning", "33")
      case .fault: ("FAULT", "31")
      }
    let label = word + String(repeating: " ", count: 9 - word.count)
    var lines = wrapped(finding.message).map { "         \($0)" }
    if let first = lines.first {
      lines[0] = (hasColor ? "\u{1B}[\(color)m\(label)\u{1B}[0m" : label) + first.dropFirst(9)
    }
    return lines + (finding.remedy.map { wrapped("-> \($0)").map { "         \($0)" } } ?? [])
  }

  private func wrapped(_ text: String) -> [String] {
    var lines: [String] = []
    for word in text.printable.split(separator: " ") {
      if let last = lines.last, last.count + word.count + 1 <= columns - 9 {
        lines[lines.count - 1] += " \(word)"
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }

  static func summary(_ findings: [Finding]) -> String {
    let faults = findings.count { $0.level == .fault }
    let warnings = findings.count { $0.level == .warning }
    if faults + warnings == 0 { return "all is well" }
    func words(_ count: Int, _ name: String) -> String? {
      count == 0 ? nil : "\(count) \(name)\(count == 1 ? "" : "s")"
    }
    return [words(faults, "fault"), words(warnings, "warning")].compactMap(\.self).joined(separator: ", ")
  }
}
