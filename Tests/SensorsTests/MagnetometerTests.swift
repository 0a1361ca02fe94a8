import Simulation
import Testing

@testable import Sensors

@Suite struct `Every magnetometer` {
  static let samplings: [Sampling] = [
    .singleShot, .continuous(hertz: 1), .continuous(hertz: 10), .continuous(hertz: 50),
  ]

  /// Fields that a chip on a hiker's board can meet, with iron near by; each axis and sign for itself among them.
  static let fields: [SIMD3<Double>] = [
    SIMD3(21, 1.5, -43), SIMD3(-21, 33, 48), SIMD3(60, 0.2, 0.1), SIMD3(0.3, -60, 0.2), SIMD3(0.1, -0.4, 60),
    SIMD3(120, -95, 140),
  ]

  @Test(arguments: MagnetometerCase.all, samplings)
  func `reads the field that is there within one count`(_ chip: MagnetometerCase, _ sampling: Sampling) throws {
    for field in Self.fields {
      let (bus, _) = chip.bus(field: field)
      var driver = try chip.driver(on: bus)
      try driver.configure(sampling, on: bus)
      for _ in 0..<3 {
        let reading = try #require(try driver.read(on: bus))
        #expect(reading.vector.isWithin(chip.microteslaPerCount, of: field), "\(reading.vector) is not \(field)")
        #expect(!reading.isSaturated)
        bus.pause(.milliseconds(100))
      }
    }
  }

  @Test(arguments: MagnetometerCase.all, samplings)
  func `follows a field that changes`(_ chip: MagnetometerCase, _ sampling: Sampling) throws {
    let (bus, model) = chip.bus()
    var driver = try chip.driver(on: bus)
    try driver.configure(sampling, on: bus)
    for step in 1...5 {
      let field = SIMD3(10.0 * Double(step), -20, 7)
      model.surroundings.fieldMicrotesla = field
      // What was being converted may still be of the old field.
      bus.pause(.seconds(3))
      let reading = try #require(try driver.read(on: bus))
      #expect(reading.vector.isWithin(chip.microteslaPerCount, of: field), "\(reading.vector) is not \(field)")
    }
  }

  @Test(arguments: MagnetometerCase.all) func `says when it is saturated`(_ chip: MagnetometerCase) throws {
    for axis in 0..<3 {
      var field = SIMD3<Double>(repeating: 20)
      field[axis] = 6_000
      let (bus, _) = chip.bus(field: field)
      var driver = try chip.driver(on: bus)
      try driver.configure(.singleShot, on: bus)
      #expect(try #require(try driver.read(on: bus)).isSaturated, "axis \(axis)")
    }
  }

  @Test(arguments: MagnetometerCase.all, samplings)
  func `knows its own settings`(_ chip: MagnetometerCase, _ sampling: Sampling) throws {
    let (bus, _) = chip.bus()
    var driver = try chip.driver(on: bus)
    try driver.configure(sampling, on: bus)
    #expect(try driver.isConfigured(on: bus))
    _ = try driver.read(on: bus)
    #expect(try driver.isConfigured(on: bus))
  }

  @Test(arguments: MagnetometerCase.all)
  func `sees a reset, or measures rightly in spite of it`(_ chip: MagnetometerCase) throws {
    for sampling in Self.samplings {
      let field = SIMD3(30.0, -12, 41)
      let (bus, model) = chip.bus(field: field)
      var driver = try chip.driver(on: bus)
      try driver.configure(sampling, on: bus)
      _ = try driver.read(on: bus)
      model.powerOn()
      if try driver.isConfigured(on: bus) {
        let reading = try #require(try driver.read(on: bus))
        #expect(reading.vector.isWithin(chip.microteslaPerCount, of: field), "\(sampling)")
      }
    }
  }

  @Test(arguments: MagnetometerCase.all) func `measures again after sleep`(_ chip: MagnetometerCase) throws {
    let (bus, model) = chip.bus()
    var driver = try chip.driver(on: bus)
    try driver.configure(.continuous(hertz: 10), on: bus)
    _ = try driver.read(on: bus)
    try driver.sleep(on: bus)
    bus.pause(.seconds(1))
    let conversions = model.conversions
    bus.pause(.seconds(60))
    #expect(model.conversions == conversions, "it does not sleep")
    var again = try chip.driver(on: bus)
    try again.configure(.singleShot, on: bus)
    #expect(try again.read(on: bus) != nil)
  }

  @Test(arguments: MagnetometerCase.all) func `passes its self-test where it has one`(_ chip: MagnetometerCase) throws {
    let (bus, _) = chip.bus()
    var driver = try chip.driver(on: bus)
    try driver.configure(.singleShot, on: bus)
    let without: Set = ["LSM303DLHC", "QMC5883L", "QMC5883P", "MMC5983MA", "MMC5603"]
    let expected: Bool? = without.contains(type(of: driver).name) ? nil : true
    #expect(try driver.selfTest(on: bus) == expected)
    try driver.configure(.singleShot, on: bus)
    let reading = try #require(try driver.read(on: bus))
    #expect(reading.vector.isWithin(chip.microteslaPerCount, of: Surroundings().fieldMicrotesla))
  }

  @Test(arguments: MagnetometerCase.all) func `tells the temperature if it can`(_ chip: MagnetometerCase) throws {
    let (bus, model) = chip.bus()
    model.surroundings.temperatureCelsius = -12
    var driver = try chip.driver(on: bus)
    try driver.configure(.singleShot, on: bus)
    let temperature = try #require(try driver.read(on: bus)).temperatureCelsius
    let with: Set = ["LIS3MDL", "LSM9DS1", "LIS2MDL", "MMC5983MA", "MMC5603"]
    if with.contains(type(of: driver).name) {
      #expect(abs(try #require(temperature) + 12) < 0.5)
    } else {
      #expect(temperature == nil)
    }
  }

  @Test(arguments: MagnetometerCase.all, [UInt8(0x00), 0xFF])
  func `takes registers that are all the same for no field`(_ chip: MagnetometerCase, _ byte: UInt8) throws {
    let (bus, _) = chip.bus()
    var driver = try chip.driver(on: bus)
    try driver.configure(.singleShot, on: bus)
    let dead = FakeBus(Constant(address: chip.address, byte: byte))
    #expect(try driver.read(on: dead) == nil)
  }

  @Test(arguments: MagnetometerCase.all, [UInt8(0x00), 0xFF, 0x48, 0x5A])
  func `is not found in something else at its address`(_ chip: MagnetometerCase, _ byte: UInt8) throws {
    let bus = FakeBus(Constant(address: chip.address, byte: byte))
    #expect(try chip.type.identify(on: bus, at: chip.address) == nil)
  }
}
