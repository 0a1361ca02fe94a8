/// QST QMC5883L (datasheet rev 1.0), often sold as HMC5883L: ±8 G here, 0.033 µT a count, far below its noise.
///
/// Its axes are right-handed; on some boards (marked HA588) Z is inverted. It has no single-shot mode: between two
/// single shots it stands by. Its thermometer has no zero, so it is not read.
struct QMC5883L: Chip {
  // swift-format-ignore: AlwaysUseLowerCamelCase
  enum Register: UInt8 {
    /// X, Y, Z, low byte first; once one is read no new ones are placed until the last is.
    case DATA_OUT_X_LSB = 0x00
    /// Bit 0 DRDY, bit 1 OVL, bit 2 DOR.
    case STATUS = 0x06
    /// Mode, rate, range, oversampling.
    case CONTROL_1 = 0x09
    /// Bit 7 soft reset, bit 6 pointer roll-over, bit 0 interrupt off.
    case CONTROL_2 = 0x0A
    /// Must be 1, or the offset of the bridge is not taken away.
    case SET_RESET_PERIOD = 0x0B
    /// 0xFF, which an empty bus gives as well.
    case CHIP_ID = 0x0D
  }

  static let name = "QMC5883L"
  static let quantity = Quantity.magneticField
  static let addresses: [UInt8] = [0x0D]

  let address: UInt8
  private var rateIndex: Int?

  private static let rates = [10.0, 50, 100, 200]
  private static let control2: UInt8 = 0x41
  /// ±8 G, 512 samples.
  private static let control1: UInt8 = 0x10
  /// In single-shot mode, at the fastest rate.
  private static let standby: UInt8 = control1 | 0x0C
  /// 3000 counts per gauss.
  private static let microteslaPerCount = 100.0 / 3_000

  init(address: UInt8) { self.address = address }

  static func identify(on bus: any I2CBus, at address: UInt8) throws(BusFault) -> Self? {
    guard try bus.read(Register.CHIP_ID, of: address) == 0xFF else { return nil }
    // An AK8963 can be here, too; its register of that number is a soft reset.
    guard try bus.read(AK8963.Register.WIA, of: address, count: 2) != [AK8963.whoAmI, AK8963.information] else {
      return nil
    }
    // What reads 0xFF may be nobody: somebody remembers what is written.
    try bus.write(0x01, to: Register.SET_RESET_PERIOD, of: address)
    guard try bus.read(Register.SET_RESET_PERIOD, of: address) == 0x01 else { return nil }
    return Self(address: address)
  }

  mutating func configure(_ sampling: Sampling, on bus: any I2CBus) throws(BusFault) {
    rateIndex = sampling.index(in: Self.rates)
    try bus.write(0x80, to: Register.CONTROL_2, of: address)
    bus.pause(.milliseconds(1))
    try bus.write(Self.control2, to: Register.CONTROL_2, of: address)
    try bus.write(0x01, to: Register.SET_RESET_PERIOD, of: address)
    try bus.write(mode, to: Register.CONTROL_1, of: address)
  }

  /// What CONTROL_1 holds between two measurements.
  private var mode: UInt8 { rateIndex.map { Self.control1 | UInt8($0) << 2 | 0x01 } ?? Self.standby }

  mutating func read(on bus: any I2CBus) throws(BusFault) -> Reading? {
    guard let rateIndex else {
      try bus.write(Self.standby | 0x01, to: Register.CONTROL_1, of: address)
      bus.pause(.milliseconds(5))
      let reading = try take(on: bus, every: .milliseconds(3), tries: 40)
      try bus.write(mode, to: Register.CONTROL_1, of: address)
      return reading
    }
    return try take(on: bus, every: .period(hertz: Self.rates[rateIndex]) / 4, tries: 6)
  }

  private func take(on bus: any I2CBus, every step: Duration, tries: Int) throws(BusFault) -> Reading? {
    guard let status = try bus.poll(0x01, in: Register.STATUS, of: address, tries: tries, every: step) else {
      return nil
    }
    let counts = Counts(littleEndian: try bus.read(Register.DATA_OUT_X_LSB, of: address, count: 6))
    guard !counts.isDead else { return nil }
    return Reading(
      vector: counts.scaled(by: Self.microteslaPerCount), isSaturated: status & 0x02 != 0 || counts.reaches(32_767))
  }

  func isConfigured(on bus: any I2CBus) throws(BusFault) -> Bool {
    try bus.read(Register.CONTROL_1, of: address, count: 3) == [mode, Self.control2, 0x01]
  }

  mutating func sleep(on bus: any I2CBus) throws(BusFault) {
    try bus.write(0x00, to: Register.CONTROL_1, of: address)
  }
}
