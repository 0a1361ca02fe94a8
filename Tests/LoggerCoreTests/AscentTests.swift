import LoggerCore
import Testing

@Suite("Ascent")
struct AscentTests {
  private static func meter(_ heights: [Double], accuracy: Double? = nil) -> AscentMeter {
    var meter = AscentMeter()
    for height in heights { meter.take(altitudeMeters: height, accuracyMeters: accuracy) }
    return meter
  }

  /// A wave of some metres, as heights wander.
  private static func wander(_ count: Int) -> [Double] {
    (0..<count).map { [0, 2.5, 3.5, 1, -2, -3.5, -1][$0 / 5 % 7] }
  }

  @Test func `heights that wander are no climb`() {
    let meter = Self.meter(Self.wander(3_000).map { 400 + $0 })
    #expect(meter.ascentMeters == 0)
    #expect(meter.descentMeters == 0)
  }

  @Test func `a mountain is as high as it is, noise or not`() {
    let way = (0...2_400).map { Double($0) / 4 } + (0..<2_400).reversed().map { Double($0) / 4 }
    let noisy = zip(way, Self.wander(way.count)).map { 500 + $0 + $1 }
    #expect(abs(Self.meter(noisy).ascentMeters - 600) <= 10)
    #expect(abs(Self.meter(noisy).descentMeters - 600) <= 10)
    let plain = zip(noisy, noisy.dropFirst()).reduce(0) { $0 + max(0, $1.1 - $1.0) }
    #expect(plain > 900, "the plain sum is \(plain)")
  }

  @Test func `rolling hills all count`() {
    let hills = (0..<10).flatMap { _ in (0...30).map(Double.init) + (0..<30).reversed().map(Double.init) }
    #expect(abs(Self.meter(hills).ascentMeters - 300) <= 10)
  }

  @Test func `one wrong height does not count`() {
    #expect(Self.meter([500, 501, 500, 2_700, 501, 500, 501]).ascentMeters == 0)
    #expect(Self.meter([500, .nan, 501, .infinity, 500]).ascentMeters == 0)
  }

  @Test func `poor heights ask for a higher climb`() {
    let heights = (0...15).map(Double.init)
    #expect(Self.meter(heights).ascentMeters > 10)
    #expect(Self.meter(heights, accuracy: 20).ascentMeters == 0)
  }
}
