import Clocks
import Controls
import Testing

@Suite("Gestures of one button")
struct GestureTests {
  @Test func `a press is told at its first edge, and what it means when the contact has come to rest`() {
    var line = GestureLine()
    line.press(1_000...1_150)
    #expect(line.told == ["1000 pressed at 1000"])
    line.run(until: 5_000)
    #expect(line.told == ["1000 pressed at 1000", "1190 ended short"])
  }

  @Test func `a resting button wakes nobody`() {
    var line = GestureLine()
    #expect(line.detector.nextDeadline == nil)
    line.press(1_000...1_150)
    line.run(until: 2_000)
    #expect(line.detector.nextDeadline == nil)
  }

  @Test func `two quick presses are two`() {
    var line = GestureLine()
    line.press(1_000...1_060)
    line.press(1_120...1_180)
    line.run(until: 5_000)
    #expect(
      line.told == ["1000 pressed at 1000", "1100 ended short", "1120 pressed at 1120", "1220 ended short"])
  }

  @Test func `a long press is shown at two seconds and ends when it is let go`() {
    var line = GestureLine()
    line.press(1_000...4_000)
    line.run(until: 70_000)
    #expect(line.told == ["1000 pressed at 1000", "3000 reached long", "4040 ended long"])
  }

  @Test func `a very long press acts at eight seconds and only once`() {
    var line = GestureLine()
    line.press(1_000...12_000)
    line.run(until: 90_000)
    #expect(line.told == ["1000 pressed at 1000", "3000 reached long", "9000 ended veryLong"])
  }

  @Test(arguments: [(1_999.9, PressLength.short), (2_000, .long), (7_999.9, .long)])
  func `the length goes from the first edge to the first edge of the release`(held: Double, length: PressLength) {
    var line = GestureLine()
    line.edge(true, at: 0)
    line.edge(false, at: held)
    // The contact bounces while it opens; that does not make the press longer.
    line.edge(true, at: held + 0.05)
    line.edge(false, at: held + 0.08)
    line.run(until: 60_000)
    #expect(line.findings.last == .ended(length))
    #expect(line.findings.count { if case .ended = $0 { true } else { false } } == 1)
  }

  @Test func `a release that is heard late counts by its own time`() {
    var detector = GestureDetector()
    #expect(detector.edge(pressed: true, at: GestureLine.at(0)) == [.pressed(at: GestureLine.at(0))])
    // The board was busy: the deadline comes before the edge that was earlier.
    #expect(detector.pass(to: GestureLine.at(2_500)) == [.reached(.long)])
    #expect(detector.edge(pressed: false, at: GestureLine.at(1_500)).isEmpty)
    #expect(detector.pass(to: GestureLine.at(2_600)) == [.ended(.short)])
  }

  @Test func `a short break of the contact does not end a long press`() {
    var line = GestureLine()
    line.edge(true, at: 0)
    line.edge(false, at: 1_000)
    line.edge(true, at: 1_004)
    line.run(until: 2_500)
    #expect(line.told == ["0 pressed at 0", "2000 reached long"])
  }

  @Test func `a press of 15 ms is one`() {
    var line = GestureLine()
    line.press(1_000...1_015)
    line.run(until: 2_000)
    #expect(line.told == ["1000 pressed at 1000", "1055 ended short"])
  }
}

@Suite("Edges that were lost")
struct LostEdgeTests {
  @Test func `two presses without a release between them are two short ones`() {
    var line = GestureLine()
    line.edge(true, at: 0)
    line.press(500...600)
    line.run(until: 1_000)
    #expect(line.told == ["0 pressed at 0", "500 ended short", "500 pressed at 500", "640 ended short"])
  }

  @Test func `a press whose release was lost stays a tag, though it seemed to be long`() {
    var line = GestureLine()
    line.edge(true, at: 0)
    line.press(5_000...5_100)
    line.run(until: 6_000)
    #expect(
      line.told == [
        "0 pressed at 0", "2000 reached long", "5000 ended short", "5000 pressed at 5000", "5140 ended short",
      ])
  }

  @Test func `a press that was hidden among the bounces of a release is told late, with its own time`() {
    var line = GestureLine()
    line.edge(false, at: 1_000)
    line.edge(true, at: 1_005)
    line.run(until: 1_300)
    #expect(line.told == ["1045 pressed at 1005"])
  }

  @Test func `a level that was read ends a press whose release was lost`() {
    var line = GestureLine()
    line.edge(true, at: 0)
    line.level(false, at: 900)
    line.run(until: 10_000)
    #expect(line.told == ["0 pressed at 0", "940 ended short"])
  }

  @Test func `a level that was read tells a press whose edge was lost`() {
    var line = GestureLine()
    line.level(false, at: 0)
    line.level(true, at: 900)
    line.level(true, at: 950)
    line.edge(false, at: 1_000)
    line.run(until: 2_000)
    #expect(line.told == ["900 pressed at 900", "1040 ended short"])
  }

  @Test func `the first press may come right after the line was opened`() {
    var line = GestureLine()
    line.level(false, at: 0)
    line.press(5...100)
    #expect(line.told == ["5 pressed at 5"])
  }
}

@Suite("A contact that is stuck")
struct StuckTests {
  @Test func `a button that is down at the start is a fault and never a press, however long it is held`() {
    var line = GestureLine()
    line.level(true, at: 100)
    line.run(until: 120_000)
    line.edge(false, at: 120_000)
    line.run(until: 121_000)
    #expect(line.told == ["100 stuck since 100", "120040 freed"])
    line.press(130_000...130_100)
    line.run(until: 131_000)
    #expect(line.told.suffix(2) == ["130000 pressed at 130000", "130140 ended short"])
  }

  @Test func `a contact that stays closed for a minute is a fault, told once`() {
    var line = GestureLine()
    line.edge(true, at: 0)
    line.run(until: 200_000)
    line.edge(false, at: 200_000)
    line.run(until: 201_000)
    #expect(
      line.told == [
        "0 pressed at 0", "2000 reached long", "8000 ended veryLong", "60000 stuck since 0", "200040 freed",
      ])
  }

  @Test func `a contact that is stuck from the start and bounces there is still no press`() {
    var line = GestureLine()
    line.level(true, at: 0)
    line.edge(false, at: 10)
    line.edge(true, at: 15)
    line.run(until: 100_000)
    #expect(line.told == ["0 stuck since 0"])
  }
}

@Suite("Contacts that bounce")
struct BounceTests {
  /// Edges of a contact that bounces for up to 30 ms and then is closed or open.
  private static func edges(
    to pressed: Bool, at start: Double, using random: inout SplitMix
  ) -> [(pressed: Bool, at: Double)] {
    var moments = (0..<2 * Int.random(in: 0...8, using: &random)).map { _ in
      // Bounces of microseconds are as common as those of milliseconds.
      start
        + (Bool.random(using: &random) ? .random(in: 0...0.05, using: &random) : .random(in: 0...30, using: &random))
    }
    moments = [start] + moments.sorted()
    return moments.enumerated().map { ($0.offset.isMultiple(of: 2) ? pressed : !pressed, $0.element) }
  }

  @Test(arguments: UInt64(1)...400)
  func `each press is exactly one, however the contacts bounce at both of its edges`(seed: UInt64) {
    var random = SplitMix(seed)
    var line = GestureLine()
    var expected: [GestureDetector.Finding] = []
    var time = 0.0
    for _ in 0..<20 {
      time += .random(in: 75...600, using: &random)
      let held: Double =
        switch Int.random(in: 0..<10, using: &random) {
        case 0: .random(in: 2_000...7_900, using: &random)
        case 1: .random(in: 1_900...1_999, using: &random)
        default: .random(in: 65...700, using: &random)
        }
      for edge in Self.edges(to: true, at: time, using: &random) { line.edge(edge.pressed, at: edge.at) }
      expected.append(.pressed(at: GestureLine.at(time)))
      for edge in Self.edges(to: false, at: time + held, using: &random) { line.edge(edge.pressed, at: edge.at) }
      if held >= 2_000 { expected.append(.reached(.long)) }
      expected.append(.ended(held < 2_000 ? .short : .long))
      time += held
    }
    line.run(until: time + 100)
    #expect(line.findings == expected, "seed \(seed)")
  }

  @Test(arguments: UInt64(1)...400)
  func `no press is lost or doubled when the kernel loses edges of a bounce`(seed: UInt64) {
    var random = SplitMix(seed)
    var line = GestureLine()
    var expected: [GestureDetector.Finding] = []
    var time = 0.0
    for _ in 0..<20 {
      time += .random(in: 75...300, using: &random)
      let held = Double.random(in: 65...200, using: &random)
      expected.append(.pressed(at: GestureLine.at(time)))
      for pressed in [true, false] {
        let moment = pressed ? time : time + held
        let isWhollyLost = !pressed && Int.random(in: 0..<4, using: &random) == 0
        let edges = Self.edges(to: pressed, at: moment, using: &random)
        for (index, edge) in edges.enumerated() {
          // The last edge is never lost alone: nothing comes after it that could push it out.
          let isInside = index > 0 && index < edges.count - 1
          if isWhollyLost || isInside && Int.random(in: 0..<3, using: &random) == 0 { continue }
          line.edge(edge.pressed, at: edge.at)
        }
      }
      time += held
    }
    line.run(until: time + 100)
    #expect(line.findings.filter { if case .pressed = $0 { true } else { false } } == expected, "seed \(seed)")
    #expect(!line.findings.contains(.ended(.veryLong)) && !line.findings.contains(.ended(.long)), "seed \(seed)")
  }
}

/// A generator that gives the same numbers for the same seed (SplitMix64).
struct SplitMix: RandomNumberGenerator {
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
