/// InvenSense's MPU-6050 (RM-MPU-6000A-00), and the parts that pretend to be one. Only the accelerometer is used.
struct MPU6050: MotionInterrupting, FreeRunning {
  /// What is printed on the part.
  static let name = "MPU-6050"
  /// What it measures.
  static let quantity = Quantity.acceleration
  /// AD0 to ground; AD0 high.
  static let addresses: [UInt8] = [0x68, 0x69]

  /// What WHO_AM_I says, and what clones say that have the same registers.
  private static let identities: [UInt8] = [0x68, 0x72, 0x98]
  private static let rangeG2: UInt8 = 0

  /// Its address, 7 bits.
  var address: UInt8 { core.address }
  private var core: MPUCore
  /// The register of the watch, to arm it again.
  private var motionThreshold: UInt8 = 1

  private init(_ core: MPUCore) { self.core = core }

  /// Looks at WHO_AM_I, and makes sure that it is no clock: DS1307 and DS3231 are at the same address.
  static func identify(on bus: any I2CBus, at address: UInt8) throws(BusFault) -> MPU6050? {
    guard let identity = try MPUCore.identity(on: bus, at: address), identities.contains(identity) else { return nil }
    return MPU6050(MPUCore(at: address))
  }

  /// Resets it: it sleeps after that, as it does when it gets power.
  mutating func configure(_ sampling: Sampling, on bus: any I2CBus) throws(BusFault) {
    try core.reset(on: bus)
    try core.write(Self.rangeG2, to: .ACCEL_CONFIG, on: bus)
    try core.start(sampling, on: bus)
  }

  /// Measures, with the temperature: T / 340 + 36.53 °C (register 65).
  mutating func read(on bus: any I2CBus) throws(BusFault) -> Reading? {
    try core.read(on: bus).map(Self.withTemperature)
  }

  /// Whether the control registers are as they were written.
  func isConfigured(on bus: any I2CBus) throws(BusFault) -> Bool { try core.shadow.isHeld(on: bus) }

  /// Sleep, 5 µA.
  mutating func sleep(on bus: any I2CBus) throws(BusFault) { try core.sleep(on: bus) }

  /// Cycles at 5 Hz, 20 µA, and compares with the sample at which the high-pass filter was held.
  mutating func watchMotion(threshold: Double, on bus: any I2CBus) throws(BusFault) {
    motionThreshold = thresholdCounts(threshold, step: 0.002, limit: 255)
    try core.reset(on: bus)
    try arm(on: bus)
  }

  /// Whether the chip was moved since the last call. It then takes its new attitude for rest, which takes 50 ms.
  mutating func takeMotion(on bus: any I2CBus) throws(BusFault) -> Bool {
    guard try core.takeMotion(on: bus) else { return false }
    try arm(on: bus)
    return true
  }

  func next(on bus: any I2CBus) throws(BusFault) -> Reading? { try core.next(on: bus).map(Self.withTemperature) }

  private mutating func arm(on bus: any I2CBus) throws(BusFault) {
    let filterHold: UInt8 = 0x07
    let milliseconds: UInt8 = 1
    let wakeAt5Hz: UInt8 = 0x40
    try core.write(0, to: .INT_ENABLE, on: bus)
    try core.write(0, to: .PWR_MGMT_1, on: bus)
    try core.write(Self.rangeG2, to: .ACCEL_CONFIG, on: bus)
    try core.write(motionThreshold, to: .WOM_THR, on: bus)
    try core.write(milliseconds, to: .MOT_DUR, on: bus)
    bus.pause(MPUCore.wakeTime)
    try core.write(Self.rangeG2 | filterHold, to: .ACCEL_CONFIG, on: bus)
    try core.write(wakeAt5Hz | MPUCore.gyroscopesOff, to: .PWR_MGMT_2, on: bus)
    try core.cycle(on: bus)
  }

  private static func withTemperature(_ sample: MPUCore.Sample) -> Reading {
    var reading = sample.reading
    reading.temperatureCelsius = Double(sample.temperature) / 340 + 36.53
    return reading
  }
}
