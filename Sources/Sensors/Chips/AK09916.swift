/// AKM AK09916, the magnetometer inside the ICM-20948 (datasheet MS1696-E-02): ±4912 µT, 0.15 µT a count.
///
/// It is seen only while the ICM's bypass is open; ``identify(on:at:)`` opens it. Readings are along the axes of the
/// ICM's accelerometer: its Y and Z are this one's -Y and -Z. Its thermometer is not for users.
struct AK09916: Chip {
  // swift-format-ignore: AlwaysUseLowerCamelCase
  enum Register: UInt8 {
    /// 0x48, then 0x09.
    case WIA1 = 0x00
    /// Bit 0 DRDY, bit 1 DOR.
    case ST1 = 0x10
    /// X, Y, Z, low byte first; then a byte for nothing and ST2.
    case HXL = 0x11
    /// Bit 3 HOFL. Must be read after each measurement, or the data freeze.
    case ST2 = 0x18
    /// Mode.
    case CNTL2 = 0x31
    /// Bit 0 soft reset.
    case CNTL3 = 0x32
  }

  static let name = "AK09916"
  static let quantity = Quantity.magneticField
  static let addresses: [UInt8] = [0x0C]

  /// WIA2.
  static let deviceID: UInt8 = 0x09

  let address: UInt8
  private var rateIndex: Int?

  private static let rates = [10.0, 20, 50, 100]
  private static let microteslaPerCount = 0.15

  init(address: UInt8) { self.address = address }

  static func identify(on bus: any I2CBus, at address: UInt8) throws(BusFault) -> Self? {
    let identity = try InvenSenseBypass.reading(AKMIdentity.first, of: address, on: bus)
    return identity == [AK8963.whoAmI, deviceID] ? Self(address: address) : nil
  }

  private var mode: UInt8 { rateIndex.map { UInt8($0 + 1) << 1 } ?? 0 }

  mutating func configure(_ sampling: Sampling, on bus: any I2CBus) throws(BusFault) {
    rateIndex = sampling.index(in: Self.rates)
    try bus.write(0x01, to: Register.CNTL3, of: address)
    bus.pause(.milliseconds(1))
    // After a reset the mode is power-down, from which any other may be entered.
    if rateIndex != nil { try bus.write(mode, to: Register.CNTL2, of: address) }
  }

  mutating func read(on bus: any I2CBus) throws(BusFault) -> Reading? {
    var step = Duration.milliseconds(2)
    if let rateIndex {
      step = .period(hertz: Self.rates[rateIndex]) / 4
    } else {
      try bus.write(0x01, to: Register.CNTL2, of: address)
      bus.pause(.milliseconds(8))
    }
    guard let (counts, status) = try take(on: bus, tries: 6, every: step), !counts.isDead else { return nil }
    let own = counts.scaled(by: Self.microteslaPerCount)
    return Reading(vector: SIMD3(own.x, -own.y, -own.z), isSaturated: status & 0x08 != 0)
  }

  /// Waits for data and reads them with ST2.
  private func take(
    on bus: any I2CBus, tries: Int, every step: Duration
  ) throws(BusFault) -> (counts: Counts, status: UInt8)? {
    guard
      let bytes = try bus.take(8, behind: Register.ST1.rawValue, when: 0x01, of: address, tries: tries, every: step)
    else { return nil }
    return (Counts(littleEndian: bytes), bytes[7])
  }

  /// Between single measurements the chip holds nothing that a reset could lose.
  func isConfigured(on bus: any I2CBus) throws(BusFault) -> Bool {
    try bus.read(Register.CNTL2, of: address) == mode
  }

  mutating func sleep(on bus: any I2CBus) throws(BusFault) {
    rateIndex = nil
    try bus.write(0x00, to: Register.CNTL2, of: address)
  }

  /// A coil in the chip makes a field along Z (datasheet 9.4.4).
  mutating func selfTest(on bus: any I2CBus) throws(BusFault) -> Bool? {
    try bus.write(0x00, to: Register.CNTL2, of: address)
    bus.pause(.microseconds(200))
    try bus.write(0x10, to: Register.CNTL2, of: address)
    bus.pause(.milliseconds(10))
    guard let (counts, _) = try take(on: bus, tries: 10, every: .milliseconds(3)) else { return false }
    return abs(counts.x) <= 200 && abs(counts.y) <= 200 && (-1_000 ... -200).contains(counts.z)
  }
}
