import Simulation
import Testing

@testable import Sensors

@Suite("Traps of accelerometers")
struct AccelerometerTrapTests {
  @Test func `LIS3DH: without the bit for it the pointer stays`() throws {
    let bench = Bench(.lis3dh)
    bench.model.surroundings.accelerationG = SIMD3(0.1, 0.2, 0.97)
    var chip = try bench.driver()
    try chip.configure(.continuous(hertz: 50), on: bench.bus)
    _ = try chip.read(on: bench.bus)
    #expect(bench.bus.trace.last == "R 18 A7 -> 7")
    // What a driver without the bit would see: X, thrice.
    let bytes = try bench.bus.read(0x28 as UInt8, of: 0x18, count: 6)
    #expect(Set(bytes).count == 1)
  }

  @Test(arguments: LIS3DH.FullScale.allCases)
  func `LIS3DH: every range has its own count, 12 mg at 16 g`(range: LIS3DH.FullScale) throws {
    let bench = Bench(.lis3dh)
    bench.model.surroundings.accelerationG = SIMD3(0.4, -1.2, 1.9)
    var chip = try #require(try LIS3DH.identify(on: bench.bus, at: 0x18))
    chip.fullScale = range
    try chip.configure(.singleShot, on: bench.bus)
    let reading = try #require(try chip.read(on: bench.bus))
    for axis in 0..<3 { #expect(abs(reading.vector[axis] - [0.4, -1.2, 1.9][axis]) <= range.scale) }
  }

  @Test(arguments: LSM6DS.FullScale.allCases)
  func `LSM6DS: code 1 of the range is 16 g`(range: LSM6DS.FullScale) throws {
    let bench = Bench(.lsm6dso)
    bench.model.surroundings.accelerationG = SIMD3(0.4, -1.2, 1.9)
    var chip = try #require(try LSM6DS.identify(on: bench.bus, at: 0x6A))
    chip.fullScale = range
    try chip.configure(.singleShot, on: bench.bus)
    let reading = try #require(try chip.read(on: bench.bus))
    for axis in 0..<3 { #expect(abs(reading.vector[axis] - [0.4, -1.2, 1.9][axis]) <= range.scale) }
    #expect(LSM6DS.FullScale(rawValue: 1) == .g16)
  }

  @Test(arguments: LSM9DS1Accelerometer.FullScale.allCases)
  func `LSM9DS1: a count at 16 g is 0.732 mg`(range: LSM9DS1Accelerometer.FullScale) throws {
    let bench = Bench(.lsm9ds1)
    bench.model.surroundings.accelerationG = SIMD3(0.4, -1.2, 1.9)
    var chip = try #require(try LSM9DS1Accelerometer.identify(on: bench.bus, at: 0x6B))
    chip.fullScale = range
    try chip.configure(.singleShot, on: bench.bus)
    let reading = try #require(try chip.read(on: bench.bus))
    for axis in 0..<3 { #expect(abs(reading.vector[axis] - [0.4, -1.2, 1.9][axis]) <= range.scale) }
    #expect(LSM9DS1Accelerometer.FullScale.g16.scale == 0.000_732)
  }

  @Test func `MPU: it sleeps at power-up, and its bytes are big-endian`() throws {
    let bench = Bench(.mpu6050)
    #expect(bench.model.registers[0x6B] == 0x40)
    bench.model.surroundings.accelerationG = SIMD3(0, 0, 1)
    var chip = try bench.driver()
    try chip.configure(.continuous(hertz: 50), on: bench.bus)
    #expect(bench.model.registers[0x6B] & 0x40 == 0)
    #expect(try chip.read(on: bench.bus)?.vector == SIMD3(0, 0, 1))
    #expect(bench.model.registers[0x3F] == 0x40 && bench.model.registers[0x40] == 0x00)
  }

  @Test(arguments: [(AccelerometerKind.mpu6050, 0.01), (.mpu6500, 0.01), (.icm20948, 0.01)])
  func `MPU: each has its own scale of temperature`(kind: AccelerometerKind, tolerance: Double) throws {
    for celsius in [-20.0, 0, 21, 36.6, 60] {
      let bench = Bench(kind)
      bench.model.surroundings.temperatureCelsius = celsius
      var chip = try bench.driver()
      try chip.configure(.singleShot, on: bench.bus)
      let temperature = try #require(try chip.read(on: bench.bus)?.temperatureCelsius)
      #expect(abs(temperature - celsius) < tolerance)
    }
  }

  @Test func `MPU: 0x70 has no magnetometer behind it, 0x71 and 0x73 have, and the bypass stays open`() throws {
    for (identity, holds) in [(UInt8(0x70), false), (0x71, true), (0x73, true)] {
      let model = MPUModel(identity: identity)
      let bus = FakeBus(model)
      var chip = try #require(try MPU6500.identify(on: bus, at: 0x68))
      #expect(chip.holdsMagnetometer == holds)
      #expect(model.isBypassOpen == holds, "found before it is set up")
      for sampling in [Sampling.singleShot, .continuous(hertz: 10)] {
        try chip.configure(sampling, on: bus)
        _ = try chip.read(on: bus)
        #expect(model.isBypassOpen)
      }
      try chip.sleep(on: bus)
      #expect(model.isBypassOpen)
      try chip.watchMotion(threshold: 0.1, on: bus)
      #expect(model.isBypassOpen)
    }
  }

  @Test(arguments: [64, 19])
  func `a clock at 0x68 is not taken for a motion sensor, and not written`(registers: Int) {
    for identity in [UInt8(0x68), 0x70, 0x71, 0x73, 0x72, 0x98, 0xEA] {
      let clock = ClockModel(count: registers)
      // The memory of a DS1307, where 0x75 and 0x7F come out.
      if registers == 64 { (clock.registers[0x35], clock.registers[0x3F]) = (identity, 0x20) }
      let search = SensorSearch(on: FakeBus(clock), among: ChipTable.accelerometers)
      #expect(search.chips.isEmpty)
      #expect(search.strangers == [0x68])
      #expect(!clock.wasWritten)
    }
  }

  @Test(arguments: [0x10, 0x20, 0x30] as [UInt8])
  func `ICM-20948: it is found also if other software left it in another bank`(bank: UInt8) throws {
    let model = ICM20948Model()
    let bus = FakeBus(model)
    try bus.write(bank, to: 0x7F, of: 0x69)
    #expect(try ICM20948.identify(on: bus, at: 0x69) != nil)
    #expect(model.isBypassOpen)
    #expect(model.bank == 0)
  }

  @Test func `ICM-20948: every call leaves it in bank 0, also one that fails`() throws {
    var failing = 1
    var failures = 0
    var strays = 0
    repeat {
      let model = ICM20948Model()
      let once = OnceFailingBus(FakeBus(model), failingAt: failing)
      var chip = try #require(try ICM20948.identify(on: once.bus, at: 0x69))
      do {
        try chip.configure(.continuous(hertz: 20), on: once)
        try chip.watchMotion(threshold: 0.1, on: once)
        failing = 0
      } catch {
        failures += 1
        failing += 1
        // Only the two transfers that select bank 0 themselves can leave it elsewhere; the next set-up selects it first.
        if model.bank != 0 {
          strays += 1
          try chip.configure(.singleShot, on: once)
        }
      }
      #expect(model.bank == 0)
    } while failing > 0
    #expect(failures > 20)
    #expect(strays == 2)
  }

  @Test func `ADXL345: it stands by at power-up, and old offsets are taken away`() throws {
    let bench = Bench(.adxl345)
    #expect(bench.model.registers[0x2D] == 0)
    bench.model.registers[0x20] = 0x7F
    var chip = try bench.driver()
    try chip.configure(.singleShot, on: bench.bus)
    let reading = try #require(try chip.read(on: bench.bus))
    #expect(abs(reading.vector.z - 1) <= 1.0 / 256)
  }

  @Test func `ADXL345: 15 g fit, at counts as fine as those of 2 g`() throws {
    let bench = Bench(.adxl345)
    bench.model.surroundings.accelerationG = SIMD3(15, -15, 0.5)
    var chip = try bench.driver()
    try chip.configure(.singleShot, on: bench.bus)
    #expect(try chip.read(on: bench.bus) == Reading(vector: SIMD3(15, -15, 0.5)))
  }

  @Test func `what is not settled yet is never given`() throws {
    for kind in AccelerometerKind.allCases {
      let bench = Bench(kind)
      var chip = try bench.driver()
      try chip.configure(.singleShot, on: bench.bus)
      let reading = try #require(try chip.read(on: bench.bus))
      #expect(abs(reading.vector.z - 1) <= kind.count, "\(kind)")
      #expect(bench.model.isSettled)
    }
  }
}

@Suite("Bus traces of accelerometers")
struct AccelerometerTraceTests {
  static func trace(_ kind: AccelerometerKind) throws -> [String] {
    let bench = Bench(kind)
    var chip = try bench.driver()
    bench.bus.clearTrace()
    try chip.configure(.singleShot, on: bench.bus)
    _ = try chip.read(on: bench.bus)
    // How often a status register was looked at is left out.
    return bench.bus.trace.reduce(into: []) { lines, line in if lines.last != line { lines.append(line) } }
  }

  @Test func `LIS3DH: all control registers, 400 Hz for one measurement, power-down`() throws {
    #expect(
      try Self.trace(.lis3dh) == [
        "W 18 30 00", "W 18 21 00", "W 18 22 00", "W 18 24 00", "W 18 25 00", "W 18 23 88", "W 18 20 07",
        "W 18 20 77", "R 18 A8 -> 6", "R 18 A7 -> 7", "W 18 20 07",
      ])
  }

  @Test func `LSM6DS: reset, block data update, 208 Hz for one measurement, power-down`() throws {
    #expect(
      try Self.trace(.lsm6dsl) == [
        "W 6A 12 01", "W 6A 12 44", "W 6A 10 00", "W 6A 11 00", "W 6A 15 10", "W 6A 17 00",
        "W 6A 10 50", "R 6A 28 -> 6", "R 6A 1E -> 1", "R 6A 28 -> 6",
        "W 6A 10 00",
      ])
  }

  @Test func `LSM9DS1: reset, block data update, gyroscope off, 238 Hz for one measurement, power-down`() throws {
    #expect(
      try Self.trace(.lsm9ds1) == [
        "W 6B 22 01", "W 6B 22 44", "W 6B 10 00", "W 6B 1F 38", "W 6B 21 00", "W 6B 20 00",
        "W 6B 20 80", "R 6B 28 -> 6", "R 6B 27 -> 7",
        "W 6B 20 00",
      ])
  }

  @Test func `MPU-6050: reset, bypass, gyroscope off, 200 Hz for one measurement, sleep`() throws {
    #expect(
      try Self.trace(.mpu6050) == [
        "W 68 6B 80", "W 68 6B 40", "W 68 6A 00", "W 68 37 22", "W 68 6C 07", "W 68 1B 00", "W 68 1C 00",
        "W 68 1A 03", "W 68 19 04", "W 68 38 01",
        "W 68 6B 00", "R 68 3A -> 1", "R 68 3B -> 8",
        "W 68 6B 40",
      ])
  }

  @Test func `ICM-20948: bank 2 for the filter and the rate, and back`() throws {
    #expect(
      try Self.trace(.icm20948) == [
        "W 69 7F 00", "W 69 06 80", "W 69 06 01", "W 69 03 00", "W 69 0F 22", "W 69 07 07", "W 69 05 00",
        "W 69 7F 20", "W 69 14 19", "W 69 10 00", "W 69 11 04", "W 69 7F 00",
        "W 69 11 01", "W 69 06 41",
        "W 69 06 01", "R 69 1A -> 1", "R 69 2D -> 14",
        "W 69 06 41",
      ])
  }

  @Test func `ADXL345: standby, offsets away, full resolution, one measurement, standby`() throws {
    #expect(
      try Self.trace(.adxl345) == [
        "W 53 2D 00", "W 53 2E 00", "W 53 2F 00", "W 53 38 00", "W 53 1E 00", "W 53 1F 00", "W 53 20 00",
        "W 53 31 0B", "W 53 2C 0A",
        "W 53 2D 08", "R 53 32 -> 6", "R 53 30 -> 1", "R 53 32 -> 6",
        "W 53 2D 00",
      ])
  }

  @Test func `what wakes on motion is written as the application notes say`() throws {
    func watch(_ kind: AccelerometerKind) throws -> [String] {
      let bench = Bench(kind)
      guard var chip = try bench.driver() as? any MotionInterrupting else { return [] }
      bench.bus.clearTrace()
      try chip.watchMotion(threshold: 0.25, on: bench.bus)
      return bench.bus.trace
    }
    let interrupts = ["W 6A 5C 00", "W 6A 5B 04", "W 6A 10 20", "W 6A 5E 20", "R 6A 1B -> 1"]
    #expect(try watch(.lsm6ds3).suffix(6) == ["W 6A 58 01"] + interrupts)
    #expect(try watch(.lsm6dsl).suffix(6) == ["W 6A 58 81"] + interrupts)
    #expect(try watch(.lsm6dso).suffix(7) == ["W 6A 56 41", "W 6A 58 80"] + interrupts)
    #expect(try watch(.lis3dh).suffix(5) == ["W 18 33 00", "W 18 20 2F", "R 18 26 -> 1", "W 18 30 2A", "R 18 31 -> 1"])
    #expect(
      try watch(.adxl345).suffix(6) == [
        "W 53 2C 17", "W 53 24 04", "W 53 27 F0", "W 53 2D 08", "W 53 2E 10", "R 53 30 -> 1",
      ])
  }
}
