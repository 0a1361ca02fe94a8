extension Counts {
  /// X, Y, Z of 16 bits, the high byte first. Missing bytes are 0.
  init(bigEndian bytes: [UInt8]) {
    self.init(x: bytes.int16(low: 1, high: 0), y: bytes.int16(low: 3, high: 2), z: bytes.int16(low: 5, high: 4))
  }

  /// The counts of a chip that puts fewer bits at the left.
  func droppingLow(bits: Int) -> Counts { Counts(x: x >> bits, y: y >> bits, z: z >> bits) }

  /// A reading of acceleration.
  ///
  /// - Parameters:
  ///   - scale: g for one count.
  ///   - range: the counts of which both ends mean that the axis is saturated.
  ///   - temperature: of the chip, °C.
  /// - Returns: nil if nothing was measured: gravity is never 0 on all axes.
  func acceleration(scale: Double, range: ClosedRange<Int>, temperature: Double? = nil) -> Reading? {
    guard !isDead else { return nil }
    return Reading(
      vector: scaled(by: scale),
      isSaturated: [x, y, z].contains { $0 <= range.lowerBound || $0 >= range.upperBound },
      temperatureCelsius: temperature)
  }
}

/// An accelerometer without a single shot of its own: between measurements it sleeps or runs, by register.
protocol Napping: FreeRunning {
  /// How it measures; nil until it is configured.
  var sampling: Sampling? { get }
  /// What its registers should hold.
  var shadow: Shadow { get }
  /// Lets it run, and waits until its filter has settled.
  mutating func wake(on bus: any I2CBus) throws(BusFault)
  /// Takes what lies in its registers.
  func data(on bus: any I2CBus) throws(BusFault) -> Reading?
  /// Lets it sleep until it is woken.
  mutating func nap(on bus: any I2CBus) throws(BusFault)
}

extension Napping {
  /// Wakes the chip for one measurement if it sleeps between them.
  mutating func read(on bus: any I2CBus) throws(BusFault) -> Reading? {
    switch sampling {
    case nil: return nil
    case .continuous: return try next(on: bus)
    case .singleShot:
      try wake(on: bus)
      // What lies there is of the time before it had settled.
      _ = try data(on: bus)
      let reading = try next(on: bus)
      try nap(on: bus)
      return reading
    }
  }

  /// Whether the control registers are as they were written.
  func isConfigured(on bus: any I2CBus) throws(BusFault) -> Bool { try shadow.isHeld(on: bus) }
}

/// An accelerometer that runs, of which one measurement after another can be taken.
protocol FreeRunning: Chip {
  /// Waits for the next measurement, at most two periods.
  func next(on bus: any I2CBus) throws(BusFault) -> Reading?
}

extension FreeRunning {
  /// The mean of some measurements, after one that is thrown away: it may be older than the last setting.
  ///
  /// - Returns: g; nil if the chip does not measure.
  func mean(of count: Int, on bus: any I2CBus) throws(BusFault) -> SIMD3<Double>? {
    guard try next(on: bus) != nil else { return nil }
    var sum = SIMD3<Double>.zero
    for _ in 0..<count {
      guard let reading = try next(on: bus) else { return nil }
      sum += reading.vector
    }
    return sum / Double(count)
  }
}

extension SIMD3<Double> {
  /// Whether each element, without its sign, lies within the limits of a self-test.
  func isWithin(_ limits: ClosedRange<Double>) -> Bool {
    [x, y, z].allSatisfy { limits.contains(abs($0)) }
  }
}

/// A threshold of motion as a register wants it.
///
/// - Parameters:
///   - threshold: g.
///   - step: g for one count.
///   - limit: the largest count.
/// - Returns: 1 to `limit`.
func thresholdCounts(_ threshold: Double, step: Double, limit: UInt8) -> UInt8 {
  let counts = (threshold / step).rounded()
  // Also what is no number.
  guard counts > 1 else { return 1 }
  return counts < Double(limit) ? UInt8(counts) : limit
}
