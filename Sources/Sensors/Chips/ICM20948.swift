/// InvenSense's ICM-20948 (DS-000189). Only the accelerometer is used here; its magnetometer is a chip of its own, an
/// AK09916, behind the bypass that this driver opens.
public struct ICM20948: MotionInterrupting, FreeRunning {
  /// What is printed on the part.
  public static let name = "ICM-20948"
  /// What it measures.
  public static let quantity = Quantity.acceleration
  /// AD0 high, which the usual boards have; AD0 to ground.
  public static let addresses: [UInt8] = [0x69, 0x68]

  /// The registers of bank 0, named as in the datasheet.
  enum Register: UInt8 {
    case whoAmI = 0x00
    case userCtrl = 0x03
    case lpConfig = 0x05
    case pwrMgmt1 = 0x06
    case pwrMgmt2 = 0x07
    case intPinCfg = 0x0F
    case intEnable = 0x10
    case intEnable1 = 0x11
    case intStatus = 0x19
    case intStatus1 = 0x1A
    case accelXOutH = 0x2D
    /// In every bank.
    case regBankSel = 0x7F
  }

  /// The registers of bank 2.
  enum Bank2Register: UInt8 {
    case accelSmplrtDiv1 = 0x10
    case accelSmplrtDiv2 = 0x11
    case accelIntelCtrl = 0x12
    case accelWomThr = 0x13
    case accelConfig = 0x14
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
  public let address: UInt8
  private var sampling: Sampling?
  private var divider: UInt16 = 0
  private var shadow: Shadow

  private init(at address: UInt8) {
    self.address = address
    shadow = Shadow(of: address)
  }

  /// Looks at WHO_AM_I, which is in bank 0 only; if it is one, opens the bypass, so that the magnetometer behind it can
  /// be found.
  public static func identify(on bus: any I2CBus, at address: UInt8) throws(BusFault) -> ICM20948? {
    var identity = try bus.read(Register.whoAmI.rawValue, of: address)
    if identity != Self.identity, try isInOtherBank(on: bus, at: address) {
      try bus.write(0, to: Register.regBankSel.rawValue, of: address)
      identity = try bus.read(Register.whoAmI.rawValue, of: address)
    }
    guard identity == Self.identity else { return nil }
    var chip = ICM20948(at: address)
    try chip.openBypass(on: bus)
    return chip
  }

  /// Whether it may be one that other software left in another bank. The clocks DS1307 and DS3231 are at the same
  /// address and must not be written: their fourth register is the day of the week, 1 to 7, which here is 0 or an
  /// offset.
  private static func isInOtherBank(on bus: any I2CBus, at address: UInt8) throws(BusFault) -> Bool {
    let dayOfWeek: UInt8 = 0x03
    guard banks.contains(try bus.read(Register.regBankSel.rawValue, of: address)) else { return false }
    return !(1...7).contains(try bus.read(dayOfWeek, of: address))
  }

  /// Resets it: it sleeps after that, as it does when it gets power.
  public mutating func configure(_ sampling: Sampling, on bus: any I2CBus) throws(BusFault) {
    try reset(on: bus)
    var hertz = 225.0
    if case .continuous(let wanted) = sampling { hertz = wanted.isFinite ? min(max(wanted, 10), Self.baseRate) : 225 }
    divider = UInt16((Self.baseRate / hertz).rounded(.down)) - 1
    try inBank2(on: bus) { (chip) throws(BusFault) in
      try chip.write(Self.rangeG2LowPass50Hz, toBank2: .accelConfig, on: bus)
      try chip.writeDivider(on: bus)
    }
    try write(Self.dataReady, to: .intEnable1, on: bus)
    if case .continuous = sampling {
      bus.pause(Self.wakeTime)
    } else {
      try write(Self.asleep, to: .pwrMgmt1, on: bus)
    }
    self.sampling = sampling
  }

  /// Measures, with the temperature: T / 333.87 + 21 °C. Wakes the chip for 40 ms if it sleeps between measurements.
  public mutating func read(on bus: any I2CBus) throws(BusFault) -> Reading? {
    switch sampling {
    case nil: return nil
    case .continuous: return try next(on: bus)
    case .singleShot:
      try write(Self.awake, to: .pwrMgmt1, on: bus)
      bus.pause(Self.wakeTime)
      // What is ready by now may be of the time before it had settled.
      _ = try bus.read(Register.intStatus1.rawValue, of: address)
      let reading = try next(on: bus)
      try write(Self.asleep, to: .pwrMgmt1, on: bus)
      return reading
    }
  }

  /// Whether the control registers of bank 0 are as they were written; a reset clears both banks.
  public func isConfigured(on bus: any I2CBus) throws(BusFault) -> Bool { try shadow.isHeld(on: bus) }

  /// Sleep, 8 µA. The bypass stays open.
  public mutating func sleep(on bus: any I2CBus) throws(BusFault) {
    sampling = nil
    try write(Self.asleep, to: .pwrMgmt1, on: bus)
  }

  /// Wake-on-motion: 10 Hz in low power, each sample compared with the one before.
  public mutating func watchMotion(threshold: Double, on bus: any I2CBus) throws(BusFault) {
    let compareWithPrevious: UInt8 = 0x03
    let accelerometerCycles: UInt8 = 0x20
    try reset(on: bus)
    divider = UInt16(Self.baseRate / 10) - 1
    try inBank2(on: bus) { (chip) throws(BusFault) in
      try chip.write(Self.rangeG2LowPass50Hz, toBank2: .accelConfig, on: bus)
      try chip.writeDivider(on: bus)
      try chip.write(compareWithPrevious, toBank2: .accelIntelCtrl, on: bus)
      try chip.write(thresholdCounts(threshold, step: 0.004, limit: 255), toBank2: .accelWomThr, on: bus)
    }
    bus.pause(Self.wakeTime)
    try write(Self.motion, to: .intEnable, on: bus)
    try write(accelerometerCycles, to: .lpConfig, on: bus)
    try write(Self.lowPower, to: .pwrMgmt1, on: bus)
    _ = try takeMotion(on: bus)
  }

  /// Whether the chip was moved since the last call.
  public mutating func takeMotion(on bus: any I2CBus) throws(BusFault) -> Bool {
    try bus.read(Register.intStatus.rawValue, of: address) & Self.motion != 0
  }

  // MARK: Measuring

  func next(on bus: any I2CBus) throws(BusFault) -> Reading? {
    let quarterPeriod = Duration.microseconds(Int64(250_000 * (Double(divider) + 1) / Self.baseRate))
    guard
      try bus.poll(
        Register.intStatus1.rawValue, of: address, mask: Self.dataReady, until: Self.dataReady, every: quarterPeriod,
        limit: 9)
    else { return nil }
    // Acceleration, rotation and temperature follow each other.
    let bytes = try bus.read(Register.accelXOutH.rawValue, of: address, count: 14)
    guard bytes.count == 14 else { throw .short }
    let temperature = Int16(bitPattern: UInt16(bytes[12]) << 8 | UInt16(bytes[13]))
    return try AxisCounts(bigEndian: bytes)
      .acceleration(scale: Self.scale, range: Self.counts, temperature: Double(temperature) / 333.87 + 21)
  }

  private mutating func openBypass(on bus: any I2CBus) throws(BusFault) {
    // The chip's own master must be off, or both would drive the bus.
    try write(0, to: .userCtrl, on: bus)
    try write(Self.latchAndBypass, to: .intPinCfg, on: bus)
  }

  /// Resets, and sets up what all modes share; the chip is awake.
  private mutating func reset(on bus: any I2CBus) throws(BusFault) {
    shadow.forget()
    sampling = nil
    try bus.write(0, to: Register.regBankSel.rawValue, of: address)
    try bus.write(Self.deviceReset, to: Register.pwrMgmt1.rawValue, of: address)
    bus.pause(.milliseconds(50))
    try write(Self.awake, to: .pwrMgmt1, on: bus)
    try openBypass(on: bus)
    try write(Self.gyroscopesOff, to: .pwrMgmt2, on: bus)
    try write(0, to: .lpConfig, on: bus)
  }

  // MARK: Banks

  /// Writes registers of bank 2, and comes back whatever happens.
  private mutating func inBank2(
    on bus: any I2CBus, _ body: (inout ICM20948) throws(BusFault) -> Void
  ) throws(BusFault) {
    try bus.write(Self.bank2, to: Register.regBankSel.rawValue, of: address)
    do throws(BusFault) {
      try body(&self)
    } catch {
      try? bus.write(0, to: Register.regBankSel.rawValue, of: address)
      throw error
    }
    try write(0, to: .regBankSel, on: bus)
  }

  private mutating func writeDivider(on bus: any I2CBus) throws(BusFault) {
    try write(UInt8(truncatingIfNeeded: divider >> 8), toBank2: .accelSmplrtDiv1, on: bus)
    try write(UInt8(truncatingIfNeeded: divider), toBank2: .accelSmplrtDiv2, on: bus)
  }

  private mutating func write(_ value: UInt8, to register: Register, on bus: any I2CBus) throws(BusFault) {
    try shadow.write(value, to: register.rawValue, on: bus)
  }

  private mutating func write(
    _ value: UInt8, toBank2 register: Bank2Register, on bus: any I2CBus
  ) throws(BusFault) {
    try bus.write(value, to: register.rawValue, of: address)
  }
}
