/// Tells data that live from registers that are stuck: real sensors have noise.
struct Liveness: Sendable {
  /// Identical triples in a row that no living chip gives. Even one whose noise is less than a count (ADXL345 at a low
  /// rate) repeats a triple with a probability of less than a half.
  static let stuckLimit = 32
  /// Different triples that prove that a chip measures.
  static let proofCount = 3

  private var last: SIMD3<Double>?
  private var identical = 0
  private var different = 0

  /// Whether there was any measurement.
  var sawAny: Bool { last != nil }
  /// Whether the data have changed often enough. All zero is no measurement.
  var isProven: Bool { different >= Self.proofCount }
  /// Whether the data have stopped changing.
  var isStuck: Bool { identical >= Self.stuckLimit }

  /// Takes a measurement.
  mutating func add(_ vector: SIMD3<Double>) {
    if vector == last {
      identical += 1
    } else {
      identical = 1
      if vector != .zero { different += 1 }
    }
    last = vector
  }
}
