import Clocks
import Configuration
import GNSS
import Geodesy
import LoggerCore
import Records
import TestSupport
import Testing
import Text

/// Drives a logger that records by the rule along a meridian.
private struct Way {
  var line: TimeLine
  var north = 0.0
  var second = 0.0

  init(_ change: (inout Settings.Recording) -> Void = { _ in }) {
    var settings = Settings()
    settings.recording.keep = .rule
    settings.recording.settleSeconds = 0
    change(&settings.recording)
    line = TimeLine(settings: settings, at: 90)
  }

  /// A fix, metres north and east of 47 N 8 E.
  static func fix(
    north: Double, east: Double = 0, speed: Double? = nil, track: Double? = nil, accuracy: Double? = 4
  ) -> Fix {
    var fix = Fix.at(47 + north / 111_195, 8 + east / 75_834, utc: nil, accuracy: accuracy)
    fix.speedMetersPerSecond = speed
    fix.trackDegrees = track
    return fix
  }

  mutating func send(_ fix: Fix, at seconds: Double) { line.send(.fix(fix), at: 100 + seconds) }

  /// Goes on for some seconds, a fix a second.
  mutating func go(_ seconds: Int, speed: Double, track: Double? = 0, tellsSpeed: Bool = true) {
    for _ in 0..<seconds {
      send(
        Self.fix(north: north, speed: tellsSpeed ? speed : nil, track: tellsSpeed ? track : nil), at: second)
      north += speed
      second += 1
    }
  }

  var fixes: [(seconds: Double, record: FixRecord)] {
    line.records.compactMap { record in
      if case .fix(let fix) = record.body { (Double(record.at.boot) / 1e9 - 100, fix) } else { nil }
    }
  }
  var reasons: [FixRecord.Reason] { fixes.map(\.record.reason) }
}

@Suite("What deserves a record")
struct RecordingTests {
  @Test func `a point is kept for distance, and never closer in time than the least interval`() {
    var way = Way { $0.minimumIntervalSeconds = 3 }
    way.go(60, speed: 10)
    let steps = zip(way.fixes, way.fixes.dropFirst()).map { $1.seconds - $0.seconds }
    #expect(steps.allSatisfy { $0 >= 3 })
    #expect(way.reasons.dropFirst().allSatisfy { $0 == .distance })
  }

  @Test func `a poor accuracy asks for a longer way`() {
    var way = Way()
    for second in 0..<60 {
      way.send(Way.fix(north: Double(second) * 10.1, speed: 10.1, track: 0, accuracy: 40), at: Double(second))
    }
    let steps = zip(way.fixes.dropFirst(), way.fixes.dropFirst(2)).map { $1.seconds - $0.seconds }
    #expect(steps.allSatisfy { $0 == 4 }, "\(steps)")
  }

  @Test func `under way the longest interval is never exceeded while there is a fix`() {
    var way = Way {
      $0.minimumDistanceMeters = 1_000
      $0.gapAfterSeconds = 600
    }
    for index in 0..<100 {
      let seconds = Double(index) * 7 + Double(index % 3)
      way.send(Way.fix(north: seconds * 1.2, speed: 1.2, track: 0), at: seconds)
    }
    let steps = zip(way.fixes, way.fixes.dropFirst()).map { $1.seconds - $0.seconds }
    #expect((steps.max() ?? 0) <= 60, "\(steps)")
    #expect(way.reasons.filter { $0 == .interval }.count >= 10)
  }

  @Test func `a walk north at 359 and 1 degrees is no turn, one to the east is`() {
    var way = Way { $0.minimumDistanceMeters = 40 }
    for second in 0..<28 {
      way.send(
        Way.fix(north: 1.4 * Double(second), speed: 1.4, track: second % 2 == 0 ? 359 : 1), at: Double(second))
    }
    #expect(!way.reasons.contains(.turn))
    for second in 1..<20 {
      way.send(Way.fix(north: 37.8, east: 1.4 * Double(second), speed: 1.4, track: 90), at: 27 + Double(second))
    }
    #expect(way.reasons.contains(.turn))
  }

  @Test func `a course that spins below walking pace is no turn`() {
    var way = Way { $0.minimumDistanceMeters = 100 }
    way.go(10, speed: 1.4)
    for second in 0..<20 {
      way.send(
        Way.fix(north: way.north + 0.9 * Double(second), speed: 0.9, track: Double(second * 77 % 360)),
        at: 10 + Double(second))
    }
    #expect(!way.reasons.contains(.turn))
  }

  @Test func `start, departure, arrival and stop have their points`() throws {
    var way = Way()
    way.go(20, speed: 0.05)
    way.go(40, speed: 8)
    way.go(60, speed: 0)
    way.line.send(.terminate(.terminated), at: 100 + way.second)
    let reasons = way.reasons
    #expect(reasons.first == .start)
    #expect(reasons.contains(.departure))
    #expect(reasons.contains(.arrival))
    #expect(reasons.last == .heartbeat)
    let departure = try #require(way.fixes.first { $0.record.reason == .departure })
    #expect(abs(departure.seconds - 19) <= 1)
  }

  @Test func `every point says why it was kept`() {
    var way = Way()
    way.go(200, speed: 3)
    #expect(!way.reasons.contains(.every))
    #expect(Set(way.reasons).isSubset(of: [.start, .distance, .departure, .turn, .interval]))
  }

  @Test func `drift at one place is a heartbeat, at the place of the stay`() {
    var way = Way { $0.heartbeatSeconds = 600 }
    for second in 0..<1_900 {
      let wander = Double((second / 60) % 7) - 3
      way.send(
        Way.fix(north: wander * 1.5, east: -wander, speed: 0.1, track: Double(second % 360)), at: Double(second))
    }
    #expect(way.reasons == [.start, .heartbeat, .heartbeat, .heartbeat])
    #expect(Set(way.fixes.compactMap(\.record.fix.coordinate)).count == 1)
  }

  @Test func `a course at rest is left out, with everything kept too`() throws {
    let chip = "$GPRMC,100000.00,A,4700.0000,N,00800.0000,E,0.10,271.0,010526,,,A"
    var sum: UInt8 = 0
    for byte in chip.utf8.dropFirst() { sum ^= byte }
    let text = chip + "*" + (sum < 16 ? "0" : "") + String(sum, radix: 16) + "\r\n"
    var line = TimeLine(at: 99)
    line.send(.received(Array(text.utf8), firstByte: Instant(boot: 100_000_000_000)), at: 100)
    line.run(until: 104)
    let fix = try #require(line.records.lazy.compactMap { if case .fix(let fix) = $0.body { fix } else { nil } }.first)
    #expect(fix.fix.trackDegrees == nil)
    #expect(fix.fix.speedMetersPerSecond != nil)
  }

  @Test func `a speed that is not told is missing, not zero`() {
    var way = Way()
    way.go(40, speed: 3, tellsSpeed: false)
    #expect(way.fixes.allSatisfy { $0.record.fix.speedMetersPerSecond == nil })
    #expect(way.fixes.count > 5)
  }

  @Test func `a tag keeps the fix that located it`() {
    var way = Way { $0.minimumDistanceMeters = 500 }
    way.go(10, speed: 2)
    way.line.press(at: 109.5)
    way.go(3, speed: 2)
    #expect(way.reasons.contains(.tag))
  }

  @Test func `a hole makes a point before it, a gap, and a point after it`() {
    var way = Way()
    way.go(32, speed: 2)
    way.line.run(until: 300)
    way.second = 250
    way.go(2, speed: 2)
    let story = way.line.records.compactMap { record -> String? in
      switch record.body {
      case .fix(let fix): "\(fix.reason)"
      case .gap(let gap): "gap \(gap.reason)"
      default: nil
      }
    }
    #expect(story.contains("gap noFix"))
    #expect(story.drop { $0 != "gap noFix" }.prefix(2) == ["gap noFix", "afterGap"])
    #expect(way.fixes.contains { $0.seconds == 31 })
  }

  @Test func `a trip lasts through a night of heartbeats`() {
    var settings = Settings()
    settings.recording.keep = .rule
    settings.recording.heartbeatSeconds = 7_200
    settings.trip.resumeWithinHours = 0.5
    var line = TimeLine(settings: settings, at: 90)
    for second in stride(from: 0.0, to: 10_000, by: 5) {
      let utc = UnixTime(iso: "2026-05-01T00:00:00Z")?.iso(plus: second)
      line.send(.fix(.at(47, 8, utc: utc, accuracy: 4)), at: 100 + second)
    }
    #expect(line.logger.status(at: line.now).trip == 1)
  }
}

@Suite("Settling")
struct SettlingTests {
  @Test func `the first seconds after a start are not the first point`() throws {
    var way = Way { $0.settleSeconds = 3 }
    for (second, accuracy) in [30.0, 12, 8, 7.9, 7.9].enumerated() {
      way.send(Way.fix(north: 50 / Double(second + 1), speed: 0, accuracy: accuracy), at: Double(second))
    }
    #expect(way.fixes.map(\.seconds) == [3])
    #expect(way.reasons == [.start])
  }

  @Test func `while it gets better it waits longer, but not for ever`() {
    var way = Way { $0.settleSeconds = 3 }
    for second in 0..<30 {
      let accuracy = 1_000.0 / Double(1 << min(second, 12))
      way.send(Way.fix(north: 0, speed: 0, accuracy: accuracy), at: Double(second))
    }
    #expect(way.fixes.first?.seconds == 9)
  }

  @Test func `the only fix is not lost`() {
    var way = Way { $0.settleSeconds = 3 }
    way.send(Way.fix(north: 0), at: 0)
    way.line.run(until: 120)
    #expect(way.reasons == [.start])
    #expect(way.fixes.first?.seconds == 0)
    var stopped = Way { $0.settleSeconds = 3 }
    stopped.send(Way.fix(north: 0), at: 0)
    stopped.line.send(.terminate(.terminated), at: 101)
    #expect(stopped.reasons == [.start])
  }

  @Test func `a tag does not wait for it`() {
    var way = Way { $0.settleSeconds = 60 }
    way.line.press(at: 99)
    way.send(Way.fix(north: 0), at: 0)
    #expect(way.line.records.contains { if case .located = $0.body { true } else { false } })
    #expect(way.reasons == [.start])
  }

  @Test func `yesterday's place is left behind`() {
    var way = Way { $0.settleSeconds = 3 }
    way.send(Way.fix(north: 90_000, speed: 0), at: 0)
    for second in 1..<10 { way.send(Way.fix(north: 0, speed: 0), at: Double(second)) }
    let track = way.fixes.filter { $0.record.reason.isInTrack }
    #expect(track.count == 1)
    #expect(track.first?.record.fix.coordinate?.latitudeDegrees == 47)
  }

  @Test func `a poor first fix does not starve the rest`() {
    var way = Way { $0.settleSeconds = 3 }
    way.send(Way.fix(north: 300, accuracy: 400), at: 0)
    way.second = 1
    way.go(200, speed: 1.4)
    #expect(way.fixes.count > 30)
  }
}

@Suite("Outliers")
struct OutlierTests {
  @Test func `a point miles away with a good accuracy is marked, and no part of the track`() {
    var way = Way()
    way.go(20, speed: 10)
    way.send(Way.fix(north: way.north, east: 3_000, speed: 10, track: 0, accuracy: 1.7), at: way.second)
    way.north += 10
    way.second += 1
    way.go(20, speed: 10)
    let outliers = way.fixes.filter { !$0.record.reason.isInTrack }
    #expect(outliers.map(\.seconds) == [20])
    #expect(outliers.first?.record.fix.horizontalAccuracyMeters == 1.7)
    #expect(way.fixes.filter { $0.record.reason == .distance }.count > 30)
  }

  @Test func `three refused points that agree are believed`() {
    var way = Way()
    way.go(10, speed: 10)
    way.north += 5_000
    way.go(10, speed: 10)
    let marked = way.fixes.filter { !$0.record.reason.isInTrack }.map(\.seconds)
    #expect(marked == [10, 11])
  }

  @Test func `points that disagree with each other are not believed, until enough time has passed`() {
    var way = Way()
    way.go(10, speed: 1)
    for second in 10..<16 {
      way.send(
        Way.fix(north: second % 2 == 0 ? 4_000 : -4_000, speed: 1, track: 0), at: Double(second))
    }
    #expect(way.fixes.filter { !$0.record.reason.isInTrack }.count == 6)
    way.send(Way.fix(north: 900, speed: 1, track: 0), at: 35)
    #expect(way.fixes.last?.record.reason.isInTrack == true)
  }

  @Test(arguments: [(Settings.Recording.Activity.other, true), (.fitness, true), (.airborne, false)])
  func `without a speed the activity decides`(_ activity: Settings.Recording.Activity, isOutlier: Bool) {
    var way = Way { $0.activity = activity }
    for second in 0..<10 { way.send(Way.fix(north: Double(second)), at: Double(second)) }
    way.send(Way.fix(north: 300), at: 10)
    way.send(Way.fix(north: 11), at: 11)
    #expect(way.reasons.contains(.outlier) == isOutlier)
  }

  @Test func `a flight that the receiver's speed confirms is true for any activity`() {
    var way = Way()
    way.go(60, speed: 250)
    #expect(!way.reasons.contains(.outlier))
  }

  @Test func `an outlier locates no tag`() throws {
    var way = Way()
    way.go(10, speed: 1.4)
    way.line.press(at: 109.5)
    way.send(Way.fix(north: 9_000, speed: 1.4, track: 0), at: 10)
    way.second = 11
    way.north += 1.4
    way.go(2, speed: 1.4)
    let place = try #require(
      way.line.records.lazy.compactMap { if case .located(let place) = $0.body { place } else { nil } }.first)
    #expect(abs(place.coordinate.latitudeDegrees - 47) < 0.001)
  }
}
