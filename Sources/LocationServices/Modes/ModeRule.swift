import Clocks

/// What the board does, in the words of its modes.
public enum ServiceMode: UInt8, Sendable, CaseIterable {
  /// Motion and power decide.
  case auto = 1
  /// As exactly as the receiver can, all the time.
  case highAccuracy = 2
  /// Only where one has gone far.
  case significantChange = 3
  /// Nothing is located.
  case off = 4
}

/// Decides which mode is in effect, and tells every switch with its reason.
///
/// Somebody chooses a mode, for a time or for good. In auto the board decides: on a charger it does as configured, with a
/// battery that runs low it saves, and at rest it lies in wait. A mode stays for a minimum dwell, so that nothing flaps;
/// motion alone is never made to wait, for its beginning would be lost.
///
/// | chosen | what happens | in effect |
/// |---|---|---|
/// | not auto | anything | what was chosen |
/// | auto | battery low | significant change |
/// | auto | on a charger | as configured |
/// | auto | at rest | significant change |
/// | auto | else | auto |
public struct ModeRule: Sendable {
  /// What the configuration says.
  public struct Rules: Equatable, Sendable {
    /// What auto does on a charger; nil for nothing special.
    public var onExternalPower: ServiceMode?
    /// Below this auto saves, %; nil for never.
    public var batteryLowPercent: Double? = 20
    /// The battery has recovered when it is so much above that, %.
    public var recoveryPercent = 5.0
    /// A mode stays for at least this time, seconds.
    public var leastDwellSeconds = 60.0

    /// The usual ones.
    public init() {}
  }

  /// Why a mode was switched.
  public enum Cause: Sendable, CaseIterable {
    /// A long press.
    case button
    /// A client.
    case command
    /// A choice was for a time, and that is over.
    case expired
    /// Something moves.
    case motion
    /// Nothing moves.
    case rest
    /// The board is fed from outside.
    case externalPower
    /// It is no more.
    case onBattery
    /// The battery runs low.
    case batteryLow
    /// It does no more.
    case batteryRecovered

    /// Whether it is somebody's choice, which holds over restarts.
    public var isChoice: Bool {
      switch self {
      case .button, .command, .expired: true
      case .motion, .rest, .externalPower, .onBattery, .batteryLow, .batteryRecovered: false
      }
    }
  }

  /// A switch.
  public struct Switch: Equatable, Sendable {
    /// The mode from now on.
    public var mode: ServiceMode
    /// Why.
    public var cause: Cause

    /// Makes a switch.
    public init(mode: ServiceMode, cause: Cause) {
      self.mode = mode
      self.cause = cause
    }
  }

  private let rules: Rules
  /// What was chosen.
  public private(set) var chosen: ServiceMode
  /// When the choice ends.
  public private(set) var chosenUntil: Instant?
  /// The mode in effect, rest included.
  public private(set) var effective: ServiceMode
  /// Why it is in effect; nil since the start.
  public private(set) var cause: Cause?
  private var power = PowerReading()
  private var isLow = false
  private var isResting = false
  private var switchedAt: Instant?

  /// A rule that starts with what was chosen before.
  public init(_ rules: Rules = Rules(), chosen: ServiceMode, until: Instant? = nil) {
    self.rules = rules
    self.chosen = chosen
    chosenUntil = until
    effective = chosen
  }

  /// What the receiver is scheduled for: the mode in effect, but for rest, which the schedule sees to itself.
  public var service: ServiceMode { wanted(isResting: false).mode }

  /// When ``pass(to:)`` has something to do.
  public var nextDeadline: Instant? {
    let pending = isPending ? dwellEnd : nil
    guard let chosenUntil else { return pending }
    return min(chosenUntil, pending ?? chosenUntil)
  }

  /// Somebody chooses.
  ///
  /// - Parameters:
  ///   - mode: what.
  ///   - until: for how long; nil for good. A choice of auto has no end.
  ///   - cause: the button or a client.
  /// - Returns: the switch; also where nothing changes, for somebody wants an answer.
  public mutating func choose(_ mode: ServiceMode, until: Instant? = nil, cause: Cause, at: Instant) -> Switch {
    chosen = mode
    chosenUntil = mode == .auto ? nil : until
    return go(to: mode, cause, at: at)
  }

  /// What feeds the board.
  public mutating func power(_ reading: PowerReading, at: Instant) -> [Switch] {
    power = reading
    if let low = rules.batteryLowPercent, let percent = reading.batteryPercent {
      if percent < low { isLow = true } else if percent >= low + rules.recoveryPercent { isLow = false }
    } else {
      isLow = false
    }
    return pass(to: at)
  }

  /// Whether the board is at rest.
  public mutating func rest(_ isResting: Bool, at: Instant) -> [Switch] {
    self.isResting = isResting
    return pass(to: at)
  }

  /// Lets time pass.
  public mutating func pass(to at: Instant) -> [Switch] {
    var switches: [Switch] = []
    if let until = chosenUntil, until <= at {
      chosen = .auto
      chosenUntil = nil
      switches.append(go(to: .auto, .expired, at: at))
    }
    let next = wanted(isResting: isResting)
    guard next.mode != effective, next.cause == .motion || dwellEnd.map({ $0 <= at }) ?? true else { return switches }
    switches.append(go(to: next.mode, next.cause, at: at))
    return switches
  }

  private var dwellEnd: Instant? { switchedAt.map { $0 + .wholeNanoseconds(rules.leastDwellSeconds) } }

  private var isPending: Bool { wanted(isResting: isResting).mode != effective }

  private func wanted(isResting: Bool) -> (mode: ServiceMode, cause: Cause) {
    guard chosen == .auto else { return (chosen, .command) }
    let isExternal = power.isExternal ?? false
    if isExternal, let mode = rules.onExternalPower { return (mode, .externalPower) }
    if isLow, !isExternal { return (.significantChange, .batteryLow) }
    if isResting { return (.significantChange, .rest) }
    switch cause {
    case .externalPower where !isExternal: return (.auto, .onBattery)
    case .batteryLow: return (.auto, .batteryRecovered)
    default: return (.auto, .motion)
    }
  }

  private mutating func go(to mode: ServiceMode, _ cause: Cause, at: Instant) -> Switch {
    effective = mode
    self.cause = cause
    switchedAt = at
    return Switch(mode: mode, cause: cause)
  }
}
