/// What the fit takes: the mean of the samples of one attitude.
public struct FitSample: Equatable, Sendable {
  /// Raw mean of the magnetometer, µT.
  public var field: SIMD3<Double>
  /// Raw mean of the accelerometer, g.
  public var acceleration: SIMD3<Double>
  /// How many samples the means are of, at least 1.
  public var count: Int

  /// Makes one of means, or of a single sample.
  public init(field: SIMD3<Double>, acceleration: SIMD3<Double>, count: Int = 1) {
    self.field = field
    self.acceleration = acceleration
    self.count = max(1, count)
  }

  /// Adds one more measurement of the same attitude.
  mutating func add(field: SIMD3<Double>, acceleration: SIMD3<Double>) {
    let share = 1 / Double(count + 1)
    self.field += (field - self.field) * share
    self.acceleration += (acceleration - self.acceleration) * share
    count += 1
  }

  var isFinite: Bool { field.isFinite && acceleration.isFinite }
}
