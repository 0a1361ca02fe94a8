/// What the MPU-6050, the MPU-6500 and the MPU-9250 have in common: registers, big-endian data, sleep at power-up.
struct MPUCore: Sendable {
  /// The registers, named as in the register maps.
  enum Register: UInt8 {
    case smplrtDiv = 0x19
    case config = 0x1A
    case gyroConfig = 0x1B
    case accelConfig = 0x1C
    /// MPU-6500 only.
    case accelConfig2 = 0x1D
    /// MPU-6500 only.
    case lpAccelODR = 0x1E
    /// WOM_THR, or MOT_THR in the MPU-6050.
    case womThr = 0x1F
    /// MPU-6050 only.
    case motDur = 0x20
    case i2cSlv4DI = 0x35
    case intPinCfg = 0x37
    case intEnable = 0x38
    case intStatus = 0x3A
    case accelXOutH = 0x3B
    /// MPU-6500 only; MOT_DETECT_CTRL in the MPU-6050.
    case accelIntelCtrl = 0x69
    case userCtrl = 0x6A
    case pwrMgmt1 = 0x6B
    case pwrMgmt2 = 0x6C
    case whoAmI = 0x75
  }

  /// A measurement with the bare temperature, whose scale differs.
  struct Sample {
    var reading: Reading
    var temperature: Int16
  }

  /// PWR_MGMT_2.
  static let gyroscopesOff: UInt8 = 0x07
  /// From sleep to the first good sample: the accelerometer starts within 30 ms, then the filter.
  static let wakeTime = Duration.milliseconds(40)

  private static let deviceReset: UInt8 = 0x80
  private static let asleep: UInt8 = 0x40
  private static let cycling: UInt8 = 0x20
  private static let dataReady: UInt8 = 0x01
  private static let motion: UInt8 = 0x40
  /// INT_PIN_CFG: held until INT_STATUS is read; the auxiliary bus is joined to the main one.
  private static let latchAndBypass: UInt8 = 0x22
  /// g for one count at 2 g.
  private static let scale = 1.0 / 16_384
  private static let counts = -32_768...32_767

  let address: UInt8
  private(set) var shadow: Shadow
  private var sampling: Sampling?
  private var divider: UInt8 = 0

  init(at address: UInt8) {
    self.address = address
    shadow = Shadow(of: address)
  }

  /// What WHO_AM_I says; nil if it is a clock.
  ///
  /// A DS1307 has 64 registers that come again after 0x3F, most of them memory: whatever is in it may look like an
  /// identity, but then it is there twice.
  static func identity(on bus: any I2CBus, at address: UInt8) throws(BusFault) -> UInt8? {
    let identity = try bus.read(Register.whoAmI.rawValue, of: address)
    return try bus.read(Register.i2cSlv4DI.rawValue, of: address) == identity ? nil : identity
  }

  mutating func write(_ value: UInt8, to register: Register, on bus: any I2CBus) throws(BusFault) {
    try shadow.write(value, to: register.rawValue, on: bus)
  }

  /// Lets a magnetometer inside the package be seen on the main bus.
  mutating func openBypass(on bus: any I2CBus) throws(BusFault) {
    // The chip's own master must be off, or both would drive the bus.
    try write(0, to: .userCtrl, on: bus)
    try write(Self.latchAndBypass, to: .intPinCfg, on: bus)
  }

  /// Resets, and sets up what all modes share; the chip sleeps.
  mutating func reset(on bus: any I2CBus) throws(BusFault) {
    shadow.forget()
    sampling = nil
    try bus.write(Self.deviceReset, to: Register.pwrMgmt1.rawValue, of: address)
    bus.pause(.milliseconds(100))
    try write(Self.asleep, to: .pwrMgmt1, on: bus)
    try openBypass(on: bus)
    try write(Self.gyroscopesOff, to: .pwrMgmt2, on: bus)
    try write(0, to: .gyroConfig, on: bus)
  }

  /// Begins to measure, or to sleep between measurements.
  mutating func start(_ sampling: Sampling, on bus: any I2CBus) throws(BusFault) {
    let lowPass44Hz: UInt8 = 0x03
    var hertz = 200.0
    if case .continuous(let wanted) = sampling { hertz = wanted.isFinite ? min(max(wanted, 10), 1_000) : 200 }
    // The accelerometer gives 1 kHz, of which each divider + 1st is taken.
    divider = UInt8(min(max((1_000 / hertz).rounded(.down), 1), 256) - 1)
    try write(lowPass44Hz, to: .config, on: bus)
    try write(divider, to: .smplrtDiv, on: bus)
    try write(Self.dataReady, to: .intEnable, on: bus)
    if case .continuous = sampling {
      try write(0, to: .pwrMgmt1, on: bus)
      bus.pause(Self.wakeTime)
    }
    self.sampling = sampling
  }

  /// Measures; wakes the chip for 45 ms if it sleeps between measurements.
  mutating func read(on bus: any I2CBus) throws(BusFault) -> Sample? {
    switch sampling {
    case nil: return nil
    case .continuous: return try next(on: bus)
    case .singleShot:
      try write(0, to: .pwrMgmt1, on: bus)
      bus.pause(Self.wakeTime)
      // What is ready by now may be of the time before it had settled.
      _ = try bus.read(Register.intStatus.rawValue, of: address)
      let sample = try next(on: bus)
      try write(Self.asleep, to: .pwrMgmt1, on: bus)
      return sample
    }
  }

  func next(on bus: any I2CBus) throws(BusFault) -> Sample? {
    let quarterPeriod = Duration.microseconds(250 * (Int64(divider) + 1))
    guard
      try bus.poll(
        Register.intStatus.rawValue, of: address, mask: Self.dataReady, until: Self.dataReady, every: quarterPeriod,
        limit: 9)
    else { return nil }
    let bytes = try bus.read(Register.accelXOutH.rawValue, of: address, count: 8)
    guard bytes.count == 8 else { throw .short }
    return Sample(
      reading: try AxisCounts(bigEndian: bytes).acceleration(scale: Self.scale, range: Self.counts),
      temperature: Int16(bitPattern: UInt16(bytes[6]) << 8 | UInt16(bytes[7])))
  }

  mutating func sleep(on bus: any I2CBus) throws(BusFault) {
    sampling = nil
    try write(Self.asleep, to: .pwrMgmt1, on: bus)
  }

  /// Wakes by itself now and then to look for motion.
  mutating func cycle(on bus: any I2CBus) throws(BusFault) {
    try write(Self.motion, to: .intEnable, on: bus)
    _ = try takeMotion(on: bus)
    try write(Self.cycling, to: .pwrMgmt1, on: bus)
  }

  func takeMotion(on bus: any I2CBus) throws(BusFault) -> Bool {
    try bus.read(Register.intStatus.rawValue, of: address) & Self.motion != 0
  }
}
