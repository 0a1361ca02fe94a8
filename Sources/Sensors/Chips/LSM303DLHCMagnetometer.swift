/// The magnetometer of the ST LSM303DLHC and LSM303DLM (datasheet DocID018771 rev 2): ±1.9 G here, 0.12 µT a count.
///
/// The registers of an HMC5883L, but Z has a gain of its own. Its pointer moves on by itself; the accelerometer's in the
/// same package needs bit 7. Its thermometer has no zero, so it is not read. Its axes are right-handed, those of its
/// accelerometer.
struct LSM303DLHCMagnetometer: Chip {
  static let name = "LSM303DLHC"
  static let quantity = Quantity.magneticField
  static let addresses: [UInt8] = [0x1E]

  /// In register 0x0F; not in the datasheet, but all parts answer it.
  static let whoAmI: UInt8 = 0x3C

  let address: UInt8
  private var core: HoneywellCore

  init(address: UInt8) {
    self.address = address
    core = HoneywellCore(
      address: address, configurationA: 0x00, configurationB: 0x40, countsPerGauss: SIMD3(855, 855, 760))
  }

  static func identify(on bus: any I2CBus, at address: UInt8) throws(BusFault) -> Self? {
    guard try bus.read(HMC5883L.Register.IRA, of: address, count: 3) == Array("H43".utf8),
      try bus.read(HMC5883L.Register.lookalike, of: address) == whoAmI
    else { return nil }
    return Self(address: address)
  }

  mutating func configure(_ sampling: Sampling, on bus: any I2CBus) throws(BusFault) {
    try core.configure(sampling, on: bus)
  }

  mutating func read(on bus: any I2CBus) throws(BusFault) -> Reading? { try core.read(on: bus) }

  func isConfigured(on bus: any I2CBus) throws(BusFault) -> Bool { try core.isConfigured(on: bus) }

  mutating func sleep(on bus: any I2CBus) throws(BusFault) { try core.sleep(on: bus) }
}
