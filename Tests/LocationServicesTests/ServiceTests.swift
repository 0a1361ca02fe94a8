import Clocks
import GNSS
import LocationServices
import Testing

@Suite struct AcquisitionTests {
  /// Plays `(second, accuracy)`; nil for no fix in that second, only time.
  private func play(
    _ accuracy: DesiredAccuracy, isCold: Bool = false, _ line: [(Double, Double?)]
  ) -> (end: Acquisition.End?, accuracy: Double?) {
    var search = Acquisition(desiredAccuracy: accuracy, isCold: isCold, at: .zero)
    for (second, claim) in line {
      search.pass(to: .seconds(second))
      if let claim {
        search.take(.at(accuracy: claim), measuredAt: .seconds(second), utc: nil, at: .seconds(second))
      }
    }
    return (search.outcome?.end, search.outcome?.best?.accuracyMeters)
  }

  @Test func `It ends when the desired accuracy is met`() {
    #expect(play(.nearestTenMeters, [(3, 25), (4, 18), (5, 9.5)]) == (.located, 9.5))
    #expect(play(.hundredMeters, [(3, 99)]) == (.located, 99))
    #expect(play(.nearestTenMeters, [(3, 25), (4, 18)]) == (nil, nil))
  }

  @Test func `Ten seconds without a metre's improvement are as good as it gets`() {
    let line = [(3.0, 25.0), (5, 22), (8, 21.5), (11, 21.2), (14, 21.1), (15, 21.1)]
    #expect(play(.nearestTenMeters, line) == (.goodAsItGets, 21.1))
    #expect(play(.best, [(1, 3)] + (2..<12).map { (Double($0), 3) }) == (.goodAsItGets, 3))
  }

  @Test func `An improvement begins the ten seconds anew`() {
    #expect(play(.nearestTenMeters, [(3, 25), (12, 22), (21, 19), (30, 15)]) == (nil, nil))
  }

  @Test(arguments: [
    (false, 59.0, nil), (false, 60, Acquisition.End.timedOut), (true, 179, nil), (true, 180, .timedOut),
  ])
  func `The time is up after a minute, or three from a cold start`(
    isCold: Bool, second: Double, end: Acquisition.End?
  ) {
    #expect(play(.best, isCold: isCold, [(second, nil)]) == (end, nil))
  }

  @Test func `Whoever presses again gets the best so far`() {
    var search = Acquisition(desiredAccuracy: .best, isCold: false, at: .zero)
    search.take(.at(accuracy: 12), measuredAt: .seconds(4), utc: nil, at: .seconds(4))
    search.end(.stopped)
    search.end(.disabled)
    #expect(search.outcome?.end == .stopped)
    #expect(search.outcome?.best?.accuracyMeters == 12)
    #expect(search.nextDeadline == nil)
  }

  @Test func `A fix from before it began is not taken, nor a stale one`() {
    var search = Acquisition(desiredAccuracy: .best, isCold: false, at: .seconds(100))
    search.take(.at(), measuredAt: .seconds(99), utc: nil, at: .seconds(100))
    search.take(.at(), measuredAt: .seconds(101), utc: nil, at: .seconds(110))
    #expect(search.best == nil)
    #expect(search.state == .searching)
  }
}

@Suite struct StandardServiceTests {
  /// Words for what is told, second by second.
  private func play(
    _ options: StandardService.Options, _ fixes: [(Double, Fix)], until: Double? = nil
  ) -> [String] {
    var service = StandardService(options, at: .zero)
    var told: [String] = []
    func note(_ updates: [StandardService.Update], _ second: Double) {
      for update in updates {
        switch update {
        case .location: told.append("\(Int(second)) location")
        case .paused: told.append("\(Int(second)) paused")
        case .resumed: told.append("\(Int(second)) resumed")
        case .failed(let trouble): told.append("\(Int(second)) \(trouble)")
        }
      }
    }
    for (second, fix) in fixes {
      note(service.pass(to: .seconds(second)), second)
      note(service.take(fix, measuredAt: .seconds(second), utc: nil, at: .seconds(second)), second)
    }
    if let until { note(service.pass(to: .seconds(until)), until) }
    return told
  }

  @Test func `The distance filter tells only what is far enough`() {
    var options = StandardService.Options()
    options.distanceFilterMeters = 49.5
    let walk = (0..<60).map { (Double($0), Fix.at(east: 2 * Double($0), speed: 2, track: 90)) }
    #expect(play(options, walk) == ["3 location", "28 location", "53 location"])
  }

  @Test func `It pauses when nothing moves, and goes on with motion`() {
    let still = (0..<60).map { (Double($0), Fix.at(speed: 0)) }
    let moving = (60..<70).map { (Double($0), Fix.at(east: 3 * Double($0 - 59), speed: 3, track: 90)) }
    let told = play(.init(), still + moving)
    #expect(told.filter { !$0.hasSuffix("location") } == ["33 paused", "62 resumed"])
    #expect(!told.contains("40 location"))
    var awake = StandardService.Options()
    awake.pausesLocationUpdatesAutomatically = false
    #expect(play(awake, still).allSatisfy { $0.hasSuffix("location") })
  }

  @Test func `The accelerometer resumes it too`() {
    var service = StandardService(.init(), at: .zero)
    for second in 0..<60 {
      _ = service.take(.at(speed: 0), measuredAt: .seconds(Double(second)), utc: nil, at: .seconds(Double(second)))
    }
    #expect(service.state == .paused)
    #expect(service.moved(at: .seconds(61)) == [.resumed])
    #expect(service.moved(at: .seconds(62)) == [])
  }

  @Test func `Without a fix the location is unknown, once, and it goes on trying`() {
    let fixes = [(0.0, Fix.at()), (3, .at()), (4, .at())]
    var options = StandardService.Options()
    options.pausesLocationUpdatesAutomatically = false
    #expect(play(options, fixes, until: 35) == ["3 location", "4 location", "35 locationUnknown"])
    #expect(
      play(options, fixes + [(40, .at()), (41, .at())], until: 50) == [
        "3 location", "4 location", "40 locationUnknown", "40 location", "41 location",
      ])
  }

  @Test func `Denied is the end, a failing receiver is not`() {
    var service = StandardService(.init(), at: .zero)
    #expect(service.receiverFailed() == [.failed(.receiverFailure)])
    #expect(service.receiverFailed() == [])
    _ = service.take(.at(), measuredAt: .seconds(1), utc: nil, at: .seconds(1))
    #expect(service.take(.at(), measuredAt: .seconds(5), utc: nil, at: .seconds(5)).count == 1)
    #expect(service.deny() == [.failed(.denied)])
    #expect(service.take(.at(), measuredAt: .seconds(6), utc: nil, at: .seconds(6)) == [])
    #expect(service.state == .stopped)
  }

  @Test(arguments: [
    (DesiredAccuracy.bestForNavigation, 2_000, 1_000, false, false), (.best, 1_000, 1_000, false, false),
    (.nearestTenMeters, 1_000, 1_000, true, false), (.hundredMeters, 200, 1_000, true, true),
    (.kilometer, 1_000, 1_000, true, true), (.threeKilometers, 5_000, 5_000, true, true),
  ])
  func `The accuracy decides the rate and the duty`(
    accuracy: DesiredAccuracy, usual: Int, period: Int, saves: Bool, sleeps: Bool
  ) {
    #expect(
      accuracy.duty(usualMilliseconds: usual)
        == ReceiverDuty(periodMilliseconds: period, maySavePower: saves, maySleepMoving: sleeps))
  }
}

@Suite struct SignificantChangeTests {
  @Test func `The first location is told at once, then 500 m and five minutes apart`() throws {
    var service = SignificantChange()
    #expect(service.nextLook(now: .seconds(5)) == .init(at: .seconds(5), reason: .first))
    let line: [(second: Double, east: Double, isTold: Bool)] = [
      (10, 0, true), (100, 600, false), (310, 300, false), (400, 490, false), (500, 520, true), (700, 2_000, false),
      (801, 2_400, true),
    ]
    for moment in line {
      let sighting = try #require(Sighting.at(moment.second, .at(east: moment.east, speed: 5, track: 90)))
      #expect(service.take(sighting) == moment.isTold, "at \(moment.second)")
    }
  }

  @Test func `Nothing inaccurate is taken`() throws {
    var service = SignificantChange()
    #expect(!service.take(try #require(Sighting.at(0, .at(accuracy: 150)))))
    #expect(service.last == nil)
  }

  @Test func `Distance at a plausible speed decides the next look`() throws {
    var walker = SignificantChange(activity: .fitness)
    _ = walker.take(try #require(Sighting.at(0, .at(speed: 1, track: 90))))
    #expect(walker.nextLook(now: .seconds(1)) == .init(at: .seconds(500 / 1.5), reason: .distance))
    var driver = SignificantChange(activity: .automotive)
    _ = driver.take(try #require(Sighting.at(0, .at(speed: 20, track: 90))))
    #expect(driver.nextLook(now: .seconds(1)) == .init(at: .seconds(300), reason: .interval))
  }

  @Test func `At rest an accelerometer spares the looks until something moves`() throws {
    var service = SignificantChange()
    service.feelsMotion = true
    _ = service.take(try #require(Sighting.at(0, .at(speed: 0))))
    #expect(service.nextLook(now: .seconds(1)) == .init(at: .seconds(3_600), reason: .heartbeat))
    service.moved()
    #expect(service.nextLook(now: .seconds(1)) == .init(at: .seconds(300), reason: .interval))
  }

  @Test func `A border that is near asks for an earlier look`() throws {
    var service = SignificantChange()
    _ = service.take(try #require(Sighting.at(0, .at(speed: 5, track: 90))))
    service.borderMeters = 600
    #expect(service.nextLook(now: .seconds(1)) == .init(at: .seconds(80), reason: .border))
  }
}
