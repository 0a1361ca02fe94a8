import Clocks
import Configuration
import GNSS
import LoggerCore
import Records
import TestSupport
import Testing

@Suite("The rule, applied to what was kept")
struct TrackFilterTests {
  /// A day in miniature: rest, way, spike, rest, hole, way; every fix kept.
  private static func records() -> [Record] {
    var settings = Settings()
    settings.recording.settleSeconds = 0
    var line = TimeLine(settings: settings, at: 90)
    var north = 0.0
    for second in 0..<600 where !(400..<500).contains(second) {
      let speed = (100..<250).contains(second) || second >= 500 ? 3.0 : 0.0
      let isSpike = second == 180
      var fix = Fix.at(47 + (north + (isSpike ? 4_000 : 0)) / 111_195, 8, utc: nil, accuracy: 4)
      fix.speedMetersPerSecond = speed
      fix.trackDegrees = 0
      line.send(.fix(fix), at: 100 + Double(second))
      north += speed
    }
    line.send(.terminate(.terminated), at: 701)
    return line.records
  }

  private static func filtered(_ records: [Record], _ recording: Settings.Recording) -> [Record] {
    var filter = TrackFilter(recording)
    return records.flatMap { filter.take($0) } + filter.finish()
  }

  private static func fixes(_ records: [Record]) -> [FixRecord] {
    records.compactMap { if case .fix(let fix) = $0.body { fix } else { nil } }
  }

  @Test func `it records what the logger would have recorded`() {
    var recording = Settings.Recording()
    recording.keep = .rule
    let result = Self.filtered(Self.records(), recording)
    let reasons = Self.fixes(result).map(\.reason)
    #expect(reasons.first == .start)
    #expect(reasons.filter { $0 == .outlier }.count == 1)
    for reason in [FixRecord.Reason.departure, .distance, .arrival, .afterGap] { #expect(reasons.contains(reason)) }
    #expect(reasons.count < 200)
  }

  @Test func `everything else passes, in order, each record once`() {
    var recording = Settings.Recording()
    recording.keep = .rule
    let records = Self.records()
    let result = Self.filtered(records, recording)
    let others = { (records: [Record]) in records.filter { if case .fix = $0.body { false } else { true } } }
    #expect(others(result) == others(records))
    let numbers = Self.fixes(result).isEmpty ? [] : result.map(\.sequence.value)
    #expect(numbers == numbers.sorted())
    #expect(Set(numbers).count == numbers.count)
  }

  @Test func `a longer distance gives fewer points, and none that was not there`() {
    var near = Settings.Recording()
    near.keep = .rule
    var far = near
    far.minimumDistanceMeters = 50
    let records = Self.records()
    let (many, few) = (Self.filtered(records, near), Self.filtered(records, far))
    #expect(Self.fixes(few).count < Self.fixes(many).count)
    let known = Set(records.map(\.sequence))
    #expect(few.allSatisfy { known.contains($0.sequence) })
  }

  @Test func `what the rule has kept passes again with the same spikes outside`() {
    var recording = Settings.Recording()
    recording.keep = .rule
    let once = Self.filtered(Self.records(), recording)
    let twice = Self.filtered(once, recording)
    #expect(Self.fixes(twice).filter { !$0.reason.isInTrack } == Self.fixes(once).filter { !$0.reason.isInTrack })
    #expect(Self.fixes(twice).count > Self.fixes(once).count / 2)
  }

  @Test func `the last point before the end is not lost`() throws {
    var recording = Settings.Recording()
    recording.keep = .rule
    recording.minimumDistanceMeters = 10_000
    let records = Self.records().filter { if case .stop = $0.body { false } else { true } }
    let last = try #require(Self.filtered(records, recording).last)
    #expect(last.at == records.last?.at)
  }
}
