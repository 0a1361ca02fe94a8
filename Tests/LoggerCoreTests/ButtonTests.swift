import Clocks
import Configuration
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

/// The records since a number, in short.
private func told(_ line: TimeLine, after first: UInt64 = 2) -> [String] {
  line.records.filter { $0.sequence.value > first }.compactMap { record in
    switch record.body {
    case .tag: "\(record.sequence.value) tag"
    case .gesture(let gesture): "\(record.sequence.value) gesture \(gesture.press.value) \(gesture.kind)"
    case .mode(let change): "\(record.sequence.value) mode \(change.mode) \(change.reason)"
    case .located(let place): "\(record.sequence.value) located \(place.tag.value) \(place.method)"
    case .fix: "\(record.sequence.value) fix"
    case .stop(let reason): "\(record.sequence.value) stop \(reason)"
    default: nil
    }
  }
}

@Suite("What a press means")
struct ButtonTests {
  @Test func `a press is written at once, and that it was short with the next record`() {
    var line = TimeLine()
    line.send(.edge(pressed: true), at: 10)
    #expect(told(line) == ["3 tag"])
    line.send(.edge(pressed: false), at: 10.2)
    line.run(until: 100)
    #expect(told(line) == ["3 tag"])
    line.send(.terminate(.terminated), at: 101)
    #expect(told(line) == ["3 tag", "4 gesture 3 short", "5 stop terminated"])
  }

  @Test func `a short press costs no write of its own`() {
    var line = TimeLine(at: 90)
    step(&line, 0)
    line.press(at: 100.3)
    step(&line, 1)
    let urgent = line.actions.compactMap { entry in
      if case .append(let record, .now) = entry.action, entry.at > Instant(boot: 100_000_000_000) {
        record
      } else {
        nil
      }
    }
    #expect(urgent.map(\.body).count { if case .gesture = $0 { true } else { false } } == 0)
    #expect(urgent.count == 2)
  }

  @Test func `a long press shows that it is long, changes the mode when it is let go, and is no tag any more`() {
    var line = TimeLine()
    line.send(.fix(.at(47, 8, utc: nil)), at: 9.5)
    line.press(at: 10, for: 3)
    line.run(until: 30)
    #expect(told(line, after: 4) == ["5 tag", "6 gesture 5 long", "7 mode highAccuracy button"])
    #expect(line.lights.contains("12.0 held"))
    #expect(line.lights.contains("13.0 modeHighAccuracy"))
    #expect(!line.lights.contains { $0.hasSuffix("saved") })
    #expect(line.logger.status(at: line.now).tagsMade == 0)
    #expect(line.logger.status(at: line.now).pendingTags == 0)
    #expect(line.logger.status(at: line.now).mode == .highAccuracy)
  }

  @Test func `four long presses go through all modes`() {
    var line = TimeLine()
    for press in 0..<4 { line.press(at: 10 + Double(press) * 10, for: 2.5) }
    line.run(until: 60)
    let modes = line.records.compactMap { if case .mode(let change) = $0.body { change.mode } else { nil } }
    #expect(modes == [.highAccuracy, .significantChange, .off, .auto])
  }

  @Test func `the mode holds over a restart and over another boot`() {
    var line = TimeLine()
    line.press(at: 10, for: 2.5)
    line.run(until: 20)
    for boot in [UInt64(1), 2] {
      let next = TimeLine(restored: line.restored(boot: BootID(bits: boot)))
      #expect(next.logger.status(at: next.now).mode == .highAccuracy)
    }
  }

  @Test func `a very long press saves everything, stops, and then lets the power go off`() {
    var line = TimeLine(writerDelay: .seconds(1))
    line.run(until: 9)
    line.send(.edge(pressed: true), at: 10)
    line.run(until: 17.9)
    #expect(!line.isFinished)
    line.run(until: 18.5)
    #expect(told(line) == ["3 tag", "4 gesture 3 veryLong", "5 stop powerOff"])
    #expect(line.lights.last == "18.0 poweringOff")
    #expect(!line.isFinished && !line.isPoweredOff)
    line.run(until: 20)
    #expect(line.isFinished && line.isPoweredOff)
    let finish = line.actions.lastIndex { $0.action == .finish } ?? 0
    #expect(finish == line.actions.count - 2)
    // Whatever the finger does then comes too late.
    line.send(.edge(pressed: false), at: 21)
    #expect(told(line).count == 3)
  }

  @Test func `after power off the next start is one in good order`() {
    var line = TimeLine()
    line.press(at: 10, for: 9)
    line.run(until: 30)
    let next = TimeLine(restored: line.restored(boot: BootID(bits: 2)))
    #expect(next.records.first?.body == .start(Start(reason: .powerOn, version: Logger.version)))
  }

  @Test func `a board that starts with the button held is never turned off by it, and says so`() {
    var line = TimeLine()
    line.send(.button(isDown: true), at: 1)
    line.run(until: 120)
    #expect(told(line).isEmpty)
    #expect(!line.isFinished)
    #expect(line.logger.status(at: line.now).buttonFault?.message == "the button has been down for 119 s")
    line.send(.edge(pressed: false), at: 130)
    line.run(until: 131)
    #expect(line.logger.status(at: line.now).buttonFault == nil)
    line.press(at: 140)
    #expect(told(line) == ["3 tag"])
  }

  @Test func `two quick presses are two tags, seen twice`() {
    var line = TimeLine()
    line.press(at: 10, for: 0.06)
    line.press(at: 10.15, for: 0.06)
    line.run(until: 20)
    #expect(told(line).filter { $0.hasSuffix("tag") }.count == 2)
    #expect(line.lights.filter { $0.hasSuffix(" seen") }.count == 2)
  }

  @Test func `a press is seen at the moment of its edge, whatever else is shown`() {
    var line = TimeLine(at: 90)
    step(&line, 0)
    line.press(at: 101)
    step(&line, 2)
    line.run(until: 102.5)
    line.press(at: 102.6)
    #expect(line.lights.contains("102.6 seen"))
  }
}

@Suite("A place is written only when the press is known to be a tag")
struct ProvisionalTests {
  @Test func `a fix that comes while the button is down waits, and then locates the press as if it had not`() throws {
    var line = TimeLine(at: 90)
    step(&line, 0)
    let before = line.records.count
    line.send(.edge(pressed: true), at: 100.75)
    step(&line, 1)
    #expect(line.records.count == before + 1)
    line.send(.edge(pressed: false), at: 101.2)
    line.run(until: 101.3)
    let first = UInt64(before)
    #expect(
      told(line, after: first) == [
        "\(first + 1) tag", "\(first + 2) gesture \(first + 1) short", "\(first + 3) located \(first + 1) interpolated",
        "\(first + 4) fix",
      ])
    #expect(line.records.last?.at == Instant(boot: 101_000_000_000))
  }

  @Test func `a long press gets no place, and the fixes wait for two seconds at most`() {
    var line = TimeLine(at: 90)
    step(&line, 0)
    let first = UInt64(line.records.count)
    line.send(.edge(pressed: true), at: 100.75)
    for second in 1...6 { step(&line, Double(second)) }
    let fixes = told(line, after: first).filter { $0.hasSuffix("fix") }
    #expect(fixes.count == 6)
    line.send(.edge(pressed: false), at: 106.5)
    step(&line, 7)
    step(&line, 8)
    #expect(!told(line).contains { $0.contains("located") })
  }

  @Test(arguments: [100.9, 104])
  func `a press that the power failed in is a tag, whatever it was to become`(cut: Double) {
    var line = TimeLine(at: 90)
    step(&line, 0)
    line.send(.edge(pressed: true), at: 100.75)
    line.run(until: cut)
    var next = TimeLine(restored: line.restored(boot: BootID(bits: 2)), at: 20)
    next.send(.fix(.at(47, 8, utc: "2026-05-01T10:05:00Z")), at: 30)
    #expect(next.records.contains { if case .located = $0.body { true } else { false } })
  }

  @Test func `a press that is under way when the logger is told to stop is located by what came in`() {
    var line = TimeLine(at: 90)
    step(&line, 0)
    line.send(.edge(pressed: true), at: 100.75)
    step(&line, 1)
    line.send(.terminate(.terminated), at: 101.1)
    #expect(told(line).contains { $0.contains("located") })
    #expect(told(line).last?.contains("stop") == true)
  }

  @Test func `a press whose release was lost is located after all`() {
    var line = TimeLine(at: 90)
    step(&line, 0)
    line.send(.edge(pressed: true), at: 100.75)
    for second in 1...4 { step(&line, Double(second)) }
    line.press(at: 105.5)
    step(&line, 6)
    #expect(told(line).filter { $0.contains("located") }.count == 2)
  }

  @Test func `"saved" waits for the release, and for the card`() {
    var line = TimeLine(writerDelay: .milliseconds(300))
    line.run(until: 5)
    line.press(at: 10, for: 1)
    line.press(at: 20, for: 0.1)
    line.run(until: 30)
    #expect(line.lights.filter { $0.hasSuffix("saved") } == ["11.0 saved", "20.3 saved"])
  }

  @Test(arguments: UInt64(1)...20)
  func `the track is the same whether somebody holds the button or not`(seed: UInt64) {
    func fixes(isHeld: Bool) -> [Record] {
      var random = Seeded(seed)
      var settings = Settings()
      settings.recording.keep = .rule
      var line = TimeLine(settings: settings, at: 90)
      var north = 0.0
      var release: Int?
      for second in 0..<400 {
        north += .random(in: 0...3, using: &random)
        let isHole = (100..<160).contains(second)
        if !isHole { line.send(.fix(.at(47 + north / 111_195, 8, utc: nil, accuracy: 4)), at: 100 + Double(second)) }
        let begins = Int.random(in: 0..<12, using: &random) == 0
        let seconds = Int.random(in: 3...6, using: &random)
        guard isHeld else { continue }
        if release == nil, begins, second < 390 {
          line.send(.edge(pressed: true), at: 100.5 + Double(second))
          release = second + seconds
        } else if release == second {
          line.send(.edge(pressed: false), at: 100.5 + Double(second))
          release = nil
        }
      }
      line.run(until: 520)
      return line.records.filter { if case .fix = $0.body { true } else { false } }
    }
    let held = fixes(isHeld: true)
    let free = fixes(isHeld: false)
    #expect(held.map(\.body) == free.map(\.body) && held.map(\.at) == free.map(\.at), "seed \(seed)")
    #expect(held.count > 20)
  }

  /// Bouncing presses of all lengths among fixes: whatever the finger does, the journal's promise holds.
  @Test(arguments: UInt64(1)...60)
  func `no place comes before the meaning of its press, and none after one that is no tag`(seed: UInt64) {
    var random = Seeded(seed)
    var line = TimeLine(writerDelay: .milliseconds(Int64.random(in: 1...900, using: &random)))
    var seconds = 90.0
    var shorts = 0
    var longs = 0
    for _ in 0..<15 {
      seconds += .random(in: 0.1...3, using: &random)
      for edge in [true, false] {
        for bounce in 0..<2 * Int.random(in: 0...3, using: &random) + 1 {
          line.send(.edge(pressed: bounce.isMultiple(of: 2) ? edge : !edge), at: seconds)
          seconds += .random(in: 0...0.005, using: &random)
        }
        guard edge else { continue }
        let held =
          Double.random(in: 0...1, using: &random) < 0.3
          ? Double.random(in: 2.1...5, using: &random) : .random(in: 0.07...1.8, using: &random)
        if held > 2 { longs += 1 } else { shorts += 1 }
        let end = seconds + held
        while Bool.random(using: &random), seconds + 0.3 < end {
          seconds += 0.3
          line.send(.fix(.at(47 + seconds * 1e-5, 8, utc: nil)), at: seconds)
        }
        seconds = end
      }
      if Bool.random(using: &random) {
        seconds += 0.05
        line.send(.fix(.at(47 + seconds * 1e-5, 8, utc: nil)), at: seconds)
      }
    }
    line.send(.fix(.at(47, 8, utc: nil)), at: seconds + 3)
    line.run(until: seconds + 5)
    var meanings: [SequenceNumber: Gesture.Kind] = [:]
    var tags: Set<SequenceNumber> = []
    var places: Set<SequenceNumber> = []
    for record in line.records {
      switch record.body {
      case .tag: tags.insert(record.sequence)
      case .gesture(let gesture):
        #expect(meanings.updateValue(gesture.kind, forKey: gesture.press) == nil, "seed \(seed)")
        #expect(!places.contains(gesture.press), "seed \(seed)")
      case .located(let place):
        #expect(meanings[place.tag] == .short, "seed \(seed)")
        places.insert(place.tag)
      default: break
      }
    }
    #expect(tags.count == 15 && Set(meanings.keys) == tags, "seed \(seed)")
    #expect(meanings.values.count { $0 == .short } == shorts && places.count == shorts, "seed \(seed)")
    #expect(meanings.values.count { $0 == .long } == longs, "seed \(seed)")
  }
}

/// A generator that gives the same numbers for the same seed (SplitMix64).
private struct Seeded: RandomNumberGenerator {
  private var state: UInt64
  init(_ seed: UInt64) { state = seed }
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
