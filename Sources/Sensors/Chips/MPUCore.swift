/// What the MPU-6050, the MPU-6500 and the MPU-9250 have in common: registers, big-endian data, sleep at power-up.
struct MPUCore: Sendable {
  /// The registers, named as in the register maps.
  // swift-format-ignore: AlwaysUseLowerCamelCase
  enum Register: UInt8 {
    case SMPLRT_DIV = 0x19
    case CONFIG = 0x1A
    case GYRO_CONFIG = 0x1B
    case ACCEL_CONFIG = 0x1C
    /// MPU-6500 only.
    case ACCEL_CONFIG2 = 0x1D
    /// MPU-6500 only.
    case LP_ACCEL_ODR = 0x1E
    /// WOM_THR, or MOT_THR in the MPU-6050.
    case WOM_THR = 0x1F
    /// MPU-6050 only.
    case MOT_DUR = 0x20
    case I2C_SLV4_DI = 0x35
    case INT_PIN_CFG = 0x37
    case INT_ENABLE = 0x38
    case INT_STATUS = 0x3A
    case ACCEL_XOUT_H = 0x3B
    /// MPU-6500 only; MOT_DETECT_CTRL in the MPU-6050.
    case ACCEL_INTEL_CTRL = 0x69
    case USER_CTRL = 0x6A
    case PWR_MGMT_1 = 0x6B
    case PWR_MGMT_2 = 0x6C
    case WHO_AM_I = 0x75
  }

  /// A measurement with the bare temperature, whose scale differs.
  struct Sample {
    var reading: Reading
    var temperature: Int
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
    let identity = try bus.read(Register.WHO_AM_I, of: address)
    return try bus.read(Register.I2C_SLV4_DI, of: address) == identity ? nil : identity
  }

  mutating func write(_ value: UInt8, to register: Register, on bus: any I2CBus) throws(BusFault) {
    try shadow.write(value, to: register.rawValue, on: bus)
  }

  /// Lets a magnetometer inside the package be seen on the main bus.
  mutating func openBypass(on bus: any I2CBus) throws(BusFault) {
    // The chip's own master must be off, or both would drive the bus.
    try write(0, to: .USER_CTRL, on: bus)
    try write(Self.latchAndBypass, to: .INT_PIN_CFG, on: bus)
  }

  /// Forgets what was written: the chip is not set up.
  mutating func forget() { shadow.forget() }

  /// Resets, and sets up what all modes share; the chip sleeps.
  mutating func reset(on bus: any I2CBus) throws(BusFault) {
    shadow.forget()
    sampling = nil
    try bus.write(Self.deviceReset, to: Register.PWR_MGMT_1, of: address)
    bus.pause(.milliseconds(100))
    try write(Self.asleep, to: .PWR_MGMT_1, on: bus)
    try openBypass(on: bus)
    try write(Self.gyroscopesOff, to: .PWR_MGMT_2, on: bus)
    try write(0, to: .GYRO_CONFIG, on: bus)
  }

  /// Begins to measure, or to sleep between measurements.
  mutating func start(_ sampling: Sampling, on bus: any I2CBus) throws(BusFault) {
    let lowPass44Hz: UInt8 = 0x03
    var hertz = 200.0
    if case .continuous(let wanted) = sampling { hertz = wanted.isFinite ? min(max(wanted, 10), 1_000) : 200 }
    // The accelerometer gives 1 kHz, of which each divider + 1st is taken.
    divider = UInt8(min(max((1_000 / hertz).rounded(.down), 1), 256) - 1)
    try write(lowPass44Hz, to: .CONFIG, on: bus)
    try write(divider, to: .SMPLRT_DIV, on: bus)
    try write(Self.dataReady, to: .INT_ENABLE, on: bus)
    if case .continuous = sampling {
      try wake(on: bus)
    }
    self.sampling = sampling
  }

  /// Measures; wakes the chip for 45 ms if it sleeps between measurements.
  mutating func read(on bus: any I2CBus) throws(BusFault) -> Sample? {
    switch sampling {
    case nil: return nil
    case .continuous: return try next(on: bus)
    case .singleShot:
      try wake(on: bus)
      let sample = try next(on: bus)
      try write(Self.asleep, to: .PWR_MGMT_1, on: bus)
      return sample
    }
  }

  /// Wakes the chip and waits; what is ready by then may be of the time before it had settled.
  private mutating func wake(on bus: any I2CBus) throws(BusFault) {
    try write(0, to: .PWR_MGMT_1, on: bus)
    bus.pause(Self.wakeTime)
    _ = try bus.read(Register.INT_STATUS, of: address)
  }

  func next(on bus: any I2CBus) throws(BusFault) -> Sample? {
    let quarterPeriod = Duration.microseconds(250 * (Int64(divider) + 1))
    guard
      try bus.poll(Self.dataReady, in: Register.INT_STATUS, of: address, tries: 9, every: quarterPeriod) != nil
    else { return nil }
    let bytes = try bus.read(Register.ACCEL_XOUT_H, of: address, count: 8)
    return Counts(bigEndian: bytes).acceleration(scale: Self.scale, range: Self.counts)
      .map { Sample(reading: $0, temperature: bytes.int16(low: 7, high: 6)) }
  }

  mutating func sleep(on bus: any I2CBus) throws(BusFault) {
    sampling = nil
    try write(Self.asleep, to: .PWR_MGMT_1, on: bus)
  }

  /// Wakes by itself now and then to look for motion.
  mutating func cycle(on bus: any I2CBus) throws(BusFault) {
    try write(Self.motion, to: .INT_ENABLE, on: bus)
    _ = try takeMotion(on: bus)
    try write(Self.cycling, to: .PWR_MGMT_1, on: bus)
  }

  func takeMotion(on bus: any I2CBus) throws(BusFault) -> Bool {
    try bus.read(Register.INT_STATUS, of: address) & Self.motion != 0
  }
}
