/// MediaTek MT3329, MT3333, MT3339 and their licensees, such as Quectel L70, L76, L80, L86 and GlobalTop PA6H: PMTK
/// (GlobalTop PMTK packet user manual, 2016; u-blox NMEA manual based on MediaTek chipset, UBX-13003181).
///
/// PMTK291 is never sent: it hangs the MT3339.
public struct MediaTekProfile: ReceiverProfile {
  /// Makes the profile.
  public init() {}

  /// PMTK.
  public var language: ReceiverLanguage { .mediatek }

  /// Standby: any byte wakes it, and RAM is kept. It has no timer.
  public var power: PowerCapabilities {
    PowerCapabilities(
      canSleep: true, wakesByByte: true, wakesByTimer: false, maximumTimerSeconds: nil, keepsConfiguration: true,
      settling: .milliseconds(300))
  }

  /// 10 Hz to once in ten seconds.
  public func period(nearest milliseconds: Int) -> Int { min(max(milliseconds, 100), 10_000) }

  /// Sentences, model, rate.
  public func configuration(_ wish: ReceiverWish) -> [ReceiverCommand] {
    var commands: [ReceiverCommand] = []
    if wish.selectsSentences {
      let epochs = wish.satellitesInViewEpochs(
        limit: 5, period: period(nearest: wish.periodMilliseconds ?? 1_000))
      commands.append(output(rmc: 1, gga: 1, gsa: 1, gsv: epochs))
    }
    if let activity = wish.activity { commands.append(dynamicModel(Self.model(activity))) }
    if let wanted = wish.periodMilliseconds {
      let period = period(nearest: wanted)
      commands.append(command(.rate, 220, "\(period)"))
    }
    return commands
  }

  /// PMTK314: every how many positions a sentence comes, 0 for never, up to 5; 19 sentences, of which GLL is the first.
  public func output(rmc: Int, gga: Int, gsa: Int, gsv: Int) -> ReceiverCommand {
    command(.sentences, 314, "0,\(rmc),0,\(gga),\(gsa),\(gsv)" + String(repeating: ",0", count: 13))
  }

  /// PMTK886: 0 normal, 1 fitness, 2 aviation, 3 balloon.
  func dynamicModel(_ model: Int) -> ReceiverCommand { command(.dynamicModel, 886, "\(model)") }

  private static func model(_ activity: ReceiverActivity) -> Int {
    switch activity {
    case .other, .automotive, .otherNavigation: 0
    case .fitness: 1
    case .airborne: 2
    }
  }

  /// PMTK300: the period of positions, for firmware that ties sentences to it; the rest of its fields is not used.
  public func fixInterval(milliseconds: Int) -> ReceiverCommand {
    command(.rate, 300, "\(period(nearest: milliseconds)),0,0,0,0")
  }

  /// PMTK251: the answer, if any, comes at the new speed.
  public func speed(baud: Int) -> ReceiverCommand? {
    guard [4_800, 9_600, 14_400, 19_200, 38_400, 57_600, 115_200].contains(baud) else { return nil }
    return ReceiverCommand(.speed, sentence: "PMTK251,\(baud)", .none(settling: .milliseconds(100)))
  }

  /// PMTK161: standby until it is woken.
  public func sleep(seconds: Int?) -> ReceiverCommand? {
    ReceiverCommand(.sleep, sentence: "PMTK161,0", .none(settling: .milliseconds(100)))
  }

  /// PMTK225,4: backup, microamperes. Only a board that drives the module's FORCE_ON or WAKEUP pin may use it.
  public var backup: ReceiverCommand {
    ReceiverCommand(.sleep, sentence: "PMTK225,4", .none(settling: .milliseconds(100)))
  }

  /// An empty line.
  public var wake: ReceiverCommand? {
    ReceiverCommand(.wake, bytes: [0x0D, 0x0A], .none(settling: .milliseconds(300)))
  }

  /// PMTK101 to 103.
  public func restart(_ kind: RestartKind) -> ReceiverCommand? {
    ReceiverCommand(
      .restart, sentence: "PMTK\(101 + Int(kind.rawValue))", .none(settling: .milliseconds(1_000)))
  }

  /// PMTK225: AlwaysLocate in standby, so that it still listens.
  public func powerSaving(_ mode: PowerSaving) -> [ReceiverCommand] {
    switch mode {
    case .full: [command(.powerSaving, 225, "0")]
    case .cyclic: [command(.powerSaving, 225, "8")]
    case .interval(let seconds):
      [periodic(onMilliseconds: 3_000, offMilliseconds: (min(max(seconds, 4), 86_400) - 3) * 1_000)]
    }
  }

  /// PMTK225,9: AlwaysLocate in backup; not to be left by a command while it sleeps.
  public var alwaysLocateBackup: ReceiverCommand { command(.powerSaving, 225, "9") }

  /// PMTK225,2: on and off by its own clock; six times as long where no position is found.
  public func periodic(onMilliseconds: Int, offMilliseconds: Int) -> ReceiverCommand {
    let (on, off) = (min(max(onMilliseconds, 1_000), 518_400), min(max(offMilliseconds, 1_000), 86_400_000))
    return command(.powerSaving, 225, "2,\(on),\(off),\(on * 6),\(off * 6)")
  }

  private func command(
    _ purpose: ReceiverCommand.Purpose, _ number: Int, _ arguments: String
  ) -> ReceiverCommand {
    ReceiverCommand(purpose, sentence: "PMTK\(number),\(arguments)", .pmtk(number))
  }
}
