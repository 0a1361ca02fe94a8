// The template of a driver: docs/adding-a-sensor.md walks through it. The chip is invented; it is built with the tests
// so that it cannot rot. In Sources/Sensors/Chips the next line goes.
@testable import Sensors

/// Example Instruments' XM100 (datasheet rev 1.0): ±8 G, 0.1 µT a count. Its axes are right-handed.
struct ExampleMagnetometer: Chip {
  // swift-format-ignore: AlwaysUseLowerCamelCase
  enum Register: UInt8 {
    /// 0x5A.
    case CHIP_ID = 0x00
    /// Bit 0 data ready, bit 1 overflow.
    case STATUS = 0x01
    /// X, Y, Z of 16 bits, low byte first.
    case DATA_X_LSB = 0x02
    /// Bits 1...0 mode: 0 sleep, 1 single, 2 continuous; 3...2 rate; bit 6 block data update; bit 7 reset.
    case CONTROL = 0x08
  }

  static let name = "XM100"
  static let quantity = Quantity.magneticField
  /// ADDR to ground; high.
  static let addresses: [UInt8] = [0x2E, 0x2F]

  let address: UInt8
  /// Nil in single-shot mode.
  private var rateIndex: Int?

  private static let identity: UInt8 = 0x5A
  private static let rates = [10.0, 50, 100, 200]
  private static let blockDataUpdate: UInt8 = 0x40
  private static let microteslaPerCount = 0.1
  /// Where the counts end (datasheet table 3).
  private static let limit = 8_000

  static func identify(on bus: any I2CBus, at address: UInt8) throws(BusFault) -> Self? {
    try bus.read(Register.CHIP_ID, of: address) == identity ? Self(address: address) : nil
  }

  init(address: UInt8) { self.address = address }

  mutating func configure(_ sampling: Sampling, on bus: any I2CBus) throws(BusFault) {
    rateIndex = sampling.index(in: Self.rates)
    try bus.write(0x80, to: Register.CONTROL, of: address)
    // The datasheet allows a reset 2 ms.
    bus.pause(.milliseconds(3))
    try bus.write(control, to: Register.CONTROL, of: address)
  }

  mutating func read(on bus: any I2CBus) throws(BusFault) -> Reading? {
    var period = Duration.milliseconds(8)
    if let rateIndex {
      period = .period(hertz: Self.rates[rateIndex])
    } else {
      try bus.write(Self.blockDataUpdate | 0x01, to: Register.CONTROL, of: address)
      bus.pause(period)
    }
    guard let status = try bus.poll(0x01, in: Register.STATUS, of: address, tries: 9, every: period / 4) else {
      return nil
    }
    let counts = Counts(littleEndian: try bus.read(Register.DATA_X_LSB, of: address, count: 6))
    guard !counts.isDead else { return nil }
    return Reading(
      vector: counts.scaled(by: Self.microteslaPerCount), isSaturated: status & 0x02 != 0 || counts.reaches(Self.limit))
  }

  func isConfigured(on bus: any I2CBus) throws(BusFault) -> Bool {
    try bus.read(Register.CONTROL, of: address) == control
  }

  mutating func sleep(on bus: any I2CBus) throws(BusFault) {
    rateIndex = nil
    try bus.write(Self.blockDataUpdate, to: Register.CONTROL, of: address)
  }

  /// What the control register holds between measurements; after a single one the chip sleeps by itself.
  private var control: UInt8 {
    guard let rateIndex else { return Self.blockDataUpdate }
    return Self.blockDataUpdate | UInt8(rateIndex) << 2 | 0x02
  }
}
