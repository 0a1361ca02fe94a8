import Sensors
import Simulation
import Testing

@Suite("Accelerometers")
struct AccelerometerTests {
  static let attitudes: [SIMD3<Double>] = [
    SIMD3(1, 0, 0), SIMD3(-1, 0, 0), SIMD3(0, 1, 0), SIMD3(0, -1, 0), SIMD3(0, 0, 1), SIMD3(0, 0, -1),
    SIMD3(0.267, -0.535, 0.802), SIMD3(-1.234, 0.017, 1.7),
  ]

  @Test(arguments: AccelerometerKind.allCases)
  func `each is found by its identity, and by no other driver`(kind: AccelerometerKind) throws {
    let bench = Bench(kind)
    let search = SensorSearch(on: bench.bus, among: ChipTable.accelerometers)
    #expect(search.chips.map { type(of: $0).name } == [kind.name])
    #expect(search.chips.first?.address == bench.model.address)
    #expect(search.strangers.isEmpty)
  }

  @Test(arguments: AccelerometerKind.allCases, [Sampling.singleShot, .continuous(hertz: 10), .continuous(hertz: 100)])
  func `at rest +1 g is on the axis that points up, within one count`(
    kind: AccelerometerKind, sampling: Sampling
  ) throws {
    let bench = Bench(kind)
    var chip = try bench.driver()
    try chip.configure(sampling, on: bench.bus)
    for attitude in Self.attitudes {
      bench.model.surroundings.accelerationG = attitude
      bench.bus.advance(to: bench.bus.now + .milliseconds(300))
      if case .continuous = sampling { _ = try chip.read(on: bench.bus) }
      let reading = try #require(try chip.read(on: bench.bus))
      for axis in 0..<3 { #expect(abs(reading.vector[axis] - attitude[axis]) <= kind.count, "axis \(axis)") }
      #expect(!reading.isSaturated)
    }
  }

  @Test(arguments: AccelerometerKind.allCases, [1.0, -1.0])
  func `the end of the range is told`(kind: AccelerometerKind, sign: Double) throws {
    let bench = Bench(kind)
    var chip = try bench.driver()
    try chip.configure(.singleShot, on: bench.bus)
    bench.model.surroundings.accelerationG = SIMD3(0, 20 * sign, 0)
    #expect(try chip.read(on: bench.bus)?.isSaturated == true)
  }

  @Test(arguments: AccelerometerKind.allCases)
  func `between single shots it sleeps, and before it is set up it gives nothing`(kind: AccelerometerKind) throws {
    let bench = Bench(kind)
    var chip = try bench.driver()
    #expect(try chip.read(on: bench.bus) == nil)
    #expect(try !chip.isConfigured(on: bench.bus))
    try chip.configure(.singleShot, on: bench.bus)
    #expect(bench.model.conversionEnd == nil)
    for _ in 0..<3 {
      #expect(try chip.read(on: bench.bus) != nil)
      #expect(bench.model.conversionEnd == nil)
    }
    #expect(try chip.isConfigured(on: bench.bus))
    let start = bench.bus.now
    _ = try chip.read(on: bench.bus)
    #expect(bench.bus.now - start < .milliseconds(60), "awake too long")
    try chip.configure(.continuous(hertz: 50), on: bench.bus)
    #expect(bench.model.conversionEnd != nil)
    try chip.sleep(on: bench.bus)
    #expect(bench.model.conversionEnd == nil)
  }

  @Test(arguments: AccelerometerKind.allCases, [Sampling.singleShot, .continuous(hertz: 25)])
  func `a brown-out is seen in the registers`(kind: AccelerometerKind, sampling: Sampling) throws {
    let bench = Bench(kind)
    var chip = try bench.driver()
    try chip.configure(sampling, on: bench.bus)
    _ = try chip.read(on: bench.bus)
    #expect(try chip.isConfigured(on: bench.bus))
    bench.model.powerOn()
    #expect(try !chip.isConfigured(on: bench.bus))
    if case .continuous = sampling { #expect(try chip.read(on: bench.bus) == nil) }
  }

  @Test(arguments: AccelerometerKind.allCases)
  func `no rate, not even a senseless one, stops it`(kind: AccelerometerKind) throws {
    for hertz in [0, -1, .nan, .infinity, 1e-300, 1e300, 3.3, 100, 999.9, 5_000] {
      let bench = Bench(kind)
      var chip = try bench.driver()
      try chip.configure(.continuous(hertz: hertz), on: bench.bus)
      #expect(try chip.read(on: bench.bus) != nil, "\(hertz) Hz")
    }
  }

  @Test(arguments: AccelerometerKind.allCases)
  func `the self-test tells masses that move from masses that do not`(kind: AccelerometerKind) throws {
    for (pull, passes) in [(1.0, true), (0.0, false), (30.0, false)] {
      let bench = Bench(kind)
      bench.model.selfTestPull *= pull
      bench.model.surroundings.accelerationNoiseG = 0.002
      var chip = try bench.driver()
      #expect(try chip.selfTest(on: bench.bus) == (kind.hasSelfTest ? passes : nil), "pull times \(pull)")
      if kind.hasSelfTest { #expect(bench.model.conversionEnd == nil) }
      // It is whole after that.
      try chip.configure(.singleShot, on: bench.bus)
      let reading = try #require(try chip.read(on: bench.bus))
      #expect(abs(reading.vector.z - 1) < 0.02)
    }
  }

  @Test(arguments: AccelerometerKind.allCases)
  func `whichever transfer fails, setting it up anew works`(kind: AccelerometerKind) throws {
    for sampling in [Sampling.singleShot, .continuous(hertz: 50)] {
      var failing = 1
      while true {
        let bench = Bench(kind)
        var chip = try bench.driver()
        let bus = OnceFailingBus(bench.bus, failingAt: failing)
        do {
          try chip.configure(sampling, on: bus)
          _ = try chip.read(on: bus)
          #expect(bus.transfers < failing)
          break
        } catch {
          #expect(error == .noAnswer)
        }
        try chip.configure(sampling, on: bus)
        let reading = try #require(try chip.read(on: bus), "after transfer \(failing)")
        #expect(abs(reading.vector.z - 1) <= kind.count)
        #expect(try chip.isConfigured(on: bus))
        failing += 1
      }
      #expect(failing > 5)
    }
  }

  @Test(arguments: AccelerometerKind.allCases)
  func `the keeper proves it, and mends it after a brown-out`(kind: AccelerometerKind) throws {
    let bench = Bench(kind)
    bench.model.surroundings.accelerationNoiseG = 0.003
    var sensor = Sensor(try bench.driver())
    let first = sensor.sample(on: bench.bus, at: bench.bus.now)
    #expect(sensor.state == .working)
    #expect(first.reading != nil)
    bench.bus.fail(next: 1)
    #expect(sensor.sample(on: bench.bus, at: bench.bus.now).reading != nil)
    bench.model.powerOn()
    bench.bus.advance(to: bench.bus.now + .seconds(4))
    for _ in 0..<5 { _ = sensor.sample(on: bench.bus, at: bench.bus.now) }
    #expect(sensor.state == .working)
    #expect(sensor.sample(on: bench.bus, at: bench.bus.now).reading != nil)
  }
}

@Suite("Watching for motion")
struct MotionTests {
  static func watch(_ kind: AccelerometerKind, threshold: Double) throws -> (Bench, any MotionInterrupting) {
    let bench = Bench(kind)
    bench.model.surroundings.accelerationG = SIMD3(0.3, -0.2, 0.93)
    guard var chip = try bench.driver() as? any MotionInterrupting else { throw Bench.Missing() }
    try chip.watchMotion(threshold: threshold, on: bench.bus)
    return (bench, chip)
  }

  @Test(arguments: AccelerometerKind.watching)
  func `at rest the line stays quiet, and a turn of the board pulls it`(kind: AccelerometerKind) throws {
    var (bench, chip) = try Self.watch(kind, threshold: 0.15)
    bench.model.surroundings.accelerationNoiseG = 0.004
    bench.bus.advance(to: bench.bus.now + .seconds(20))
    #expect(!bench.model.isLinePulled)
    #expect(try !chip.takeMotion(on: bench.bus))
    bench.model.surroundings.accelerationG = SIMD3(0.93, -0.2, 0.3)
    bench.bus.advance(to: bench.bus.now + .seconds(1))
    #expect(bench.model.isLinePulled)
    #expect(try chip.takeMotion(on: bench.bus))
    #expect(!bench.model.isLinePulled)
    // What is rest now is the new attitude.
    if kind.hasHighPassFilter { return }
    bench.bus.advance(to: bench.bus.now + .seconds(20))
    #expect(!bench.model.isLinePulled)
    bench.model.surroundings.accelerationG = SIMD3(0.3, -0.2, 0.93)
    bench.bus.advance(to: bench.bus.now + .seconds(1))
    #expect(bench.model.isLinePulled)
  }

  @Test(arguments: AccelerometerKind.watching)
  func `less than the threshold does not pull the line`(kind: AccelerometerKind) throws {
    let (bench, _) = try Self.watch(kind, threshold: 0.25)
    bench.model.surroundings.accelerationG.x += 0.15
    bench.bus.advance(to: bench.bus.now + .seconds(2))
    #expect(!bench.model.isLinePulled)
  }

  @Test(arguments: AccelerometerKind.watching, [0, -3, 1e-9, .nan, .infinity, 1e300])
  func `a senseless threshold is held within the register`(kind: AccelerometerKind, threshold: Double) throws {
    var (bench, chip) = try Self.watch(kind, threshold: threshold)
    bench.bus.advance(to: bench.bus.now + .seconds(1))
    _ = try chip.takeMotion(on: bench.bus)
  }

  @Test(arguments: AccelerometerKind.watching)
  func `while it watches it gives no measurement, and can be set up to measure`(kind: AccelerometerKind) throws {
    var (bench, chip) = try Self.watch(kind, threshold: 0.2)
    #expect(try chip.read(on: bench.bus) == nil)
    #expect(try chip.isConfigured(on: bench.bus))
    try chip.configure(.singleShot, on: bench.bus)
    let reading = try #require(try chip.read(on: bench.bus))
    #expect(abs(reading.vector.x - 0.3) <= kind.count)
  }
}
