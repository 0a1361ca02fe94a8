/// QST QMC5883P (datasheet rev C), successor of the QMC5883L and sold as GY-271 like it: ±8 G here, 0.027 µT a count.
///
/// Its axes are not those of the QMC5883L. Register 0x29 decides their signs; 0x06, the value of the datasheet's own
/// example, is taken here to make them right-handed, which is disputed: let the calibration check it.
struct QMC5883P: Chip {
  // swift-format-ignore: AlwaysUseLowerCamelCase
  enum Register: UInt8 {
    /// 0x80.
    case CHIP_ID = 0x00
    /// X, Y, Z, low byte first.
    case DATA_OUT_X_LSB = 0x01
    /// Bit 0 DRDY, bit 1 OVFL.
    case STATUS = 0x09
    /// Bits 1...0 mode: 0 suspend, 1 normal, 2 single, 3 continuous; 3...2 rate; 5...4 OSR1; 7...6 OSR2.
    case CONTROL_1 = 0x0A
    /// Bits 1...0 set and reset (0 on); 3...2 range: 0 ±30 G, 1 ±12 G, 2 ±8 G, 3 ±2 G; bit 7 soft reset.
    case CONTROL_2 = 0x0B
    /// The signs of the axes.
    case SIGN = 0x29
  }

  static let name = "QMC5883P"
  static let quantity = Quantity.magneticField
  static let addresses: [UInt8] = [0x2C]

  let address: UInt8
  private var rateIndex: Int?

  private static let rates = [10.0, 50, 100, 200]
  /// Most averaging in both filters.
  private static let filters: UInt8 = 0xC0
  /// ±8 G with set and reset.
  private static let control2: UInt8 = 0x08
  /// 3750 counts per gauss; 3000, as some drivers have it, was the QMC5883L's.
  private static let microteslaPerCount = 100.0 / 3_750

  init(address: UInt8) { self.address = address }

  static func identify(on bus: any I2CBus, at address: UInt8) throws(BusFault) -> Self? {
    try bus.read(Register.CHIP_ID, of: address) == 0x80 ? Self(address: address) : nil
  }

  mutating func configure(_ sampling: Sampling, on bus: any I2CBus) throws(BusFault) {
    rateIndex = sampling.index(in: Self.rates)
    try bus.write(0x80, to: Register.CONTROL_2, of: address)
    bus.pause(.milliseconds(50))
    try bus.write(0x06, to: Register.SIGN, of: address)
    try bus.write(Self.control2, to: Register.CONTROL_2, of: address)
    if let rateIndex {
      try bus.write(Self.filters | UInt8(rateIndex) << 2 | 0x01, to: Register.CONTROL_1, of: address)
    }
  }

  mutating func read(on bus: any I2CBus) throws(BusFault) -> Reading? {
    var step = Duration.milliseconds(3)
    var tries = 40
    if let rateIndex {
      step = .period(hertz: Self.rates[rateIndex]) / 4
      tries = 6
    } else {
      try bus.write(Self.filters | 0x02, to: Register.CONTROL_1, of: address)
      bus.pause(.milliseconds(5))
    }
    guard let status = try bus.poll(0x01, in: Register.STATUS, of: address, tries: tries, every: step) else {
      return nil
    }
    let counts = Counts(littleEndian: try bus.read(Register.DATA_OUT_X_LSB, of: address, count: 6))
    guard !counts.isDead else { return nil }
    return Reading(
      vector: counts.scaled(by: Self.microteslaPerCount), isSaturated: status & 0x02 != 0 || counts.reaches(32_767))
  }

  func isConfigured(on bus: any I2CBus) throws(BusFault) -> Bool {
    guard try bus.read(Register.CONTROL_2, of: address) == Self.control2,
      try bus.read(Register.SIGN, of: address) == 0x06
    else { return false }
    guard let rateIndex else { return true }
    return try bus.read(Register.CONTROL_1, of: address) == Self.filters | UInt8(rateIndex) << 2 | 0x01
  }

  mutating func sleep(on bus: any I2CBus) throws(BusFault) {
    try bus.write(Self.filters, to: Register.CONTROL_1, of: address)
  }
}
