/// What the models of accelerometers share: filters that have to settle, masses that a self-test pulls, and a watch for
/// motion.
open class AccelerometerModel: RegisterChip {
  /// Until when measurements are not right yet.
  public private(set) final var settling: Duration = .zero
  /// Whether the last measurement was right.
  public private(set) final var isSettled = false
  /// What the self-test adds to each axis, g.
  public final var selfTestPull = SIMD3(0.4, 0.4, 0.4)
  /// What motion is compared with; nil before the first measurement.
  public final var reference: SIMD3<Double>?
  /// Whether the interrupt line is pulled.
  public final var isLinePulled = false

  /// Begins to measure, with a filter that is empty.
  ///
  /// - Parameters:
  ///   - hertz: how often it measures.
  ///   - settling: for how long its measurements are not right.
  public final func run(hertz: Double, settling: Duration) {
    self.settling = now + settling
    startConversion(lasting: .nanoseconds(Int64(1e9 / hertz)))
  }

  /// Stops.
  public final func halt() { conversionEnd = nil }

  /// What the masses show now, g.
  public final func measured(withSelfTest: Bool = false) -> SIMD3<Double> {
    let full = sensedAcceleration() + (withSelfTest ? selfTestPull : .zero)
    isSettled = (conversionEnd ?? now) > settling
    return isSettled ? full : full / 2
  }

  /// The counts of three axes.
  public final func counts(_ vector: SIMD3<Double>, perG: Double, in range: ClosedRange<Int>) -> [Int] {
    (0..<3).map { Self.counts(vector[$0] * perG, in: range) }
  }

  /// Whether an axis differs from the reference by more than a threshold.
  public final func hasMoved(_ vector: SIMD3<Double>, threshold: Double) -> Bool {
    guard let reference else { return false }
    let change = vector - reference
    return (0..<3).contains { abs(change[$0]) > threshold }
  }
}
