/// What a family's sleep can do, for whoever plans it.
public struct PowerCapabilities: Equatable, Sendable {
  /// Whether there is a sleep that a command starts.
  public var canSleep: Bool
  /// Whether a byte on its line wakes it.
  public var wakesByByte: Bool
  /// Whether it wakes by itself after a time that the command tells.
  public var wakesByTimer: Bool
  /// Longest time that its own timer can count, seconds; nil if it has none.
  public var maximumTimerSeconds: Int?
  /// Whether it comes back as it was configured. Where it may not, everything is sent again.
  public var keepsConfiguration: Bool
  /// From the first byte that wakes it until it understands commands; what is sent earlier is lost.
  public var settling: Duration

  /// Makes capabilities.
  public init(
    canSleep: Bool, wakesByByte: Bool, wakesByTimer: Bool, maximumTimerSeconds: Int?, keepsConfiguration: Bool,
    settling: Duration
  ) {
    self.canSleep = canSleep
    self.wakesByByte = wakesByByte
    self.wakesByTimer = wakesByTimer
    self.maximumTimerSeconds = maximumTimerSeconds
    self.keepsConfiguration = keepsConfiguration
    self.settling = settling
  }

  /// A receiver that never sleeps.
  public static let none = PowerCapabilities(
    canSleep: false, wakesByByte: false, wakesByTimer: false, maximumTimerSeconds: nil, keepsConfiguration: true,
    settling: .zero)

  /// Whether nothing but time wakes it, so that a sleep without an end would be one for ever.
  public var isTimedOnly: Bool { canSleep && wakesByTimer && !wakesByByte }
}
