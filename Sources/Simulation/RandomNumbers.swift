import Glibc

extension SeededGenerator {
  /// A number in 0..<1, evenly spread.
  public mutating func uniform() -> Double { Double(next() >> 11) * 0x1p-53 }

  /// A number with mean 0 and standard deviation 1, normally distributed (Box and Muller 1958).
  public mutating func normal() -> Double {
    (-2 * log(1 - uniform())).squareRoot() * cos(2 * Double.pi * uniform())
  }
}

/// A value that wanders about 0 and forgets where it was after a while (first-order Gauss-Markov process): how a
/// receiver's error moves while satellites and reflections change slowly.
struct Drift: Sendable {
  /// How long it remembers, seconds.
  let memorySeconds: Double
  /// The value, in units of its own standard deviation.
  private(set) var value: Double

  /// A drift somewhere in its usual range.
  init(memorySeconds: Double, using generator: inout SeededGenerator) {
    self.memorySeconds = memorySeconds
    value = generator.normal()
  }

  /// Moves on by this time.
  mutating func advance(seconds: Double, using generator: inout SeededGenerator) {
    let kept = exp(-max(0, seconds) / memorySeconds)
    value = value * kept + (1 - kept * kept).squareRoot() * generator.normal()
  }
}
