/// The magnetometer of the ST LSM9DS1 (datasheet DocID025715 rev 3): a LIS3MDL, ±4 G here, 0.015 µT a count.
///
/// Its axes are right-handed. X of the accelerometer and gyroscope in the same package points the other way (datasheet,
/// figure 1), which makes theirs left-handed: the accelerometer's driver turns its X, not this one.
struct LSM9DS1Magnetometer: Chip {
  static let name = "LSM9DS1"
  static let quantity = Quantity.magneticField
  static let addresses: [UInt8] = [0x1E, 0x1C]

  /// WHO_AM_I of the accelerometer.
  private static let accelerometerIdentity: UInt8 = 0x68

  let address: UInt8
  private var core: LIS3MDLCore

  init(address: UInt8) {
    self.address = address
    core = LIS3MDLCore(address: address)
  }

  static func identify(on bus: any I2CBus, at address: UInt8) throws(BusFault) -> Self? {
    guard try bus.read(LIS3MDLCore.Register.WHO_AM_I, of: address) == LIS3MDLCore.whoAmI,
      try isBesideAccelerometer(on: bus, at: address)
    else { return nil }
    return Self(address: address)
  }

  /// Whether the magnetometer at this address belongs to an LSM9DS1.
  ///
  /// Boards tie the address pins of both halves together (0x1E with 0x6B, 0x1C with 0x6A); where they do not, the half
  /// at the other address counts unless another magnetometer has a better right to it.
  static func isBesideAccelerometer(on bus: any I2CBus, at address: UInt8) throws(BusFault) -> Bool {
    let isHigh = address == 0x1E
    if try isPresent(identity: accelerometerIdentity, at: isHigh ? 0x6B : 0x6A, on: bus) { return true }
    guard try isPresent(identity: accelerometerIdentity, at: isHigh ? 0x6A : 0x6B, on: bus) else { return false }
    return try !isPresent(identity: LIS3MDLCore.whoAmI, at: isHigh ? 0x1C : 0x1E, on: bus)
  }

  private static func isPresent(identity: UInt8, at address: UInt8, on bus: any I2CBus) throws(BusFault) -> Bool {
    do throws(BusFault) {
      return try bus.read(LIS3MDLCore.Register.WHO_AM_I, of: address) == identity
    } catch {
      if error == .noAnswer || error == .takenByKernel { return false }
      throw error
    }
  }

  mutating func configure(_ sampling: Sampling, on bus: any I2CBus) throws(BusFault) {
    try core.configure(sampling, on: bus)
  }

  mutating func read(on bus: any I2CBus) throws(BusFault) -> Reading? { try core.read(on: bus) }

  func isConfigured(on bus: any I2CBus) throws(BusFault) -> Bool { try core.isConfigured(on: bus) }

  mutating func sleep(on bus: any I2CBus) throws(BusFault) { try core.sleep(on: bus) }

  /// As that of the LIS3MDL.
  mutating func selfTest(on bus: any I2CBus) throws(BusFault) -> Bool? { try core.selfTest(on: bus) }
}
