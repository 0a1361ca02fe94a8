import Clocks
import Foundation
import GNSS
import Geodesy
import Records
import Testing

/// The examples of docs/FORMAT.md are read from the document itself, so that it cannot fall behind the code.
@Suite("Examples of FORMAT.md: records")
struct FormatVectorTests {
  /// The bytes of the block ```` ```hex NAME ````; what follows a `#` is for people.
  static func bytes(of name: String) throws -> [UInt8] {
    let document = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "docs/FORMAT.md")
    let text = String(decoding: try Data(contentsOf: document), as: UTF8.self)
    let block = try #require(text.split(separator: "```hex \(name)\n").dropFirst().first?.split(separator: "```").first)
    return block.split(separator: "\n").flatMap { line in
      line.prefix { $0 != "#" }.split(separator: " ").compactMap { UInt8($0, radix: 16) }
    }
  }

  static let boot = BootID(bits: 0x0123_4567_89AB_CDEF)

  static func utc(_ milliseconds: Int64) -> UTCStamp { UTCStamp(UnixTime(milliseconds: milliseconds), .satellites) }

  static func record(_ sequence: UInt64, at milliseconds: Int64, utc: Int64?, _ body: Body) -> Record {
    Record(
      sequence: SequenceNumber(sequence), boot: boot, at: Instant(boot: milliseconds * 1_000_000),
      utc: utc.map { Self.utc($0) }, body: body)
  }

  static func fix(_ utc: Int64, _ latitude: Int64, _ longitude: Int64, _ altMSL: Double, speed: Double) -> Body {
    var fix = Fix()
    fix.time = Self.utc(utc)
    fix.mode = .threeDimensional
    fix.coordinate = Coordinate(latitudeNanodegrees: latitude, longitudeNanodegrees: longitude)
    fix.altMSLMeters = altMSL
    fix.altHAEMeters = altMSL + 47.3
    fix.geoidSeparationMeters = 47.3
    fix.speedMetersPerSecond = speed
    fix.trackDegrees = 84.4
    fix.dilution.horizontal = 0.9
    fix.satellitesUsed = 8
    fix.quality = .autonomous
    return .fix(FixRecord(fix: fix, reason: .every))
  }

  static let track = [
    record(1, at: 5_000, utc: nil, .start(Start(reason: .first, version: "0.1.0"))),
    record(
      2, at: 65_010, utc: 1_796_000_000_000, fix(1_796_000_000_000, 47_285_233_000, 8_565_265_000, 499.6, speed: 1.25)),
    record(
      3, at: 66_012, utc: 1_796_000_001_000, fix(1_796_000_001_000, 47_285_235_000, 8_565_281_000, 499.7, speed: 1.25)),
    record(
      4, at: 67_012, utc: 1_796_000_002_000, fix(1_796_000_002_000, 47_285_237_000, 8_565_297_000, 499.7, speed: 1.25)),
    record(5, at: 67_500, utc: 1_796_000_002_488, .tag(Tag(source: .button))),
  ]

  static let others: [Record] = [
    record(300, at: 1_000, utc: nil, .trip(Trip(number: 2, reason: .longPause))),
    record(301, at: 1_000, utc: nil, .gap(Gap(reason: .noFix, sinceLastFixSeconds: 61.5))),
    record(302, at: 1_000, utc: 1_796_000_000_000, .clock(ClockReading(stepMilliseconds: -250))),
    record(303, at: 1_000, utc: 1_796_000_000_000, .tag(Tag(source: .command, text: "Hütte"))),
    Coordinate(latitudeNanodegrees: 47_285_233_000, longitudeNanodegrees: -8_565_265_000).map { place in
      record(
        304, at: 1_000, utc: 1_796_000_000_000,
        .located(
          TagLocation(
            tag: SequenceNumber(303), coordinate: place, altMSLMeters: nil, method: .firstFixAfter, ageSeconds: 2,
            horizontalAccuracyMeters: nil)))
    },
    record(
      305, at: 1_000, utc: 1_796_000_000_000,
      .checkpoint(
        Checkpoint(
          trip: 2, lastFixUTC: utc(1_796_000_000_000),
          pendingTags: [
            PendingTag(
              sequence: SequenceNumber(290), boot: boot, at: Instant(boot: 500_000_000), utc: nil,
              tag: Tag(source: .button),
              heading: HeadingRecord(
                subject: .tag(SequenceNumber(290)), magneticDegrees: 90, accuracyDegrees: nil))
          ], mode: .highAccuracy))),
    record(306, at: 1_000, utc: 1_796_000_000_000, .gesture(Gesture(press: SequenceNumber(290), kind: .long))),
    record(
      307, at: 1_000, utc: 1_796_000_000_000, .mode(ModeChange(mode: .significantChange, reason: .button))),
    record(308, at: 1_000, utc: 1_796_000_000_000, .stop(.terminated)),
    record(
      309, at: 1_000, utc: 1_796_000_000_000,
      .heading(
        HeadingRecord(
          subject: .tag(SequenceNumber(303)), magneticDegrees: 211.25, declinationDegrees: 3.5, accuracyDegrees: 2,
          pitchDegrees: -12.5, rollDegrees: 4))),
    record(
      310, at: 1_000, utc: 1_796_000_000_000,
      .heading(
        HeadingRecord(
          subject: .fix(SequenceNumber(299)), magneticDegrees: 359.99, accuracyDegrees: nil, pitchDegrees: 0))),
  ].compactMap(\.self)

  @Test(arguments: [("payload-track", track), ("payload-others", others)])
  func `a payload of the document is what the code writes and reads`(name: String, records: [Record]) throws {
    let bytes = try Self.bytes(of: name)
    let frame = CodecTests.encoded(records)
    #expect(frame.payload == bytes, "\(frame.payload.map { String($0, radix: 16) }.joined(separator: " "))")
    let first = try #require(records.first?.sequence.value)
    #expect(try FrameDecoder.records(payload: bytes, firstSequence: first, count: records.count) == records)
  }
}
