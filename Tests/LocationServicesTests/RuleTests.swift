import Clocks
import GNSS
import LocationServices
import Testing

@Suite struct ModeRuleTests {
  typealias Switch = ModeRule.Switch

  @Test func `Rest and motion switch auto, rest not before its dwell`() {
    var rule = ModeRule(chosen: .auto)
    #expect(rule.rest(true, at: .seconds(100)) == [Switch(mode: .significantChange, cause: .rest)])
    #expect(rule.rest(false, at: .seconds(110)) == [Switch(mode: .auto, cause: .motion)])
    #expect(rule.rest(true, at: .seconds(120)) == [])
    #expect(rule.nextDeadline == .seconds(170))
    #expect(rule.pass(to: .seconds(170)) == [Switch(mode: .significantChange, cause: .rest)])
    #expect(rule.service == .auto)
  }

  @Test func `A choice holds whatever happens, until it expires`() {
    var rule = ModeRule(chosen: .auto)
    let chosen = rule.choose(.highAccuracy, until: .seconds(3_600), cause: .command, at: .seconds(10))
    #expect(chosen == Switch(mode: .highAccuracy, cause: .command))
    #expect(rule.rest(true, at: .seconds(500)) == [])
    #expect(rule.power(PowerReading(isExternal: false, batteryPercent: 3), at: .seconds(600)) == [])
    #expect(rule.nextDeadline == .seconds(3_600))
    #expect(rule.pass(to: .seconds(3_600)) == [Switch(mode: .auto, cause: .expired)])
    #expect(rule.pass(to: .seconds(3_660)) == [Switch(mode: .significantChange, cause: .batteryLow)])
  }

  @Test func `A battery that runs low saves, and recovers with some room`() {
    var rule = ModeRule(chosen: .auto)
    func battery(_ percent: Double, _ second: Double) -> [Switch] {
      rule.power(PowerReading(isExternal: false, batteryPercent: percent), at: .seconds(second))
    }
    #expect(battery(25, 0) == [])
    #expect(battery(19, 100) == [Switch(mode: .significantChange, cause: .batteryLow)])
    #expect(battery(22, 200) == [])
    #expect(battery(26, 300) == [Switch(mode: .auto, cause: .batteryRecovered)])
  }

  @Test func `On a charger it does as configured`() {
    var rules = ModeRule.Rules()
    rules.onExternalPower = .highAccuracy
    var rule = ModeRule(rules, chosen: .auto)
    #expect(
      rule.power(PowerReading(isExternal: true, batteryPercent: 5), at: .seconds(0)) == [
        Switch(mode: .highAccuracy, cause: .externalPower)
      ])
    #expect(rule.service == .highAccuracy)
    #expect(rule.power(PowerReading(isExternal: false, batteryPercent: 50), at: .seconds(30)) == [])
    #expect(rule.pass(to: .seconds(60)) == [Switch(mode: .auto, cause: .onBattery)])
  }

  @Test(arguments: ServiceMode.allCases)
  func `What was chosen before a restart holds on`(mode: ServiceMode) {
    let rule = ModeRule(chosen: mode)
    #expect(rule.effective == mode)
    #expect(rule.service == mode)
  }
}

@Suite struct LearningTests {
  @Test func `The first lock is ignored, the next ones are smoothed in`() {
    var times = LockTimes()
    times.locked(after: 300, expected: .cold)
    #expect(times.expectedSeconds(.cold) == 40)
    times.locked(after: 12, expected: .hot)
    #expect(times.expectedSeconds(.hot) == 9)
    times.locked(after: 5, expected: .hot)
    #expect(times.expectedSeconds(.hot) == 8)
  }

  @Test(arguments: [(nil, StartKind.cold), (60.0, .hot), (7_199, .hot), (7_300, .warm)])
  func `The age of the orbits decides the start`(age: Double?, kind: StartKind) {
    #expect(LockTimes().kind(ephemerisAgeSeconds: age) == kind)
  }

  @Test func `Three starts in a row that should have been hot tell of a dead backup, a quick one of a new one`() {
    var times = LockTimes()
    for seconds in [40.0, 35, 36, 6, 38, 37] { times.locked(after: seconds, expected: .hot) }
    #expect(!times.isBackupDead)
    times.locked(after: 36, expected: .hot)
    #expect(times.isBackupDead)
    #expect(times.kind(ephemerisAgeSeconds: 60) == .cold)
    #expect(times.expectedSeconds(.hot) < 10)
    times.locked(after: 5, expected: .cold)
    #expect(!times.isBackupDead)
  }

  @Test func `Searches get 15 minutes, then 5, or 90 s for a hot start`() {
    var budget = SearchBudget()
    #expect(budget.seconds(for: .cold) == 900)
    _ = budget.failed(at: .zero)
    #expect(budget.seconds(for: .cold) == 300)
    #expect(budget.seconds(for: .hot) == 90)
  }

  @Test func `Pauses double up to an hour, and a fix resets them`() {
    var budget = SearchBudget()
    let pauses = (0..<9).map { _ in (budget.failed(at: .zero) - .zero).seconds }
    #expect(pauses == [60, 120, 240, 480, 960, 1_920, 3_600, 3_600, 3_600])
    budget.locked()
    #expect(budget.failed(at: .zero) == .seconds(60))
  }

  @Test func `Motion in vain is believed less and less, until it pauses`() {
    var budget = SearchBudget()
    _ = budget.failed(at: .seconds(0))
    #expect(budget.moved(at: .seconds(10)) == .seconds(60))
    _ = budget.failed(at: .seconds(100))
    #expect(budget.moved(at: .seconds(110)) == .seconds(220))
    _ = budget.failed(at: .seconds(300))
    #expect(budget.moved(at: .seconds(310)) == .seconds(540))
    #expect(budget.moved(at: .seconds(2_000)) == .seconds(360))
  }

  @Test func `A straight way teaches trust, a winding one none`() throws {
    func learn(_ place: (Double) -> (east: Double, north: Double, track: Double)) throws -> ErrorEstimate {
      var estimate = ErrorEstimate()
      for second in stride(from: 0.0, to: 1_200, by: 1) {
        let (east, north, track) = place(second)
        estimate.take(try #require(Sighting.at(second, .at(east: east, north: north, speed: 10, track: track))))
      }
      return estimate
    }
    let straight = try learn { (10 * $0, 0, 90) }
    // A square of 100 m.
    let winding = try learn { second in
      let side = Int(second / 10) % 4
      let along = (second / 10 - (second / 10).rounded(.down)) * 100
      switch side {
      case 0: return (along, 0, 90)
      case 1: return (100, along, 0)
      case 2: return (100 - along, 100, 270)
      default: return (0, 100 - along, 180)
      }
    }
    #expect(straight.seconds(within: 80) > 60)
    #expect(winding.seconds(within: 80) < 30)
    #expect(straight.errorMeters(after: straight.seconds(within: 80)) < 80.5)
    #expect(straight.seconds(within: 2) == 0)
  }

  @Test(arguments: [0.0, 45, 123, 270]) func `Dead reckoning goes the way it says`(bearing: Double) throws {
    let fix = Fix.at()
    let start = try #require(fix.coordinate)
    let end = start.projected(meters: 1_000, bearingDegrees: bearing)
    #expect(abs(start.distanceMeters(to: end) - 1_000) < 1)
    #expect(abs((start.initialBearingDegrees(to: end) - bearing).remainder(dividingBy: 360)) < 0.1)
    #expect(end.projected(meters: -1_000, bearingDegrees: bearing).distanceMeters(to: start) < 1)
  }
}
