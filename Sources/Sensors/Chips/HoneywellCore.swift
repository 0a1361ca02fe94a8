/// What HMC5883L, HMC5983 and the magnetometer of the LSM303DLHC have in common: the map of the registers.
struct HoneywellCore: Sendable {
  let address: UInt8
  /// CRA without the rate.
  let configurationA: UInt8
  /// CRB: the gain.
  let configurationB: UInt8
  let countsPerGauss: SIMD3<Double>
  private var rateIndex: Int?
  private var isContinuous: Bool { rateIndex != nil }

  typealias Register = HMC5883L.Register
  private static let rates = [0.75, 1.5, 3, 7.5, 15, 30, 75]
  private static let overflow = -4_096

  init(address: UInt8, configurationA: UInt8, configurationB: UInt8, countsPerGauss: SIMD3<Double>) {
    self.address = address
    self.configurationA = configurationA
    self.configurationB = configurationB
    self.countsPerGauss = countsPerGauss
  }

  /// In single-shot mode the rate does not matter; 75 Hz is the fastest.
  private var configuredA: UInt8 { configurationA | UInt8(rateIndex ?? Self.rates.count - 1) << 2 }

  mutating func configure(_ sampling: Sampling, on bus: any I2CBus) throws(BusFault) {
    rateIndex = sampling.index(in: Self.rates)
    try bus.write(configuredA, to: Register.CRA, of: address)
    try bus.write(configurationB, to: Register.CRB, of: address)
    // The first conversion after a change of the gain still has the gain of before.
    _ = try measure(on: bus)
    guard isContinuous else { return }
    // Its ready bit stays set, so that one more has to take its place before anybody reads it.
    _ = try measure(on: bus)
    try bus.write(0x00, to: Register.Mode, of: address)
  }

  mutating func read(on bus: any I2CBus) throws(BusFault) -> Reading? {
    guard let rateIndex else { return try measure(on: bus).flatMap(reading) }
    let step = Duration.period(hertz: Self.rates[rateIndex]) / 4
    guard try bus.poll(0x01, in: Register.Status, of: address, tries: 6, every: step) != nil else { return nil }
    return try reading(counts(on: bus))
  }

  func isConfigured(on bus: any I2CBus) throws(BusFault) -> Bool {
    let registers = try bus.read(Register.CRA, of: address, count: 3)
    guard registers.starts(with: [configuredA, configurationB]) else { return false }
    return !isContinuous || registers[2] & 0x03 == 0
  }

  mutating func sleep(on bus: any I2CBus) throws(BusFault) { try bus.write(0x03, to: Register.Mode, of: address) }

  /// One conversion. The ready bit stays set from the one before, so what tells that it is over is that the mode has
  /// gone back to idle.
  func measure(on bus: any I2CBus) throws(BusFault) -> Counts? {
    try bus.write(0x01, to: Register.Mode, of: address)
    bus.pause(.milliseconds(6))
    guard try bus.poll(0x02, in: Register.Mode, of: address, tries: 24, every: .milliseconds(3)) != nil,
      try bus.read(Register.Status, of: address) & 0x01 != 0
    else { return nil }
    return try counts(on: bus)
  }

  private func counts(on bus: any I2CBus) throws(BusFault) -> Counts {
    let bytes = try bus.read(Register.DXRA, of: address, count: 6)
    return Counts(x: bytes.int16(low: 1, high: 0), y: bytes.int16(low: 5, high: 4), z: bytes.int16(low: 3, high: 2))
  }

  private func reading(_ counts: Counts) -> Reading? {
    guard !counts.isDead else { return nil }
    return Reading(
      vector: counts.scaled(by: 100) / countsPerGauss,
      isSaturated: [counts.x, counts.y, counts.z].contains(Self.overflow))
  }
}
