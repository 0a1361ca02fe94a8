/// What the accelerometer measured, once.
public struct MotionSample: Equatable, Sendable {
  /// g along the right-handed axes of the sensor; at rest +1 on the axis that points up.
  public var acceleration: SIMD3<Double>
  /// Whether an axis was at the end of its range.
  public var isSaturated: Bool

  /// Makes a sample.
  public init(acceleration: SIMD3<Double>, isSaturated: Bool = false) {
    self.acceleration = acceleration
    self.isSaturated = isSaturated
  }
}
