/// What is true where a simulated chip is: what its registers would say if chips were perfect.
///
/// Both vectors are along the same right-handed axes, those of the package as ``Sensors`` reports them: the
/// accelerometer's where a package holds both.
public struct Surroundings: Equatable, Sendable {
  /// The magnetic field, microtesla.
  public var fieldMicrotesla: SIMD3<Double>
  /// What an accelerometer feels, g: at rest +1 on the axis that points up.
  public var accelerationG: SIMD3<Double>
  /// Of the chip, °C.
  public var temperatureCelsius: Double
  /// Standard deviation of each axis of the field, microtesla; 0 gives the same counts again and again.
  public var fieldNoiseMicrotesla: Double
  /// Standard deviation of each axis of the acceleration, g.
  public var accelerationNoiseG: Double

  /// Surroundings; by default a quiet place in the middle of Europe, level, heading north.
  public init(
    fieldMicrotesla: SIMD3<Double> = SIMD3(21, 1.5, -43), accelerationG: SIMD3<Double> = SIMD3(0, 0, 1),
    temperatureCelsius: Double = 21, fieldNoiseMicrotesla: Double = 0, accelerationNoiseG: Double = 0
  ) {
    self.fieldMicrotesla = fieldMicrotesla
    self.accelerationG = accelerationG
    self.temperatureCelsius = temperatureCelsius
    self.fieldNoiseMicrotesla = fieldNoiseMicrotesla
    self.accelerationNoiseG = accelerationNoiseG
  }
}
