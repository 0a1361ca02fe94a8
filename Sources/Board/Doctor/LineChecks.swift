import Clocks
import Configuration
import LoggerCore
import Text

/// Whether the lines of button, LED and buzzer are there and free.
struct LineChecks {
  /// One line that is configured.
  struct Line: Equatable {
    /// What it is for.
    var part: Part
    /// As it was configured.
    var name: String
    /// Why it cannot be had; nil if it can.
    var fault: Fault?
  }

  /// The chips that are there, by their labels.
  var chips: [String]
  /// The label that the board's profile wants; nil if there is no profile.
  var expectedChip: String?
  var lines: [Line]
  /// Parts that the logger may not start without.
  var required: Set<Part>
  /// What a running daemon says.
  var daemon: DaemonReport?

  init(
    chips: [String], expectedChip: String?, lines: [Line], required: Set<Part> = [], daemon: DaemonReport? = nil
  ) {
    self.chips = chips
    self.expectedChip = expectedChip
    self.lines = lines
    self.required = required
    self.daemon = daemon
  }

  /// Tries each line, unless a daemon has them.
  init(live settings: Settings, profile: BoardProfile?, daemon: DaemonReport?) {
    let wanted: [(Part, String?)] = [
      (.button, settings.button.line), (.led, settings.led.line), (.secondLED, settings.led.secondLine),
      (.buzzer, settings.buzzer.line), (.pulse, settings.receiver.pulseLine),
    ]
    let lines = wanted.compactMap { part, name -> Line? in
      guard let name else { return nil }
      return Line(part: part, name: name, fault: daemon == nil ? Self.fault(of: name, for: part) : nil)
    }
    var required: Set<Part> = settings.button.isRequired ? [.button] : []
    if settings.led.isRequired { required.insert(.led) }
    self.init(
      chips: GPIOChips().chips().map(\.label), expectedChip: profile?.chip, lines: lines, required: required,
      daemon: daemon)
  }

  private static func fault(of name: String, for part: Part) -> Fault? {
    do throws(Fault) {
      try LineSpec.taking(name) { (place) throws(Fault) in
        if part == .button || part == .pulse {
          _ = try InputLine(place, setup: InputLine.Setup(), use: "doctor")
        } else {
          _ = try OutputLine(place, isActiveLow: false, use: "doctor")
        }
      }
      return nil
    } catch {
      return error
    }
  }

  var findings: [Finding] { [chip].compactMap(\.self) + lines.map(finding) + absent }

  private var chip: Finding? {
    if lines.isEmpty, expectedChip == nil { return nil }
    let there = chips.isEmpty ? "none" : chips.joined(separator: ", ")
    if let expectedChip, !chips.contains(expectedChip) {
      return Finding(
        "gpio.chip", .warning, "there is no GPIO chip \(expectedChip); there: \(there)",
        remedy: "check the rights of this user (group gpio), or whether [board] profile fits")
    }
    return chips.isEmpty
      ? Finding(
        "gpio.chip", .fault, "no GPIO chip can be opened", remedy: "add this user to the group gpio, or use sudo",
        code: .noPermission) : Finding("gpio.chip", .good, "GPIO chip \(expectedChip ?? there)")
  }

  private func finding(_ line: Line) -> Finding {
    let check = "gpio.\(line.part.rawValue)"
    if let daemon {
      if let fault = daemon.text("\(line.part.rawValue)_fault") { return Finding(check, .fault, fault) }
      return Finding(check, .good, "\(line.part.words) on \(line.name), in use by the daemon")
    }
    if let fault = line.fault { return Finding(check, fault) }
    return Finding(check, .good, "\(line.part.words) on \(line.name): the line is there, and free")
  }

  private var absent: [Finding] {
    [Part.button, .led].filter { part in !lines.contains { $0.part == part } }.map { part in
      Finding(
        "gpio.\(part.rawValue)", required.contains(part) ? .fault : .note, "no \(part.words) is configured",
        remedy: required.contains(part) ? "set its line, or name the board with [board] profile" : nil,
        code: .configuration)
    }
  }
}

extension Part {
  /// For people.
  var words: String {
    switch self {
    case .button: "button"
    case .led: "LED"
    case .secondLED: "second LED"
    case .buzzer: "buzzer"
    case .pulse: "receiver's pulse"
    case .magnetometer: "magnetometer"
    case .accelerometer: "accelerometer"
    }
  }
}
