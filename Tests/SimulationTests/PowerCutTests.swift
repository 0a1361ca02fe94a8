import Clocks
import LoggerCore
import Records
import Text
import Testing

@testable import Simulation

/// The plug is pulled while somebody presses the button again and again, at any moment of any write.
@Suite("No acknowledged tag is lost")
struct PowerCutTests {
  private static let path: Path = {
    var journey = Journey(latitudeDegrees: 46.94, longitudeDegrees: 6.73, altMSLMeters: 972, seed: 9)
    journey.go(.walking(), through: [.init(300, 200, alt: 990)])
    return journey.path
  }()

  /// Runs a board for some minutes, with a tag every few seconds.
  ///
  /// - Returns: the tags that were acknowledged, by LED or by answer.
  private static func walk(
    _ board: inout VirtualBoard, on flash: FaultyFlash, boot: UInt64, seconds: Int, seed: UInt64
  ) throws -> Set<SequenceNumber> {
    var random = SeededGenerator(seed: seed)
    var receiver = ReceiverModel(path: path, start: DemoDay.start, seed: seed)
    let bootTime = DemoDay.start + .seconds(Int64(boot) * 1_000)
    receiver.powerOn(at: bootTime, startUp: .init(secondsToTime: 2, secondsToDate: 3, secondsToFix: 20))
    board.isObserved = true
    try board.powerOn(boot: BootID(bits: boot), hostClock: UTCStamp(UnixTime(milliseconds: 0), .host))
    var tags: Set<SequenceNumber> = []
    for second in 1...seconds where !flash.isOff {
      if let burst = receiver.burst(at: bootTime + .seconds(second)) {
        let at = Instant.zero + .seconds(second) + burst.delay
        board.send(.received(burst.bytes, firstByte: at), at: at)
      }
      switch random.next() % 9 {
      case 0: board.pressButton(at: board.now + .milliseconds(300))
      case 1: board.request(.tag(text: String(repeating: "é", count: Int(random.next() % 900))), at: board.now)
      default: break
      }
      for (_, what) in board.takeObservations() {
        if case .record(let record) = what, case .tag = record.body { tags.insert(record.sequence) }
      }
    }
    return tags.filter { $0 <= board.durable }
  }

  private static func records(on flash: FaultyFlash) throws -> [Record] {
    var records: [Record] = []
    try StoredJournal(flash).forEachRecord { records.append($0) }
    return records
  }

  @Test(arguments: 0..<200)
  func `wherever the plug is pulled`(trial: Int) throws {
    let seed = UInt64(trial)
    var random = SeededGenerator(seed: seed)
    let tearings: [Tearing] = [.lost, .kept, .prefix, .sectors, .garbage]
    let tearing = tearings[trial % tearings.count]
    let delay = trial.isMultiple(of: 2) ? Duration.zero : .milliseconds(700)

    // Small ones, so that a walk of minutes fills some and the cut also meets the making of the next.
    let segmentBytes = 8_192
    let flash = FaultyFlash()
    flash.cutAt = Int.random(in: 3...75, using: &random)
    var board = VirtualBoard(store: flash, commitDelay: delay, segmentBytes: segmentBytes)
    let promised: Set<SequenceNumber>
    do {
      promised = try Self.walk(&board, on: flash, boot: 1, seconds: 150, seed: seed)
    } catch {
      promised = []
    }
    let answered = board.replies.compactMap { reply -> SequenceNumber? in
      if case .success(.tagged(let tag)) = reply.result { tag } else { nil }
    }
    #expect(promised.isSuperset(of: answered), "seed \(seed)")
    let durable = board.durable
    board.cutPower()

    let medium = flash.afterPowerCut(tearing, seed: seed)
    let found = try Self.records(on: medium)
    let tags = Set(found.filter { if case .tag = $0.body { true } else { false } }.map(\.sequence))
    #expect(promised.subtracting(tags).isEmpty, "seed \(seed), \(tearing)")
    #expect(found.map(\.sequence.value) == (0..<UInt64(found.count)).map { $0 + 1 }, "seed \(seed), \(tearing)")
    #expect((found.last?.sequence ?? .none) >= durable, "seed \(seed), \(tearing)")

    var next = VirtualBoard(store: medium, commitDelay: delay, segmentBytes: segmentBytes)
    _ = try Self.walk(&next, on: medium, boot: 2, seconds: 40, seed: seed)
    try next.stop(.terminated)
    let all = try Self.records(on: medium)
    #expect(Array(all.prefix(found.count)) == found, "seed \(seed), \(tearing)")
    let located = all.compactMap { if case .located(let place) = $0.body { place.tag } else { nil } }
    #expect(Set(located).count == located.count, "seed \(seed): a tag is located twice")
    #expect(tags.subtracting(located).isEmpty, "seed \(seed), \(tearing): tags of the first boot stay pending")
  }
}
