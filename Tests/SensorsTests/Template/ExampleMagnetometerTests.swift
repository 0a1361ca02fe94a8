// The template of a driver's test: the chip as its datasheet describes it, and what the driver makes of it.
import Simulation
import Testing

@testable import Sensors

/// An XM100. Its trap: it lets go of block data update in a reset.
final class ExampleMagnetometerModel: RegisterChip {
  init() { super.init(address: 0x2E) }

  override func loadDefaults() { registers[0x00] = 0x5A }

  override func write(_ value: UInt8, to register: UInt8) {
    // Everything else can only be read.
    guard register == 0x08 else { return }
    if value & 0x80 != 0 {
      powerOn()
      return
    }
    registers[0x08] = value
    switch value & 0x03 {
    case 1: startConversion(lasting: .milliseconds(7))
    case 2: startConversion(lasting: period)
    default: conversionEnd = nil
    }
  }

  override func value(of register: UInt8) -> UInt8 {
    // Reading the last byte of the data takes them.
    if register == 0x07 { registers[0x01] = 0 }
    return registers[Int(register)]
  }

  override func convert() -> Duration? {
    let field = sensedField()
    for axis in 0..<3 {
      store(littleEndian: Self.counts(field[axis] / 0.1, in: -8_000...8_000), at: UInt8(0x02 + 2 * axis))
    }
    let isOver = (0..<3).contains { abs(field[$0]) > 800 }
    registers[0x01] = isOver ? 0x03 : 0x01
    guard registers[0x08] & 0x03 == 2 else {
      registers[0x08] &= ~0x03
      return nil
    }
    return period
  }

  private var period: Duration { .milliseconds([100, 20, 10, 5][Int(registers[0x08] >> 2 & 3)]) }
}

@Suite("The template of a driver")
struct ExampleMagnetometerTests {
  let model = ExampleMagnetometerModel()

  @Test(arguments: [Sampling.singleShot, .continuous(hertz: 10), .continuous(hertz: 1_000)])
  func `the field comes back within one count`(sampling: Sampling) throws {
    let bus = FakeBus(model)
    var chip = try #require(try ExampleMagnetometer.identify(on: bus, at: 0x2E))
    try chip.configure(sampling, on: bus)
    for field in [SIMD3(21, 1.5, -43), SIMD3(-0.1, 65, 0.07), SIMD3(799.9, -799.9, 12.34)] {
      model.surroundings.fieldMicrotesla = field
      // In continuous mode what is ready may be of the time before.
      if case .continuous = sampling { _ = try chip.read(on: bus) }
      let reading = try #require(try chip.read(on: bus))
      for axis in 0..<3 { #expect(abs(reading.vector[axis] - field[axis]) <= 0.1) }
      #expect(!reading.isSaturated)
    }
    #expect(try chip.isConfigured(on: bus))
  }

  @Test func `the bus sees a reset, one measurement, and nothing more`() throws {
    let bus = FakeBus(model)
    var chip = ExampleMagnetometer(address: 0x2E)
    try chip.configure(.singleShot, on: bus)
    _ = try chip.read(on: bus)
    #expect(bus.trace == ["W 2E 08 80", "W 2E 08 40", "W 2E 08 41", "R 2E 01 -> 1", "R 2E 02 -> 6"])
    #expect(model.conversionEnd == nil, "it sleeps")
  }

  @Test func `the end of the range is told, and a dead chip gives nothing`() throws {
    let bus = FakeBus(model)
    var chip = ExampleMagnetometer(address: 0x2E)
    try chip.configure(.singleShot, on: bus)
    model.surroundings.fieldMicrotesla = SIMD3(0, -1_000, 0)
    #expect(try chip.read(on: bus)?.isSaturated == true)
    model.surroundings.fieldMicrotesla = .zero
    #expect(try chip.read(on: bus) == nil)
  }

  @Test func `its keeper finds it among all others, and mends it after a brown-out`() throws {
    let bus = FakeBus(model)
    model.surroundings.fieldNoiseMicrotesla = 0.4
    let search = SensorSearch(on: bus, among: ChipTable.all + [ExampleMagnetometer.self])
    #expect(search.chips.count == 1)
    var sensor = Sensor(try #require(search.chips.first), sampling: .continuous(hertz: 10))
    #expect(sensor.sample(on: bus, at: bus.now).reading != nil)
    model.powerOn()
    for _ in 0..<50 {
      bus.advance(to: bus.now + .milliseconds(100))
      _ = sensor.sample(on: bus, at: bus.now)
    }
    #expect(sensor.state == .working)
    #expect(sensor.sample(on: bus, at: bus.now).reading != nil)
  }
}
