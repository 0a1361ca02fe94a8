import Clocks
import GNSS
import LoggerCore
import Records
import TestSupport
import Testing
import Text

/// A walk due north from 47 N 8 E at 10:00:00 UTC, when the board has been up for 100 s: 0.00001 degrees a second.
private func step(_ line: inout TimeLine, _ second: Double) {
  let utc = UnixTime(iso: "2026-05-01T10:00:00Z")?.iso(plus: second)
  line.send(.fix(.at(47 + second * 1e-5, 8, utc: utc, altitude: 500, accuracy: 4)), at: 100 + second)
}

private func places(_ line: TimeLine) -> [TagLocation] {
  line.records.compactMap { if case .located(let place) = $0.body { place } else { nil } }
}

@Suite("From the press to the place")
struct TagTests {
  @Test func `a tag between two fixes is where it was pressed, not where the next fix is`() throws {
    var line = TimeLine(at: 90)
    step(&line, 0)
    line.press(at: 100.25)
    step(&line, 1)
    let place = try #require(places(line).first)
    #expect(place.method == .interpolated)
    #expect(place.coordinate.latitudeNanodegrees == 47_000_002_500)
    #expect(place.ageSeconds == 0.25)
    #expect(place.horizontalAccuracyMeters == 4)
  }

  @Test func `the time of an interpolated place lies between those of the two fixes, whatever the clock says`() throws {
    var line = TimeLine(at: 90)
    step(&line, 0)
    line.press(at: 100.25)
    // Played at ten times the speed of life: the receiver's time has run ahead of the board's.
    line.send(.fix(.at(47.00002, 8, utc: "2026-05-01T10:00:10Z")), at: 101)
    let record = try #require(line.records.first { if case .located = $0.body { true } else { false } })
    #expect(record.utc?.time.description == "2026-05-01T10:00:02.500Z")
    #expect(record.at == Instant(boot: 100_250_000_000))
  }

  @Test func `a tag before the first fix gets the first fix after it, with its age`() throws {
    var line = TimeLine(at: 90)
    line.press(at: 95)
    step(&line, 0)
    let place = try #require(places(line).first)
    #expect(place.method == .firstFixAfter)
    #expect(place.ageSeconds == 5)
    #expect(places(line).count == 1)
  }

  @Test func `nothing is interpolated across a gap`() throws {
    var line = TimeLine(at: 90)
    step(&line, 0)
    line.press(at: 110)
    step(&line, 300)
    let place = try #require(places(line).first)
    #expect(place.method == .firstFixAfter)
    #expect(place.ageSeconds == 290)
  }

  @Test func `a fix that is older than the press does not locate it`() throws {
    var line = TimeLine(at: 90)
    step(&line, 0)
    line.press(at: 101.2)
    // The epoch of 10:00:01 is heard only now, a third of a second after the press.
    line.send(.fix(.at(47.00001, 8, utc: "2026-05-01T10:00:01Z")), at: 101.5)
    #expect(places(line).isEmpty)
    step(&line, 2)
    #expect(try #require(places(line).first).method == .interpolated)
  }

  @Test func `a tag waits over a restart in the same boot and keeps its age`() throws {
    var line = TimeLine(at: 90)
    line.send(.command(.tag(text: "bridge"), RequestID(7)), at: 95)
    line.run(until: 96)
    var next = TimeLine(restored: line.restored(), at: 97)
    step(&next, 0)
    let place = try #require(places(next).first)
    #expect(place.ageSeconds == 5)
    #expect(
      line.records.contains { $0.sequence == place.tag && $0.body == .tag(Tag(source: .command, text: "bridge")) })
  }

  @Test func `after another boot the age comes from the dated tag`() throws {
    var line = TimeLine(at: 90)
    step(&line, 0)
    line.press(at: 105)
    line.run(until: 106)
    var next = TimeLine(restored: line.restored(boot: BootID(bits: 2)), at: 1)
    next.send(.fix(.at(47, 8, utc: "2026-05-01T10:01:05Z")), at: 20)
    let place = try #require(places(next).first)
    #expect(place.method == .firstFixAfter)
    #expect(place.ageSeconds == 60)
  }

  @Test func `a tag of a boot without a clock is located, and its age is unknown, not zero`() throws {
    var line = TimeLine(at: 90)
    line.press(at: 95)
    line.run(until: 96)
    var next = TimeLine(restored: line.restored(boot: BootID(bits: 2)), at: 1)
    next.send(.fix(.at(47, 8, utc: "2026-05-01T10:01:05Z")), at: 20)
    let place = try #require(places(next).first)
    #expect(place.ageSeconds == nil)
  }

  @Test func `a located tag comes before the fix that located it`() {
    var line = TimeLine(at: 90)
    step(&line, 0)
    line.press(at: 100.5)
    step(&line, 1)
    let kinds = line.records.suffix(2).map(\.body)
    guard case .located = kinds[0], case .fix = kinds[1] else {
      Issue.record("unexpected order: \(kinds)")
      return
    }
  }

  @Test func `two quick presses are two tags, a bouncing contact is one`() {
    var line = TimeLine()
    line.send(.edge(pressed: true), at: 1)
    line.send(.edge(pressed: false), at: 1.004)
    line.send(.edge(pressed: true), at: 1.009)
    line.send(.edge(pressed: false), at: 1.15)
    line.send(.edge(pressed: true), at: 1.155)
    line.send(.edge(pressed: false), at: 1.158)
    line.send(.edge(pressed: true), at: 1.4)
    let tags = line.records.filter { if case .tag = $0.body { true } else { false } }
    #expect(tags.map(\.at) == [Instant(boot: 1_000_000_000), Instant(boot: 1_400_000_000)])
  }
}

@Suite("Durable before it is said")
struct DurabilityTests {
  @Test func `a tag is answered when it is safe and not before`() {
    var line = TimeLine(writerDelay: .seconds(2))
    line.run(until: 5)
    line.send(.command(.tag(text: nil), RequestID(1)), at: 10)
    line.run(until: 11.9)
    #expect(line.replies.isEmpty)
    line.run(until: 13)
    #expect(line.replies.count == 1)
    #expect(line.replies.first?.hasPrefix("12.0 1 tagged") == true)
  }

  @Test func `when writing fails the asker is told and the tag stays in line`() throws {
    var line = TimeLine(writerDelay: nil)
    line.send(.command(.tag(text: "x"), RequestID(1)), at: 10)
    line.send(.journal(.failed(Fault(.inputOutput, "the card does not answer"))), at: 11)
    #expect(line.replies == ["11.0 1 tryAgain"])
    #expect(line.lights.last?.hasSuffix("writeFault") == true)
    let last = try #require(line.records.last?.sequence)
    line.send(.journal(.durable(upTo: last)), at: 60)
    #expect(line.replies.count == 1)
    #expect(line.lights.last?.hasSuffix("saved") == true)
  }

  @Test func `a full card has its own light`() {
    var line = TimeLine(writerDelay: nil)
    line.send(.journal(.failed(Fault(.cannotCreate, "no space"))), at: 1)
    #expect(line.lights.last?.hasSuffix("diskFull") == true)
  }

  @Test func `a text that is too long is refused with a reason and without a record`() {
    var line = TimeLine()
    let count = line.records.count
    let text = String(repeating: "x", count: Tag.maximumTextBytes + 1)
    line.send(.command(.tag(text: text), RequestID(3)), at: 1)
    #expect(line.replies == ["1.0 3 usage"])
    #expect(line.records.count == count)
  }

  @Test func `when the writer falls behind, fixes thin out, the gap is told, and tags still find room`() {
    var line = TimeLine(writerDelay: nil)
    for second in 0..<13_000 { step(&line, Double(second)) }
    line.send(.command(.tag(text: nil), RequestID(1)), at: 14_000)
    let records = line.records
    let fixes = records.filter { if case .fix = $0.body { true } else { false } }
    let behind = records.filter { if case .gap(let gap) = $0.body { gap.reason == .writerBehind } else { false } }
    #expect(fixes.count < 5_100)
    #expect(behind.count == 1)
    #expect(records.contains { if case .tag = $0.body { true } else { false } })
  }
}
