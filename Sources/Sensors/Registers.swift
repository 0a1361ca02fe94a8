extension I2CBus {
  /// Reads registers that follow each other.
  func read(_ register: some RawRepresentable<UInt8>, of address: UInt8, count: Int) throws(BusFault) -> [UInt8] {
    let bytes = try read(register.rawValue, of: address, count: count)
    guard bytes.count == count else { throw .short }
    return bytes
  }

  /// Reads one register.
  func read(_ register: some RawRepresentable<UInt8>, of address: UInt8) throws(BusFault) -> UInt8 {
    try read(register.rawValue, of: address)
  }

  /// Writes one register.
  func write(_ value: UInt8, to register: some RawRepresentable<UInt8>, of address: UInt8) throws(BusFault) {
    try write(value, to: register.rawValue, of: address)
  }

  /// Looks at a register until one of these bits is set.
  ///
  /// - Parameters:
  ///   - bits: what to wait for.
  ///   - tries: how often to look.
  ///   - step: the pause between two looks.
  /// - Returns: the register; nil if the bits were not set in time.
  func poll(
    _ bits: UInt8, in register: some RawRepresentable<UInt8>, of address: UInt8, tries: Int, every step: Duration
  ) throws(BusFault) -> UInt8? {
    for attempt in 1...max(1, tries) {
      let value = try read(register, of: address)
      if value & bits != 0 { return value }
      if attempt < tries { pause(step) }
    }
    return nil
  }
}

extension I2CBus {
  /// Looks at a register, and in the same transfer at those behind it, until one of these bits is set. Each transfer
  /// costs a wakeup, and data that are read too early cost nothing.
  ///
  /// - Parameters:
  ///   - bits: what to wait for.
  ///   - register: the address as it is written to the chip, with the bit that makes its pointer move on.
  ///   - count: how many registers stand behind it.
  ///   - tries: how often to look.
  ///   - step: the pause between two looks.
  /// - Returns: the registers behind it; nil if the bits were not set in time.
  func take(
    _ count: Int, behind register: UInt8, when bits: UInt8, of address: UInt8, tries: Int, every step: Duration
  ) throws(BusFault) -> [UInt8]? {
    for attempt in 1...max(1, tries) {
      let bytes = try read(register, of: address, count: count + 1)
      guard bytes.count == count + 1 else { throw .short }
      if bytes[0] & bits != 0 { return Array(bytes[1...]) }
      if attempt < tries { pause(step) }
    }
    return nil
  }
}

/// Three numbers as a chip gives them.
struct Counts: Equatable, Sendable {
  var x: Int
  var y: Int
  var z: Int

  init(x: Int, y: Int, z: Int) {
    self.x = x
    self.y = y
    self.z = z
  }

  /// X, Y, Z of 16 bits, the low byte first. Missing bytes are 0.
  init(littleEndian bytes: [UInt8]) {
    self.init(x: bytes.int16(low: 0, high: 1), y: bytes.int16(low: 2, high: 3), z: bytes.int16(low: 4, high: 5))
  }

  /// All zero or all minus one is what a dead chip or a line without a pull-up gives, never a field.
  var isDead: Bool { self == Counts(x: 0, y: 0, z: 0) || self == Counts(x: -1, y: -1, z: -1) }

  /// Whether an axis is at or beyond this.
  func reaches(_ limit: Int) -> Bool { max(abs(x), abs(y), abs(z)) >= limit }

  /// The numbers times a scale.
  func scaled(by unitsPerCount: Double) -> SIMD3<Double> {
    SIMD3(Double(x), Double(y), Double(z)) * unitsPerCount
  }
}

extension [UInt8] {
  /// A signed 16-bit number from two bytes at these places; 0 if one is missing.
  func int16(low: Int, high: Int) -> Int {
    guard indices.contains(low), indices.contains(high) else { return 0 }
    return Int(Int16(truncatingIfNeeded: Int(self[high]) << 8 | Int(self[low])))
  }

  /// An unsigned 16-bit number from two bytes at these places; 0 if one is missing.
  func uint16(low: Int, high: Int) -> Int { int16(low: low, high: high) & 0xFFFF }
}

extension Sampling {
  /// The index of the slowest of these rates that is fast enough; the last one if none is. Nil in single-shot mode.
  ///
  /// - Parameter rates: hertz, rising.
  func index(in rates: [Double]) -> Int? {
    guard case .continuous(let hertz) = self else { return nil }
    return rates.firstIndex { $0 >= hertz } ?? rates.count - 1
  }
}

extension Duration {
  /// The period of a rate.
  static func period(hertz: Double) -> Duration {
    guard hertz.isFinite, hertz > 0.01 else { return .seconds(100) }
    return .seconds(1 / hertz)
  }
}
