import Simulation
import Testing
import Text

@testable import Sensors

@Suite struct `A sensor` {
  /// A living chip, and the sensor that looks after it.
  private func make(
    _ chip: MagnetometerCase = MagnetometerCase.all[0], sampling: Sampling = .singleShot
  ) throws -> (bus: FakeBus, model: RegisterChip, sensor: Sensor) {
    let (bus, model) = chip.bus(noise: 0.4)
    return (bus, model, Sensor(try chip.driver(on: bus), sampling: sampling))
  }

  @Test(arguments: MagnetometerCase.all, [Sampling.singleShot, .continuous(hertz: 10)])
  func `works once it has shown live data`(_ chip: MagnetometerCase, _ sampling: Sampling) throws {
    var (bus, _, sensor) = try make(chip, sampling: sampling)
    let outcome = sensor.sample(on: bus, at: bus.now)
    #expect(outcome.changes == [.proving, .working])
    #expect(outcome.reading != nil)
    for _ in 0..<100 {
      bus.pause(.milliseconds(100))
      let outcome = sensor.sample(on: bus, at: bus.now)
      #expect(outcome.changes.isEmpty)
      #expect(outcome.reading != nil)
    }
  }

  @Test func `of a kind that never measures fails, with a remedy, and says so once`() throws {
    let bus = FakeBus(HMC5883LModel(isLookalike: true))
    var sensor = Sensor(try #require(try HMC5883L.identify(on: bus, at: 0x1E)))
    var changes: [Sensor.State] = []
    while bus.now < .seconds(60) {
      let outcome = sensor.sample(on: bus, at: bus.now)
      #expect(outcome.reading == nil)
      changes += outcome.changes
      bus.pause(.milliseconds(100))
    }
    #expect(changes.count == 2)
    #expect(changes.first == .proving)
    #expect(sensor.fault?.message == "HMC5883L at 0x1E answers but does not measure")
    #expect(sensor.fault?.remedy?.contains("DA5883") == true)
  }

  @Test func `whose numbers never change is not believed`() throws {
    let (bus, _) = MagnetometerCase.all[0].bus()
    var sensor = Sensor(try MagnetometerCase.all[0].driver(on: bus))
    #expect(sensor.sample(on: bus, at: bus.now).reading == nil)
    #expect(sensor.fault?.message.contains("the same numbers") == true)
  }

  @Test func `whose numbers stop changing is set up again, and fails if that does not help`() throws {
    var (bus, model, sensor) = try make()
    _ = sensor.sample(on: bus, at: bus.now)
    model.surroundings.fieldNoiseMicrotesla = 0
    var changes: [Sensor.State] = []
    for _ in 0..<100 {
      bus.pause(.milliseconds(100))
      changes += sensor.sample(on: bus, at: bus.now).changes
    }
    #expect(changes.count == 1)
    #expect(sensor.fault?.message.contains("the same numbers") == true)
    model.surroundings.fieldNoiseMicrotesla = 0.4
    for _ in 0..<400 {
      bus.pause(.milliseconds(100))
      changes += sensor.sample(on: bus, at: bus.now).changes
    }
    #expect(changes.last == .working)
    #expect(changes.count == 2)
  }

  @Test(arguments: MagnetometerCase.all) func `takes two failed transfers in a row without a word`(
    _ chip: MagnetometerCase
  ) throws {
    for fault in [BusFault.noAnswer, .arbitrationLost, .short, .system(5)] {
      var (bus, _, sensor) = try make(chip)
      _ = sensor.sample(on: bus, at: bus.now)
      bus.fail(next: 2, with: fault, at: chip.address)
      let outcome = sensor.sample(on: bus, at: bus.now)
      #expect(outcome.changes.isEmpty)
      #expect(outcome.reading != nil)
    }
  }

  @Test(arguments: MagnetometerCase.all, [Sampling.singleShot, .continuous(hertz: 10)])
  func `comes back after it was unplugged`(_ chip: MagnetometerCase, _ sampling: Sampling) throws {
    var (bus, model, sensor) = try make(chip, sampling: sampling)
    _ = sensor.sample(on: bus, at: bus.now)
    model.isPowered = false
    var changes = sensor.sample(on: bus, at: bus.now).changes
    #expect(changes == [.absent])
    #expect(sensor.fault?.remedy != nil)
    bus.pause(.seconds(20))
    changes += sensor.sample(on: bus, at: bus.now).changes
    for chip in bus.chips { chip.powerOn() }
    model.isPowered = true
    for _ in 0..<60 {
      bus.pause(.seconds(1))
      changes += sensor.sample(on: bus, at: bus.now).changes
    }
    #expect(changes == [.absent, .proving, .working])
  }

  @Test func `that lost its settings is set up again within seconds, and says so`() throws {
    let chip = try #require(MagnetometerCase.all.first { $0.testDescription == "LIS3MDL" })
    var (bus, model, sensor) = try make(chip, sampling: .continuous(hertz: 10))
    _ = sensor.sample(on: bus, at: bus.now)
    model.powerOn()
    let start = bus.now
    var changes: [Sensor.State] = []
    while changes.last != .working, bus.now < start + .seconds(10) {
      bus.pause(.milliseconds(100))
      changes += sensor.sample(on: bus, at: bus.now).changes
    }
    #expect(bus.now - start < .seconds(4))
    #expect(changes.count == 2)
    #expect(sensor.sample(on: bus, at: bus.now).reading != nil)
  }

  @Test func `at the end of its range says so after a while, and when it is over`() throws {
    var (bus, model, sensor) = try make()
    _ = sensor.sample(on: bus, at: bus.now)
    let quiet = model.surroundings.fieldMicrotesla
    model.surroundings.fieldMicrotesla = SIMD3(900, 0, 0)
    var changes: [Sensor.State] = []
    for _ in 0..<10 {
      let outcome = sensor.sample(on: bus, at: bus.now)
      #expect(outcome.reading?.isSaturated == true)
      changes += outcome.changes
    }
    #expect(changes.count == 1)
    #expect(sensor.fault?.remedy?.contains("magnets") == true)
    model.surroundings.fieldMicrotesla = quiet
    #expect(sensor.sample(on: bus, at: bus.now).changes == [.working])
  }

  @Test func `asks a held bus once, then less and less often, and comes back when it is released`() throws {
    var (bus, _, sensor) = try make()
    _ = sensor.sample(on: bus, at: bus.now)
    bus.isHeld = true
    bus.clearTrace()
    let start = bus.now
    var changes: [Sensor.State] = []
    while bus.now < start + .seconds(120) {
      changes += sensor.sample(on: bus, at: bus.now).changes
      bus.pause(.milliseconds(100))
    }
    #expect(changes.count == 1)
    #expect(bus.trace.count <= 9)
    bus.isHeld = false
    bus.pause(.seconds(40))
    #expect(sensor.sample(on: bus, at: bus.now).changes == [.working])
  }

  @Test func `runs its self-test and measures again`() throws {
    var (bus, _, sensor) = try make()
    _ = sensor.sample(on: bus, at: bus.now)
    #expect(try sensor.selfTest(on: bus) == true)
    #expect(sensor.sample(on: bus, at: bus.now).reading != nil)
  }
}
