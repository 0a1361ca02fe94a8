import Configuration
import Records
import Simulation
import Text
import TrackFiles

extension Command {
  private static let modeName = OptionSpec(
    name: "--mode", value: "MODE", meaning: "auto, high-accuracy, significant-change or off [auto]")
  private static let policy = OptionSpec(
    name: "--policy", value: "P", meaning: "auto, always-on, interval:S or meshtastic[:S] [auto]")
  private static let receiver = OptionSpec(
    name: "--receiver", value: "NAME", meaning: "a receiver of board/receivers, or a file [\(ReceiverEnergy.usualName)]"
  )
  private static let accelerometer = OptionSpec(
    name: "--accelerometer", value: "yes|no", meaning: "whether one is wired, with its line [yes]")
  private static let seed = OptionSpec(name: "--seed", value: "N", meaning: "decides all that chance decides [1]")
  private static let presses = OptionSpec(
    name: "--presses", value: "N", meaning: "presses of the button, at moments that chance decides [0]")
  private static let desired = OptionSpec(
    name: "--desired-accuracy", value: "A",
    meaning: "best_for_navigation, best, 10m, 100m, 1km or 3km [as configured]")
  private static let output = OptionSpec(
    name: "--output", short: "-o", value: "FILE", meaning: "write the recorded track with its errors, as CSV")
  private static let backup = OptionSpec(
    name: "--backup", value: "yes|no", meaning: "no: a receiver that forgets everything in its sleep [yes]")

  static let simulate = Command(
    name: "simulate", summary: "how a schedule does on a track, and what it draws",
    forms: [
      "[--mode M] [--policy P] [--receiver NAME] [--accelerometer yes|no] [--desired-accuracy A] [--seed N] [--json] TRACK"
    ],
    options: [
      modeName, policy, receiver, accelerometer, desired, seed, presses, backup, output, SettingsSource.config, .json,
    ],
    operands: .atLeast(1, "TRACK"),
    details: """
      Carries a simulated board through a track, a CSV or GPX file, and compares what was
      recorded with where it really was. The policy `auto` is the very logger that runs on
      a board, and its receiver obeys the same commands; the others switch the same
      receiver by simple rules. The made-up lives `still-day`, `week` and `month` may stand
      in place of a file. Holes in a track are time without a sky, unless it is at the same
      place afterwards.
      """
  ) { (arguments, console) throws(Fault) in
    guard arguments.operands.count == 1, let track = arguments.operands.first else {
      throw Fault(.usage, "simulate takes one track", remedy: "call it once for each")
    }
    let number = try wholeNumber(arguments[seed], for: seed, or: 1)
    let energy = try ReceiverFile.load(arguments[receiver] ?? ReceiverEnergy.usualName)
    var scenario = PowerScenario(truth: try TruthFile.load(track, seed: number, console), energy: energy)
    scenario.settings = try SettingsSource.load(arguments[SettingsSource.config], console)
    scenario.seed = number
    if let name = arguments[desired] {
      guard let accuracy = Settings.Location.Accuracy(rawValue: name) else {
        throw Fault(
          .usage, "--desired-accuracy knows no `\(name)`",
          remedy: "use \(Settings.Location.Accuracy.allCases.map(\.rawValue).joined(separator: ", "))")
      }
      scenario.settings.location.desiredAccuracy = accuracy
    }
    scenario.presses = Int(clamping: try wholeNumber(arguments[presses], for: presses, or: 0))
    scenario.hasAccelerometer = try yes(arguments[accelerometer], for: accelerometer)
    scenario.faults.hasNoBackup = try !yes(arguments[backup], for: backup)
    let chosenMode = arguments[modeName] ?? "auto"
    guard let chosen = Mode.allCases.first(where: { $0.word == chosenMode }) else {
      throw Fault(
        .usage, "there is no mode `\(chosenMode)`", remedy: "use auto, high-accuracy, significant-change or off")
    }
    scenario.mode = chosen
    let policyName = arguments[policy] ?? "auto"
    let run = try PowerPolicy.named(policyName).perform(scenario)
    if let path = arguments[output] {
      let file = try OutputFile(path, console)
      var out = ByteWriter(capacity: 1 << 16)
      var rows = RecordedRows(run, in: scenario.truth)
      rows.write(&out)
      try file.drain(&out, isLast: true)
      try file.finish()
    }
    let report = PowerReport(run, in: scenario.truth)
    if arguments.has(.json) {
      console.write(
        report.json(about: [
          ("track", track), ("policy", policyName), ("mode", chosenMode), ("receiver", energy.name),
          ("accelerometer", scenario.hasAccelerometer ? "yes" : "no"), ("seed", String(number)),
        ]))
    } else {
      for line in report.lines(energy: energy) { console.print(line) }
    }
    return 0
  }

  private static func wholeNumber(_ text: String?, for option: OptionSpec, or usual: UInt64) throws(Fault) -> UInt64 {
    guard let text else { return usual }
    guard let number = UInt64(text) else {
      throw Fault(.usage, "`\(text)` is no number for \(option.name)", remedy: "use 0, 1, 2 and so on")
    }
    return number
  }

  private static func yes(_ text: String?, for option: OptionSpec) throws(Fault) -> Bool {
    switch text {
    case nil, "yes": return true
    case "no": return false
    case let other?: throw Fault(.usage, "\(option.name) knows no `\(other)`", remedy: "use yes or no")
    }
  }
}

extension PowerPolicy {
  /// The policy of this name, such as `interval:60`.
  static func named(_ name: String) throws(Fault) -> PowerPolicy {
    let parts = name.split(separator: ":", maxSplits: 1).map(String.init)
    let number = parts.count > 1 ? NumberArgument.number(parts[1]) : nil
    switch (parts.first, parts.count, number) {
    case ("auto", 1, _): return .auto
    case ("always-on", 1, _): return .alwaysOn
    case ("meshtastic", 1, _): return .meshtastic(updateSeconds: meshtasticSeconds)
    case ("meshtastic", 2, let seconds?) where (1...604_800).contains(seconds):
      return .meshtastic(updateSeconds: seconds)
    case ("interval", 2, let seconds?) where (1...604_800).contains(seconds): return .interval(seconds: seconds)
    default:
      throw Fault(
        .usage, "there is no policy `\(name)`",
        remedy: "use auto, always-on, interval:60 (any seconds up to 604800) or meshtastic")
    }
  }
}
