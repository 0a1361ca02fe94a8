import Clocks
import Records
import Testing

@Suite("Headings as records")
struct HeadingTests {
  private static func record(_ sequence: UInt64, _ body: Body) -> Record {
    Record(
      sequence: SequenceNumber(sequence), boot: BootID(bits: 7), at: Instant(boot: Int64(sequence) * 1_000_000_000),
      utc: nil, body: body)
  }

  private static func heading(
    _ magnetic: Double?, accuracy: Double? = 2, declination: Double? = nil, pitch: Double? = nil, roll: Double? = nil
  ) -> HeadingRecord {
    HeadingRecord(
      subject: .tag(SequenceNumber(1)), magneticDegrees: magnetic, declinationDegrees: declination,
      accuracyDegrees: accuracy, pitchDegrees: pitch, rollDegrees: roll)
  }

  @Test(
    arguments: [
      (0.0, 0.0), (359.994, 359.99), (359.996, 0), (360, 0), (-90, 270), (725.5, 5.5), (.nan, nil), (.infinity, nil),
      (nil, nil),
    ] as [(Double?, Double?)])
  func `a direction is below 360 and in hundredths`(given: Double?, kept: Double?) {
    #expect(Self.heading(given).magneticDegrees == kept)
  }

  @Test func `what cannot be is unknown, and a bound of more than half a turn is half a turn`() {
    #expect(Self.heading(10, accuracy: -1).accuracyDegrees == nil)
    #expect(!Self.heading(10, accuracy: -1).isValid && !Self.heading(10, accuracy: nil).isValid)
    #expect(Self.heading(10, accuracy: 0).isValid && !Self.heading(nil, accuracy: 2).isValid)
    #expect(Self.heading(10, accuracy: 1e300).accuracyDegrees == 180)
    #expect(Self.heading(10, accuracy: .nan).accuracyDegrees == nil)
    let tilted = Self.heading(10, declination: -180, pitch: 90, roll: 180)
    #expect(tilted.declinationDegrees == -180 && tilted.pitchDegrees == 90 && tilted.rollDegrees == 180)
    let absurd = Self.heading(10, declination: 180.1, pitch: -90.1, roll: .infinity)
    #expect(absurd.declinationDegrees == nil && absurd.pitchDegrees == nil && absurd.rollDegrees == nil)
  }

  @Test(arguments: [(350.0, 12.5, 2.5), (3, -4.25, 358.75), (180, 180, 0), (0, 0, 0)])
  func `true north is magnetic north and the declination`(magnetic: Double, declination: Double, expected: Double) {
    #expect(Self.heading(magnetic, declination: declination).trueDegrees == expected)
    #expect(Self.heading(magnetic).trueDegrees == nil && Self.heading(nil, declination: declination).trueDegrees == nil)
  }

  @Test func `what is cut once stays as it is`() {
    for seed in UInt64(1)...2_000 {
      var random = RandomRecords(seed: seed)
      let heading = random.heading(of: .fix(SequenceNumber(9)))
      let again = HeadingRecord(
        subject: heading.subject, magneticDegrees: heading.magneticDegrees,
        declinationDegrees: heading.declinationDegrees, accuracyDegrees: heading.accuracyDegrees,
        pitchDegrees: heading.pitchDegrees, rollDegrees: heading.rollDegrees)
      #expect(again == heading, "seed \(seed)")
    }
  }

  @Test func `a heading of something that a later version knows is stepped over`() {
    let records = [Self.record(1, .heading(Self.heading(10))), Self.record(2, .stop(.terminated))]
    var frame = CodecTests.encoded(records)
    // The body: tag, its number 1, three numbers are there.
    let body = frame.payload.indices.first { frame.payload[$0...].starts(with: [1, 1, 0x03]) }
    frame.payload[body ?? 0] = 3
    let contents = FrameDecoder.contents(of: frame.payload, firstSequence: 1, count: 2)
    #expect(contents.records == [records[1]] && contents.unknown == [SequenceNumber(1)] && contents.fault == nil)
  }

  @Test func `no byte makes a heading that cannot be`() {
    let records = (1...3).map {
      Self.record(UInt64($0), .heading(Self.heading(211.25, declination: 3.5, pitch: -12.5, roll: 4)))
    }
    let payload = CodecTests.encoded(records).payload
    var count = 0
    for index in 1..<payload.count {
      for byte in UInt8.min ... .max {
        var damaged = payload
        damaged[index] = byte
        for record in FrameDecoder.contents(of: damaged, firstSequence: 1, count: 3).records {
          guard case .heading(let heading) = record.body else { continue }
          count += 1
          #expect((0..<360).contains(heading.magneticDegrees ?? 0), "byte \(index) is \(byte)")
          #expect((0..<360).contains(heading.trueDegrees ?? 0), "byte \(index) is \(byte)")
          #expect((0...180).contains(heading.accuracyDegrees ?? 0), "byte \(index) is \(byte)")
          #expect((-90...90).contains(heading.pitchDegrees ?? 0), "byte \(index) is \(byte)")
          #expect((-180...180).contains(heading.rollDegrees ?? 0), "byte \(index) is \(byte)")
        }
      }
    }
    #expect(count > 10_000)
  }

  @Test func `a tag that waits keeps its heading in the digest and over a checkpoint, a press that is none does not`()
    throws
  {
    var digest = Digest()
    let (first, second) = (SequenceNumber(1), SequenceNumber(2))
    for (index, body) in [
      Body.tag(Tag(source: .button)), .tag(Tag(source: .button)), .tag(Tag(source: .command)),
      .heading(HeadingRecord(subject: .tag(second), magneticDegrees: 20, accuracyDegrees: 2)),
      .heading(HeadingRecord(subject: .tag(SequenceNumber(3)), magneticDegrees: 30, accuracyDegrees: nil)),
      .heading(HeadingRecord(subject: .fix(first), magneticDegrees: 40, accuracyDegrees: 2)),
      .heading(HeadingRecord(subject: .tag(SequenceNumber(77)), magneticDegrees: 50, accuracyDegrees: 2)),
      .gesture(Gesture(press: second, kind: .long)),
    ].enumerated() {
      digest.apply(Self.record(UInt64(index + 1), body))
    }
    #expect(digest.pendingTags.map { $0.heading?.magneticDegrees } == [nil, 30])
    let checkpoint = Self.record(9, .checkpoint(digest.checkpoint))
    #expect(try CodecTests.decoded(CodecTests.encoded([checkpoint])) == [checkpoint])
    var restored = Digest()
    restored.apply(checkpoint)
    #expect(restored.pendingTags == digest.pendingTags)
  }

  @Test func `the heading of every fix costs some twenty bytes`() {
    let ride = SizeTests.ride(count: 30, seed: 4)
    var both: [Record] = []
    for (index, fix) in ride.enumerated() {
      both.append(fix)
      let heading = HeadingRecord(
        subject: .fix(SequenceNumber(1_000_000 + 2 * UInt64(index))), magneticDegrees: Double(index * 11),
        declinationDegrees: 3.5, accuracyDegrees: 2.5, pitchDegrees: -12.5, rollDegrees: 4)
      both.append(
        Record(
          sequence: fix.sequence, boot: fix.boot, at: fix.at + .milliseconds(70 + index),
          utc: fix.utc.map { UTCStamp($0.time + .milliseconds(70 + index), $0.quality) }, body: .heading(heading)))
    }
    for index in both.indices { both[index].sequence = SequenceNumber(1_000_000 + UInt64(index)) }
    let (alone, together) = (CodecTests.encoded(ride).payload.count, CodecTests.encoded(both).payload.count)
    let each = Double(together - alone) / 30
    print("a heading beside each fix: \(each) bytes")
    #expect(each < 24)
  }
}
