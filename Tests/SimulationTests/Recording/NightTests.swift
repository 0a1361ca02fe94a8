import GNSS
import Geodesy
import Records
import Testing

@Suite("A night at one place")
struct NightTests {
  /// Eight hours.
  private static let seconds = 8 * 3_600

  /// A fix a second at one place.
  ///
  /// - Parameters:
  ///   - scale: of the noise and of the accuracy that is claimed for it.
  ///   - tellsSpeed: whether the receiver tells its speed.
  private static func night(seed: UInt64, scale: Double, tellsSpeed: Bool) -> [RecordingBench.Sample] {
    guard let place = Coordinate(latitudeDegrees: 46.948, longitudeDegrees: 7.4474) else { return [] }
    var noise = Noise(seed: seed)
    noise.scale = scale
    return (0..<seconds).map { second in
      let error = noise.next()
      let speed = tellsSpeed ? abs(0.06 * scale * noise.normal()) : nil
      return RecordingBench.Sample(
        seconds: Double(second),
        fix: .measured(
          place.displaced(east: error.east, north: error.north), speed: speed, track: Double(second % 360),
          accuracy: 5.35 * scale))
    }
  }

  @Test(arguments: [
    (UInt64(1), 1.0, true), (3, 2.0, true), (4, 1.0, false),
  ])
  func `a stationary night is a point an hour and no way`(seed: UInt64, scale: Double, tellsSpeed: Bool) {
    let bench = RecordingBench(Self.night(seed: seed, scale: scale, tellsSpeed: tellsSpeed))
    print(
      "night \(seed), noise x \(scale), \(tellsSpeed ? "with" : "without") speed: \(bench.track.count) points,",
      "\(bench.lengthMeters) m, \(bench.kept.count - bench.track.count) outliers")
    #expect(bench.track.count <= Self.seconds / 3_600 + 1, "seed \(seed)")
    #expect(bench.lengthMeters < 20, "seed \(seed)")
    let hours = Dictionary(grouping: bench.track) { Int($0.seconds / 3_600) }
    #expect(hours.filter { $0.key < 8 }.allSatisfy { $0.value.count <= 2 })
    #expect(bench.track.allSatisfy { $0.fix.fix.trackDegrees == nil || $0.fix.fix.speedMetersPerSecond == nil })
    #expect(bench.track.dropFirst().allSatisfy { $0.fix.reason == .heartbeat }, "\(bench.track.map(\.fix.reason))")
  }

  @Test func `with everything kept, the night is as it was measured`() {
    let night = Array(Self.night(seed: 1, scale: 1, tellsSpeed: true).prefix(1_000))
    let bench = RecordingBench(night) { $0.keep = .all }
    #expect(bench.track.map(\.fix.fix.coordinate) == night.map(\.fix.coordinate))
  }

  @Test(arguments: [true, false])
  func `after the night the walk begins where and when it began`(tellsSpeed: Bool) throws {
    var samples = Array(Self.night(seed: 8, scale: 1, tellsSpeed: tellsSpeed).prefix(7_000))
    let home = try #require(samples.last?.fix.coordinate)
    for second in 1...120 {
      let place = home.displaced(east: 0, north: 1.4 * Double(second))
      samples.append(
        .init(
          seconds: 6_999 + Double(second),
          fix: .measured(place, speed: tellsSpeed ? 1.4 : nil, track: tellsSpeed ? 0 : nil, accuracy: 5.35)))
    }
    let bench = RecordingBench(samples)
    let departure = try #require(bench.track.first { $0.fix.reason == .departure })
    #expect(abs(departure.seconds - 6_999) < (tellsSpeed ? 5 : 20))
    let following = try #require(bench.track.first { $0.seconds > departure.seconds })
    #expect(following.seconds - departure.seconds < 20)
  }
}
