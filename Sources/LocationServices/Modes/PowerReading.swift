/// What feeds the board, as far as anybody says: `/sys/class/power_supply` of Linux.
public struct PowerReading: Equatable, Sendable {
  /// Whether something else than the battery feeds it; nil if nobody says.
  public var isExternal: Bool?
  /// What is in the battery, 0...100 %; nil without one.
  public var batteryPercent: Double?

  /// Makes a reading.
  public init(isExternal: Bool? = nil, batteryPercent: Double? = nil) {
    self.isExternal = isExternal
    self.batteryPercent = batteryPercent
  }
}
