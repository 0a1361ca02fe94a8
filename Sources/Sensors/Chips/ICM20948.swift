/// InvenSense's ICM-20948 (DS-000189). Only the accelerometer is used here; its magnetometer is a chip of its own, an
/// AK09916, behind the bypass that this driver opens.
struct ICM20948: MotionInterrupting, FreeRunning {
  /// What is printed on the part.
  static let name = "ICM-20948"
  /// What it measures.
  static let quantity = Quantity.acceleration
  /// AD0 high, which the usual boards have; AD0 to ground.
  static let addresses: [UInt8] = [0x69, 0x68]

  /// The registers of bank 0, named as in the datasheet.
  // swift-format-ignore: AlwaysUseLowerCamelCase
  enum Register: UInt8 {
    case WHO_AM_I = 0x00
    case USER_CTRL = 0x03
    case LP_CONFIG = 0x05
    case PWR_MGMT_1 = 0x06
    case PWR_MGMT_2 = 0x07
    case INT_PIN_CFG = 0x0F
    case INT_ENABLE = 0x10
    case INT_ENABLE_1 = 0x11
    case INT_STATUS = 0x19
    case INT_STATUS_1 = 0x1A
    case ACCEL_XOUT_H = 0x2D
    /// In every bank.
    case REG_BANK_SEL = 0x7F
  }

  /// The registers of bank 2.
  // swift-format-ignore: AlwaysUseLowerCamelCase
  enum Bank2Register: UInt8 {
    case ACCEL_SMPLRT_DIV_1 = 0x10
    case ACCEL_SMPLRT_DIV_2 = 0x11
    case ACCEL_INTEL_CTRL = 0x12
    case ACCEL_WOM_THR = 0x13
    case ACCEL_CONFIG = 0x14
  }

  private static let identity: UInt8 = 0xEA
  private static let bank2: UInt8 = 0x20
  private static let banks: [UInt8] = [0x10, 0x20, 0x30]
  private static let deviceReset: UInt8 = 0x80
  /// PWR_MGMT_1: the best clock there is.
  private static let awake: UInt8 = 0x01
  private static let asleep: UInt8 = 0x41
  private static let lowPower: UInt8 = 0x21
  private static let gyroscopesOff: UInt8 = 0x07
  private static let latchAndBypass: UInt8 = 0x22
  /// INT_STATUS_1 and INT_ENABLE_1.
  private static let dataReady: UInt8 = 0x01
  private static let motion: UInt8 = 0x08
  /// ACCEL_CONFIG: 2 g, low pass at 50 Hz.
  private static let rangeG2LowPass50Hz: UInt8 = 0x19
  /// The rate that ACCEL_SMPLRT_DIV divides, hertz.
  private static let baseRate = 1_125.0
  private static let scale = 1.0 / 16_384
  private static let counts = -32_768...32_767
  /// From sleep to the first good sample: 20 ms, then the filter.
  private static let wakeTime = Duration.milliseconds(35)

  /// Its address, 7 bits.
  let address: UInt8
  private var sampling: Sampling?
  private var divider: UInt16 = 0
  private var shadow: Shadow

  private init(at address: UInt8) {
    self.address = address
    shadow = Shadow(of: address)
  }

  /// Looks at WHO_AM_I, which is in bank 0 only; if it is one, opens the bypass, so that the magnetometer behind it can
  /// be found.
  static func identify(on bus: any I2CBus, at address: UInt8) throws(BusFault) -> ICM20948? {
    var identity = try bus.read(Register.WHO_AM_I, of: address)
    if identity != Self.identity, try isInOtherBank(on: bus, at: address) {
      try bus.write(0, to: Register.REG_BANK_SEL, of: address)
      identity = try bus.read(Register.WHO_AM_I, of: address)
    }
    guard identity == Self.identity else { return nil }
    var chip = ICM20948(at: address)
    try chip.openBypass(on: bus)
    chip.shadow.forget()
    return chip
  }

  /// Whether it may be one that other software left in another bank. The clocks DS1307 and DS3231 are at the same
  /// address and must not be written: their fourth register is the day of the week, 1 to 7, which here is 0 or an
  /// offset.
  private static func isInOtherBank(on bus: any I2CBus, at address: UInt8) throws(BusFault) -> Bool {
    let dayOfWeek: UInt8 = 0x03
    guard banks.contains(try bus.read(Register.REG_BANK_SEL, of: address)) else { return false }
    return !(1...7).contains(try bus.read(dayOfWeek, of: address))
  }

  /// Resets it: it sleeps after that, as it does when it gets power.
  mutating func configure(_ sampling: Sampling, on bus: any I2CBus) throws(BusFault) {
    try reset(on: bus)
    var hertz = 225.0
    if case .continuous(let wanted) = sampling { hertz = wanted.isFinite ? min(max(wanted, 10), Self.baseRate) : 225 }
    divider = UInt16((Self.baseRate / hertz).rounded(.down)) - 1
    try inBank2(on: bus) { (chip) throws(BusFault) in
      try chip.write(Self.rangeG2LowPass50Hz, toBank2: .ACCEL_CONFIG, on: bus)
      try chip.writeDivider(on: bus)
    }
    try write(Self.dataReady, to: .INT_ENABLE_1, on: bus)
    if case .continuous = sampling {
      try settle(on: bus)
    } else {
      try write(Self.asleep, to: .PWR_MGMT_1, on: bus)
    }
    self.sampling = sampling
  }

  /// Measures, with the temperature: T / 333.87 + 21 °C. Wakes the chip for 40 ms if it sleeps between measurements.
  mutating func read(on bus: any I2CBus) throws(BusFault) -> Reading? {
    switch sampling {
    case nil: return nil
    case .continuous: return try next(on: bus)
    case .singleShot:
      try write(Self.awake, to: .PWR_MGMT_1, on: bus)
      try settle(on: bus)
      let reading = try next(on: bus)
      try write(Self.asleep, to: .PWR_MGMT_1, on: bus)
      return reading
    }
  }

  /// Whether the control registers of bank 0 are as they were written; a reset clears both banks.
  func isConfigured(on bus: any I2CBus) throws(BusFault) -> Bool { try shadow.isHeld(on: bus) }

  /// Sleep, 8 µA. The bypass stays open.
  mutating func sleep(on bus: any I2CBus) throws(BusFault) {
    sampling = nil
    try write(Self.asleep, to: .PWR_MGMT_1, on: bus)
  }

  /// Wake-on-motion: 10 Hz in low power, each sample compared with the one before.
  mutating func watchMotion(threshold: Double, on bus: any I2CBus) throws(BusFault) {
    let compareWithPrevious: UInt8 = 0x03
    let accelerometerCycles: UInt8 = 0x20
    try reset(on: bus)
    divider = UInt16(Self.baseRate / 10) - 1
    try inBank2(on: bus) { (chip) throws(BusFault) in
      try chip.write(Self.rangeG2LowPass50Hz, toBank2: .ACCEL_CONFIG, on: bus)
      try chip.writeDivider(on: bus)
      try chip.write(compareWithPrevious, toBank2: .ACCEL_INTEL_CTRL, on: bus)
      try chip.write(thresholdCounts(threshold, step: 0.004, limit: 255), toBank2: .ACCEL_WOM_THR, on: bus)
    }
    bus.pause(Self.wakeTime)
    try write(Self.motion, to: .INT_ENABLE, on: bus)
    try write(accelerometerCycles, to: .LP_CONFIG, on: bus)
    try write(Self.lowPower, to: .PWR_MGMT_1, on: bus)
    _ = try takeMotion(on: bus)
  }

  /// Whether the chip was moved since the last call.
  mutating func takeMotion(on bus: any I2CBus) throws(BusFault) -> Bool {
    try bus.read(Register.INT_STATUS, of: address) & Self.motion != 0
  }

  // MARK: Measuring

  /// Waits after waking; what is ready by then may be of the time before it had settled.
  private func settle(on bus: any I2CBus) throws(BusFault) {
    bus.pause(Self.wakeTime)
    _ = try bus.read(Register.INT_STATUS_1, of: address)
  }

  func next(on bus: any I2CBus) throws(BusFault) -> Reading? {
    let quarterPeriod = Duration.microseconds(Int64(250_000 * (Double(divider) + 1) / Self.baseRate))
    guard
      try bus.poll(Self.dataReady, in: Register.INT_STATUS_1, of: address, tries: 9, every: quarterPeriod) != nil
    else { return nil }
    // Acceleration, rotation and temperature follow each other.
    let bytes = try bus.read(Register.ACCEL_XOUT_H, of: address, count: 14)
    let temperature = Double(bytes.int16(low: 13, high: 12)) / 333.87 + 21
    return Counts(bigEndian: bytes)
      .acceleration(scale: Self.scale, range: Self.counts, temperature: temperature)
  }

  private mutating func openBypass(on bus: any I2CBus) throws(BusFault) {
    // The chip's own master must be off, or both would drive the bus.
    try write(0, to: .USER_CTRL, on: bus)
    try write(Self.latchAndBypass, to: .INT_PIN_CFG, on: bus)
  }

  /// Resets, and sets up what all modes share; the chip is awake.
  private mutating func reset(on bus: any I2CBus) throws(BusFault) {
    shadow.forget()
    sampling = nil
    try bus.write(0, to: Register.REG_BANK_SEL, of: address)
    try bus.write(Self.deviceReset, to: Register.PWR_MGMT_1, of: address)
    bus.pause(.milliseconds(50))
    try write(Self.awake, to: .PWR_MGMT_1, on: bus)
    try openBypass(on: bus)
    try write(Self.gyroscopesOff, to: .PWR_MGMT_2, on: bus)
    try write(0, to: .LP_CONFIG, on: bus)
  }

  // MARK: Banks

  /// Writes registers of bank 2, and comes back whatever happens.
  private mutating func inBank2(
    on bus: any I2CBus, _ body: (inout ICM20948) throws(BusFault) -> Void
  ) throws(BusFault) {
    try bus.write(Self.bank2, to: Register.REG_BANK_SEL, of: address)
    do throws(BusFault) {
      try body(&self)
    } catch {
      try? bus.write(0, to: Register.REG_BANK_SEL, of: address)
      throw error
    }
    try write(0, to: .REG_BANK_SEL, on: bus)
  }

  private mutating func writeDivider(on bus: any I2CBus) throws(BusFault) {
    try write(UInt8(truncatingIfNeeded: divider >> 8), toBank2: .ACCEL_SMPLRT_DIV_1, on: bus)
    try write(UInt8(truncatingIfNeeded: divider), toBank2: .ACCEL_SMPLRT_DIV_2, on: bus)
  }

  private mutating func write(_ value: UInt8, to register: Register, on bus: any I2CBus) throws(BusFault) {
    try shadow.write(value, to: register.rawValue, on: bus)
  }

  private mutating func write(
    _ value: UInt8, toBank2 register: Bank2Register, on bus: any I2CBus
  ) throws(BusFault) {
    try bus.write(value, to: register, of: address)
  }
}
