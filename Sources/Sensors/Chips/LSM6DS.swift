/// ST's six-axis parts: LSM6DS3, LSM6DS33, LSM6DS3TR-C, LSM6DSL, LSM6DSO, LSM6DSOX, and the ISM330DHCX. Only the
/// accelerometer is used; the gyroscope sleeps.
struct LSM6DS: MotionInterrupting, Napping {
  /// What is printed on the part, as far as it is common to the family.
  static let name = "LSM6DS"
  /// What it measures.
  static let quantity = Quantity.acceleration
  /// SA0 to ground; SA0 high.
  static let addresses: [UInt8] = [0x6A, 0x6B]

  /// The registers, named as in the datasheet.
  // swift-format-ignore: AlwaysUseLowerCamelCase
  enum Register: UInt8 {
    case WHO_AM_I = 0x0F
    case CTRL1_XL = 0x10
    case CTRL2_G = 0x11
    case CTRL3_C = 0x12
    case CTRL5_C = 0x14
    case CTRL6_C = 0x15
    case CTRL8_XL = 0x17
    case WAKE_UP_SRC = 0x1B
    case STATUS_REG = 0x1E
    case OUTX_L_XL = 0x28
    /// TAP_CFG0, in the LSM6DSO only.
    case TAP_CFG0 = 0x56
    /// TAP_CFG, and TAP_CFG2 in the LSM6DSO.
    case TAP_CFG = 0x58
    case WAKE_UP_THS = 0x5B
    case WAKE_UP_DUR = 0x5C
    case MD1_CFG = 0x5E
  }

  /// The parts, by what WHO_AM_I says.
  enum Variant: UInt8, CaseIterable {
    /// LSM6DS3, LSM6DS33.
    case ds3 = 0x69
    /// LSM6DSL, LSM6DS3TR-C.
    case dsl = 0x6A
    case ism330dhcx = 0x6B
    /// LSM6DSO, LSM6DSOX.
    case dso = 0x6C

    /// How far the self-test moves each axis, g.
    var selfTestLimits: ClosedRange<Double> {
      switch self {
      case .ds3, .dsl: 0.090...1.700
      case .dso, .ism330dhcx: 0.050...1.700
      }
    }
  }

  /// The range, by the code of the FS_XL bits: 1 is 16 g.
  enum FullScale: UInt8, CaseIterable {
    case g2 = 0
    case g16 = 1
    case g4 = 2
    case g8 = 3

    /// g for one count.
    var scale: Double {
      switch self {
      case .g2: 0.000_061
      case .g4: 0.000_122
      case .g8: 0.000_244
      case .g16: 0.000_488
      }
    }
  }

  /// CTRL1_XL: rates up to 208 Hz, at which the chip can do without its high-performance mode.
  private static let rates: [(hertz: Double, code: UInt8)] = [(26, 0x20), (52, 0x30), (104, 0x40), (208, 0x50)]
  private static let newData: UInt8 = 0x01
  private static let counts = -32_768...32_767

  /// Its address, 7 bits.
  let address: UInt8
  /// Which of the parts.
  let variant: Variant
  var fullScale = FullScale.g2
  private(set) var sampling: Sampling?
  private var rate = Self.rates[3]
  private(set) var shadow: Shadow

  private init(at address: UInt8, _ variant: Variant) {
    self.address = address
    self.variant = variant
    shadow = Shadow(of: address)
  }

  /// Tells the parts by WHO_AM_I. The LSM9DS1 at the same addresses says 0x68.
  static func identify(on bus: any I2CBus, at address: UInt8) throws(BusFault) -> LSM6DS? {
    let identity = try bus.read(Register.WHO_AM_I, of: address)
    return Variant(rawValue: identity).map { LSM6DS(at: address, $0) }
  }

  /// Resets the chip, which also ends any watch.
  mutating func configure(_ sampling: Sampling, on bus: any I2CBus) throws(BusFault) {
    try reset(on: bus)
    switch sampling {
    case .singleShot: rate = Self.rates[3]
    case .continuous(let hertz):
      rate = Self.rates.first { $0.hertz >= hertz } ?? Self.rates[3]
      try wake(on: bus)
    }
    self.sampling = sampling
  }

  /// Power-down, 3 to 6 µA.
  mutating func sleep(on bus: any I2CBus) throws(BusFault) {
    sampling = nil
    try write(0, to: .CTRL1_XL, on: bus)
    try write(0, to: .CTRL2_G, on: bus)
  }

  /// Pulls the masses by a known force.
  mutating func selfTest(on bus: any I2CBus) throws(BusFault) -> Bool? {
    try reset(on: bus)
    fullScale = .g4
    defer { fullScale = .g2 }
    rate = Self.rates[1]
    try wake(on: bus)
    let rest = try mean(of: 5, on: bus)
    let positive: UInt8 = 0x01
    try write(positive, to: .CTRL5_C, on: bus)
    bus.pause(.milliseconds(100))
    let pulled = try mean(of: 5, on: bus)
    try write(0, to: .CTRL5_C, on: bus)
    try sleep(on: bus)
    guard let rest, let pulled else { return false }
    return (pulled - rest).isWithin(variant.selfTestLimits)
  }

  /// 26 Hz in low power, 15 to 35 µA; the slope between two samples is compared, so that gravity does not count.
  mutating func watchMotion(threshold: Double, on bus: any I2CBus) throws(BusFault) {
    try reset(on: bus)
    fullScale = .g2
    rate = Self.rates[0]
    let latch: UInt8 = 0x01
    let clearOnRead: UInt8 = 0x40
    let interruptsOn: UInt8 = 0x80
    let wakeUpOnPin1: UInt8 = 0x20
    switch variant {
    // The top bit is the time stamp counter there.
    case .ds3: try write(latch, to: .TAP_CFG, on: bus)
    case .dsl: try write(interruptsOn | latch, to: .TAP_CFG, on: bus)
    case .dso, .ism330dhcx:
      try write(clearOnRead | latch, to: .TAP_CFG0, on: bus)
      try write(interruptsOn, to: .TAP_CFG, on: bus)
    }
    try write(0, to: .WAKE_UP_DUR, on: bus)
    // A count is 1/64 of the range, and the slope is half of the difference (AN4650, AN5192).
    try write(thresholdCounts(threshold / 2, step: 2.0 / 64, limit: 63), to: .WAKE_UP_THS, on: bus)
    try wake(on: bus)
    try write(wakeUpOnPin1, to: .MD1_CFG, on: bus)
    _ = try takeMotion(on: bus)
  }

  /// Whether the chip was moved since the last call.
  mutating func takeMotion(on bus: any I2CBus) throws(BusFault) -> Bool {
    let wakeUp: UInt8 = 0x08
    return try bus.read(Register.WAKE_UP_SRC, of: address) & wakeUp != 0
  }

  // MARK: Measuring

  /// Power-down until the next measurement.
  mutating func nap(on bus: any I2CBus) throws(BusFault) { try write(0, to: .CTRL1_XL, on: bus) }

  func next(on bus: any I2CBus) throws(BusFault) -> Reading? {
    guard
      try bus.poll(Self.newData, in: Register.STATUS_REG, of: address, tries: 9, every: .period(hertz: rate.hertz) / 4)
        != nil
    else { return nil }
    return try data(on: bus)
  }

  func data(on bus: any I2CBus) throws(BusFault) -> Reading? {
    let bytes = try bus.read(Register.OUTX_L_XL, of: address, count: 6)
    return Counts(littleEndian: bytes).acceleration(scale: fullScale.scale, range: Self.counts)
  }

  /// Powers the accelerometer and waits until its filter has settled: four samples.
  mutating func wake(on bus: any I2CBus) throws(BusFault) {
    try write(rate.code | fullScale.rawValue << 2, to: .CTRL1_XL, on: bus)
    bus.pause(.microseconds(Int64(4_200_000 / rate.hertz)))
  }

  private mutating func reset(on bus: any I2CBus) throws(BusFault) {
    shadow.forget()
    sampling = nil
    let softwareReset: UInt8 = 0x01
    let blockDataUpdate: UInt8 = 0x40
    let autoIncrement: UInt8 = 0x04
    let noHighPerformance: UInt8 = 0x10
    try bus.write(softwareReset, to: Register.CTRL3_C, of: address)
    bus.pause(.milliseconds(10))
    try write(blockDataUpdate | autoIncrement, to: .CTRL3_C, on: bus)
    try write(0, to: .CTRL1_XL, on: bus)
    try write(0, to: .CTRL2_G, on: bus)
    try write(noHighPerformance, to: .CTRL6_C, on: bus)
    try write(0, to: .CTRL8_XL, on: bus)
  }

  private mutating func write(_ value: UInt8, to register: Register, on bus: any I2CBus) throws(BusFault) {
    try shadow.write(value, to: register.rawValue, on: bus)
  }
}
