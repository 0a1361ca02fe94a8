import Simulation
import Testing

@testable import Sensors

@Suite struct `Traps of magnetometers` {
  private func reading(
    _ type: any Chip.Type, _ chips: RegisterChip..., sampling: Sampling = .singleShot
  ) throws -> Reading? {
    let bus = FakeBus(chips: chips)
    var driver = try #require(try type.identify(on: bus, at: chips[0].address))
    try driver.configure(sampling, on: bus)
    return try driver.read(on: bus)
  }

  @Test func `HMC5883L: the first measurement after a change of the gain, which has the old one, is thrown away`()
    throws
  {
    let chip = HMC5883LModel()
    let bus = FakeBus(chip)
    try bus.write(0x40, to: HMC5883L.Register.CRB, of: 0x1E)
    try bus.write(0x01, to: HMC5883L.Register.Mode, of: 0x1E)
    bus.pause(.seconds(1))
    let old = try bus.read(HMC5883L.Register.DXRA, of: 0x1E, count: 2).int16(low: 1, high: 0)
    #expect(old == 229, "the fake has lost its trap: 21 µT at 1090 counts per gauss")
    for sampling in [Sampling.singleShot, .continuous(hertz: 10)] {
      let vector = try #require(try reading(HMC5883L.self, HMC5883LModel(), sampling: sampling)).vector
      #expect(vector.isWithin(0.13, of: chip.surroundings.fieldMicrotesla))
    }
  }

  @Test func `HMC5883L: -4096 on one axis is saturation, not a field`() throws {
    let chip = HMC5883LModel()
    chip.surroundings.fieldMicrotesla = SIMD3(10, 400, 10)
    let result = try #require(try reading(HMC5883L.self, chip))
    #expect(result.isSaturated)
    #expect(abs(result.vector.x - 10) < 0.13)
  }

  @Test func `DA5883: has the identity of an HMC5883L and never measures`() throws {
    #expect(try reading(HMC5883L.self, HMC5883LModel(isLookalike: true)) == nil)
    #expect(try reading(HMC5883L.self, HMC5883LModel(isLookalike: true), sampling: .continuous(hertz: 10)) == nil)
  }

  @Test func `LSM303DLHC: is not taken for an HMC5883L, nor the other way round`() throws {
    let one = FakeBus(LSM303DLHCMagnetometerModel())
    let other = FakeBus(HMC5883LModel())
    #expect(try HMC5883L.identify(on: one, at: 0x1E) == nil)
    #expect(try LSM303DLHCMagnetometer.identify(on: other, at: 0x1E) == nil)
  }

  @Test func `QMC5883L: without the period of set and reset its offset would stay`() throws {
    let chip = QMC5883LModel()
    let bus = FakeBus(chip)
    var driver = try #require(try QMC5883L.identify(on: bus, at: 0x0D))
    try driver.configure(.continuous(hertz: 10), on: bus)
    try bus.write(0x00, to: QMC5883L.Register.SET_RESET_PERIOD, of: 0x0D)
    bus.pause(.seconds(1))
    let wrong = try #require(try driver.read(on: bus)).vector
    #expect(!wrong.isWithin(20, of: chip.surroundings.fieldMicrotesla), "the fake has lost its trap")
    #expect(try !driver.isConfigured(on: bus))
  }

  @Test func `QMC5883L: all six bytes are read, or the data would stay as they are`() throws {
    let chip = QMC5883LModel()
    let bus = FakeBus(chip)
    var driver = try #require(try QMC5883L.identify(on: bus, at: 0x0D))
    try driver.configure(.continuous(hertz: 50), on: bus)
    bus.pause(.milliseconds(100))
    _ = try bus.read(QMC5883L.Register.DATA_OUT_X_LSB, of: 0x0D, count: 2)
    bus.pause(.milliseconds(100))
    #expect(try driver.read(on: bus) == nil, "the fake has lost its trap: somebody else read a part")
    _ = try bus.read(QMC5883L.Register.DATA_OUT_X_LSB, of: 0x0D, count: 6)
    #expect(try driver.read(on: bus) != nil)
    #expect(try driver.read(on: bus) != nil)
  }

  @Test func `QMC5883P: the range is that of 0x0B, and the data register 0x06 is left alone`() throws {
    let chip = QMC5883PModel()
    let bus = FakeBus(chip)
    var driver = try #require(try QMC5883P.identify(on: bus, at: 0x2C))
    try driver.configure(.singleShot, on: bus)
    _ = try driver.read(on: bus)
    #expect(chip.registers[0x0B] & 0x0C == 0x08)
    #expect(chip.registers[0x29] == 0x06)
    #expect(!bus.trace.contains { $0.hasPrefix("W 2C 06") })
  }

  @Test func `LIS3MDL: the pointer goes from Z back to X, so that the temperature is read for itself`() throws {
    let chip = LIS3MDLModel()
    chip.surroundings.temperatureCelsius = 40
    let bus = FakeBus(chip)
    var driver = try #require(try LIS3MDL.identify(on: bus, at: 0x1C))
    try driver.configure(.continuous(hertz: 10), on: bus)
    bus.pause(.seconds(1))
    let bytes = try bus.transfer(to: 0x1C, writing: [0xA8], reading: 8)
    #expect(Array(bytes[0..<2]) == Array(bytes[6..<8]), "the fake has lost its trap")
    let stuck = try bus.transfer(to: 0x1C, writing: [0x28], reading: 6)
    #expect(Set(stuck).count == 1, "the fake has lost its trap: without bit 7 the pointer stays")
    bus.pause(.seconds(1))
    #expect(try driver.read(on: bus)?.temperatureCelsius == 40)
  }

  @Test func `LIS2MDL: offsets that an earlier program left in the chip are cleared`() throws {
    let chip = LIS2MDLModel(staleOffsetCounts: 300)
    let vector = try #require(try reading(LIS2MDL.self, chip)).vector
    #expect(vector.isWithin(0.15, of: chip.surroundings.fieldMicrotesla))
    chip.powerOn()
    #expect(chip.registers[0x45...0x4A].allSatisfy { $0 == 0 })
  }

  @Test(arguments: [Sampling.singleShot, .continuous(hertz: 10)])
  func `LIS2MDL: the offset of the bridge is cancelled in both modes, and no number is torn`(_ sampling: Sampling)
    throws
  {
    let chip = LIS2MDLModel()
    let vector = try #require(try reading(LIS2MDL.self, chip, sampling: sampling)).vector
    #expect(vector.isWithin(0.15, of: chip.surroundings.fieldMicrotesla))
    #expect(chip.registers[0x62] & 0x10 != 0)
  }

  @Test func `MMC5983MA: set and reset take the offset away, before and after a magnet`() throws {
    let chip = MMC5983MAModel()
    let bus = FakeBus(chip)
    var driver = try #require(try MMC5983MA.identify(on: bus, at: 0x30))
    try driver.configure(.singleShot, on: bus)
    let field = chip.surroundings.fieldMicrotesla
    chip.surroundings.fieldMicrotesla = SIMD3(1_500, 0, 0)
    #expect(try #require(try driver.read(on: bus)).isSaturated)
    chip.surroundings.fieldMicrotesla = field
    #expect(try #require(try driver.read(on: bus)).vector.isWithin(0.01, of: field))
  }

  @Test func `MMC5983MA: the factory trim is asked for where it is missing`() throws {
    let chip = MMC5983MAModel()
    chip.isSlowToTrim = true
    chip.powerOn()
    let vector = try #require(try reading(MMC5983MA.self, chip)).vector
    #expect(vector.isWithin(0.01, of: chip.surroundings.fieldMicrotesla))
  }

  @Test func `MMC5983MA: never reads its control registers, which only can be written`() throws {
    let bus = FakeBus(MMC5983MAModel())
    var driver = try #require(try MMC5983MA.identify(on: bus, at: 0x30))
    try driver.configure(.continuous(hertz: 10), on: bus)
    _ = try driver.read(on: bus)
    _ = try driver.isConfigured(on: bus)
    #expect(!bus.trace.contains { line in ["09", "0A", "0B", "0C"].contains { line.hasPrefix("R 30 \($0)") } })
  }

  @Test func `MMC5603: one without identity is told from an MMC5983MA, and from nothing`() throws {
    #expect(try MMC5603.identify(on: FakeBus(MMC5603Model(identity: 0)), at: 0x30) != nil)
    #expect(try MMC5603.identify(on: FakeBus(MMC5983MAModel()), at: 0x30) == nil)
    #expect(try MMC5983MA.identify(on: FakeBus(MMC5603Model(identity: 0)), at: 0x30) == nil)
  }

  @Test func `LIS3MDL: a measurement that lies there takes one transfer, and its temperature is shared`() throws {
    let bus = FakeBus(LIS3MDLModel())
    var driver = try #require(try LIS3MDL.identify(on: bus, at: 0x1C))
    try driver.configure(.continuous(hertz: 25), on: bus)
    bus.pause(.milliseconds(100))
    bus.clearTrace()
    for _ in 0..<16 {
      #expect(try driver.read(on: bus)?.temperatureCelsius != nil)
      bus.pause(.milliseconds(100))
    }
    #expect(bus.trace.count == 17)
    #expect(bus.trace.filter { $0.hasPrefix("R 1C AE") }.count == 1)
  }

  @Test func `AK8963: ST2 is read each time, or the data would freeze`() throws {
    let chip = AK8963Model()
    let bus = FakeBus(chip)
    var driver = try #require(try AK8963.identify(on: bus, at: 0x0C))
    try driver.configure(.continuous(hertz: 50), on: bus)
    bus.pause(.milliseconds(50))
    _ = try bus.read(AK8963.Register.HXL, of: 0x0C, count: 6)
    bus.pause(.milliseconds(100))
    #expect(try bus.read(AK8963.Register.ST1, of: 0x0C) & 0x01 == 0, "the fake has lost its trap")
    #expect(try driver.read(on: bus) != nil)
    #expect(try driver.read(on: bus) != nil)
  }

  @Test func `AK8963: a change of the mode goes through power-down`() throws {
    let chip = AK8963Model()
    let bus = FakeBus(chip)
    var driver = try #require(try AK8963.identify(on: bus, at: 0x0C))
    try driver.configure(.continuous(hertz: 50), on: bus)
    try bus.write(0x12, to: AK8963.Register.CNTL1, of: 0x0C)
    #expect(chip.registers[0x0A] == 0x16, "the fake has lost its trap")
    try driver.configure(.continuous(hertz: 8), on: bus)
    #expect(chip.registers[0x0A] == 0x12)
  }

  @Test func `MPU-6500: has no magnetometer, and its bypass is left closed`() throws {
    let package = Package.mpu(identity: 0x70)
    let bus = FakeBus(package)
    #expect(throws: BusFault.noAnswer) { try AK8963.identify(on: bus, at: 0x0C) }
    #expect(!package.isBypassOpen)
    #expect(!bus.trace.contains { $0.hasPrefix("W") })
  }

  @Test func `A clock at 0x68 is never written, whatever is in its memory`() {
    let clock = DS1307()
    _ = SensorSearch(on: FakeBus(clock))
    #expect(clock.writes == 0)
  }

  @Test func `BMM150: tells its identity only with its power bit, and needs its trim values at any temperature`() throws
  {
    let bus = FakeBus(BMM150Model())
    #expect(try bus.read(BMM150.Register.CHIP_ID, of: 0x10) == 0, "the fake has lost its trap")
    for hall in [6_300, 6_750, 7_400] {
      let chip = BMM150Model()
      chip.hall = hall
      let vector = try #require(try reading(BMM150.self, chip)).vector
      #expect(vector.isWithin(0.35, of: chip.surroundings.fieldMicrotesla))
    }
  }

  @Test func `BMM150: an overflow of Z alone is seen`() throws {
    let chip = BMM150Model()
    chip.surroundings.fieldMicrotesla = SIMD3(20, 20, 7_000)
    #expect(try #require(try reading(BMM150.self, chip)).isSaturated)
  }
}
