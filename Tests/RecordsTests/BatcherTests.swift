import Clocks
import Records
import Testing

@Suite("Gathering records into frames")
struct BatcherTests {
  private static func seconds(_ seconds: Int64) -> Instant { Instant(boot: seconds * 1_000_000_000) }

  private static let ride = SizeTests.ride(count: 1_000, seed: 2)

  @Test func `fixes wait for the commit interval after the first of them`() {
    var batcher = RecordBatcher()
    #expect(batcher.nextDeadline == nil && batcher.isEmpty)
    for index in 0..<30 { batcher.add(Self.ride[index], isUrgent: false, at: Self.seconds(Int64(100 + index))) }
    #expect(batcher.nextDeadline == Self.seconds(130))
    #expect(batcher.framesDue(at: Self.seconds(129)).isEmpty)
    let frames = batcher.framesDue(at: Self.seconds(130))
    #expect(frames.map(\.count) == [30])
    #expect(frames.first?.firstSequence == 1)
    #expect(batcher.nextDeadline == nil && batcher.isEmpty)
  }

  @Test func `an urgent record takes along all that waits`() {
    var batcher = RecordBatcher()
    batcher.add(Self.ride[0], isUrgent: false, at: Self.seconds(100))
    batcher.add(Self.ride[1], isUrgent: true, at: Self.seconds(110))
    #expect(batcher.nextDeadline == Self.seconds(110))
    #expect(batcher.framesDue(at: Self.seconds(110)).map(\.count) == [2])
    batcher.add(Self.ride[2], isUrgent: false, at: Self.seconds(111))
    #expect(batcher.nextDeadline == Self.seconds(141))
  }

  @Test func `a full block is due at once and the rest waits on`() throws {
    var batcher = RecordBatcher(commitInterval: .seconds(3_600))
    var taken: [EncodedFrame] = []
    for (index, record) in Self.ride.enumerated() {
      let now = Self.seconds(Int64(index))
      batcher.add(record, isUrgent: false, at: now)
      let due = batcher.framesDue(at: now)
      for frame in due { #expect((3_900...4_096).contains(frame.payload.count + 24)) }
      #expect(due.count <= 1)
      if !due.isEmpty { #expect(batcher.nextDeadline == now + .seconds(3_600)) }
      taken += due
    }
    #expect(taken.count >= 3)
    taken += batcher.allFrames()
    #expect(batcher.isEmpty && batcher.nextDeadline == nil)
    let back = try taken.flatMap {
      try FrameDecoder.records(payload: $0.payload, firstSequence: $0.firstSequence, count: $0.count)
    }
    #expect(back == Self.ride)
  }

  @Test func `a long text has a frame of its own`() throws {
    var batcher = RecordBatcher()
    let text = String(repeating: "x", count: 10_000)
    batcher.add(Self.ride[0], isUrgent: false, at: .zero)
    let tag = Record(
      sequence: SequenceNumber(2), boot: BootID(bits: 1), at: .zero, utc: nil,
      body: .tag(Tag(source: .command, text: text)))
    batcher.add(tag, isUrgent: true, at: .zero)
    batcher.add(Self.ride[2], isUrgent: false, at: .zero)
    #expect(batcher.framesDue(at: .zero).map(\.count) == [1, 1, 1])
  }

  @Test func `numbers with a hole between them go into two frames`() {
    var batcher = RecordBatcher()
    batcher.add(Self.ride[0], isUrgent: false, at: .zero)
    batcher.add(Self.ride[5], isUrgent: true, at: .zero)
    #expect(batcher.framesDue(at: .zero).map(\.firstSequence) == [1, 6])
  }
}
