/// Honeywell HMC5883L and HMC5983 (datasheets rev E 2013 and rev B 2012): ±1.9 G here, 0.12 µT a count.
///
/// Its axes are right-handed. Data come in the order X, Z, Y, and -4096 means out of range. A DA5883 has this identity
/// and never measures, which is why a sensor must prove itself.
struct HMC5883L: Chip {
  // swift-format-ignore: AlwaysUseLowerCamelCase
  enum Register: UInt8 {
    /// Averaging, rate, self-test bias.
    case CRA = 0x00
    /// Gain.
    case CRB = 0x01
    /// Mode: 0 continuous, 1 single, 2 and 3 idle.
    case Mode = 0x02
    /// Data; all six must be read before the chip places new ones.
    case DXRA = 0x03
    /// Bit 0 ready, bit 1 locked.
    case Status = 0x09
    /// `H43`.
    case IRA = 0x0A
    /// Not in the datasheet: the LSM303DLHC, which has the same map, answers 0x3C.
    case lookalike = 0x0F
  }

  static let name = "HMC5883L"
  static let quantity = Quantity.magneticField
  static let addresses: [UInt8] = [0x1E]

  let address: UInt8
  private var core: HoneywellCore

  init(address: UInt8) {
    self.address = address
    // 8 samples averaged; ±1.9 G leaves room for the iron of a battery, which ±1.3 G does not.
    core = HoneywellCore(
      address: address, configurationA: 0x60, configurationB: 0x40, countsPerGauss: SIMD3(820, 820, 820))
  }

  static func identify(on bus: any I2CBus, at address: UInt8) throws(BusFault) -> Self? {
    guard try bus.read(Register.IRA, of: address, count: 3) == Array("H43".utf8),
      try bus.read(Register.lookalike, of: address) != LSM303DLHCMagnetometer.whoAmI
    else { return nil }
    return Self(address: address)
  }

  mutating func configure(_ sampling: Sampling, on bus: any I2CBus) throws(BusFault) {
    try core.configure(sampling, on: bus)
  }

  mutating func read(on bus: any I2CBus) throws(BusFault) -> Reading? { try core.read(on: bus) }

  func isConfigured(on bus: any I2CBus) throws(BusFault) -> Bool { try core.isConfigured(on: bus) }

  mutating func sleep(on bus: any I2CBus) throws(BusFault) { try core.sleep(on: bus) }

  /// A coil in the chip adds 1.16 G to X and Y and 1.08 G to Z (datasheet, self-test operation); at 390 counts per gauss
  /// 243 to 575 counts are within its tolerance.
  mutating func selfTest(on bus: any I2CBus) throws(BusFault) -> Bool? {
    try bus.write(0x71, to: Register.CRA, of: address)
    try bus.write(0xA0, to: Register.CRB, of: address)
    var sum = Counts(x: 0, y: 0, z: 0)
    // The first one still has the gain of before, the second one settles.
    for sample in 0..<7 {
      guard let counts = try core.measure(on: bus) else { return false }
      guard sample >= 2 else { continue }
      sum = Counts(x: sum.x + counts.x, y: sum.y + counts.y, z: sum.z + counts.z)
    }
    try bus.write(0x60, to: Register.CRA, of: address)
    let accepted = 243...575
    return [sum.x / 5, sum.y / 5, sum.z / 5].allSatisfy(accepted.contains)
  }
}
