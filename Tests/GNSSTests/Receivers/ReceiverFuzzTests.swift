import Clocks
import Testing

@testable import GNSS

/// Whatever comes, nothing traps, no deadline stands still, and nothing grows without end.
@Suite struct ReceiverFuzzTests {
  private static let snippets: [[UInt8]] = [
    Array(sentence("PMTK001,220,3").utf8), Array(sentence("PMTK705,AXN,1,PA6H,1").utf8),
    Array(sentence("PQTMVERNO,LC76G,1,1").utf8), Array(sentence("PAIR001,062,0").utf8),
    Array(sentence("GPTXT,01,01,02,SW=URANUS5").utf8),
    Array(sentence("GNTXT,01,01,02,u-blox AG").utf8),
    Array(sentence("PMTK010,001").utf8), Array(sentence("GNGGA,,,,,,0,,,,,,,,").utf8),
    UBXFrame(0x05, 0x01, [0x06, 0x8A]).bytes, UBXFrame(0x05, 0x00, [0x06, 0x01]).bytes,
    UBXFrame(0x05, 0x01, []).bytes,
    UBXFrame(0x0A, 0x04, [UInt8](repeating: 0x30, count: 100)).bytes,
    UBXFrame(0x0A, 0x04, [1]).bytes,
    UBXFrame(0x13, 0x80, [1, 2, 3]).bytes, UBXFrame(0x13, 0x60, [1, 0, 0, 0x80, 0, 0, 0, 0]).bytes,
  ]

  @Test(arguments: 0..<40) func `no bytes and no order of events break a session`(_ seed: Int) {
    var generator = SeededGenerator(seed: seed)
    var session = ReceiverSession(
      configuredBaud: [9_600, 0, -5, Int.max, 115_200].randomElement(using: &generator) ?? 9_600)
    var decoder = ReceiverDecoder()
    var now = Instant.zero
    var sent = 0
    _ = session.opened(at: now)
    for step in 0..<400 {
      var outputs: [ReceiverOutput] = []
      now = now + .milliseconds(Int64.random(in: 0...2_000, using: &generator))
      switch Int.random(in: 0...11, using: &generator) {
      case 0...4:
        var bytes: [UInt8] = []
        for _ in 0..<Int.random(in: 0...4, using: &generator) {
          if Bool.random(using: &generator) {
            bytes += Self.snippets.randomElement(using: &generator) ?? []
          } else {
            bytes += (0..<Int.random(in: 0...90, using: &generator)).map { _ in
              .random(in: 0...255, using: &generator)
            }
          }
        }
        decoder.receive(bytes, at: now) { _ in }
        outputs = session.received(bytes.count, by: &decoder, firstByte: now, at: now)
      case 5: outputs = session.request(.wish(wish(&generator)), at: now)
      case 6: outputs = session.request(.sleep(seconds: strange(&generator)), at: now)
      case 7: outputs = session.request(.wake, at: now)
      case 8:
        outputs = session.request(
          [.restart(.cold), .dumpAiding, .aid([UBloxAiding.poll]), .powerSaving(.cyclic)]
            .randomElement(using: &generator) ?? .wake, at: now)
      case 9 where step % 7 == 0:
        session.closed(at: now)
        #expect(session.nextDeadline == nil, "seed \(seed)")
        outputs = session.opened(at: now)
      default:
        // A deadline that has come goes away; it may lead to another one, but not for ever.
        for _ in 0..<40 {
          guard let deadline = session.nextDeadline, deadline <= now else { break }
          outputs += session.handleDeadline(at: now)
        }
        let deadline = session.nextDeadline
        #expect(deadline.map { $0 > now } ?? true, "seed \(seed), step \(step)")
      }
      for case .send(let bytes) in outputs { sent += bytes.count }
    }
    // A byte a millisecond would be more than a line carries.
    #expect(sent < Int(now.boot / 1_000_000), "seed \(seed)")
  }

  @Test(arguments: 0..<40) func `random frames are read or refused`(_ seed: Int) {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<200 {
      let payload = (0..<Int.random(in: 0...120, using: &generator)).map { _ in
        UInt8.random(in: 0...255, using: &generator)
      }
      let messageClass: UInt8 = [0x05, 0x0A, 0x13].randomElement(using: &generator) ?? 5
      let id: UInt8 = [0x00, 0x01, 0x04, 0x60, 0x80].randomElement(using: &generator) ?? 0
      let frame = UBXFrame(messageClass, id, payload)
      #expect(UBXFrame(frame.bytes) == frame, "seed \(seed)")
      _ = (
        frame.version?.protocolHundredths, frame.version?.generation, frame.aidingAcknowledgement
      )
      _ = ReceiverIdentity(.ubx(frame))
      _ = ReceiverIdentity(.sentence(payload))
      _ = UBXFrame(payload)
      _ = UBloxAiding.replay(payload)
    }
  }

  private func wish(_ generator: inout SeededGenerator) -> ReceiverWish {
    ReceiverWish(
      periodMilliseconds: strange(&generator), selectsSentences: .random(using: &generator),
      satellitesInViewSeconds: strange(&generator) ?? 0,
      activity: ReceiverActivity.allCases.randomElement(using: &generator),
      baud: strange(&generator))
  }

  private func strange(_ generator: inout SeededGenerator) -> Int? {
    [nil, 0, -1, 1, 60, 1_000, 9_600, 115_200, Int.max, Int.min].randomElement(using: &generator)
      ?? nil
  }
}
