/// Standard deviations of a single sample, as they were found in a recording.
public struct SensorNoise: Equatable, Sendable {
  /// Of an axis of the magnetometer, µT.
  public var fieldMicrotesla: Double
  /// Of an axis of the accelerometer, g, with the movements of the hand.
  public var accelerationG: Double

  /// Makes one.
  public init(fieldMicrotesla: Double, accelerationG: Double) {
    self.fieldMicrotesla = fieldMicrotesla
    self.accelerationG = accelerationG
  }

  /// What is assumed before anything is known: a cheap magnetometer and a hand that is not quite still.
  static let unknown = SensorNoise(fieldMicrotesla: 0.5, accelerationG: 0.02)

  /// No sensor is better than this: an MMC5983MA has 0.04 µT, a good accelerometer 0.5 mg.
  static let least = SensorNoise(fieldMicrotesla: 0.02, accelerationG: 0.0003)
}
