import Configuration
import Text

/// Whether the receiver is wired, free, understood, and sees the sky.
struct ReceiverChecks {
  /// What was configured.
  var settings: Settings.Receiver
  /// What else uses its port.
  var occupants: [SerialOccupant]
  /// What was heard, or why nothing can be.
  var hearing: Result<ReceiverHearing, Fault>
  /// What a daemon of Waymark says that has the port; nil if none runs.
  var daemon: DaemonReport?
  /// Another program that has the port open, as `gpsd (process 812)`: it takes bytes away.
  var reader: String?

  init(
    settings: Settings.Receiver, occupants: [SerialOccupant] = [],
    hearing: Result<ReceiverHearing, Fault> = .success(ReceiverHearing()), daemon: DaemonReport? = nil
  ) {
    self.settings = settings
    self.occupants = occupants
    self.hearing = hearing
    self.daemon = daemon
  }

  /// Looks at the port as it is now, and listens for some seconds unless the daemon does.
  init(live settings: Settings.Receiver, daemon: DaemonReport?) {
    self.init(settings: settings, occupants: SerialOccupants(device: settings.device).find(), daemon: daemon)
    reader = DeviceHolder.find(settings.device, except: daemon?.number("pid").flatMap(Int.init(exactly:)))
    if daemon == nil { hearing = Result { () throws(Fault) in try ReceiverHearing(settings) } }
  }

  var findings: [Finding] { [port] + occupation + heard }

  private var port: Finding {
    if let reader {
      return Finding(
        "receiver.port", .fault, "\(reader) has \(settings.device) open, and each byte goes to one of two readers",
        remedy: "stop it; if it is a service, disable it too", code: .tryAgain)
    }
    if daemon != nil {
      return Finding("receiver.port", .good, "\(settings.device) is in use by the daemon, which tells the rest")
    }
    if case .failure(let fault) = hearing { return Finding("receiver.port", fault) }
    return Finding("receiver.port", .good, "\(settings.device) is there, and free")
  }

  private var occupation: [Finding] {
    if occupants.isEmpty { return [Finding("receiver.occupants", .good, "no console, login or Bluetooth is on it")] }
    return occupants.map { Finding("receiver.occupants", $0.fault(device: settings.device)) }
  }

  private var heard: [Finding] {
    if let daemon { return told(by: daemon) }
    guard case .success(let hearing) = hearing else { return [] }
    guard hearing.bytes > 0 else {
      return [
        Finding(
          "receiver.bytes", .fault, "the receiver says nothing: not one byte came",
          remedy: "check its power, and that its TX is wired to the board's RX (not TX to TX)", code: .noInput)
      ]
    }
    let bytes = Finding("receiver.bytes", .good, "\(hearing.bytes) bytes came")
    guard let baud = hearing.baud else {
      return [
        bytes,
        Finding(
          "receiver.sentences", .fault, "\(hearing.bytes) bytes came, and at no usual speed do they make sense",
          remedy: "check ground and the length of the wires; a module of 5 V or RS-232 needs a level shifter",
          code: .data),
      ]
    }
    let speed =
      baud == settings.speedBaud
      ? Finding("receiver.speed", .good, "it talks at \(baud) Bd, as configured")
      : Finding(
        "receiver.speed", settings.findsSpeed ? .warning : .fault,
        "it talks at \(baud) Bd, and the configured speed is \(settings.speedBaud)",
        remedy: "set [receiver] speed = \(baud)", code: .configuration)
    return [
      bytes, speed, Finding("receiver.sentences", .good, "\(hearing.sentences) sentences are right"), fix(hearing),
    ]
  }

  private func fix(_ hearing: ReceiverHearing) -> Finding {
    if hearing.hasFix { return Finding("receiver.fix", .good, "it has a position") }
    let used = hearing.satellites.map { " (\($0) satellites used)" } ?? ""
    return Finding(
      "receiver.fix", .note, "it has no position yet\(used); under open sky the first takes about half a minute")
  }

  /// The same from what a running daemon says.
  private func told(by daemon: DaemonReport) -> [Finding] {
    switch daemon.text("receiver") {
    case "talking", "asleep":
      let speed = daemon.number("receiver_baud").map { " at \(Int($0)) Bd" } ?? ""
      let model = daemon.text("receiver_model").map { ", \($0)" } ?? ""
      let talks = Finding("receiver.sentences", .good, "the receiver is understood\(speed)\(model)")
      let fix =
        daemon.flag("fixed")
        ? Finding("receiver.fix", .good, "it has a position")
        : Finding("receiver.fix", .note, "it has no position now; it needs open sky")
      return [talks, fix]
        + (daemon.text("receiver_trouble").map { [Finding("receiver.commands", .warning, $0)] } ?? [])
    case "unintelligible":
      return [
        Finding(
          "receiver.sentences", .fault, "the receiver's bytes make no sense",
          remedy: "check ground and wires; a module of 5 V or RS-232 needs a level shifter", code: .data)
      ]
    case "closed":
      return [
        Finding(
          "receiver.port", .fault, daemon.text("receiver_fault") ?? "the receiver's line is closed", code: .noInput)
      ]
    case "silent":
      return [
        Finding(
          "receiver.bytes", .fault, "the receiver says nothing",
          remedy: "check its power, and that its TX is wired to the board's RX (not TX to TX)", code: .noInput)
      ]
    default: return [Finding("receiver.bytes", .note, "the daemon has just begun to listen; ask again in 10 s")]
    }
  }
}
