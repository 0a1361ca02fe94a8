import Clocks
import Configuration
import GNSS
import LoggerCore
import Records
import TestSupport
import Testing
import Text

private func walk(_ line: inout TimeLine, _ seconds: [Double], metersPerSecond: Double = 1.4) {
  for second in seconds {
    let utc = UnixTime(iso: "2026-05-01T10:00:00Z")?.iso(plus: second)
    let degrees = metersPerSecond / 111_195
    line.send(.fix(.at(47 + second * degrees, 8, utc: utc)), at: 100 + second)
  }
}

private func story(_ records: [Record]) -> [String] {
  records.compactMap { record in
    switch record.body {
    case .fix(let fix): "fix \(fix.reason)"
    case .gap(let gap): "gap \(gap.reason)"
    case .trip(let trip): "trip \(trip.number) \(trip.reason)"
    case .clock(let reading): "clock \(reading.stepMilliseconds.map(String.init) ?? "first")"
    default: nil
    }
  }
}

@Suite("The track")
struct TrackTests {
  @Test func `the first fix tells the time, begins the trip and is kept`() {
    var line = TimeLine()
    walk(&line, [0, 1])
    #expect(story(line.records) == ["clock first", "trip 1 first", "fix start", "fix every"])
  }

  @Test func `an epoch without a position is no fix`() {
    var line = TimeLine()
    var fix = Fix.at(0, 0, utc: "2026-05-01T10:00:00Z")
    fix.mode = .none
    line.send(.fix(fix), at: 5)
    #expect(story(line.records).isEmpty)
    #expect(line.logger.status(at: line.now).utc == nil)
  }

  @Test func `zero north zero east is a place`() {
    var line = TimeLine()
    line.send(.fix(.at(0, 0, utc: "2026-05-01T10:00:00Z")), at: 5)
    #expect(story(line.records).contains("fix start"))
  }

  @Test func `a minute without a fix is a gap, told when it is complete`() throws {
    var line = TimeLine()
    walk(&line, [0, 1, 2])
    line.run(until: 161.9)
    #expect(!story(line.records).contains("gap noFix"))
    line.run(until: 162.1)
    #expect(story(line.records).last == "gap noFix")
    walk(&line, [90])
    #expect(story(line.records).suffix(2) == ["gap noFix", "fix afterGap"])
  }

  @Test func `a short loss on foot is no gap, the same loss in a car is one`() {
    var onFoot = TimeLine()
    walk(&onFoot, [0, 1, 2, 32])
    #expect(!story(onFoot.records).contains("gap noFix"))
    var inCar = TimeLine()
    walk(&inCar, [0, 1, 2, 32], metersPerSecond: 30)
    #expect(story(inCar.records).suffix(2) == ["gap noFix", "fix afterGap"])
  }

  @Test func `fixes that come seldom by design are no gaps`() {
    var line = TimeLine()
    walk(&line, stride(from: 0, through: 7_200, by: 720).map { $0 }, metersPerSecond: 5)
    let gaps = story(line.records).filter { $0.hasPrefix("gap") }
    #expect(gaps.count <= 6, "\(gaps)")
    #expect(story(line.records).suffix(3).allSatisfy { $0 == "fix every" })
  }

  @Test func `the trip goes on after a power cut, and the hole is told`() {
    var line = TimeLine()
    walk(&line, [0, 1, 2])
    var next = TimeLine(restored: line.restored(boot: BootID(bits: 2)), at: 1)
    next.send(.fix(.at(47.001, 8, utc: "2026-05-01T10:05:00Z")), at: 40)
    #expect(story(next.records) == ["clock first", "gap notRunning", "fix start"])
    #expect(next.logger.status(at: next.now).trip == 1)
  }

  @Test func `a restart within a minute does not break the track`() {
    var line = TimeLine()
    walk(&line, [0, 1, 2])
    var next = TimeLine(restored: line.restored(), at: 103)
    walk(&next, [5, 6])
    #expect(story(next.records) == ["clock first", "fix start", "fix every"])
  }

  @Test func `the next day is a new trip`() {
    var line = TimeLine()
    walk(&line, [0, 1, 2])
    var next = TimeLine(restored: line.restored(boot: BootID(bits: 2)), at: 1)
    next.send(.fix(.at(47.001, 8, utc: "2026-05-02T10:05:00Z")), at: 40)
    #expect(story(next.records).contains("trip 2 longPause"))
  }

  @Test func `the rule keeps by distance, and nothing where nothing moves`() {
    var settings = Settings()
    settings.recording.keep = .rule
    var line = TimeLine(settings: settings)
    walk(&line, (0...20).map(Double.init), metersPerSecond: 1.4)
    #expect((2...5).contains(story(line.records).filter { $0 == "fix distance" }.count))
    line = TimeLine(settings: settings)
    walk(&line, (0...130).map(Double.init), metersPerSecond: 0)
    #expect(story(line.records).filter { $0.hasPrefix("fix") } == ["fix start"])
  }
}

@Suite("What time it is")
struct ClockTests {
  @Test func `a clock that nothing vouches for labels nothing`() throws {
    var line = TimeLine()
    let stamp = UTCStamp(try #require(UnixTime(iso: "1970-01-01T00:00:10Z")), .host)
    line.send(.wallClock(stamp), at: 10)
    line.press(at: 11)
    #expect(line.records.last?.utc == nil)
  }

  @Test func `a pending tag is dated backwards when satellites tell the time`() throws {
    var line = TimeLine()
    line.press(at: 10)
    var digest = Digest()
    var unlocated = Fix.at(47, 8, utc: "2026-05-01T10:00:00Z")
    unlocated.coordinate = nil
    line.send(.wallClock(UTCStamp(try #require(UnixTime(iso: "2026-05-01T10:00:00Z")), .network)), at: 70)
    for record in line.records { digest.apply(record) }
    #expect(digest.pendingTags.first?.utc?.time.description == "2026-05-01T09:59:00Z")
  }

  @Test func `late epochs do not pull the clock`() throws {
    var line = TimeLine()
    let start = try #require(UnixTime(iso: "2026-05-01T10:00:00Z"))
    for second in 0..<20 {
      let delay = [0.10, 0.35, 0.80][second % 3]
      line.send(.fix(.at(47, 8, utc: start.iso(plus: Double(second)))), at: 100 + Double(second) + delay)
    }
    let instants = line.records.compactMap { if case .fix = $0.body { $0.at } else { nil } }
    for (first, second) in zip(instants.dropFirst(), instants.dropFirst(2)) {
      #expect(abs((second - first).seconds - 1) < 0.002)
    }
  }

  @Test func `one fix with a wrong hour moves nothing and is no part of the track`() {
    var line = TimeLine()
    for second in 0..<6 {
      let hour = second == 3 ? "11" : "10"
      line.send(.fix(.at(47, 8, utc: "2026-05-01T\(hour):00:0\(second)Z")), at: 100 + Double(second))
    }
    #expect(story(line.records).filter { $0.hasPrefix("clock") } == ["clock first"])
    #expect(story(line.records).filter { $0 == "fix outlier" }.count == 1)
    let times = line.records.compactMap { record in
      if case .fix(let fix) = record.body, fix.reason.isInTrack { record.utc?.time } else { nil }
    }
    #expect(times.count == 5)
    #expect(times == times.sorted())
  }

  @Test func `a fix whose time is doubted is not lost when the run ends with it`() {
    var line = TimeLine()
    line.send(.fix(.at(47, 8, utc: "2026-05-01T10:00:00Z")), at: 100)
    line.send(.fix(.at(47, 8, utc: "2026-05-02T10:00:00Z")), at: 101)
    line.send(.terminate(.endOfInput), at: 102)
    #expect(line.records.filter { if case .fix = $0.body { true } else { false } }.count == 2)
  }

  @Test func `a clock that steps is told with the step`() {
    var line = TimeLine()
    line.send(.fix(.at(47, 8, utc: "2006-09-14T10:00:00Z")), at: 100)
    line.send(.fix(.at(47, 8, utc: "2026-05-01T10:00:00Z")), at: 101)
    line.send(.fix(.at(47, 8, utc: "2026-05-01T10:00:01Z")), at: 102)
    #expect(story(line.records).filter { $0.hasPrefix("clock") }.count == 2)
  }
}

@Suite("Silence is an event")
struct SilenceTests {
  @Test func `a receiver that says nothing is told by the LED and the status`() {
    var line = TimeLine()
    line.send(.receiver(.open), at: 1)
    line.run(until: 10.9)
    #expect(line.logger.status(at: line.now).receiver == .listening)
    line.run(until: 11.1)
    #expect(line.logger.status(at: line.now).receiver == .silent)
    #expect(line.lights.last?.hasSuffix("noReceiverData") == true)
  }

  @Test func `bytes that make no sense are not silence`() {
    var line = TimeLine()
    line.send(.receiver(.open), at: 1)
    for second in 2..<15 {
      line.send(
        .received([0xF0, 0x80, 0x9C], firstByte: Instant(boot: Int64(second) * 1_000_000_000)), at: Double(second))
    }
    #expect(line.logger.status(at: line.now).receiver == .unintelligible)
  }

  @Test func `a line that is gone is told with its fault`() {
    var line = TimeLine()
    line.send(.receiver(.open), at: 1)
    line.send(.receiver(.closed(Fault(.noInput, "the receiver was unplugged"))), at: 2)
    #expect(line.logger.status(at: line.now).receiverFault?.message == "the receiver was unplugged")
    #expect(line.lights.last?.hasSuffix("noReceiverData") == true)
  }
}
