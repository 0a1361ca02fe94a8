import Clocks
import Configuration
import Geodesy
import Simulation
import Testing

@Suite struct `The physics of a receiver` {
  private static let start = UnixTime(milliseconds: 1_795_996_800_000)

  /// A place that stands still for so long, with these holes in the sky.
  static func still(seconds: Double, hidden: [ClosedRange<Double>] = []) throws -> GroundTruth {
    let place = try #require(Coordinate(latitudeDegrees: 47, longitudeDegrees: 7))
    let points = [0, seconds].map {
      PathPoint(seconds: $0, coordinate: place, altMSLMeters: 500, speedMetersPerSecond: 0, trackDegrees: 0)
    }
    return GroundTruth(start: start, points: points, hidden: hidden)
  }

  private func receiver(_ seed: UInt64, hasBackup: Bool = true) throws -> ReceiverPhysics {
    ReceiverPhysics(try ReceiverEnergy.named("sam-m8q"), hasBackup: hasBackup, seed: seed)
  }

  @Test(arguments: 1...40)
  func `spends what flows, state by state, and no time is lost`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let duration = 40_000.0
    let hole = 5_000 + 20_000 * generator.uniform()
    let truth = try Self.still(seconds: duration, hidden: [hole...(hole + 3_000)])
    var physics = try receiver(seed)
    while physics.now < duration {
      switch Int(generator.uniform() * 4) {
      case 0: physics.wake()
      case 1: physics.sleep()
      case 2: physics.savesPower.toggle()
      default: if generator.uniform() < 0.1 { physics.cutPower() }
      }
      physics.advance(to: min(duration, physics.now + 400 * generator.uniform()), under: truth)
    }
    let energy = physics.energy
    #expect(abs(physics.spent.seconds - duration) < 1e-6, "seed \(seed)")
    let expected =
      physics.spent[.acquiring].seconds * energy.acquiringMilliamperes
      + physics.spent[.tracking].seconds * energy.trackingMilliamperes
      + physics.spent[.powerSave].seconds * (energy.powerSaveMilliamperes ?? 0)
      + physics.spent[.asleep].seconds * energy.asleepMilliamperes
    #expect(abs(physics.spent.milliampereHours - expected / 3_600) < 1e-6, "seed \(seed)")
    #expect(physics.spent[.off].milliampereHours == 0)
    // Nobody has a position while there is no sky.
    #expect(physics.spent[.acquiring].seconds > 0)
  }

  /// Median seconds to the first fix after a sleep of so many hours.
  private func searchSeconds(afterHours hours: Double, hasBackup: Bool = true) throws -> Double {
    var times: [Double] = []
    for seed in 1...101 {
      let truth = try Self.still(seconds: 1e6)
      var physics = try receiver(UInt64(seed), hasBackup: hasBackup)
      physics.wake()
      physics.advance(to: 300, under: truth)
      #expect(physics.isFixed)
      physics.sleep()
      physics.advance(to: 300 + hours * 3_600, under: truth)
      physics.wake()
      let next = try #require(physics.nextFix(under: truth))
      times.append(next - physics.now)
    }
    return times.sorted()[50]
  }

  @Test func `finds its position the sooner the more it knows`() throws {
    #expect((8...12).contains(try searchSeconds(afterHours: 0.2)))
    #expect((8...12).contains(try searchSeconds(afterHours: 1.9)))
    #expect((27...33).contains(try searchSeconds(afterHours: 5)))
    #expect((30...45).contains(try searchSeconds(afterHours: 0.2, hasBackup: false)))
  }

  @Test func `has fresh orbits only after it has listened for half a minute`() throws {
    func starts(listening: Double) throws -> [ReceiverPhysics.Start: Int] {
      let truth = try Self.still(seconds: 1e6)
      var physics = try receiver(3)
      physics.wake()
      physics.advance(to: 300, under: truth)
      for _ in 0..<12 {
        physics.sleep()
        physics.advance(to: physics.now + 3_000, under: truth)
        physics.wake()
        let fix = try #require(physics.nextFix(under: truth))
        physics.advance(to: fix + listening, under: truth)
      }
      return physics.starts
    }
    #expect(try starts(listening: 35)[.warm] == nil)
    #expect(try starts(listening: 2)[.warm] ?? 0 >= 2)
  }

  @Test func `sees nothing in a hole of the sky and soon again after a short one`() throws {
    let truth = try Self.still(seconds: 10_000, hidden: [1_000...1_020, 3_000...6_000])
    var physics = try receiver(5)
    physics.wake()
    physics.advance(to: 999, under: truth)
    #expect(physics.isFixed)
    physics.advance(to: 1_010, under: truth)
    #expect(!physics.isFixed)
    #expect(physics.state == .acquiring)
    physics.advance(to: 1_024, under: truth)
    #expect(physics.isFixed)
    physics.advance(to: 5_000, under: truth)
    #expect(physics.nextFix(under: truth) == nil)
    physics.advance(to: 6_040, under: truth)
    #expect(physics.isFixed)
  }
}
