/// Three 16-bit numbers as a chip sends them.
struct AxisCounts: Equatable {
  /// Counts, in the order of the registers.
  var x: Int, y: Int, z: Int

  /// Takes six bytes, low byte first.
  init(littleEndian bytes: some Collection<UInt8>) throws(BusFault) {
    let bytes = Array(bytes)
    guard bytes.count >= 6 else { throw .short }
    func number(_ index: Int) -> Int { Int(Int16(bitPattern: UInt16(bytes[index]) | UInt16(bytes[index + 1]) << 8)) }
    (x, y, z) = (number(0), number(2), number(4))
  }

  /// Takes six bytes, high byte first.
  init(bigEndian bytes: some Collection<UInt8>) throws(BusFault) {
    let bytes = Array(bytes)
    guard bytes.count >= 6 else { throw .short }
    func number(_ index: Int) -> Int { Int(Int16(bitPattern: UInt16(bytes[index]) << 8 | UInt16(bytes[index + 1]))) }
    (x, y, z) = (number(0), number(2), number(4))
  }

  /// The counts of a chip that puts fewer bits at the left.
  func droppingLow(bits: Int) -> AxisCounts {
    var result = self
    (result.x, result.y, result.z) = (x >> bits, y >> bits, z >> bits)
    return result
  }

  /// A reading of acceleration.
  ///
  /// - Parameters:
  ///   - scale: g for one count.
  ///   - range: the counts of which both ends mean that the axis is saturated.
  ///   - temperature: of the chip, °C.
  func acceleration(scale: Double, range: ClosedRange<Int>, temperature: Double? = nil) -> Reading {
    Reading(
      vector: SIMD3(Double(x), Double(y), Double(z)) * scale,
      isSaturated: [x, y, z].contains { $0 <= range.lowerBound || $0 >= range.upperBound },
      temperatureCelsius: temperature)
  }
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
