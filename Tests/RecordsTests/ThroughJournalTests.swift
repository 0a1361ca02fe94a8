import Clocks
import Journal
import Records
import Simulation
import Testing
import Text

@Suite("Records through the journal")
struct ThroughJournalTests {
  private static func frames(_ encoded: [EncodedFrame]) -> [Frame] {
    encoded.map { Frame(firstSequence: $0.firstSequence, count: $0.count, payload: $0.payload) }
  }

  /// Fixes once a second, through batcher and writer, as the board does it.
  ///
  /// - Returns: how many records were acknowledged.
  private static func log(_ records: [Record], to flash: FaultyFlash, urgent: Set<Int> = []) throws -> Int {
    var batcher = RecordBatcher()
    var writer = try JournalWriter(store: flash, segmentSize: 8_192)
    for (index, record) in records.enumerated() {
      let now = Instant(boot: Int64(index) * 1_000_000_000)
      batcher.add(record, isUrgent: urgent.contains(index), at: now)
      do { try writer.append(Self.frames(batcher.framesDue(at: now))) } catch { return Int(writer.lastSequence) }
    }
    do { try writer.append(Self.frames(batcher.allFrames())) } catch {}
    return Int(writer.lastSequence)
  }

  private static func read(_ flash: FaultyFlash) throws -> [Record] {
    var reader = try JournalReader(store: flash)
    var records: [Record] = []
    while let frame = try reader.next() {
      records += try FrameDecoder.records(
        payload: frame.payload, firstSequence: frame.firstSequence, count: frame.count)
    }
    return records
  }

  @Test func `an hour at 1 Hz is two syncs a minute and some 60 KB`() throws {
    let records = SizeTests.ride(count: 3_600, seed: 4)
    let flash = FaultyFlash()
    #expect(try Self.log(records, to: flash) == 3_600)
    #expect(try Self.read(flash) == records)
    print("an hour at 1 Hz: \(flash.bytesWritten) bytes in \(flash.syncs) syncs")
    #expect(flash.syncs <= 125)
    #expect(flash.bytesWritten <= 3_600 * 20)
    var tally = RecordTally()
    let verification = try Verification(of: flash) {
      tally.take(payload: $0.payload, firstSequence: $0.firstSequence, count: $0.count)
    }
    #expect(tally.records == 3_600 && tally.fixes == 3_600 && tally.unreadableFrames == 0)
    #expect(verification.findings == Findings())
  }

  @Test func `after a cut anywhere the records are a beginning of what was logged, with all that was acknowledged`()
    throws
  {
    let records = SizeTests.ride(count: 1_500, seed: 6)
    let whole = FaultyFlash()
    _ = try Self.log(records, to: whole, urgent: [3, 4, 500, 777])
    for cut in 1...whole.operations {
      let flash = FaultyFlash()
      flash.cutAt = cut
      let acknowledged = try Self.log(records, to: flash, urgent: [3, 4, 500, 777])
      for (tearing, seed) in [(Tearing.lost, UInt64(1)), (.sectors, 2), (.garbage, 3)] {
        let found = try Self.read(flash.afterPowerCut(tearing, seed: seed))
        #expect(found.count >= acknowledged, "cut at \(cut), \(tearing)")
        #expect(found == Array(records.prefix(found.count)), "cut at \(cut), \(tearing)")
      }
    }
  }
}
