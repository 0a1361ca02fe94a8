/// Bosch BMM150 (datasheet BST-BMM150-DS001 rev 1.4): ±1300 µT (Z ±2500 µT), 0.3 µT a count.
///
/// What it measures has to be compensated by trim values that each chip holds, and by the Hall resistance, which tells
/// its temperature. Sleeping at power-on, it does not even tell its identity. Its axes are right-handed.
struct BMM150: Chip {
  // swift-format-ignore: AlwaysUseLowerCamelCase
  enum Register: UInt8 {
    /// 0x32; 0 while the power bit is clear.
    case CHIP_ID = 0x40
    /// X and Y of 13 bits, Z of 15, the Hall resistance of 14, each in the top of two bytes, low byte first.
    case DATAX_LSB = 0x42
    /// Bit 0 data ready.
    case RHALL_LSB = 0x48
    /// Bit 0 power, bits 7 and 1 together soft reset.
    case POWER = 0x4B
    /// Bit 0 self-test, 2...1 mode: 0 normal, 1 forced, 3 sleep; 5...3 rate.
    case OPMODE = 0x4C
    /// 2n + 1 repetitions of X and Y.
    case REP_XY = 0x51
    /// n + 1 repetitions of Z.
    case REP_Z = 0x52
    /// Trim values.
    case DIG_X1 = 0x5D
    case DIG_Z4_LSB = 0x62
    case DIG_Z2_LSB = 0x68
  }

  static let name = "BMM150"
  static let quantity = Quantity.magneticField
  static let addresses: [UInt8] = [0x10, 0x11, 0x12, 0x13]

  let address: UInt8
  private var trim = Trim()
  private var rateIndex: Int?

  private static let identity: UInt8 = 0x32
  private static let rates = [2.0, 6, 8, 10, 15, 20, 25, 30]
  private static let rateCodes: [UInt8] = [1, 2, 3, 0, 4, 5, 6, 7]
  /// The "enhanced" preset: 15 repetitions of X and Y, 27 of Z; 17 ms.
  private static let repetitionsXY: UInt8 = 7
  private static let repetitionsZ: UInt8 = 26
  private static let overflowXY = -4_096
  private static let overflowZ = -16_384

  init(address: UInt8) { self.address = address }

  static func identify(on bus: any I2CBus, at address: UInt8) throws(BusFault) -> Self? {
    var identity = try bus.read(Register.CHIP_ID, of: address)
    // Asleep, all its registers but the power bit read 0; only such a chip is woken.
    if identity == 0, try bus.read(Register.POWER, of: address) == 0 {
      try bus.write(0x01, to: Register.POWER, of: address)
      bus.pause(.milliseconds(3))
      identity = try bus.read(Register.CHIP_ID, of: address)
    }
    return identity == Self.identity ? Self(address: address) : nil
  }

  /// OPMODE between two measurements.
  private var mode: UInt8 { rateIndex.map { Self.rateCodes[$0] << 3 } ?? 0x06 }

  mutating func configure(_ sampling: Sampling, on bus: any I2CBus) throws(BusFault) {
    rateIndex = sampling.index(in: Self.rates)
    try bus.write(0x01, to: Register.POWER, of: address)
    bus.pause(.milliseconds(3))
    try bus.write(0x83, to: Register.POWER, of: address)
    bus.pause(.milliseconds(3))
    trim = Trim(
      x1y1: try bus.read(Register.DIG_X1, of: address, count: 2),
      z4x2y2: try bus.read(Register.DIG_Z4_LSB, of: address, count: 4),
      rest: try bus.read(Register.DIG_Z2_LSB, of: address, count: 10))
    try bus.write(Self.repetitionsXY, to: Register.REP_XY, of: address)
    try bus.write(Self.repetitionsZ, to: Register.REP_Z, of: address)
    try bus.write(mode, to: Register.OPMODE, of: address)
  }

  mutating func read(on bus: any I2CBus) throws(BusFault) -> Reading? {
    var step = Duration.milliseconds(3)
    if let rateIndex {
      step = .period(hertz: Self.rates[rateIndex]) / 4
    } else {
      try bus.write(0x02, to: Register.OPMODE, of: address)
      bus.pause(.milliseconds(16))
    }
    guard try bus.poll(0x01, in: Register.RHALL_LSB, of: address, tries: 8, every: step) != nil else { return nil }
    let bytes = try bus.read(Register.DATAX_LSB, of: address, count: 8)
    let counts = Counts(
      x: bytes.int16(low: 0, high: 1) >> 3, y: bytes.int16(low: 2, high: 3) >> 3, z: bytes.int16(low: 4, high: 5) >> 1)
    guard !counts.isDead else { return nil }
    let hall = bytes.uint16(low: 6, high: 7) >> 2
    guard let vector = trim.compensate(counts, hall: hall) else { return nil }
    return Reading(
      vector: vector,
      isSaturated: counts.x == Self.overflowXY || counts.y == Self.overflowXY || counts.z == Self.overflowZ)
  }

  func isConfigured(on bus: any I2CBus) throws(BusFault) -> Bool {
    guard try bus.read(Register.REP_XY, of: address, count: 2) == [Self.repetitionsXY, Self.repetitionsZ] else {
      return false
    }
    // A forced measurement leaves the chip in sleep mode.
    return try bus.read(Register.OPMODE, of: address) & 0x3E == mode
  }

  /// Down to the least current; the settings are lost.
  mutating func sleep(on bus: any I2CBus) throws(BusFault) {
    try bus.write(0x00, to: Register.POWER, of: address)
  }

  /// The chip checks its own signal paths and says so in the lowest bit of each axis (datasheet 4.4.1).
  mutating func selfTest(on bus: any I2CBus) throws(BusFault) -> Bool? {
    try bus.write(0x06, to: Register.OPMODE, of: address)
    try bus.write(0x07, to: Register.OPMODE, of: address)
    var isOver = false
    for _ in 0..<20 where !isOver {
      bus.pause(.milliseconds(5))
      isOver = try bus.read(Register.OPMODE, of: address) & 0x01 == 0
    }
    guard isOver else { return false }
    let bytes = try bus.read(Register.DATAX_LSB, of: address, count: 6)
    return bytes[0] & bytes[2] & bytes[4] & 0x01 != 0
  }

  /// What the factory found out about this chip, and the formula of the datasheet's driver for it.
  struct Trim: Equatable, Sendable {
    var x1 = 0.0
    var y1 = 0.0
    var x2 = 0.0
    var y2 = 0.0
    var z1 = 0.0
    var z2 = 0.0
    var z3 = 0.0
    var z4 = 0.0
    var xy1 = 0.0
    var xy2 = 0.0
    var xyz1 = 0.0

    init() {}

    /// From registers 0x5D, 0x62 and 0x68 on.
    init(x1y1: [UInt8], z4x2y2: [UInt8], rest: [UInt8]) {
      func signed(_ byte: UInt8) -> Double { Double(Int8(bitPattern: byte)) }
      x1 = signed(x1y1[0])
      y1 = signed(x1y1[1])
      z4 = Double(z4x2y2.int16(low: 0, high: 1))
      x2 = signed(z4x2y2[2])
      y2 = signed(z4x2y2[3])
      z2 = Double(rest.int16(low: 0, high: 1))
      z1 = Double(rest.uint16(low: 2, high: 3))
      xyz1 = Double(rest.uint16(low: 4, high: 5) & 0x7FFF)
      z3 = Double(rest.int16(low: 6, high: 7))
      xy2 = signed(rest[8])
      xy1 = Double(rest[9])
    }

    /// Microtesla from counts; nil where the trim values are missing.
    func compensate(_ counts: Counts, hall: Int) -> SIMD3<Double>? {
      // Without a measured resistance the chip is taken to be at the temperature of its trimming.
      let hall = hall == 0 ? xyz1 : Double(hall)
      guard hall > 0, xyz1 > 0 else { return nil }
      let deviation = xyz1 * 16_384 / hall - 16_384
      let common = xy2 * deviation * deviation / 268_435_456 + deviation * xy1 / 16_384 + 256
      let x = (Double(counts.x) * common * (x2 + 160) / 8_192 + x1 * 8) / 16
      let y = (Double(counts.y) * common * (y2 + 160) / 8_192 + y1 * 8) / 16
      let divisor = (z2 + z1 * hall / 32_768) * 4
      guard divisor != 0 else { return nil }
      let z = ((Double(counts.z) - z4) * 131_072 - z3 * (hall - xyz1)) / divisor / 16
      return SIMD3(x, y, z)
    }
  }
}
