import Clocks
import Configuration
import Controls
import GNSS
import Geodesy
import LoggerCore
import Records
import Simulation
import Testing
import TrackFiles

@Suite("A board made of numbers")
struct VirtualBoardTests {
  private static func instant(_ seconds: Double) -> Instant { Instant(boot: Int64((seconds * 1e9).rounded())) }

  private static func fix(_ seconds: Double) throws -> Fix {
    var fix = Fix()
    fix.mode = .threeDimensional
    fix.coordinate = Coordinate(latitudeDegrees: 46.9 + seconds * 1e-5, longitudeDegrees: 6.7)
    fix.time = UTCStamp(DemoDay.start + .milliseconds(Int64(seconds * 1_000)), .satellites)
    return fix
  }

  @Test func `a tag is seen, then saved when the flash is done, then located`() throws {
    let flash = FaultyFlash()
    var settings = Settings()
    settings.receiver.silenceAfterSeconds = 1_000
    var board = VirtualBoard(settings: settings, store: flash, commitDelay: .milliseconds(300))
    try board.powerOn(boot: BootID(bits: 1))
    board.pressButton(at: Self.instant(10))
    board.advance(to: Self.instant(20))
    board.send(.fix(try Self.fix(21)), at: Self.instant(21))
    board.advance(to: Self.instant(25))
    let shown = board.lights.map { "\($0.at.boot / 100_000_000) \($0.pattern)" }
    #expect(
      shown == [
        "0 searching", "100 seen", "102 searching", "103 saved", "113 searching", "210 located", "225 dark",
      ])
    #expect(board.now == Self.instant(25))
  }

  @Test func `a client is answered when its tag is durable, and again after a fault of the flash`() throws {
    let flash = FaultyFlash()
    var board = VirtualBoard(store: flash)
    try board.powerOn(boot: BootID(bits: 1))
    let first = board.request(.tag(text: "one"), at: Self.instant(5))
    #expect(board.replies.last?.id == first)
    #expect(board.replies.last?.result.isSuccess == true)
    flash.faults[flash.operations + 1] = .write
    let second = board.request(.tag(text: "two"), at: Self.instant(6))
    #expect(board.replies.last?.id == second)
    #expect(board.replies.last?.result.isSuccess == false)
    let before = board.durable
    board.advance(to: Self.instant(8))
    #expect(board.durable > before)
  }

  @Test func `a power cut loses what was not durable and nothing else, and the numbers go on`() throws {
    var flash = FaultyFlash()
    var board = VirtualBoard(store: flash)
    try board.powerOn(boot: BootID(bits: 1))
    for second in 1...100 { board.send(.fix(try Self.fix(Double(second))), at: Self.instant(Double(second))) }
    let durable = board.durable
    #expect(durable.value > 60)
    board.cutPower()
    #expect(board.boot == nil && board.nextDeadline == nil)
    flash = flash.afterPowerCut(.garbage, seed: 4)
    var next = VirtualBoard(store: flash)
    next.isObserved = true
    try next.powerOn(boot: BootID(bits: 2))
    #expect(next.now == .zero)
    let records = next.takeObservations().compactMap { if case .record(let record) = $0.what { record } else { nil } }
    guard case .start(let start) = records.first?.body else {
      Issue.record("no start")
      return
    }
    #expect(start.reason == .powerCut)
    #expect(records.first?.sequence == durable.next)
  }

  @Test(arguments: [(true, Start.Reason.restart), (false, .crash)])
  func `a process that ends can start again in the same boot`(stops: Bool, reason: Start.Reason) throws {
    var board = VirtualBoard(store: FaultyFlash())
    try board.powerOn(boot: BootID(bits: 1))
    board.advance(to: Self.instant(9))
    if stops { try board.stop(.terminated) }
    #expect(board.isFinished == stops)
    board.isObserved = true
    try board.restart()
    #expect(board.now == Self.instant(9))
    guard case .record(let record) = board.takeObservations().first?.what, case .start(let start) = record.body else {
      Issue.record("no start")
      return
    }
    #expect(start.reason == reason)
  }

  @Test func `the folder shows what is durable, and a new start renders the same bytes`() throws {
    let folder = MemoryFolder()
    var board = VirtualBoard(store: FaultyFlash(), folder: folder)
    try board.powerOn(boot: BootID(bits: 1))
    for second in 1...200 {
      board.send(.fix(try Self.fix(Double(second))), at: Self.instant(Double(second)))
      if second.isMultiple(of: 50) { board.request(.tag(text: "number \(second)"), at: board.now) }
    }
    try board.stop(.terminated)
    #expect(folder.files.keys.sorted() == ["2026-05-16-events.csv", "2026-05-16.csv", "2026-05-16.gpx"])
    let gpx = folder.text(of: "2026-05-16.gpx") ?? ""
    #expect(gpx.components(of: "<trkpt ") == 200)
    #expect(gpx.components(of: "<wpt ") == 3)
    let before = folder.files
    try board.restart()
    #expect(folder.files["2026-05-16.gpx"] == before["2026-05-16.gpx"])
    #expect(folder.files["2026-05-16.csv"] == before["2026-05-16.csv"])
    #expect(board.folderFault == nil)
  }

  @Test func `nothing is heard while the power is off, and time does not pass backwards`() throws {
    var board = VirtualBoard(store: FaultyFlash())
    board.pressButton(at: Self.instant(3))
    #expect(board.lights.isEmpty)
    try board.powerOn(boot: BootID(bits: 1))
    board.advance(to: Self.instant(30))
    board.send(.edge(pressed: true), at: Self.instant(3))
    #expect(board.now == Self.instant(30))
    #expect(board.lights.last?.at == Self.instant(30))
  }

  @Test func `a very long press ends in power off, and the mode of a long one is there after the next boot`() throws {
    var board = VirtualBoard(store: FaultyFlash())
    try board.powerOn(boot: BootID(bits: 1))
    board.pressButton(at: Self.instant(10), for: .seconds(3))
    board.pressButton(at: Self.instant(20), for: .seconds(9))
    board.advance(to: Self.instant(40))
    #expect(board.isFinished && board.isPoweringOff)
    #expect(board.lights.last?.pattern == .poweringOff)
    board.isObserved = true
    try board.powerOn(boot: BootID(bits: 2))
    #expect(!board.isPoweringOff)
    board.pressButton(at: Self.instant(10), for: .seconds(3))
    board.advance(to: Self.instant(15))
    let records = board.takeObservations().compactMap { entry -> Body? in
      if case .record(let record) = entry.what { record.body } else { nil }
    }
    #expect(records.contains(.start(Start(reason: .powerOn, version: Logger.version))))
    #expect(records.contains(.mode(ModeChange(mode: .significantChange, reason: .button))))
  }

  /// A board with a receiver that stands still for some minutes.
  private static func run(
    outages: [ReceiverModel.Outage] = [], seconds: Int, _ deliver: (inout VirtualBoard, UnixTime, Burst) -> Void
  ) throws -> [Record] {
    var journey = Journey(latitudeDegrees: 46.94, longitudeDegrees: 6.73, altMSLMeters: 972, seed: 1)
    journey.stand(seconds: Double(seconds))
    var receiver = ReceiverModel(path: journey.path, start: DemoDay.start, outages: outages, seed: 1)
    receiver.powerOn(at: DemoDay.start)
    var board = VirtualBoard(store: FaultyFlash())
    board.isObserved = true
    try board.powerOn(boot: BootID(bits: 1))
    for second in 1...seconds {
      let epoch = DemoDay.start + .seconds(second)
      if let burst = receiver.burst(at: epoch) { deliver(&board, epoch, burst) }
    }
    try board.stop(.terminated)
    return board.takeObservations().compactMap { if case .record(let record) = $0.what { record } else { nil } }
  }

  private static func deliverWhole(_ board: inout VirtualBoard, _ epoch: UnixTime, _ burst: Burst) {
    let at = Instant.zero + (epoch - DemoDay.start) + burst.delay
    board.send(.received(burst.bytes, firstByte: at), at: at)
  }

  @Test func `a trickling line gives the same fixes as one piece`() throws {
    let whole = try Self.run(seconds: 200, Self.deliverWhole)
    let trickled = try Self.run(seconds: 200) { board, epoch, burst in
      let start = Instant.zero + (epoch - DemoDay.start)
      for piece in burst.pieces(baud: 9_600, chunk: 24) {
        board.send(.received(piece.bytes, firstByte: start + piece.delay), at: start + piece.delay)
      }
    }
    func fixes(_ records: [Record]) -> [FixRecord] {
      records.compactMap { if case .fix(let fix) = $0.body { fix } else { nil } }
    }
    #expect(fixes(whole).count == 170)
    #expect(fixes(whole).map(\.fix) == fixes(trickled).map(\.fix))
  }

  @Test(arguments: [
    (ReceiverModel.Outage.Kind.silent, Gap.Reason.receiverSilent), (.noSky, .noFix),
  ])
  func `an outage of the receiver becomes a gap that says why`(
    kind: ReceiverModel.Outage.Kind, reason: Gap.Reason
  ) throws {
    let records = try Self.run(outages: [.init(kind, seconds: 100...190)], seconds: 250, Self.deliverWhole)
    let gaps = records.compactMap { if case .gap(let gap) = $0.body { gap.reason } else { nil } }
    #expect(gaps == [reason])
  }

  @Test func `a stop that the flash refuses says why`() throws {
    let flash = FaultyFlash()
    var board = VirtualBoard(store: flash)
    try board.powerOn(boot: BootID(bits: 1))
    for operation in 1...200 { flash.faults[flash.operations + operation] = .sync }
    #expect(throws: (any Error).self) { try board.stop(.terminated) }
  }
}

extension String {
  /// How often a text occurs.
  fileprivate func components(of text: String) -> Int { ranges(of: text).count }
}

extension Result {
  fileprivate var isSuccess: Bool { if case .success = self { true } else { false } }
}
