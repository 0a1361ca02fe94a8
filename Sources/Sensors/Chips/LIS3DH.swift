/// ST's LIS3DH (DocID17530), and the accelerometers inside the LSM303DLHC and the LSM303AGR, which are the same core.
struct LIS3DH: MotionInterrupting, Napping {
  /// What is printed on the part.
  static let name = "LIS3DH"
  /// What it measures.
  static let quantity = Quantity.acceleration
  /// SA0 to ground, which most boards do; SA0 high, as inside the LSM303.
  static let addresses: [UInt8] = [0x18, 0x19]

  /// The registers, named as in the datasheet.
  // swift-format-ignore: AlwaysUseLowerCamelCase
  enum Register: UInt8 {
    case WHO_AM_I = 0x0F
    case CTRL_REG1 = 0x20
    case CTRL_REG2 = 0x21
    case CTRL_REG3 = 0x22
    case CTRL_REG4 = 0x23
    case CTRL_REG5 = 0x24
    case CTRL_REG6 = 0x25
    case REFERENCE = 0x26
    case STATUS_REG = 0x27
    case OUT_X_L = 0x28
    case INT1_CFG = 0x30
    case INT1_SRC = 0x31
    case INT1_THS = 0x32
    case INT1_DURATION = 0x33
  }

  /// The range, by the code of the FS bits.
  enum FullScale: UInt8, CaseIterable {
    case g2 = 0
    case g4 = 1
    case g8 = 2
    case g16 = 3

    /// g for one of 12 bits (table 4, high resolution). At 16 g it is 12 mg, not the 8 that the others suggest.
    var scale: Double {
      switch self {
      case .g2: 0.001
      case .g4: 0.002
      case .g8: 0.004
      case .g16: 0.012
      }
    }
  }

  private static let identity: UInt8 = 0x33
  /// The pointer moves on by itself only if this bit of the register is set (section 6.1.1).
  private static let autoIncrement: UInt8 = 0x80
  /// CTRL_REG1: X, Y and Z on.
  private static let axes: UInt8 = 0x07
  /// CTRL_REG1: rates of the high-resolution mode. Slower ones take seven of their long periods to settle (table 11).
  private static let rates: [(hertz: Double, code: UInt8)] = [(50, 0x40), (100, 0x50), (200, 0x60), (400, 0x70)]
  /// CTRL_REG4: block data update, high resolution.
  private static let bduAndHR: UInt8 = 0x88
  private static let newData: UInt8 = 0x08
  private static let counts = -2_048...2_047

  /// Its address, 7 bits.
  let address: UInt8
  /// Tilt needs the finest counts; more than 2 g is no rest.
  var fullScale = FullScale.g2
  private(set) var sampling: Sampling?
  private var rate = Self.rates[3]
  private(set) var shadow: Shadow

  private init(at address: UInt8) {
    self.address = address
    shadow = Shadow(of: address)
  }

  /// A LIS3DH says 0x33.
  static func identify(on bus: any I2CBus, at address: UInt8) throws(BusFault) -> LIS3DH? {
    try bus.read(Register.WHO_AM_I, of: address) == identity ? LIS3DH(at: address) : nil
  }

  /// Writes every control register: the chip has no reset that puts them back.
  mutating func configure(_ sampling: Sampling, on bus: any I2CBus) throws(BusFault) {
    shadow.forget()
    self.sampling = nil
    try write(0, to: .INT1_CFG, on: bus)
    for register in [Register.CTRL_REG2, .CTRL_REG3, .CTRL_REG5, .CTRL_REG6] { try write(0, to: register, on: bus) }
    try write(Self.bduAndHR | fullScale.rawValue << 4, to: .CTRL_REG4, on: bus)
    switch sampling {
    case .singleShot:
      rate = Self.rates[3]
      try write(Self.axes, to: .CTRL_REG1, on: bus)
    case .continuous(let hertz):
      rate = Self.rates.first { $0.hertz >= hertz } ?? Self.rates[3]
      try wake(on: bus)
      // What lies there is of the time before it had settled.
      _ = try data(on: bus)
    }
    self.sampling = sampling
  }

  /// Power-down, 0.5 µA.
  mutating func sleep(on bus: any I2CBus) throws(BusFault) {
    sampling = nil
    try write(0, to: .CTRL_REG1, on: bus)
  }

  /// Pulls the masses by a known force: 17 to 360 counts of 4 mg (table 4).
  mutating func selfTest(on bus: any I2CBus) throws(BusFault) -> Bool? {
    fullScale = .g2
    try configure(.continuous(hertz: 100), on: bus)
    sampling = nil
    let rest = try mean(of: 5, on: bus)
    let selfTest0: UInt8 = 0x02
    try write(Self.bduAndHR | selfTest0, to: .CTRL_REG4, on: bus)
    settle(on: bus)
    let pulled = try mean(of: 5, on: bus)
    try write(Self.bduAndHR, to: .CTRL_REG4, on: bus)
    try sleep(on: bus)
    guard let rest, let pulled else { return false }
    return (pulled - rest).isWithin(0.068...1.440)
  }

  /// 10 Hz in low power, 3 µA; gravity is taken away by the high-pass filter (AN3308, wake-up).
  mutating func watchMotion(threshold: Double, on bus: any I2CBus) throws(BusFault) {
    shadow.forget()
    sampling = nil
    let lowPower10Hz: UInt8 = 0x28
    let filterForInterrupt1: UInt8 = 0x01
    let interrupt1OnPin: UInt8 = 0x40
    let latch: UInt8 = 0x08
    let blockDataUpdate: UInt8 = 0x80
    let anyAxisHigh: UInt8 = 0x2A
    try write(0, to: .INT1_CFG, on: bus)
    try write(filterForInterrupt1, to: .CTRL_REG2, on: bus)
    try write(interrupt1OnPin, to: .CTRL_REG3, on: bus)
    try write(blockDataUpdate, to: .CTRL_REG4, on: bus)
    try write(latch, to: .CTRL_REG5, on: bus)
    try write(0, to: .CTRL_REG6, on: bus)
    try write(thresholdCounts(threshold, step: 0.016, limit: 127), to: .INT1_THS, on: bus)
    try write(0, to: .INT1_DURATION, on: bus)
    try write(lowPower10Hz | Self.axes, to: .CTRL_REG1, on: bus)
    bus.pause(.milliseconds(210))
    // Reading it takes what is measured now as rest.
    _ = try bus.read(Register.REFERENCE, of: address)
    try write(anyAxisHigh, to: .INT1_CFG, on: bus)
    _ = try takeMotion(on: bus)
  }

  /// Whether the chip was moved since the last call.
  mutating func takeMotion(on bus: any I2CBus) throws(BusFault) -> Bool {
    let interruptActive: UInt8 = 0x40
    return try bus.read(Register.INT1_SRC, of: address) & interruptActive != 0
  }

  // MARK: Measuring

  /// Runs at its rate, and waits until the filter has settled.
  mutating func wake(on bus: any I2CBus) throws(BusFault) {
    try write(rate.code | Self.axes, to: .CTRL_REG1, on: bus)
    settle(on: bus)
  }

  /// Power-down until the next measurement.
  mutating func nap(on bus: any I2CBus) throws(BusFault) { try write(Self.axes, to: .CTRL_REG1, on: bus) }

  func next(on bus: any I2CBus) throws(BusFault) -> Reading? {
    // In steps of a quarter of a period.
    let bytes = try bus.take(
      6, behind: Register.STATUS_REG.rawValue | Self.autoIncrement, when: Self.newData, of: address, tries: 9,
      every: .period(hertz: rate.hertz) / 4)
    return bytes.flatMap(reading)
  }

  func data(on bus: any I2CBus) throws(BusFault) -> Reading? {
    reading(try bus.read(Register.OUT_X_L.rawValue | Self.autoIncrement, of: address, count: 6))
  }

  private func reading(_ bytes: [UInt8]) -> Reading? {
    Counts(littleEndian: bytes).droppingLow(bits: 4)
      .acceleration(scale: fullScale.scale, range: Self.counts)
  }

  /// Waits for seven periods (table 11, high resolution) of a clock that may be a tenth slow, and a little longer.
  private func settle(on bus: any I2CBus) { bus.pause(.microseconds(Int64(8_200_000 / rate.hertz))) }

  private mutating func write(_ value: UInt8, to register: Register, on bus: any I2CBus) throws(BusFault) {
    try shadow.write(value, to: register.rawValue, on: bus)
  }
}
