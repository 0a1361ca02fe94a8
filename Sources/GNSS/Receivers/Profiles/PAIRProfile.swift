/// Quectel modules with chips of Airoha, such as LC29H, LC26G, LC76G and LC86G: PAIR for the chip, PQTM for the module
/// (Quectel LC29H and LC79H protocol specification V1.1; LC26G, LC76G and LC86G protocol specification).
public struct PAIRProfile: ReceiverProfile {
  /// Makes the profile.
  public init() {}

  /// PAIR.
  public var language: ReceiverLanguage { .pair }

  /// Its satellite part is switched off and its port listens on: woken by a command.
  public var power: PowerCapabilities {
    PowerCapabilities(
      canSleep: true, wakesByByte: true, wakesByTimer: false, maximumTimerSeconds: nil, keepsConfiguration: false,
      settling: .milliseconds(300))
  }

  /// 10 Hz to 1 Hz.
  public func period(nearest milliseconds: Int) -> Int { min(max(milliseconds, 100), 1_000) }

  /// Sentences in PAIR062.
  public enum Sentence: Int, Sendable {
    /// Fix data.
    case gga
    /// Position and time.
    case gll
    /// Dilutions and satellites used.
    case gsa
    /// Satellites in view.
    case gsv
    /// Recommended minimum.
    case rmc
    /// Track and speed.
    case vtg
    /// Time and date.
    case zda
    /// Residuals.
    case grs
    /// Error statistics.
    case gst
  }

  /// On, since its satellite part may have been left off; sentences, model, rate.
  public func configuration(_ wish: ReceiverWish) -> [ReceiverCommand] {
    var commands: [ReceiverCommand] = [on]
    if wish.selectsSentences {
      let epochs = wish.satellitesInViewEpochs(
        limit: 20, period: period(nearest: wish.periodMilliseconds ?? 1_000))
      for (sentence, rate) in [
        (Sentence.rmc, 1), (.gga, 1), (.gsa, 1), (.gst, 1), (.gll, 0), (.vtg, 0), (.gsv, epochs),
      ] {
        commands.append(output(of: sentence, every: rate))
      }
    }
    if let activity = wish.activity {
      commands.append(command(.dynamicModel, 80, ",\(Self.model(activity))"))
    }
    if let wanted = wish.periodMilliseconds { commands.append(command(.rate, 50, ",\(period(nearest: wanted))")) }
    return commands
  }

  /// PAIR062: every how many positions a sentence comes, 0 for never, up to 20.
  public func output(of sentence: Sentence, every epochs: Int) -> ReceiverCommand {
    command(.sentences, 62, ",\(sentence.rawValue),\(min(max(epochs, 0), 20))")
  }

  /// PAIR080: 0 normal, 1 fitness, 4 still, 5 drone.
  private static func model(_ activity: ReceiverActivity) -> Int {
    switch activity {
    case .other, .automotive, .otherNavigation: 0
    case .fitness: 1
    case .airborne: 5
    }
  }

  /// PAIR864: first UART. Some firmware changes at once, some after a restart, some refuses.
  public func speed(baud: Int) -> ReceiverCommand? {
    guard [9_600, 115_200, 230_400, 460_800, 921_600].contains(baud) else { return nil }
    return command(.speed, 864, ",0,0,\(baud)")
  }

  /// PAIR003: the satellite part goes off. No pin is needed to come back.
  public func sleep(seconds: Int?) -> ReceiverCommand? { command(.sleep, 3, "") }

  /// PAIR650: backup, the lowest current. Only a board that drives the module's WAKEUP pin may use it.
  public var backup: ReceiverCommand {
    ReceiverCommand(.sleep, sentence: "PAIR650,0", .none(settling: .milliseconds(100)))
  }

  /// PAIR002: the satellite part goes on.
  public var wake: ReceiverCommand? { on }

  private var on: ReceiverCommand {
    ReceiverCommand(.wake, sentence: "PAIR002", .none(settling: .milliseconds(300)))
  }

  /// PAIR004 to 006.
  public func restart(_ kind: RestartKind) -> ReceiverCommand? {
    ReceiverCommand(.restart, sentence: "PAIR00\(4 + kind.rawValue)", .none(settling: .milliseconds(1_000)))
  }

  /// PAIR513: into flash; PQTMSAVEPAR on modules that have it.
  public var save: ReceiverCommand? { command(.save, 513, "") }

  private func command(
    _ purpose: ReceiverCommand.Purpose, _ number: Int, _ arguments: String
  ) -> ReceiverCommand {
    let digits = String(number)
    let padding = String(repeating: "0", count: max(0, 3 - digits.count))
    return ReceiverCommand(purpose, sentence: "PAIR\(padding)\(digits)\(arguments)", .pair(number))
  }
}
