/// A bridge of MEMSIC whose coil turns its magnetisation around: half the difference of a measurement after SET and one
/// after RESET is the field, without the offset of the bridge.
protocol CoilBridge: Chip {
  /// The count at the upper end of the range; the lower one is 0.
  static var largest: Int { get }
  /// The temperature as it was measured last, °C.
  var temperatureCelsius: Double? { get set }
  /// Measurements until it is measured again.
  var readsUntilTemperature: Int { get set }

  /// Measures after a pulse through the coil; nil if nothing came in time.
  func measure(after pulse: UInt8, on bus: any I2CBus) throws(BusFault) -> Counts?
  /// Measures the temperature, °C.
  func measureTemperature(on bus: any I2CBus) throws(BusFault) -> Double?
}

extension CoilBridge {
  /// 16384 counts a gauss (both datasheets).
  private static var microteslaPerCount: Double { 100.0 / 16_384 }
  /// The temperature takes a conversion of its own, and moves slowly.
  private static var readsPerTemperature: Int { 16 }

  /// Measures with the coil both ways, and now and then the temperature.
  mutating func read(on bus: any I2CBus) throws(BusFault) -> Reading? {
    if readsUntilTemperature == 0 {
      temperatureCelsius = try measureTemperature(on: bus)
      readsUntilTemperature = Self.readsPerTemperature
    }
    readsUntilTemperature -= 1
    let setPulse: UInt8 = 0x08
    let resetPulse: UInt8 = 0x10
    guard let set = try measure(after: setPulse, on: bus), let reset = try measure(after: resetPulse, on: bus) else {
      return nil
    }
    let ends = [set.x, set.y, set.z, reset.x, reset.y, reset.z]
    // All at one end is a line without a pull-up, not a field.
    guard !ends.allSatisfy({ $0 == 0 }), !ends.allSatisfy({ $0 == Self.largest }) else { return nil }
    let difference = set.scaled(by: 1) - reset.scaled(by: 1)
    return Reading(
      vector: difference * (Self.microteslaPerCount / 2),
      isSaturated: ends.contains { $0 == 0 || $0 == Self.largest }, temperatureCelsius: temperatureCelsius)
  }
}
