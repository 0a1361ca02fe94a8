/// Analog Devices' ADXL345 (data sheet revision G), and the ADXL343, which is the same to a program.
struct ADXL345: MotionInterrupting, Napping {
  /// What is printed on the part.
  static let name = "ADXL345"
  /// What it measures.
  static let quantity = Quantity.acceleration
  /// ALT ADDRESS to ground; high.
  static let addresses: [UInt8] = [0x53, 0x1D]

  /// The registers, named as in the data sheet.
  // swift-format-ignore: AlwaysUseLowerCamelCase
  enum Register: UInt8 {
    case DEVID = 0x00
    case OFSX = 0x1E
    case OFSY = 0x1F
    case OFSZ = 0x20
    case THRESH_ACT = 0x24
    case ACT_INACT_CTL = 0x27
    case BW_RATE = 0x2C
    case POWER_CTL = 0x2D
    case INT_ENABLE = 0x2E
    case INT_MAP = 0x2F
    case INT_SOURCE = 0x30
    case DATA_FORMAT = 0x31
    case DATAX0 = 0x32
    case FIFO_CTL = 0x38
  }

  private static let identity: UInt8 = 0xE5
  /// BW_RATE.
  private static let rates: [(hertz: Double, code: UInt8)] = [
    (25, 0x08), (50, 0x09), (100, 0x0A), (200, 0x0B), (400, 0x0C),
  ]
  /// DATA_FORMAT: full resolution in 16 g, where the counts are as fine as in 2 g.
  private static let fullResolutionG16: UInt8 = 0x0B
  private static let measure: UInt8 = 0x08
  private static let dataReady: UInt8 = 0x80
  private static let activity: UInt8 = 0x10
  /// g for one count: 256 a g (table 1).
  private static let scale = 1.0 / 256
  private static let counts = -4_096...4_095

  /// Its address, 7 bits.
  let address: UInt8
  private(set) var sampling: Sampling?
  private var rate = Self.rates[2]
  private(set) var shadow: Shadow

  private init(at address: UInt8) {
    self.address = address
    shadow = Shadow(of: address)
  }

  /// An ADXL345 says 0xE5.
  static func identify(on bus: any I2CBus, at address: UInt8) throws(BusFault) -> ADXL345? {
    try bus.read(Register.DEVID, of: address) == identity ? ADXL345(at: address) : nil
  }

  /// Writes every register that counts: the chip has no reset, and earlier software may have left offsets.
  mutating func configure(_ sampling: Sampling, on bus: any I2CBus) throws(BusFault) {
    try standBy(on: bus)
    switch sampling {
    case .singleShot:
      rate = Self.rates[2]
      try write(rate.code, to: .BW_RATE, on: bus)
    case .continuous(let hertz):
      rate = Self.rates.first { $0.hertz >= hertz } ?? Self.rates[4]
      try write(rate.code, to: .BW_RATE, on: bus)
      try wake(on: bus)
      _ = try data(on: bus)
    }
    self.sampling = sampling
  }

  /// Standby, 0.1 µA.
  mutating func sleep(on bus: any I2CBus) throws(BusFault) {
    sampling = nil
    try write(0, to: .POWER_CTL, on: bus)
  }

  /// Pulls the masses by a known force. The limits are those of 2.5 V, the upper ones times the factors of 3.3 V
  /// (tables 1 and 14).
  mutating func selfTest(on bus: any I2CBus) throws(BusFault) -> Bool? {
    try configure(.continuous(hertz: 100), on: bus)
    sampling = nil
    let selfTest: UInt8 = 0x80
    let rest = try mean(of: 10, on: bus)
    try write(Self.fullResolutionG16 | selfTest, to: .DATA_FORMAT, on: bus)
    bus.pause(.milliseconds(50))
    let pulled = try mean(of: 10, on: bus)
    try write(Self.fullResolutionG16, to: .DATA_FORMAT, on: bus)
    try sleep(on: bus)
    guard let rest, let pulled else { return false }
    let change = pulled - rest
    return (0.20...3.72).contains(change.x) && (0.20...3.72).contains(-change.y) && (0.30...5.00).contains(change.z)
  }

  /// 12.5 Hz in low power, 34 µA; compared with the attitude at which the watch began (ac coupled).
  mutating func watchMotion(threshold: Double, on bus: any I2CBus) throws(BusFault) {
    let lowPower12Hz: UInt8 = 0x17
    let acOnAllAxes: UInt8 = 0xF0
    try standBy(on: bus)
    try write(lowPower12Hz, to: .BW_RATE, on: bus)
    try write(thresholdCounts(threshold, step: 0.0625, limit: 255), to: .THRESH_ACT, on: bus)
    try write(acOnAllAxes, to: .ACT_INACT_CTL, on: bus)
    try write(Self.measure, to: .POWER_CTL, on: bus)
    bus.pause(.milliseconds(100))
    try write(Self.activity, to: .INT_ENABLE, on: bus)
    _ = try takeMotion(on: bus)
  }

  /// Whether the chip was moved since the last call. The watch then begins anew, in the new attitude.
  mutating func takeMotion(on bus: any I2CBus) throws(BusFault) -> Bool {
    guard try bus.read(Register.INT_SOURCE, of: address) & Self.activity != 0 else { return false }
    try write(0, to: .POWER_CTL, on: bus)
    try write(Self.measure, to: .POWER_CTL, on: bus)
    return true
  }

  // MARK: Measuring

  /// Power-down until the next measurement.
  mutating func nap(on bus: any I2CBus) throws(BusFault) { try write(0, to: .POWER_CTL, on: bus) }

  func next(on bus: any I2CBus) throws(BusFault) -> Reading? {
    guard
      try bus.poll(
        Self.dataReady, in: Register.INT_SOURCE, of: address, tries: 9, every: .period(hertz: rate.hertz) / 4) != nil
    else { return nil }
    return try data(on: bus)
  }

  func data(on bus: any I2CBus) throws(BusFault) -> Reading? {
    let bytes = try bus.read(Register.DATAX0, of: address, count: 6)
    return Counts(littleEndian: bytes).acceleration(scale: Self.scale, range: Self.counts)
  }

  /// Begins to measure and waits until it has: 1.1 ms and a period.
  mutating func wake(on bus: any I2CBus) throws(BusFault) {
    try write(Self.measure, to: .POWER_CTL, on: bus)
    bus.pause(.microseconds(1_200 + Int64(1_000_000 / rate.hertz)))
  }

  private mutating func standBy(on bus: any I2CBus) throws(BusFault) {
    shadow.forget()
    sampling = nil
    for register in [Register.POWER_CTL, .INT_ENABLE, .INT_MAP, .FIFO_CTL, .OFSX, .OFSY, .OFSZ] {
      try write(0, to: register, on: bus)
    }
    try write(Self.fullResolutionG16, to: .DATA_FORMAT, on: bus)
  }

  private mutating func write(_ value: UInt8, to register: Register, on bus: any I2CBus) throws(BusFault) {
    try shadow.write(value, to: register.rawValue, on: bus)
  }
}
