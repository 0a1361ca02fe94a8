/// The switch in MPU-9250, MPU-9255 and ICM-20948 that connects the magnetometer inside to the bus.
///
/// It is closed after power-on and after each reset of the package, so whoever wants the magnetometer opens it anew. An
/// MPU-6500 (identity 0x70, often sold as MPU-9250) has no magnetometer inside, so there is nothing to open.
enum InvenSenseBypass {
  // swift-format-ignore: AlwaysUseLowerCamelCase
  enum MPURegister: UInt8 {
    /// Not a register to read here: a clock chip at 0x68 with 64 registers shows the same byte as at 0x75.
    case alias = 0x35
    /// Bit 1 opens the bypass.
    case INT_PIN_CFG = 0x37
    /// Bit 5 makes the package master of the inner bus.
    case USER_CTRL = 0x6A
    /// Bit 6 sleep.
    case PWR_MGMT_1 = 0x6B
    /// 0x71 MPU-9250, 0x73 MPU-9255.
    case WHO_AM_I = 0x75
  }

  // swift-format-ignore: AlwaysUseLowerCamelCase
  enum ICMRegister: UInt8 {
    /// 0xEA; no clock chip can show it, its seconds are decimal.
    case WHO_AM_I = 0x00
    /// Bit 5 makes the package master of the inner bus.
    case USER_CTRL = 0x03
    /// Bit 6 sleep.
    case PWR_MGMT_1 = 0x06
    /// Bit 1 opens the bypass.
    case INT_PIN_CFG = 0x0F
  }

  /// Where the packages can be.
  static let addresses: [UInt8] = [0x68, 0x69]

  /// Reads the two identity registers of a magnetometer, and opens the bypass if nobody answers.
  static func reading(
    _ register: AKMIdentity, of address: UInt8, on bus: any I2CBus
  ) throws(BusFault) -> [UInt8] {
    do throws(BusFault) {
      return try bus.read(register, of: address, count: 2)
    } catch {
      guard error == .noAnswer, address == 0x0C, try open(on: bus) else { throw error }
      return try bus.read(register, of: address, count: 2)
    }
  }

  /// Opens the bypass of each package that has a magnetometer inside.
  ///
  /// - Returns: whether there was one.
  static func open(on bus: any I2CBus) throws(BusFault) -> Bool {
    var found = false
    for address in addresses {
      do throws(BusFault) {
        found = try open(at: address, on: bus) || found
      } catch {
        if error != .noAnswer && error != .takenByKernel { throw error }
      }
    }
    return found
  }

  /// Opens the bypass of the package at this address, if it is one with a magnetometer inside. Other bits of its
  /// registers stay.
  ///
  /// - Returns: whether it is one.
  static func open(at address: UInt8, on bus: any I2CBus) throws(BusFault) -> Bool {
    let identity = try bus.read(MPURegister.WHO_AM_I, of: address)
    if identity == 0x71 || identity == 0x73, try bus.read(MPURegister.alias, of: address) != identity {
      try bus.change(MPURegister.PWR_MGMT_1, of: address, clearing: 0x40, setting: 0x01)
      try bus.change(MPURegister.USER_CTRL, of: address, clearing: 0x20, setting: 0x00)
      try bus.change(MPURegister.INT_PIN_CFG, of: address, clearing: 0x00, setting: 0x02)
      return true
    }
    guard try bus.read(ICMRegister.WHO_AM_I, of: address) == 0xEA else { return false }
    try bus.change(ICMRegister.PWR_MGMT_1, of: address, clearing: 0x40, setting: 0x01)
    try bus.change(ICMRegister.USER_CTRL, of: address, clearing: 0x20, setting: 0x00)
    try bus.change(ICMRegister.INT_PIN_CFG, of: address, clearing: 0x00, setting: 0x02)
    return true
  }
}

extension I2CBus {
  /// Changes bits of a register, if they are not so already.
  fileprivate func change(
    _ register: some RawRepresentable<UInt8>, of address: UInt8, clearing: UInt8, setting: UInt8
  ) throws(BusFault) {
    let old = try read(register, of: address)
    let new = old & ~clearing | setting
    if new != old { try write(new, to: register, of: address) }
  }
}
