/// What the sensors say of a moment: the mean of a few samples.
public struct HeadingReading: Equatable, Sendable {
  /// Raw mean, µT.
  public var field: SIMD3<Double>
  /// Raw mean, g.
  public var acceleration: SIMD3<Double>
  /// How many samples.
  public var count: Int
  /// Standard deviation of an axis of one sample, from the samples themselves; nil where they are too few.
  public var spread: SensorNoise?
  /// How many independent samples ``spread`` is of.
  public var spreadCount: Int
  /// Whether one of them was at the end of a range.
  public var isSaturated: Bool

  /// Makes one, of means or of a single sample.
  public init(
    field: SIMD3<Double>, acceleration: SIMD3<Double>, count: Int = 1, spread: SensorNoise? = nil,
    spreadCount: Int? = nil, isSaturated: Bool = false
  ) {
    self.field = field
    self.acceleration = acceleration
    self.count = max(1, count)
    self.spread = spread
    self.spreadCount = spreadCount ?? self.count
    self.isSaturated = isSaturated
  }

  /// The mean and the spread of samples of one attitude. Nil for none.
  public init?(_ samples: [(field: FieldSample, motion: MotionSample)]) {
    guard !samples.isEmpty else { return nil }
    let share = 1 / Double(samples.count)
    var field = SIMD3<Double>()
    var acceleration = SIMD3<Double>()
    for sample in samples {
      field += sample.field.microtesla * share
      acceleration += sample.motion.acceleration * share
    }
    var fieldSquare = 0.0
    var accelerationSquare = 0.0
    for sample in samples {
      let m = sample.field.microtesla - field
      let a = sample.motion.acceleration - acceleration
      fieldSquare += m.dot(m)
      accelerationSquare += a.dot(a)
    }
    let free = Double(3 * (samples.count - 1))
    self.init(
      field: field, acceleration: acceleration, count: samples.count,
      spread: samples.count < 3
        ? nil
        : SensorNoise(
          fieldMicrotesla: (fieldSquare / free).squareRoot(), accelerationG: (accelerationSquare / free).squareRoot()),
      isSaturated: samples.contains { $0.field.isSaturated || $0.motion.isSaturated })
  }
}
