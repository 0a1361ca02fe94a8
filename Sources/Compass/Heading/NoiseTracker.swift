/// How much the sensors vary now, for readings of a single sample: from one sample to the next the lengths of field and
/// gravity change by noise alone, however the board is turned.
public struct NoiseTracker: Equatable, Sendable {
  /// How many samples are remembered.
  static let memory = 30.0
  /// A jump of more than this many standard deviations is not noise.
  static let clip = 4.0

  private var field: Double
  private var acceleration: Double
  private var weight = 4.0
  private var last: (field: Double, acceleration: Double)?

  /// Starts with the noise that the calibration found, without the hand that turned the board.
  public init(_ calibration: Calibration) {
    field = calibration.noise.fieldMicrotesla * calibration.noise.fieldMicrotesla
    let still = min(0.005, calibration.noise.accelerationG)
    acceleration = still * still
  }

  /// Takes a calibrated sample: field µT, acceleration g.
  public mutating func add(field: SIMD3<Double>, acceleration: SIMD3<Double>) {
    let now = (field: field.length, acceleration: acceleration.length)
    guard now.field.isFinite, now.acceleration.isFinite else { return }
    defer { last = now }
    guard let last else { return }
    weight = min(Self.memory, weight + 1)
    func follow(_ variance: inout Double, _ change: Double) {
      let most = Self.clip * Self.clip * variance
      variance += (min(most, change * change / 2) - variance) / weight
    }
    follow(&self.field, now.field - last.field)
    follow(&self.acceleration, now.acceleration - last.acceleration)
  }

  /// Standard deviations of a single sample now.
  public var spread: SensorNoise {
    SensorNoise(fieldMicrotesla: max(1e-4, field).squareRoot(), accelerationG: max(1e-8, acceleration).squareRoot())
  }

  /// A reading of a single sample, with this spread.
  public func reading(_ field: FieldSample, _ motion: MotionSample) -> HeadingReading {
    HeadingReading(
      field: field.microtesla, acceleration: motion.acceleration, spread: spread, spreadCount: Int(weight) / 3 + 1,
      isSaturated: field.isSaturated || motion.isSaturated)
  }

  /// Equal in all that matters for what comes.
  public static func == (one: NoiseTracker, other: NoiseTracker) -> Bool {
    one.field == other.field && one.acceleration == other.acceleration && one.weight == other.weight
      && one.last?.field == other.last?.field && one.last?.acceleration == other.last?.acceleration
  }
}
