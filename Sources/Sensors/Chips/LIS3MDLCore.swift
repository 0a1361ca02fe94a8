/// What LIS3MDL and the magnetometer of the LSM9DS1 have in common: everything but the name.
struct LIS3MDLCore: Sendable {
  // swift-format-ignore: AlwaysUseLowerCamelCase
  enum Register: UInt8 {
    /// 0x3D.
    case WHO_AM_I = 0x0F
    /// Bit 7 thermometer, 6...5 performance of X and Y, 4...2 rate, bit 0 self-test.
    case CTRL_REG1 = 0x20
    /// 6...5 range: ±4, 8, 12, 16 G; bit 2 soft reset.
    case CTRL_REG2 = 0x21
    /// 1...0 mode: 0 continuous, 1 single, 3 off, as after power-on.
    case CTRL_REG3 = 0x22
    /// 3...2 performance of Z.
    case CTRL_REG4 = 0x23
    /// Bit 6 BDU: no new low byte between two bytes of one number.
    case CTRL_REG5 = 0x24
    /// Bit 3 ZYXDA.
    case STATUS_REG = 0x27
    /// X, Y, Z, low byte first.
    case OUT_X_L = 0x28
    /// 8 counts a degree, 0 at 25 °C.
    case TEMP_OUT_L = 0x2E
  }

  static let whoAmI: UInt8 = 0x3D

  let address: UInt8
  private var rateIndex: Int?
  private var lastTemperature: Double?
  private var readsSinceTemperature = 0

  /// What the ultra-high performance reaches without the fast rates.
  private static let rates = [0.625, 1.25, 2.5, 5, 10, 20, 40, 80]
  /// The bit that makes the pointer move on.
  private static let autoIncrement: UInt8 = 0x80
  /// Measurements that share a temperature.
  private static let temperatureReads = 15
  private static let microteslaPerCount = 100.0 / 6_842

  init(address: UInt8) { self.address = address }

  /// Thermometer on, ultra-high performance; a single shot is as fast as the fastest rate.
  private var control1: UInt8 { 0xE0 | UInt8(rateIndex ?? Self.rates.count - 1) << 2 }

  mutating func configure(_ sampling: Sampling, on bus: any I2CBus) throws(BusFault) {
    rateIndex = sampling.index(in: Self.rates)
    lastTemperature = nil
    try bus.write(0x04, to: Register.CTRL_REG2, of: address)
    bus.pause(.milliseconds(10))
    try bus.write(control1, to: Register.CTRL_REG1, of: address)
    try bus.write(0x00, to: Register.CTRL_REG2, of: address)
    try bus.write(0x0C, to: Register.CTRL_REG4, of: address)
    try bus.write(0x40, to: Register.CTRL_REG5, of: address)
    if rateIndex != nil { try bus.write(0x00, to: Register.CTRL_REG3, of: address) }
  }

  mutating func read(on bus: any I2CBus) throws(BusFault) -> Reading? {
    var step = Duration.milliseconds(2)
    if let rateIndex {
      step = .period(hertz: Self.rates[rateIndex]) / 4
    } else {
      try bus.write(0x01, to: Register.CTRL_REG3, of: address)
      bus.pause(.milliseconds(7))
    }
    guard let counts = try take(on: bus, tries: 8, every: step), !counts.isDead else { return nil }
    return Reading(
      vector: counts.scaled(by: Self.microteslaPerCount), isSaturated: counts.reaches(32_760),
      temperatureCelsius: try temperature(on: bus))
  }

  /// The pointer goes back to X after Z: the temperature has to be read for itself, so not with every measurement.
  private mutating func temperature(on bus: any I2CBus) throws(BusFault) -> Double {
    if let celsius = lastTemperature, readsSinceTemperature < Self.temperatureReads {
      readsSinceTemperature += 1
      return celsius
    }
    let bytes = try bus.read(Register.TEMP_OUT_L.rawValue | Self.autoIncrement, of: address, count: 2)
    let celsius = 25 + Double(bytes.int16(low: 0, high: 1)) / 8
    // Between single shots any time may pass.
    lastTemperature = rateIndex == nil ? nil : celsius
    readsSinceTemperature = 0
    return celsius
  }

  private func take(on bus: any I2CBus, tries: Int, every step: Duration) throws(BusFault) -> Counts? {
    try bus.take(
      6, behind: Register.STATUS_REG.rawValue | Self.autoIncrement, when: 0x08, of: address, tries: tries, every: step
    ).map(Counts.init(littleEndian:))
  }

  func isConfigured(on bus: any I2CBus) throws(BusFault) -> Bool {
    let bytes = try bus.read(Register.CTRL_REG1.rawValue | Self.autoIncrement, of: address, count: 5)
    guard bytes.count == 5, bytes[0] == control1, bytes[1] == 0, bytes[3] == 0x0C, bytes[4] == 0x40 else {
      return false
    }
    return rateIndex == nil || bytes[2] & 0x03 == 0
  }

  mutating func sleep(on bus: any I2CBus) throws(BusFault) { try bus.write(0x03, to: Register.CTRL_REG3, of: address) }

  /// At ±12 G and 80 Hz, five measurements each without and with the current (application note AN4602).
  mutating func selfTest(on bus: any I2CBus) throws(BusFault) -> Bool? {
    try bus.write(0x1C, to: Register.CTRL_REG1, of: address)
    try bus.write(0x40, to: Register.CTRL_REG2, of: address)
    try bus.write(0x00, to: Register.CTRL_REG3, of: address)
    bus.pause(.milliseconds(20))
    guard let without = try average(on: bus) else { return false }
    try bus.write(0x1D, to: Register.CTRL_REG1, of: address)
    bus.pause(.milliseconds(60))
    guard let with = try average(on: bus) else { return false }
    try bus.write(0x03, to: Register.CTRL_REG3, of: address)
    try bus.write(0x1C, to: Register.CTRL_REG1, of: address)
    let gauss = (with - without) / 2_281
    let wide = 1.0...3.0
    return wide.contains(abs(gauss.x)) && wide.contains(abs(gauss.y)) && (0.1...1.0).contains(abs(gauss.z))
  }

  private func average(on bus: any I2CBus) throws(BusFault) -> SIMD3<Double>? {
    var sum = SIMD3<Double>.zero
    // The first one may be older than the change.
    for sample in 0..<6 {
      guard let counts = try take(on: bus, tries: 8, every: .milliseconds(4)) else { return nil }
      if sample > 0 { sum += counts.scaled(by: 1) }
    }
    return sum / 5
  }
}
