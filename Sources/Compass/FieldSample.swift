/// What the magnetometer measured, once.
public struct FieldSample: Equatable, Sendable {
  /// Microtesla along the right-handed axes of the sensor, before any calibration.
  public var microtesla: SIMD3<Double>
  /// Whether an axis was at the end of its range.
  public var isSaturated: Bool
  /// The sensor's temperature, °C, if it tells.
  public var temperatureCelsius: Double?

  /// Makes a sample.
  public init(microtesla: SIMD3<Double>, isSaturated: Bool = false, temperatureCelsius: Double? = nil) {
    self.microtesla = microtesla
    self.isSaturated = isSaturated
    self.temperatureCelsius = temperatureCelsius
  }
}
