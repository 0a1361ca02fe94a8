/// InvenSense's MPU-6500 (RM-MPU-6500A-00), and the same core inside the MPU-9250 and the MPU-9255. Only the
/// accelerometer is used here; the magnetometer of a 9250 is a chip of its own, an AK8963, behind the bypass that this
/// driver opens.
struct MPU6500: MotionInterrupting, FreeRunning {
  /// What is printed on the part.
  static let name = "MPU-6500/9250"
  /// What it measures.
  static let quantity = Quantity.acceleration
  /// AD0 to ground; AD0 high.
  static let addresses: [UInt8] = [0x68, 0x69]

  /// The parts, by what WHO_AM_I says.
  enum Variant: UInt8 {
    /// No magnetometer inside, whatever is printed on it.
    case mpu6500 = 0x70
    case mpu9250 = 0x71
    case mpu9255 = 0x73
  }

  /// Its address, 7 bits.
  var address: UInt8 { core.address }
  /// Which of the parts.
  let variant: Variant
  private var core: MPUCore

  private init(_ core: MPUCore, _ variant: Variant) {
    self.core = core
    self.variant = variant
  }

  /// Whether a magnetometer is inside. A part with 9250 printed on it that has none is a common fake.
  var holdsMagnetometer: Bool { variant != .mpu6500 }

  /// Looks at WHO_AM_I; if it is one of them, opens the bypass, so that the magnetometer behind it can be found.
  static func identify(on bus: any I2CBus, at address: UInt8) throws(BusFault) -> MPU6500? {
    guard let identity = try MPUCore.identity(on: bus, at: address), let variant = Variant(rawValue: identity) else {
      return nil
    }
    var chip = MPU6500(MPUCore(at: address), variant)
    if chip.holdsMagnetometer { try chip.core.openBypass(on: bus) }
    chip.core.forget()
    return chip
  }

  /// Resets it: it sleeps after that, as it does when it gets power.
  mutating func configure(_ sampling: Sampling, on bus: any I2CBus) throws(BusFault) {
    let rangeG2: UInt8 = 0
    let lowPass41Hz: UInt8 = 0x03
    try core.reset(on: bus)
    try core.write(rangeG2, to: .ACCEL_CONFIG, on: bus)
    try core.write(lowPass41Hz, to: .ACCEL_CONFIG2, on: bus)
    try core.start(sampling, on: bus)
  }

  /// Measures, with the temperature: T / 333.87 + 21 °C.
  mutating func read(on bus: any I2CBus) throws(BusFault) -> Reading? {
    try core.read(on: bus).map(Self.withTemperature)
  }

  /// Whether the control registers are as they were written.
  func isConfigured(on bus: any I2CBus) throws(BusFault) -> Bool { try core.shadow.isHeld(on: bus) }

  /// Sleep, 8 µA. The bypass stays open.
  mutating func sleep(on bus: any I2CBus) throws(BusFault) { try core.sleep(on: bus) }

  /// Wake-on-motion as in section 5.1 of the MPU-9250's product specification: 8 Hz, about 10 µA.
  mutating func watchMotion(threshold: Double, on bus: any I2CBus) throws(BusFault) {
    let lowPass184Hz: UInt8 = 0x01
    let compareWithPrevious: UInt8 = 0xC0
    let rate8Hz: UInt8 = 5
    try core.reset(on: bus)
    try core.write(0, to: .PWR_MGMT_1, on: bus)
    try core.write(0, to: .ACCEL_CONFIG, on: bus)
    try core.write(lowPass184Hz, to: .ACCEL_CONFIG2, on: bus)
    try core.write(compareWithPrevious, to: .ACCEL_INTEL_CTRL, on: bus)
    try core.write(thresholdCounts(threshold, step: 0.004, limit: 255), to: .WOM_THR, on: bus)
    try core.write(rate8Hz, to: .LP_ACCEL_ODR, on: bus)
    bus.pause(MPUCore.wakeTime)
    try core.cycle(on: bus)
  }

  /// Whether the chip was moved since the last call.
  mutating func takeMotion(on bus: any I2CBus) throws(BusFault) -> Bool { try core.takeMotion(on: bus) }

  func next(on bus: any I2CBus) throws(BusFault) -> Reading? { try core.next(on: bus).map(Self.withTemperature) }

  private static func withTemperature(_ sample: MPUCore.Sample) -> Reading {
    var reading = sample.reading
    reading.temperatureCelsius = Double(sample.temperature) / 333.87 + 21
    return reading
  }
}
