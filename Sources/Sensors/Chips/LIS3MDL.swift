/// ST LIS3MDL (datasheet DocID024204 rev 6): ±4 G here, 0.015 µT a count. Its axes are right-handed.
struct LIS3MDL: Chip {
  static let name = "LIS3MDL"
  static let quantity = Quantity.magneticField
  static let addresses: [UInt8] = [0x1C, 0x1E]

  let address: UInt8
  private var core: LIS3MDLCore

  init(address: UInt8) {
    self.address = address
    core = LIS3MDLCore(address: address)
  }

  /// The magnetometer of an LSM9DS1 has the same identity: there must be no accelerometer beside it.
  static func identify(on bus: any I2CBus, at address: UInt8) throws(BusFault) -> Self? {
    guard try bus.read(LIS3MDLCore.Register.WHO_AM_I, of: address) == LIS3MDLCore.whoAmI,
      try !LSM9DS1Magnetometer.isBesideAccelerometer(on: bus, at: address)
    else { return nil }
    return Self(address: address)
  }

  mutating func configure(_ sampling: Sampling, on bus: any I2CBus) throws(BusFault) {
    try core.configure(sampling, on: bus)
  }

  mutating func read(on bus: any I2CBus) throws(BusFault) -> Reading? { try core.read(on: bus) }

  func isConfigured(on bus: any I2CBus) throws(BusFault) -> Bool { try core.isConfigured(on: bus) }

  mutating func sleep(on bus: any I2CBus) throws(BusFault) { try core.sleep(on: bus) }

  /// A current in the chip adds 1 to 3 G to X and Y and 0.1 to 1 G to Z.
  mutating func selfTest(on bus: any I2CBus) throws(BusFault) -> Bool? { try core.selfTest(on: bus) }
}
