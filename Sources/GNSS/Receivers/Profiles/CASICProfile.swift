/// AT6558 and its modules, such as ATGM336H and Quectel L76K: PCAS (CASIC multimode satellite navigation receiver
/// protocol specification, V4.2.0.3). None of these commands is acknowledged: what they did shows in the sentences.
public struct CASICProfile: ReceiverProfile {
  /// Makes the profile.
  public init() {}

  /// PCAS.
  public var language: ReceiverLanguage { .casic }

  /// Only time wakes it for certain; some firmware also wakes for a byte.
  public var power: PowerCapabilities {
    PowerCapabilities(
      canSleep: true, wakesByByte: false, wakesByTimer: true, maximumTimerSeconds: 65_535, keepsConfiguration: false,
      settling: .milliseconds(500))
  }

  /// Periods of PCAS02, milliseconds.
  private static let periods = [100, 200, 250, 500, 1_000]

  /// The nearest that is not shorter; 1 s at most.
  public func period(nearest milliseconds: Int) -> Int {
    Self.periods.first { $0 >= milliseconds } ?? 1_000
  }

  /// Sentences, model, rate.
  public func configuration(_ wish: ReceiverWish) -> [ReceiverCommand] {
    var commands: [ReceiverCommand] = []
    if wish.selectsSentences {
      let epochs = wish.satellitesInViewEpochs(
        limit: 9, period: period(nearest: wish.periodMilliseconds ?? 1_000))
      commands.append(output(gsv: epochs, vtg: 0, zda: 0, gst: 1))
    }
    if let activity = wish.activity { commands.append(command(.dynamicModel, "PCAS11,\(Self.model(activity))")) }
    if let wanted = wish.periodMilliseconds {
      commands.append(command(.rate, "PCAS02,\(period(nearest: wanted))"))
    }
    return commands
  }

  /// PCAS03: every how many positions a sentence comes, 0 to 9: GGA, GLL, GSA, GSV, RMC, VTG, ZDA, ANT, DHV, LPS, two
  /// reserved ones, UTC, GST. Firmware before V3.9 has no GST and leaves the last field alone.
  public func output(gsv: Int, vtg: Int, zda: Int, gst: Int) -> ReceiverCommand {
    command(.sentences, "PCAS03,1,0,1,\(gsv),1,\(vtg),\(zda),0,0,0,,,0,\(gst)")
  }

  /// PCAS11: 0 portable, 1 still, 2 on foot, 3 car, 4 sea, 5 to 7 in the air with up to 1, 2 and 4 g.
  private static func model(_ activity: ReceiverActivity) -> Int {
    switch activity {
    case .other, .otherNavigation: 0
    case .fitness: 2
    case .automotive: 3
    case .airborne: 5
    }
  }

  /// PCAS01: the speed as a number from 0 to 5.
  public func speed(baud: Int) -> ReceiverCommand? {
    guard let code = [4_800, 9_600, 19_200, 38_400, 57_600, 115_200].firstIndex(of: baud) else { return nil }
    return command(.speed, "PCAS01,\(code)")
  }

  /// PCAS12: standby for so many seconds. Without an end it sleeps as long as it can, since nothing else is sure to wake
  /// it.
  public func sleep(seconds: Int?) -> ReceiverCommand? {
    command(.sleep, "PCAS12,\(min(max(seconds ?? 65_535, 1), 65_535))")
  }

  /// An empty line; not all firmware wakes for it.
  public var wake: ReceiverCommand? {
    ReceiverCommand(.wake, bytes: [0x0D, 0x0A], .none(settling: .milliseconds(500)))
  }

  /// PCAS10: 0 hot, 1 warm, 2 cold.
  public func restart(_ kind: RestartKind) -> ReceiverCommand? {
    ReceiverCommand(.restart, sentence: "PCAS10,\(kind.rawValue)", .none(settling: .milliseconds(1_000)))
  }

  /// PCAS10,3: as it left the factory.
  public var factoryReset: ReceiverCommand {
    ReceiverCommand(.restart, sentence: "PCAS10,3", .none(settling: .milliseconds(1_000)))
  }

  /// PCAS00: into flash.
  public var save: ReceiverCommand? { command(.save, "PCAS00") }

  private func command(_ purpose: ReceiverCommand.Purpose, _ content: String) -> ReceiverCommand {
    ReceiverCommand(purpose, sentence: content, .none(settling: .milliseconds(200)))
  }
}
