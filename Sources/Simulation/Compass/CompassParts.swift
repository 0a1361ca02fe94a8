/// Which parts are on the simulated board: their noise, and how far off they are.
public struct CompassParts: Sendable {
  /// Noise of an axis of the magnetometer, µT.
  public var fieldNoise: Double
  /// Its step, µT.
  public var fieldStep: Double
  /// Noise of an axis of the accelerometer, g.
  public var accelerationNoise: Double
  /// Standard deviation of the accelerometer's bias, g, and of its scale.
  public var accelerationBias: Double
  /// Standard deviation of the accelerometer's scale.
  public var accelerationScale: Double
  /// Standard deviation of how the two parts are turned against each other about each axis, degrees.
  public var misalignmentDegrees: Double

  /// An MMC5983MA and a good accelerometer.
  public static let good = CompassParts(
    fieldNoise: 0.04, fieldStep: 0, accelerationNoise: 0.0008, accelerationBias: 0.010, accelerationScale: 0.005,
    misalignmentDegrees: 1)
  /// A LIS3MDL or LIS2MDL and an accelerometer of its time.
  public static let typical = CompassParts(
    fieldNoise: 0.32, fieldStep: 0, accelerationNoise: 0.0015, accelerationBias: 0.025, accelerationScale: 0.01,
    misalignmentDegrees: 1.5)
  /// An HMC5883L or QMC5883L and an MPU-6050 or ADXL345.
  public static let poor = CompassParts(
    fieldNoise: 0.3, fieldStep: 0.092, accelerationNoise: 0.004, accelerationBias: 0.045, accelerationScale: 0.02,
    misalignmentDegrees: 2)
}
