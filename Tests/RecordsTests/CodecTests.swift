import Clocks
import GNSS
import Geodesy
import Records
import Testing
import Text

@Suite("Records as bytes")
struct CodecTests {
  static func encoded(_ records: [Record]) -> (payload: [UInt8], firstSequence: UInt64, count: Int) {
    var encoder = FrameEncoder()
    for record in records {
      let isTaken = encoder.append(record)
      #expect(isTaken)
    }
    #expect(encoder.lastSequence == records.last?.sequence ?? .none)
    #expect(encoder.count == records.count)
    return encoder.finish()
  }

  static func decoded(_ frame: (payload: [UInt8], firstSequence: UInt64, count: Int)) throws -> [Record] {
    try FrameDecoder.records(payload: frame.payload, firstSequence: frame.firstSequence, count: frame.count)
  }

  @Test func `any records come back as they were`() throws {
    for seed in UInt64(1)...2_000 {
      var random = RandomRecords(seed: seed)
      let records = random.records(from: random.next() >> 1 | 1, count: Int(seed % 60) + 1)
      let back = try Self.decoded(Self.encoded(records))
      if back == records { continue }
      let first = zip(records, back).first { $0 != $1 }
      Issue.record("seed \(seed): \(String(describing: first))")
    }
  }

  @Test func `a record that does not follow is left for the next frame`() {
    var random = RandomRecords(seed: 3)
    let records = random.records(from: 10, count: 3)
    var encoder = FrameEncoder()
    #expect(encoder.isEmpty)
    encoder.append(records[0])
    let bytes = encoder.byteCount
    let refused = [encoder.append(records[2]), encoder.append(records[1], limit: bytes)]
    #expect(refused == [false, false])
    #expect(encoder.byteCount == bytes)
    let taken = encoder.append(records[1])
    #expect(taken)
    let frame = encoder.finish()
    #expect(frame.count == 2 && frame.firstSequence == 10)
    #expect(encoder.isEmpty)
    encoder.append(records[2])
    #expect(encoder.firstSequence == SequenceNumber(12))
  }

  @Test func `a refused record leaves no trace in those behind it`() throws {
    for seed in UInt64(1)...200 {
      var random = RandomRecords(seed: seed)
      let records = random.records(from: 1, count: 20)
      var encoder = FrameEncoder()
      for record in records {
        if encoder.append(record, limit: encoder.byteCount + 3) { continue }
        encoder.append(record)
      }
      #expect(try Self.decoded(encoder.finish()) == records, "seed \(seed)")
    }
  }

  private static func record(_ sequence: UInt64, _ body: Body) -> Record {
    Record(
      sequence: SequenceNumber(sequence), boot: BootID(bits: 7), at: Instant(boot: Int64(sequence) * 1_000_000_000),
      utc: nil, body: body)
  }

  @Test func `kinds and cases of a later version are stepped over and told`() throws {
    let records = [
      Self.record(1, .trip(Trip(number: 4, reason: .first))), Self.record(2, .stop(.terminated)),
      Self.record(3, .trip(Trip(number: 5, reason: .longPause))),
    ]
    var frame = Self.encoded(records)
    // Record 2 is its kind with flags, its time, its length and one byte of body.
    let stop = try #require(
      (1..<frame.payload.count).last { frame.payload[$0] & 0x1F == 2 && frame.payload[$0] >= 0x80 })
    var kind = frame.payload
    kind[stop] = kind[stop] & 0xE0 | 30
    let length = try #require((stop..<frame.payload.count).first { frame.payload[$0] == 1 && $0 > stop })
    frame.payload[length + 1] = 200
    for payload in [kind, frame.payload] {
      let contents = FrameDecoder.contents(of: payload, firstSequence: 1, count: 3)
      #expect(contents.records == [records[0], records[2]])
      #expect(contents.unknown == [SequenceNumber(2)])
      #expect(contents.fault == nil)
      var tally = RecordTally()
      tally.take(payload: payload, firstSequence: 1, count: 3)
      #expect(tally.records == 2 && tally.unknown == 1 && tally.unreadableFrames == 0)
    }
  }

  @Test func `a payload of a later format is refused and counted`() {
    var frame = Self.encoded([Self.record(1, .stop(.terminated))])
    frame.payload[0] = 2
    #expect(throws: Fault.self) { try Self.decoded(frame) }
    var tally = RecordTally()
    tally.take(payload: frame.payload, firstSequence: 1, count: 1)
    #expect(tally.unreadableFrames == 1 && tally.unreadableRecords == 1 && tally.firstFault != nil)
  }

  @Test func `a payload with too few or too many bytes gives what is good and a fault`() {
    var random = RandomRecords(seed: 11)
    let records = random.records(from: 1, count: 12)
    let frame = Self.encoded(records)
    for length in 0..<frame.payload.count {
      let contents = FrameDecoder.contents(of: Array(frame.payload.prefix(length)), firstSequence: 1, count: 12)
      #expect(contents.fault != nil, "\(length) bytes")
      #expect(contents.records == Array(records.prefix(contents.records.count)), "\(length) bytes")
    }
    let longer = FrameDecoder.contents(of: frame.payload + [0], firstSequence: 1, count: 12)
    #expect(longer.records == records && longer.fault != nil)
  }

  @Test func `no bytes make the decoder stumble`() {
    for seed in UInt64(1)...3_000 {
      var random = RandomRecords(seed: seed)
      var payload = Self.encoded(random.records(from: 1, count: 10)).payload
      for _ in 0..<Int.random(in: 1..<8, using: &random) {
        payload[Int.random(in: 1..<payload.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      let contents = FrameDecoder.contents(of: payload, firstSequence: .max - 3, count: 10)
      #expect(contents.records.count + contents.unknown.count <= 10, "seed \(seed)")
      let noise = [1] + (0..<200).map { _ in UInt8.random(in: 0...255, using: &random) }
      let other = FrameDecoder.contents(of: noise, firstSequence: 1, count: 65_535)
      #expect(other.records.count <= 200, "seed \(seed)")
    }
    #expect(FrameDecoder.contents(of: [1], firstSequence: 1, count: -5).records.isEmpty)
    #expect(FrameDecoder.contents(of: [], firstSequence: 1, count: 1).fault != nil)
  }

  @Test func `what is cut once stays as it is`() {
    for seed in UInt64(1)...2_000 {
      var random = RandomRecords(seed: seed)
      let fix = random.fix(utc: random.stamp()).quantised
      #expect(fix.quantised == fix, "seed \(seed)")
    }
  }

  @Test func `values are cut to the steps of the journal, and what cannot be becomes unknown`() {
    var fix = Fix()
    fix.altMSLMeters = -12.346
    fix.altHAEMeters = .nan
    fix.geoidSeparationMeters = 1e9
    fix.speedMetersPerSecond = -0.5
    fix.trackDegrees = 359.996
    fix.dilution.horizontal = 1e300
    fix.dilution.vertical = -1
    fix.satellitesUsed = -1
    fix.satellitesInView = 5_000
    fix.horizontalAccuracyMeters = .infinity
    fix.verticalAccuracyMeters = 3.456
    let cut = fix.quantised
    #expect(cut.altMSLMeters == -12.35)
    #expect(cut.altHAEMeters == nil && cut.geoidSeparationMeters == nil && cut.speedMetersPerSecond == nil)
    #expect(cut.trackDegrees == 0)
    #expect(cut.dilution.horizontal == 10_000 && cut.dilution.vertical == nil)
    #expect(cut.satellitesUsed == nil && cut.satellitesInView == 1_023)
    #expect(cut.horizontalAccuracyMeters == nil && cut.verticalAccuracyMeters == 3.46)
    fix.trackDegrees = -90
    #expect(fix.quantised.trackDegrees == 270)
  }

  @Test func `a text that is too long is cut at a whole character`() throws {
    let record = Self.record(1, .tag(Tag(source: .command, text: String(repeating: "é", count: 9_000))))
    guard case .tag(let tag) = try Self.decoded(Self.encoded([record]))[0].body else {
      Issue.record("no tag")
      return
    }
    #expect(tag.text == String(repeating: "é", count: Tag.maximumTextBytes / 2))
  }

  @Test func `checkpoints of earlier versions, which have no headings or no mode, are read`() throws {
    let record = Self.record(9, .checkpoint(Checkpoint(trip: 3, lastFixUTC: nil, pendingTags: [], mode: .off)))
    var frame = Self.encoded([record])
    // The body is trip, no stamp, no tags, the mode and no headings; its length stands before it.
    let length = frame.payload.count - 6
    for mode in [Mode.off, .auto] {
      frame.payload[length] -= 1
      frame.payload.removeLast()
      let old = Body.checkpoint(Checkpoint(trip: 3, lastFixUTC: nil, pendingTags: [], mode: mode))
      #expect(try Self.decoded(frame).map(\.body) == [old])
    }
  }

  @Test func `a press that is no tag waits for no place any more, and the mode is the last one`() {
    var digest = Digest()
    for (index, body) in [
      Body.tag(Tag(source: .button)), .tag(Tag(source: .button)),
      .gesture(Gesture(press: SequenceNumber(1), kind: .long)),
      .gesture(Gesture(press: SequenceNumber(2), kind: .short)), .mode(ModeChange(mode: .off, reason: .button)),
    ].enumerated() {
      digest.apply(Self.record(UInt64(index + 1), body))
    }
    #expect(digest.pendingTags.map(\.sequence) == [SequenceNumber(2)])
    #expect(digest.mode == .off && digest.checkpoint.mode == .off)
  }

  @Test func `a checkpoint repeats all pending tags, and texts up to a bound`() throws {
    let tag = Tag(source: .command, text: String(repeating: "x", count: Tag.maximumTextBytes))
    let pending = (1...2_000).map {
      PendingTag(sequence: SequenceNumber(UInt64($0)), boot: BootID(bits: 7), at: .zero, utc: nil, tag: tag)
    }
    let record = Self.record(9, .checkpoint(Checkpoint(trip: 1, lastFixUTC: nil, pendingTags: pending)))
    let frame = Self.encoded([record])
    #expect(frame.payload.count < 200_000)
    guard case .checkpoint(let checkpoint) = try Self.decoded(frame)[0].body else {
      Issue.record("no checkpoint")
      return
    }
    #expect(checkpoint.pendingTags.map(\.sequence) == pending.map(\.sequence))
    #expect(checkpoint.pendingTags.filter { $0.tag.text != nil }.count == 4)
  }
}
