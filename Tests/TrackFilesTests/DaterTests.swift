import Clocks
import Records
import Testing
import Text

@testable import TrackFiles

@Suite struct DaterTests {
  private func stamp(_ seconds: Int64, _ quality: ClockQuality) -> UTCStamp {
    UTCStamp(UnixTime(milliseconds: seconds * 1_000), quality)
  }

  @Test func `the best clock of a boot dates its records, and a better time of their own stays`() {
    let boot = BootID(bits: 1)
    func record(_ body: Body, at: Int64, _ utc: UTCStamp?) -> Record {
      Record(sequence: SequenceNumber(1), boot: boot, at: Instant(boot: at * 1_000_000_000), utc: utc, body: body)
    }
    var dater = RecordDater()
    let stop = Body.stop(.terminated)
    #expect(dater.dated(record(stop, at: 5, nil)).utc == nil)
    dater.take(record(.clock(ClockReading()), at: 10, stamp(1_000, .host)))
    dater.take(record(.clock(ClockReading()), at: 20, stamp(2_010, .satellites)))
    dater.take(record(.clock(ClockReading()), at: 30, stamp(9_000, .network)))
    #expect(dater.dated(record(stop, at: 5, nil)).utc == stamp(1_995, .satellites))
    #expect(dater.dated(record(stop, at: 10, stamp(1_000, .host))).utc == stamp(2_000, .satellites))
    #expect(dater.dated(record(stop, at: 10, stamp(7, .satellites))).utc == stamp(7, .satellites))
    var other = record(stop, at: 10, nil)
    other.boot = BootID(bits: 2)
    #expect(dater.dated(other).utc == nil)
  }

  @Test func `a moment beyond all time stays without one`() {
    let boot = BootID(bits: 1)
    let body = Body.clock(ClockReading())
    var dater = RecordDater()
    dater.take(
      Record(
        sequence: SequenceNumber(1), boot: boot, at: Instant(boot: -9_000_000_000_000_000_000),
        utc: stamp(9_000_000_000, .satellites), body: body))
    let late = Record(
      sequence: SequenceNumber(2), boot: boot, at: Instant(boot: 9_000_000_000_000_000_000), utc: nil, body: body)
    #expect(dater.dated(late).utc == nil)
  }

  @Test func `an export of a span holds what lies in it, tags by the moment of their press`() {
    var journal = Journal()
    for second in 0..<10 { journal.fix(at: Double(second)) }
    let tag = journal.tag("in", at: 4.5)
    journal.located(tag, at: 20)
    let zero = journal.zero
    let (text, counts) = export(
      journal.records, as: "gpx", ExportSelection(since: zero + .seconds(3), until: zero + .seconds(6)))
    #expect(text.components(of: "<trkpt") == 3 && text.components(of: "<wpt") == 1)
    #expect(counts.points == 3 && counts.tags == 1 && counts.leftOut == nil)
    #expect(text.contains("<time>2026-11-30T12:00:03Z</time>\n"))
  }

  @Test func `an export dates the fixes from before the clock and leaves out what has no time`() throws {
    var journal = Journal()
    journal.fix(at: 1, dated: false)
    journal.add(.clock(ClockReading()), at: 5)
    journal.boot = BootID(bits: 9)
    journal.fix(at: 6, dated: false)
    let exported = export(journal.records)
    #expect(exported.gpx.components(of: "<trkpt") == 1)
    #expect(exported.csv.contains("2026-11-30T12:00:01Z"))
    #expect(exported.counts.undated == 1 && exported.counts.points == 1)
  }
}
