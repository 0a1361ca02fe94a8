/// MEMSIC MMC5983MA (datasheet rev A, 2019): ±8 G, 18 bits, 0.006 µT a count.
///
/// Its bridges have an offset of up to 0.5 G that moves with temperature. Each measurement is two, after SET and after
/// RESET, which turn the sense of the field but not of the offset: half their difference is the field. So both modes
/// measure when asked; the continuous mode of the chip sets and resets, but leaves the offset. That after SET the field
/// counts up is the datasheet's word, and some drivers have it the other way round, which would turn all axes: let the
/// calibration check the handedness. The control registers cannot be read; all that a brown-out loses is remade by each
/// measurement.
struct MMC5983MA: CoilBridge {
  // swift-format-ignore: AlwaysUseLowerCamelCase
  enum Register: UInt8 {
    /// X, Y, Z, high bytes, then the two low bits of each in 0x06. Unsigned.
    case Xout0 = 0x00
    /// 0.8 °C a count from -75 °C.
    case Tout = 0x07
    /// Bit 0 field done, bit 1 temperature done, bit 4 factory trim read.
    case Status = 0x08
    /// Write only. Bit 0 measure field, 1 measure temperature, 3 SET, 4 RESET, 6 read the factory trim.
    case InternalControl0 = 0x09
    /// Write only. 1...0 bandwidth (0: 8 ms, the least noise), bit 7 reset.
    case InternalControl1 = 0x0A
    /// 0x30.
    case ProductID = 0x2F
  }

  static let name = "MMC5983MA"
  static let quantity = Quantity.magneticField
  static let addresses: [UInt8] = [0x30]

  let address: UInt8
  var temperatureCelsius: Double?
  var readsUntilTemperature = 0

  private static let zero = 131_072
  static let largest = 262_143

  init(address: UInt8) { self.address = address }

  static func identify(on bus: any I2CBus, at address: UInt8) throws(BusFault) -> Self? {
    try bus.read(Register.ProductID, of: address) == 0x30 ? Self(address: address) : nil
  }

  mutating func configure(_ sampling: Sampling, on bus: any I2CBus) throws(BusFault) {
    try bus.write(0x80, to: Register.InternalControl1, of: address)
    bus.pause(.milliseconds(10))
    if try bus.read(Register.Status, of: address) & 0x10 == 0 {
      try bus.write(0x40, to: Register.InternalControl0, of: address)
      bus.pause(.milliseconds(1))
    }
    try bus.write(0x00, to: Register.InternalControl1, of: address)
    readsUntilTemperature = 0
  }

  /// Measures after a pulse through the coil.
  func measure(after pulse: UInt8, on bus: any I2CBus) throws(BusFault) -> Counts? {
    try bus.write(pulse, to: Register.InternalControl0, of: address)
    bus.pause(.milliseconds(1))
    try bus.write(0x01, to: Register.InternalControl0, of: address)
    bus.pause(.milliseconds(8))
    guard try bus.poll(0x01, in: Register.Status, of: address, tries: 6, every: .milliseconds(2)) != nil else {
      return nil
    }
    let bytes = try bus.read(Register.Xout0, of: address, count: 7)
    func axis(_ index: Int, lowBits shift: Int) -> Int {
      bytes.uint16(low: index + 1, high: index) << 2 | Int(bytes[6] >> shift & 0x03)
    }
    return Counts(x: axis(0, lowBits: 6), y: axis(2, lowBits: 4), z: axis(4, lowBits: 2))
  }

  func measureTemperature(on bus: any I2CBus) throws(BusFault) -> Double? {
    try bus.write(0x02, to: Register.InternalControl0, of: address)
    bus.pause(.milliseconds(2))
    guard try bus.poll(0x02, in: Register.Status, of: address, tries: 6, every: .milliseconds(2)) != nil else {
      return nil
    }
    return Double(try bus.read(Register.Tout, of: address)) * 0.8 - 75
  }

  /// Without its factory trim the chip measures nonsense.
  func isConfigured(on bus: any I2CBus) throws(BusFault) -> Bool {
    try bus.read(Register.Status, of: address) & 0x10 != 0
  }

  /// It sleeps whenever it does not measure.
  mutating func sleep(on bus: any I2CBus) throws(BusFault) {
    try bus.write(0x00, to: Register.InternalControl0, of: address)
  }
}
