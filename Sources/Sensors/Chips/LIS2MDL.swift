/// ST LIS2MDL and IIS2MDC, and the magnetometer of the LSM303AGR (datasheet DocID030089 rev 5): ±50 G, 0.15 µT a count.
///
/// The datasheet's axes are left-handed. Published drivers turn X, Y or Z, which differ by a rotation only; Z is turned
/// here, the choice that was made for the LSM303AGR, whose accelerometer is in the same package.
struct LIS2MDL: Chip {
  // swift-format-ignore: AlwaysUseLowerCamelCase
  enum Register: UInt8 {
    /// Offsets that the chip takes away; they outlive a soft reset and the program that wrote them.
    case OFFSET_X_REG_L = 0x45
    /// 0x40.
    case WHO_AM_I = 0x4F
    /// Bit 7 temperature compensation, bit 5 soft reset, 3...2 rate, 1...0 mode: 0 continuous, 1 single, 3 idle.
    case CFG_REG_A = 0x60
    /// Bit 4 OFF_CANC in single mode, bit 1 OFF_CANC, bit 0 low-pass filter.
    case CFG_REG_B = 0x61
    /// Bit 4 BDU, bit 1 self-test.
    case CFG_REG_C = 0x62
    /// Bit 3 Zyxda.
    case STATUS_REG = 0x67
    /// X, Y, Z, low byte first.
    case OUTX_L_REG = 0x68
    /// 8 counts a degree, 0 at 25 °C.
    case TEMP_OUT_L_REG = 0x6E
  }

  static let name = "LIS2MDL"
  static let quantity = Quantity.magneticField
  static let addresses: [UInt8] = [0x1E]

  let address: UInt8
  private var rateIndex: Int?

  private static let rates = [10.0, 20, 50, 100]
  private static let microteslaPerCount = 0.15

  init(address: UInt8) { self.address = address }

  static func identify(on bus: any I2CBus, at address: UInt8) throws(BusFault) -> Self? {
    try bus.read(Register.WHO_AM_I, of: address) == 0x40 ? Self(address: address) : nil
  }

  /// CFG_REG_A between two measurements.
  private var configurationA: UInt8 { rateIndex.map { 0x80 | UInt8($0) << 2 } ?? 0x83 }
  /// The offset of the bridge is cancelled, and half the bandwidth taken.
  private var configurationB: UInt8 { rateIndex == nil ? 0x13 : 0x03 }
  private let configurationC: UInt8 = 0x10

  mutating func configure(_ sampling: Sampling, on bus: any I2CBus) throws(BusFault) {
    rateIndex = sampling.index(in: Self.rates)
    try bus.write(0x20, to: Register.CFG_REG_A, of: address)
    bus.pause(.milliseconds(1))
    _ = try bus.transfer(
      to: address, writing: [Register.OFFSET_X_REG_L.rawValue, 0, 0, 0, 0, 0, 0], reading: 0)
    try bus.write(configurationB, to: Register.CFG_REG_B, of: address)
    try bus.write(configurationC, to: Register.CFG_REG_C, of: address)
    try bus.write(configurationA, to: Register.CFG_REG_A, of: address)
  }

  mutating func read(on bus: any I2CBus) throws(BusFault) -> Reading? {
    var step = Duration.milliseconds(3)
    if let rateIndex {
      step = .period(hertz: Self.rates[rateIndex]) / 4
    } else {
      try bus.write(0x81, to: Register.CFG_REG_A, of: address)
      bus.pause(.milliseconds(9))
    }
    guard let bytes = try take(on: bus, tries: 8, every: step) else { return nil }
    let counts = Counts(littleEndian: bytes)
    guard !counts.isDead else { return nil }
    var vector = counts.scaled(by: Self.microteslaPerCount)
    vector.z = -vector.z
    return Reading(
      vector: vector, isSaturated: counts.reaches(32_760),
      temperatureCelsius: 25 + Double(bytes.int16(low: 6, high: 7)) / 8)
  }

  /// Three axes and the temperature.
  private func take(on bus: any I2CBus, tries: Int, every step: Duration) throws(BusFault) -> [UInt8]? {
    try bus.take(8, behind: Register.STATUS_REG.rawValue, when: 0x08, of: address, tries: tries, every: step)
  }

  func isConfigured(on bus: any I2CBus) throws(BusFault) -> Bool {
    // A single shot leaves the mode idle, whichever of its two codes that is.
    let bytes = try bus.read(Register.CFG_REG_A, of: address, count: 3)
    let mask: UInt8 = rateIndex == nil ? 0xFC : 0xFF
    return bytes[0] & mask == configurationA & mask && bytes[1] == configurationB && bytes[2] == configurationC
  }

  mutating func sleep(on bus: any I2CBus) throws(BusFault) {
    try bus.write(0x83, to: Register.CFG_REG_A, of: address)
  }

  /// A current in the chip adds 15 to 500 mG to each axis (datasheet table 3; procedure of application note AN5069,
  /// with fewer measurements).
  mutating func selfTest(on bus: any I2CBus) throws(BusFault) -> Bool? {
    try bus.write(0x8C, to: Register.CFG_REG_A, of: address)
    try bus.write(0x02, to: Register.CFG_REG_B, of: address)
    try bus.write(0x10, to: Register.CFG_REG_C, of: address)
    bus.pause(.milliseconds(20))
    guard let without = try average(on: bus) else { return false }
    try bus.write(0x12, to: Register.CFG_REG_C, of: address)
    bus.pause(.milliseconds(60))
    guard let with = try average(on: bus) else { return false }
    try bus.write(0x10, to: Register.CFG_REG_C, of: address)
    try bus.write(0x83, to: Register.CFG_REG_A, of: address)
    let milligauss = (with - without) * 1.5
    return (0..<3).allSatisfy { (15.0...500.0).contains(abs(milligauss[$0])) }
  }

  private func average(on bus: any I2CBus) throws(BusFault) -> SIMD3<Double>? {
    let count = 16
    var sum = SIMD3<Double>.zero
    // The first one may be older than the change.
    for sample in 0...count {
      guard let bytes = try take(on: bus, tries: 8, every: .milliseconds(3)) else { return nil }
      if sample > 0 { sum += Counts(littleEndian: bytes).scaled(by: 1) }
    }
    return sum / Double(count)
  }
}
