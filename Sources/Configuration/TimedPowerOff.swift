/// What it costs a board to cut its own power and come back at a time.
public struct TimedPowerOff: Equatable, Sendable {
  /// `[power] off_ma`: what it draws at 5 V while it waits for that time, milliampere.
  public var offMilliamperes: Double
  /// `[power] boot_s`: from the power until Waymark runs, seconds.
  public var bootSeconds: Double
  /// `[power] boot_ma`: what it draws at 5 V meanwhile, milliampere.
  public var bootMilliamperes: Double

  /// Makes figures.
  public init(offMilliamperes: Double, bootSeconds: Double, bootMilliamperes: Double) {
    self.offMilliamperes = offMilliamperes
    self.bootSeconds = bootSeconds
    self.bootMilliamperes = bootMilliamperes
  }

  /// The shortest absence for which cutting the power draws less than staying on, seconds; nil if none does.
  ///
  /// - Parameter idle: what the board draws with nothing to do, milliampere.
  public func breakEvenSeconds(idle: Double) -> Double? {
    guard idle > offMilliamperes else { return nil }
    return bootSeconds * max(0, bootMilliamperes - offMilliamperes) / (idle - offMilliamperes)
  }
}
