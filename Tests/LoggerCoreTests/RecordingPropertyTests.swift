import Clocks
import Configuration
import GNSS
import LoggerCore
import Records
import TestSupport
import Testing

@Suite("The rule and nonsense")
struct RecordingPropertyTests {
  private struct Random: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var mixed = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
      return mixed ^ mixed >> 31
    }
  }

  private static let numbers: [Double?] = [
    nil, 0, -1, 0.3, 0.5, 1.4, 30, 359.9, 1e9, -1e300, .infinity, .nan, .leastNonzeroMagnitude,
  ]

  @Test(arguments: UInt64(1)...20)
  func `no fix of any kind traps, starves the rule or comes out twice`(seed: UInt64) {
    var random = Random(state: seed)
    var settings = Settings()
    settings.recording.keep = .rule
    settings.recording.accuracyFactor = [0, 1, 10].randomElement(using: &random) ?? 1
    settings.recording.settleSeconds = [0, 3, 300].randomElement(using: &random) ?? 3
    settings.recording.activity = .allCases.randomElement(using: &random) ?? .other
    var line = TimeLine(settings: settings, at: 10)
    var seconds = 100.0
    for _ in 0..<300 {
      seconds += [0, 0.05, 1, 1, 1, 61, 4_000].randomElement(using: &random) ?? 1
      var fix = Fix.at(
        [90, -90, 0, 47, 47.00001, 47.001].randomElement(using: &random) ?? 0,
        [180, -180, 0, 8, 8.00001].randomElement(using: &random) ?? 0, utc: nil,
        accuracy: Self.numbers.randomElement(using: &random) ?? nil)
      fix.speedMetersPerSecond = Self.numbers.randomElement(using: &random) ?? nil
      fix.trackDegrees = Self.numbers.randomElement(using: &random) ?? nil
      line.send(.fix(fix), at: seconds)
    }
    for second in 1...200 {
      var fix = Fix.at(10 + Double(second) * 1e-4, 20, utc: nil, accuracy: 5)
      fix.speedMetersPerSecond = 11
      line.send(.fix(fix), at: seconds + Double(second))
    }
    line.send(.terminate(.terminated), at: seconds + 201)
    let moments = line.records.filter { if case .fix = $0.body { true } else { false } }.map(\.at)
    #expect(Set(moments).count >= moments.count - 300, "seed \(seed)")
    let recent = moments.filter { $0 > Instant(boot: Int64((seconds + 100) * 1e9)) }
    // At a factor of 10, 50 m a point: one in five seconds.
    #expect(recent.count > 15, "seed \(seed): starved")

    var filter = TrackFilter(settings.recording)
    let filtered = line.records.flatMap { filter.take($0) } + filter.finish()
    #expect(Set(filtered.map(\.sequence)).count == filtered.count, "seed \(seed)")
  }
}
