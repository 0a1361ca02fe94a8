import GNSS
import Geodesy
import Records
import Testing

@Suite("A walk round the blocks")
struct CityWalkTests {
  /// Streets that meet at right angles: metres east and north of the start.
  private static let corners: [(Double, Double)] = [
    (0, 0), (0, 83), (61, 83), (61, 140), (17, 140), (17, 222), (104, 222), (104, 190), (151, 190), (151, 60), (90, 60),
    (90, 11), (200, 11), (200, -70), (40, -70), (40, -20),
  ]

  /// A walk at 1.4 m/s, a fix a second.
  ///
  /// - Returns: the fixes, and the second of every corner.
  private static func walk(seed: UInt64, scale: Double, tellsMotion: Bool) -> ([RecordingBench.Sample], [Double]) {
    guard let start = Coordinate(latitudeDegrees: 59.33, longitudeDegrees: 18.07) else { return ([], []) }
    var noise = Noise(seed: seed)
    noise.scale = scale
    var samples: [RecordingBench.Sample] = []
    var turns: [Double] = []
    var elapsed = 0.0
    for (from, to) in zip(corners, corners.dropFirst()) {
      let (east, north) = (to.0 - from.0, to.1 - from.1)
      let seconds = (east * east + north * north).squareRoot() / 1.4
      let track = east > 0 ? 90.0 : east < 0 ? 270 : north > 0 ? 0 : 180
      while Double(samples.count) < elapsed + seconds {
        let part = (Double(samples.count) - elapsed) / seconds
        let error = noise.next()
        let place = start.displaced(
          east: from.0 + part * east + error.east, north: from.1 + part * north + error.north)
        let measured = Fix.measured(
          place, speed: tellsMotion ? 1.4 + 0.06 * noise.normal() : nil,
          track: tellsMotion ? track + 6 * noise.normal() : nil, accuracy: max(3, 5.35 * scale))
        samples.append(.init(seconds: Double(samples.count), fix: measured))
      }
      elapsed += seconds
      turns.append(elapsed)
    }
    return (samples, turns.dropLast())
  }

  @Test(arguments: [
    (UInt64(1), 0.0, true), (2, 0.3, true), (3, 1.0, true), (4, 1.0, true), (5, 0.0, false), (6, 0.3, false),
  ])
  func `corners are kept within 5 m, with a third of the points`(seed: UInt64, scale: Double, tellsMotion: Bool) throws
  {
    let (samples, turns) = Self.walk(seed: seed, scale: scale, tellsMotion: tellsMotion)
    let bench = RecordingBench(samples)
    let places = bench.track.compactMap(\.fix.fix.coordinate)
    var worst = 0.0
    for turn in turns {
      // Measured where the receiver saw the corner: its own error is nobody's fault here.
      let corner = try #require(samples[Int(turn.rounded())].fix.coordinate)
      worst = max(worst, Self.distance(corner, to: places))
    }
    print(
      "walk \(seed), noise x \(scale): \(places.count) of \(samples.count) points, worst corner \(worst) m,",
      "\(bench.track.count { $0.fix.reason == .turn }) turns")
    #expect(worst <= 5)
    #expect(places.count * 3 <= samples.count)
  }

  /// Metres from a place to the nearest piece of a line.
  private static func distance(_ place: Coordinate, to line: [Coordinate]) -> Double {
    zip(line, line.dropFirst()).map { from, to in
      (0...50).map { from.interpolated(to: to, fraction: Double($0) / 50).distanceMeters(to: place) }.min() ?? .infinity
    }.min() ?? .infinity
  }
}
