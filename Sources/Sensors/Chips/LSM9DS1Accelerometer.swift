/// The accelerometer of ST's LSM9DS1 (DocID025715); its gyroscope sleeps, and its magnetometer is a driver of its own.
struct LSM9DS1Accelerometer: Napping {
  /// What is printed on the part.
  static let name = "LSM9DS1"
  /// What it measures.
  static let quantity = Quantity.acceleration
  /// SDO_A/G high, which the usual boards have; to ground.
  static let addresses: [UInt8] = [0x6B, 0x6A]

  /// The registers, named as in the datasheet.
  // swift-format-ignore: AlwaysUseLowerCamelCase
  enum Register: UInt8 {
    case WHO_AM_I = 0x0F
    case CTRL_REG1_G = 0x10
    case CTRL_REG5_XL = 0x1F
    case CTRL_REG6_XL = 0x20
    case CTRL_REG7_XL = 0x21
    case CTRL_REG8 = 0x22
    case CTRL_REG10 = 0x24
    case STATUS_REG = 0x27
    case OUT_X_L_XL = 0x28
  }

  /// The range, by the code of the FS_XL bits: 1 is 16 g.
  enum FullScale: UInt8, CaseIterable {
    case g2 = 0
    case g16 = 1
    case g4 = 2
    case g8 = 3

    /// g for one count (table 3). At 16 g it is 0.732 mg, not twice that of 8 g.
    var scale: Double {
      switch self {
      case .g2: 0.000_061
      case .g4: 0.000_122
      case .g8: 0.000_244
      case .g16: 0.000_732
      }
    }

    /// The counts at which it is saturated: at 16 g the range ends before the numbers do.
    var counts: ClosedRange<Int> {
      self == .g16 ? -21_857...21_857 : -32_768...32_767
    }
  }

  private static let identity: UInt8 = 0x68
  /// CTRL_REG6_XL.
  private static let rates: [(hertz: Double, code: UInt8)] = [(50, 0x40), (119, 0x60), (238, 0x80), (476, 0xA0)]
  private static let newData: UInt8 = 0x01

  /// Its address, 7 bits.
  let address: UInt8
  var fullScale = FullScale.g2
  private(set) var sampling: Sampling?
  private var rate = Self.rates[2]
  private(set) var shadow: Shadow

  private init(at address: UInt8) {
    self.address = address
    shadow = Shadow(of: address)
  }

  /// An LSM9DS1 says 0x68; the LSM6DS family at the same addresses says more than that.
  static func identify(on bus: any I2CBus, at address: UInt8) throws(BusFault) -> LSM9DS1Accelerometer? {
    try bus.read(Register.WHO_AM_I, of: address) == identity ? LSM9DS1Accelerometer(at: address) : nil
  }

  /// Resets the accelerometer and the gyroscope; the magnetometer keeps its settings.
  mutating func configure(_ sampling: Sampling, on bus: any I2CBus) throws(BusFault) {
    shadow.forget()
    self.sampling = nil
    let softwareReset: UInt8 = 0x01
    let blockDataUpdate: UInt8 = 0x40
    let autoIncrement: UInt8 = 0x04
    let axes: UInt8 = 0x38
    try bus.write(softwareReset, to: Register.CTRL_REG8, of: address)
    bus.pause(.milliseconds(10))
    try write(blockDataUpdate | autoIncrement, to: .CTRL_REG8, on: bus)
    try write(0, to: .CTRL_REG1_G, on: bus)
    try write(axes, to: .CTRL_REG5_XL, on: bus)
    try write(0, to: .CTRL_REG7_XL, on: bus)
    switch sampling {
    case .singleShot:
      rate = Self.rates[2]
      try write(0, to: .CTRL_REG6_XL, on: bus)
    case .continuous(let hertz):
      rate = Self.rates.first { $0.hertz >= hertz } ?? Self.rates[3]
      try wake(on: bus)
    }
    self.sampling = sampling
  }

  /// Power-down of the accelerometer and the gyroscope.
  mutating func sleep(on bus: any I2CBus) throws(BusFault) {
    sampling = nil
    try write(0, to: .CTRL_REG6_XL, on: bus)
  }

  /// Pulls the masses by a known force: 70 to 1500 mg (table 3).
  mutating func selfTest(on bus: any I2CBus) throws(BusFault) -> Bool? {
    fullScale = .g4
    defer { fullScale = .g2 }
    try configure(.continuous(hertz: 119), on: bus)
    sampling = nil
    let rest = try mean(of: 5, on: bus)
    let accelerometer: UInt8 = 0x01
    try write(accelerometer, to: .CTRL_REG10, on: bus)
    bus.pause(.milliseconds(100))
    let pulled = try mean(of: 5, on: bus)
    try write(0, to: .CTRL_REG10, on: bus)
    try sleep(on: bus)
    guard let rest, let pulled else { return false }
    return (pulled - rest).isWithin(0.070...1.500)
  }

  // MARK: Measuring

  /// Power-down until the next measurement.
  mutating func nap(on bus: any I2CBus) throws(BusFault) { try write(0, to: .CTRL_REG6_XL, on: bus) }

  func next(on bus: any I2CBus) throws(BusFault) -> Reading? {
    let bytes = try bus.take(
      6, behind: Register.STATUS_REG.rawValue, when: Self.newData, of: address, tries: 9,
      every: .period(hertz: rate.hertz) / 4)
    return bytes.flatMap(reading)
  }

  func data(on bus: any I2CBus) throws(BusFault) -> Reading? {
    reading(try bus.read(Register.OUT_X_L_XL, of: address, count: 6))
  }

  private func reading(_ bytes: [UInt8]) -> Reading? {
    guard var reading = Counts(littleEndian: bytes).acceleration(scale: fullScale.scale, range: fullScale.counts) else {
      return nil
    }
    // The axes printed for it are left-handed, with X against that of the magnetometer (PX4/DriverFramework#160).
    reading.vector.x = -reading.vector.x
    return reading
  }

  /// Powers the accelerometer and waits until its filter has settled: four samples.
  mutating func wake(on bus: any I2CBus) throws(BusFault) {
    try write(rate.code | fullScale.rawValue << 3, to: .CTRL_REG6_XL, on: bus)
    bus.pause(.microseconds(Int64(4_200_000 / rate.hertz)))
  }

  private mutating func write(_ value: UInt8, to register: Register, on bus: any I2CBus) throws(BusFault) {
    try shadow.write(value, to: register.rawValue, on: bus)
  }
}
