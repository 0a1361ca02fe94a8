/// AKM AK8963, the magnetometer inside MPU-9250 and MPU-9255 (datasheet MS1356-E-02): ±4912 µT, 0.15 µT a count.
///
/// It is seen only while the MPU's bypass is open; ``identify(on:at:)`` opens it. Readings are along the axes of the
/// MPU's accelerometer: that one's X is this one's Y, its Y this one's X, its Z this one's -Z. It has no thermometer.
struct AK8963: Chip {
  // swift-format-ignore: AlwaysUseLowerCamelCase
  enum Register: UInt8 {
    /// 0x48, then INFO.
    case WIA = 0x00
    /// Bit 0 DRDY, bit 1 DOR.
    case ST1 = 0x02
    /// X, Y, Z, low byte first.
    case HXL = 0x03
    /// Bit 3 HOFL, bit 4 BITM. Must be read after each measurement, or the data freeze.
    case ST2 = 0x09
    /// Bits 3...0 mode, bit 4 16 bits.
    case CNTL1 = 0x0A
    /// Bit 0 soft reset.
    case CNTL2 = 0x0B
    /// Bit 6 makes the field of the self-test.
    case ASTC = 0x0C
    /// Sensitivity adjustment, to be read in fuse ROM mode.
    case ASAX = 0x10
  }

  private enum Mode {
    static let powerDown: UInt8 = 0x10
    static let single: UInt8 = 0x11
    static let continuous8Hz: UInt8 = 0x12
    static let continuous100Hz: UInt8 = 0x16
    static let selfTest: UInt8 = 0x18
    static let fuseROM: UInt8 = 0x1F
  }

  static let name = "AK8963"
  static let quantity = Quantity.magneticField
  static let addresses: [UInt8] = [0x0C, 0x0D, 0x0E, 0x0F]

  static let whoAmI: UInt8 = 0x48
  /// INFO.
  static let information: UInt8 = 0x9A

  let address: UInt8
  private var mode = Mode.powerDown
  private var adjustment = SIMD3<Double>(1, 1, 1)

  init(address: UInt8) { self.address = address }

  static func identify(on bus: any I2CBus, at address: UInt8) throws(BusFault) -> Self? {
    let identity = try InvenSenseBypass.reading(AKMIdentity.first, of: address, on: bus)
    // The device's number is 0x9A in all parts seen, but the datasheet does not promise it.
    let others = [AK09916.deviceID, whoAmI, 0x00, 0xFF]
    return identity[0] == whoAmI && !others.contains(identity[1]) ? Self(address: address) : nil
  }

  mutating func configure(_ sampling: Sampling, on bus: any I2CBus) throws(BusFault) {
    try bus.write(0x01, to: Register.CNTL2, of: address)
    bus.pause(.milliseconds(1))
    try enter(Mode.fuseROM, on: bus)
    let bytes = try bus.read(Register.ASAX, of: address, count: 3)
    let values = SIMD3(Double(bytes[0]), Double(bytes[1]), Double(bytes[2]))
    adjustment = (values - 128) / 256 + 1
    switch sampling {
    case .singleShot: mode = Mode.powerDown
    case .continuous(let hertz): mode = hertz <= 8 ? Mode.continuous8Hz : Mode.continuous100Hz
    }
    try enter(mode, on: bus)
  }

  /// Changes the mode, which has to go through power-down and stay there for 100 µs (datasheet 6.3).
  private func enter(_ mode: UInt8, on bus: any I2CBus) throws(BusFault) {
    try bus.write(Mode.powerDown, to: Register.CNTL1, of: address)
    bus.pause(.microseconds(200))
    if mode != Mode.powerDown { try bus.write(mode, to: Register.CNTL1, of: address) }
  }

  mutating func read(on bus: any I2CBus) throws(BusFault) -> Reading? {
    if mode == Mode.powerDown {
      try bus.write(Mode.single, to: Register.CNTL1, of: address)
      bus.pause(.milliseconds(8))
    }
    let step = Duration.milliseconds(mode == Mode.continuous8Hz ? 32 : 3)
    guard let (counts, status) = try take(on: bus, tries: 6, every: step), !counts.isDead else { return nil }
    let own = counts.scaled(by: status & 0x10 != 0 ? 0.15 : 0.6) * adjustment
    return Reading(vector: SIMD3(own.y, own.x, -own.z), isSaturated: status & 0x08 != 0)
  }

  /// Waits for data and reads them with ST2.
  private func take(
    on bus: any I2CBus, tries: Int, every step: Duration
  ) throws(BusFault) -> (counts: Counts, status: UInt8)? {
    guard
      let bytes = try bus.take(7, behind: Register.ST1.rawValue, when: 0x01, of: address, tries: tries, every: step)
    else { return nil }
    return (Counts(littleEndian: bytes), bytes[6])
  }

  /// After a single measurement the chip is in power-down by itself; the bit for 16 bits stays, unless it was reset.
  func isConfigured(on bus: any I2CBus) throws(BusFault) -> Bool {
    try bus.read(Register.CNTL1, of: address) & 0x1F == mode
  }

  mutating func sleep(on bus: any I2CBus) throws(BusFault) {
    mode = Mode.powerDown
    try bus.write(Mode.powerDown, to: Register.CNTL1, of: address)
  }

  /// A coil in the chip makes a field along Z (datasheet 6.4.4, limits for 16 bits in 8.2).
  mutating func selfTest(on bus: any I2CBus) throws(BusFault) -> Bool? {
    try enter(Mode.powerDown, on: bus)
    try bus.write(0x40, to: Register.ASTC, of: address)
    try bus.write(Mode.selfTest, to: Register.CNTL1, of: address)
    bus.pause(.milliseconds(10))
    let result = try take(on: bus, tries: 10, every: .milliseconds(3))
    try bus.write(0x00, to: Register.ASTC, of: address)
    try enter(Mode.powerDown, on: bus)
    guard let result else { return false }
    let field = result.counts.scaled(by: 1) * adjustment
    return abs(field.x) <= 200 && abs(field.y) <= 200 && (-3_200 ... -800).contains(field.z)
  }
}

/// Where AKM's magnetometers say who they are.
enum AKMIdentity: UInt8 {
  /// The company, then the device.
  case first = 0x00
}
