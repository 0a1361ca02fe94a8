import Clocks
import LoggerCore
import Records
import Text

extension DemoDay {
  /// Runs the whole day on a board that is off, with a fresh journal.
  ///
  /// - Parameters:
  ///   - board: what it happens to; it has stopped in good order afterwards, and its power is still on.
  ///   - seed: decides the ways and the receiver's errors; the same seed makes the same records.
  ///   - pace: called before each second of the day with its moment; sleep here to run it in real time.
  ///   - report: told what happens, in the order of time.
  /// - Throws: what keeps the journal from being read or written.
  public static func run(
    on board: inout VirtualBoard, seed: UInt64 = 1, pace: (UnixTime) -> Void = { _ in },
    report: (DemoMoment) -> Void
  ) throws(Fault) {
    var player = DemoPlayer(day: DemoDay(seed: seed), seed: seed)
    board.isObserved = true
    while let moment = player.nextMoment {
      pace(moment)
      for moment in try player.step(on: &board) { report(moment) }
    }
    board.isObserved = false
  }
}

/// Plays the made-up day, one second at a time.
struct DemoPlayer {
  private let day: DemoDay
  private var receiver: ReceiverModel
  private var second = 0
  private var deeds: ArraySlice<(seconds: Double, deed: DemoDay.Deed)>
  private var scenes: ArraySlice<(seconds: Double, words: String)>
  private var bootTime = DemoDay.start
  private var boots: UInt64 = 0
  private var seed: UInt64
  private var teller = DemoTeller()

  init(day: DemoDay, seed: UInt64) {
    self.day = day
    self.seed = seed
    deeds = day.deeds[...]
    scenes = day.scenes[...]
    receiver = ReceiverModel(
      path: day.path, start: DemoDay.start,
      outages: day.tunnels.map { ReceiverModel.Outage(.noSky, seconds: $0) }, seed: seed &+ 1)
  }

  /// The second that comes next; nil when the day is over.
  var nextMoment: UnixTime? { second > Int(day.durationSeconds) ? nil : DemoDay.start + .seconds(second) }

  /// Lets one second happen.
  ///
  /// - Returns: what is worth telling of it.
  mutating func step(on board: inout VirtualBoard) throws(Fault) -> [DemoMoment] {
    var told: [DemoMoment] = []
    if second == 0 { try powerOn(&board, at: DemoDay.start) }
    while let scene = scenes.first, scene.seconds <= Double(second) {
      scenes.removeFirst()
      told.append(DemoMoment(moment(scene.seconds), .scene(scene.words)))
    }
    while let deed = deeds.first, deed.seconds <= Double(second) {
      deeds.removeFirst()
      try perform(deed.deed, at: moment(deed.seconds), on: &board, &told)
    }
    let epoch = DemoDay.start + .seconds(second)
    if board.boot != nil, !board.isFinished, let burst = receiver.burst(at: epoch) {
      let firstByte = Instant.zero + ((epoch + burst.delay) - bootTime)
      board.send(.received(burst.bytes, firstByte: firstByte), at: firstByte)
    }
    told += teller.tell(board.takeObservations(), bootTime: bootTime)
    second += 1
    return told
  }

  private func moment(_ seconds: Double) -> UnixTime {
    DemoDay.start + .milliseconds(Int64((seconds * 1_000).rounded()))
  }

  private mutating func perform(
    _ deed: DemoDay.Deed, at time: UnixTime, on board: inout VirtualBoard, _ told: inout [DemoMoment]
  ) throws(Fault) {
    let instant = Instant.zero + (time - bootTime)
    switch deed {
    case .pressButton: board.pressButton(at: instant)
    case .tag(let text): board.request(.tag(text: text), at: instant)
    case .cutPower:
      board.advance(to: instant)
      told += teller.tell(board.takeObservations(), bootTime: bootTime)
      board.cutPower()
      receiver.powerOff()
      told.append(DemoMoment(time, .powerCut))
    case .powerOn: try powerOn(&board, at: time)
    case .stop:
      board.advance(to: instant)
      try board.stop(.terminated)
    }
  }

  /// Power comes: the board boots with a clock of 1970, the receiver knows nothing.
  private mutating func powerOn(_ board: inout VirtualBoard, at time: UnixTime) throws(Fault) {
    bootTime = time
    boots += 1
    receiver.powerOn(at: time)
    // Any bits do, as long as no two boots share them.
    var generator = SeededGenerator(seed: seed &* 1_000 &+ boots)
    try board.powerOn(
      boot: BootID(bits: generator.next()), hostClock: UTCStamp(UnixTime(milliseconds: 0), .host))
  }
}
