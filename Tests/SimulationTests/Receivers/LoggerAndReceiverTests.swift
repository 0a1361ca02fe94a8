import Clocks
import Configuration
import GNSS
import LocationServices
import LoggerCore
import Records
import Simulation
import Testing
import Text

/// The whole logger on a line with a receiver twin, on a virtual clock.
private struct LoggerBench {
  var logger: Logger
  var twin: ReceiverTwin
  var now = Instant.zero
  var baud = 9_600
  var records: [Record] = []
  var said: [String] = []
  var sent = 0
  var replies: [Result<Reply, Fault>] = []
  var hasSky = true
  /// What a receiver says that sees nothing.
  private static let void = Array("$GNRMC,,V,,,,,,,,,,N*4D\r\n".utf8)

  init(
    _ model: ReceiverTwin.Model, baud: Int = 9_600, settings: Settings = Settings(),
    faults: ReceiverTwin.Faults = .init()
  ) {
    logger = Logger(settings: settings, restored: Restored(boot: BootID(bits: 7)))
    twin = ReceiverTwin(model, baud: baud, faults: faults)
    send(.start)
    send(.receiver(.open))
  }

  mutating func send(_ event: Event) {
    for action in logger.handle(event, at: now) {
      switch action {
      case .append(let record, _):
        records.append(record)
        send(.journal(.durable(upTo: record.sequence)))
      case .send(let bytes):
        sent += 1
        twin.receive(bytes, hostBaud: baud, at: now)
      case .setBaud(let baud): self.baud = baud
      case .say(let line): said.append(line)
      case .reply(_, let result): replies.append(result)
      default: break
      }
    }
  }

  mutating func run(_ seconds: Double) {
    let end = now + .wholeNanoseconds(seconds)
    while let next = [twin.nextDeadline, logger.nextDeadline].compactMap(\.self).min(), next <= end {
      now = max(now, next)
      let bytes = twin.transmit(hostBaud: baud, at: now)
      if bytes.isEmpty { send(.deadline) } else { send(.received(hasSky ? bytes : Self.void, firstByte: now)) }
    }
    now = end
  }

  /// Holds the button until the mode changes.
  mutating func longPress() {
    send(.edge(pressed: true))
    run(2.5)
    send(.edge(pressed: false))
    run(0.5)
  }

  func count(_ isWanted: (Body) -> Bool) -> Int { records.count { isWanted($0.body) } }

  var fixes: Int { count { if case .fix = $0 { true } else { false } } }
  var places: Int { count { if case .located = $0 { true } else { false } } }
  var switches: [String] {
    records.compactMap { if case .mode(let change) = $0.body { "\(change.mode) \(change.reason)" } else { nil } }
  }
  var isAsleep: Bool { logger.status(at: now).receiver == .asleep }
  var gaps: [Gap.Reason] { records.compactMap { if case .gap(let gap) = $0.body { gap.reason } else { nil } } }
}

@Suite struct `The logger and its receiver` {
  @Test(arguments: ReceiverTwin.Model.allCases)
  func `find each other at another speed, and one that is known is named once`(model: ReceiverTwin.Model) {
    var bench = LoggerBench(model, baud: 38_400)
    bench.run(40)
    let status = bench.logger.status(at: bench.now)
    #expect(status.receiver == .talking)
    #expect(status.receiverBaud == 38_400)
    #expect(status.receiverIdentity?.language == model.language)
    #expect(bench.fixes > 10)
    #expect(
      bench.said.count { $0.hasPrefix("the receiver is ") && !$0.contains("understood") } == (model == .generic ? 0 : 1)
    )
  }

  @Test func `are silent towards each other where nothing may be sent`() {
    var settings = Settings()
    settings.receiver.isConfigured = false
    var bench = LoggerBench(.ublox8, settings: settings)
    bench.run(60)
    #expect(bench.sent == 0)
    #expect(bench.fixes > 30)
  }

  @Test(arguments: [ReceiverTwin.Model.ublox8, .ubloxM10, .mediatek, .pair])
  func `sleep while the mode is off, and wake for a tag and for the next mode`(model: ReceiverTwin.Model) {
    var bench = LoggerBench(model)
    bench.run(60)
    for _ in 0..<3 { bench.longPress() }
    #expect(bench.logger.status(at: bench.now).mode == .off)
    bench.run(20)
    #expect(bench.logger.status(at: bench.now).receiver == .asleep, "\(bench.said)")
    let fixes = bench.fixes
    bench.run(600)
    #expect(bench.fixes == fixes)
    #expect(bench.gaps == [.off])

    // A press is a tag in any mode, and gets its place.
    let places = bench.places
    bench.send(.edge(pressed: true))
    bench.run(0.1)
    bench.send(.edge(pressed: false))
    bench.run(120)
    #expect(bench.places == places + 1)
    bench.run(60)
    #expect(bench.logger.status(at: bench.now).receiver == .asleep)

    bench.longPress()
    bench.run(20)  // and not so long that it sleeps because nothing moves
    #expect(bench.logger.status(at: bench.now).mode == .auto)
    #expect(bench.logger.status(at: bench.now).receiver == .talking)
    #expect(bench.logger.status(at: bench.now).isFixed)
  }

  @Test func `record nothing while the mode is off although the receiver cannot sleep`() {
    var bench = LoggerBench(.generic)
    bench.run(60)
    for _ in 0..<3 { bench.longPress() }
    bench.run(10)
    let fixes = bench.fixes
    bench.run(600)
    #expect(bench.fixes == fixes)
    #expect(bench.gaps == [.off])
    #expect(bench.said.count { $0.contains("sleep") } <= 1, "\(bench.said)")
  }

  @Test func `stop looking for the place of a tag after five minutes without a sky`() {
    var bench = LoggerBench(.ublox8)
    bench.run(60)
    for _ in 0..<3 { bench.longPress() }
    bench.run(20)
    bench.hasSky = false
    bench.send(.edge(pressed: true))
    bench.run(0.1)
    bench.send(.edge(pressed: false))
    bench.run(60)
    #expect(bench.logger.status(at: bench.now).receiver != .asleep)
    bench.run(300)
    #expect(bench.logger.status(at: bench.now).receiver == .asleep)
    #expect(bench.logger.status(at: bench.now).pendingTags == 1)
  }

  // MARK: - The schedule

  @Test(arguments: [ReceiverTwin.Model.ublox8, .ubloxM10, .mediatek, .pair, .casic])
  func `sleep at rest in auto, and look again, without a gap`(model: ReceiverTwin.Model) {
    var bench = LoggerBench(model)
    bench.run(1_800)
    #expect(bench.switches.first == "significantChange rest", "\(bench.said)")
    #expect(bench.gaps == [])
    #expect((60..<600).contains(bench.fixes), "\(bench.fixes)")
    let before = bench.fixes
    bench.run(600)
    #expect(bench.fixes > before)
    #expect(bench.logger.status(at: bench.now).isFixed)
  }

  @Test(arguments: [ReceiverTwin.Model.ublox8, .ubloxM10, .mediatek])
  func `wake at once when the board is moved`(model: ReceiverTwin.Model) {
    var bench = LoggerBench(model)
    bench.send(.motionWatch(isArmed: true))
    bench.run(1_200)
    #expect(bench.isAsleep)
    #expect(bench.logger.status(at: bench.now).explanation.nextWhat.contains("motion"))
    let fixes = bench.fixes
    bench.send(.moved)
    bench.run(8)
    #expect(!bench.isAsleep)
    #expect(bench.fixes > fixes)
    // Nothing came of it.
    bench.run(60)
    #expect(bench.isAsleep)
  }

  @Test func `never sleep in high accuracy, nor where sleep is not allowed`() {
    var settings = Settings()
    settings.location.maySleep = false
    var bench = LoggerBench(.ublox8, settings: settings)
    bench.run(1_200)
    #expect(bench.fixes > 1_100)
    #expect(bench.switches == [])
    var other = LoggerBench(.ublox8)
    other.send(.command(.mode(.highAccuracy, seconds: nil), RequestID(1)))
    other.run(1_200)
    #expect(other.fixes > 1_100)
    #expect(other.switches == ["highAccuracy command"])
  }

  @Test func `record every fix of a receiver that does not sleep, and tell so once`() {
    var faults = ReceiverTwin.Faults()
    faults.ignoresSleep = true
    var bench = LoggerBench(.ublox8, faults: faults)
    bench.run(1_200)
    #expect(bench.fixes > 1_100)
    #expect(bench.said.count { $0.contains("does not sleep") } == 1)
    #expect(bench.gaps == [])
    #expect(bench.logger.status(at: bench.now).explanation.why == "the receiver cannot sleep")
  }

  @Test func `keep only significant changes in that mode`() {
    var bench = LoggerBench(.ublox8)
    bench.send(.command(.mode(.significantChange, seconds: nil), RequestID(1)))
    bench.run(7_200)
    #expect((2...4).contains(bench.fixes), "\(bench.fixes)")
    #expect(bench.gaps == [])
  }

  @Test func `go back to auto when a choice has ended`() {
    var bench = LoggerBench(.ublox8)
    bench.send(.command(.mode(.off, seconds: 600), RequestID(1)))
    bench.run(300)
    #expect(bench.isAsleep)
    #expect(bench.logger.status(at: bench.now).mode == .off)
    bench.run(400)
    #expect(Array(bench.switches.prefix(2)) == ["off command", "auto expired"])
    #expect(bench.logger.status(at: bench.now).mode == .auto)
    #expect(bench.fixes > 30)
  }

  @Test func `wake to locate, and tell the best fix and why it ended`() throws {
    var bench = LoggerBench(.ublox8)
    bench.send(.motionWatch(isArmed: true))
    bench.run(1_200)
    #expect(bench.isAsleep)
    bench.send(.command(.locate(.hundredMeters), RequestID(9)))
    bench.run(90)
    guard case .success(.located(let outcome))? = bench.replies.last else {
      Issue.record("no place: \(bench.replies)")
      return
    }
    #expect(outcome.best != nil)
    #expect(bench.isAsleep)
    bench.send(.command(.mode(.off, seconds: nil), RequestID(10)))
    bench.send(.command(.locate(.best), RequestID(11)))
    #expect(bench.replies.last.flatMap { try? $0.get() } == .located(.init(best: nil, end: .disabled)))
  }

  @Test func `pause the search without a sky`() {
    var bench = LoggerBench(.ublox8)
    bench.run(30)
    bench.hasSky = false
    bench.run(200)
    #expect(!bench.isAsleep)
    #expect(bench.logger.status(at: bench.now).explanation.why == "the sky was lost")
    bench.run(130)
    #expect(bench.isAsleep)
    #expect(bench.logger.status(at: bench.now).explanation.why == "there was no sky, once")
    #expect(bench.gaps == [.noFix])
  }
}
