/// MEMSIC MMC5603NJ and MMC5633NJL (datasheet rev B): ±30 G, 20 bits, 0.006 µT a count.
///
/// Measured as the ``MMC5983MA`` is, after SET and after RESET. Some lots and clones have the identity 0, so a chip at
/// this address without identity is asked to measure. X and Y are printed the wrong way on Adafruit's board.
struct MMC5603: CoilBridge {
  // swift-format-ignore: AlwaysUseLowerCamelCase
  enum Register: UInt8 {
    /// X, Y, Z, two high bytes each, then the four low bits of each in the top of 0x06...0x08. Unsigned.
    case Xout0 = 0x00
    /// 0.8 °C a count from -75 °C.
    case Tout = 0x09
    /// Bit 7 temperature done, 6 field done, 4 factory trim read.
    case Status1 = 0x18
    /// Write only. Bit 0 measure field, 1 measure temperature, 3 SET, 4 RESET.
    case InternalControl0 = 0x1B
    /// Write only. 1...0 bandwidth (0: 6.6 ms, the least noise), bit 7 reset.
    case InternalControl1 = 0x1C
    /// 0x10, or 0.
    case ProductID = 0x39
  }

  static let name = "MMC5603"
  static let quantity = Quantity.magneticField
  static let addresses: [UInt8] = [0x30]

  let address: UInt8
  var temperatureCelsius: Double?
  var readsUntilTemperature = 0

  static let largest = 0xF_FFFF

  init(address: UInt8) { self.address = address }

  static func identify(on bus: any I2CBus, at address: UInt8) throws(BusFault) -> Self? {
    let identity = try bus.read(Register.ProductID, of: address)
    if identity == 0x10 { return Self(address: address) }
    guard identity == 0, try bus.read(MMC5983MA.Register.ProductID, of: address) != 0x30 else { return nil }
    try bus.write(0x01, to: Register.InternalControl0, of: address)
    bus.pause(.milliseconds(8))
    let status = try bus.read(Register.Status1, of: address)
    return status != 0xFF && status & 0x40 != 0 ? Self(address: address) : nil
  }

  mutating func configure(_ sampling: Sampling, on bus: any I2CBus) throws(BusFault) {
    try bus.write(0x80, to: Register.InternalControl1, of: address)
    bus.pause(.milliseconds(20))
    try bus.write(0x00, to: Register.InternalControl1, of: address)
    readsUntilTemperature = 0
  }

  /// Measures after a pulse through the coil.
  func measure(after pulse: UInt8, on bus: any I2CBus) throws(BusFault) -> Counts? {
    try bus.write(pulse, to: Register.InternalControl0, of: address)
    bus.pause(.milliseconds(1))
    try bus.write(0x01, to: Register.InternalControl0, of: address)
    bus.pause(.milliseconds(7))
    guard try bus.poll(0x40, in: Register.Status1, of: address, tries: 6, every: .milliseconds(2)) != nil else {
      return nil
    }
    let bytes = try bus.read(Register.Xout0, of: address, count: 9)
    func axis(_ index: Int, lowBits: Int) -> Int {
      bytes.uint16(low: index + 1, high: index) << 4 | Int(bytes[lowBits] >> 4)
    }
    return Counts(x: axis(0, lowBits: 6), y: axis(2, lowBits: 7), z: axis(4, lowBits: 8))
  }

  func measureTemperature(on bus: any I2CBus) throws(BusFault) -> Double? {
    try bus.write(0x02, to: Register.InternalControl0, of: address)
    bus.pause(.milliseconds(2))
    guard try bus.poll(0x80, in: Register.Status1, of: address, tries: 6, every: .milliseconds(2)) != nil else {
      return nil
    }
    return Double(try bus.read(Register.Tout, of: address)) * 0.8 - 75
  }

  /// It is measured anew from power-on values each time, so that there is nothing to lose.
  func isConfigured(on bus: any I2CBus) throws(BusFault) -> Bool {
    _ = try bus.read(Register.ProductID, of: address)
    return true
  }

  /// It sleeps whenever it does not measure.
  mutating func sleep(on bus: any I2CBus) throws(BusFault) {
    try bus.write(0x00, to: Register.InternalControl0, of: address)
  }
}
