import Geodesy
import Testing

@testable import Simulation

@Suite("A made-up journey")
struct JourneyTests {
  @Test(arguments: UInt64(0)..<20)
  func `a day's path has a point every second and moves as people and cars do`(seed: UInt64) {
    let points = DemoDay(seed: seed).path.points
    #expect(points.count > 14_000)
    for (before, after) in zip(points, points.dropFirst()) {
      #expect(after.seconds - before.seconds == 1, "seed \(seed)")
      let moved = before.coordinate.distanceMeters(to: after.coordinate)
      let faster = after.speedMetersPerSecond - before.speedMetersPerSecond
      #expect(moved < 22, "seed \(seed) at \(after.seconds)")
      #expect(abs(moved - (before.speedMetersPerSecond + after.speedMetersPerSecond) / 2) < 1.5, "seed \(seed)")
      #expect(abs(faster) < 2, "seed \(seed) at \(after.seconds)")
      #expect(abs(after.altMSLMeters - before.altMSLMeters) < 3, "seed \(seed) at \(after.seconds)")
    }
  }

  @Test func `the same seed makes the same journey and another seed another`() {
    #expect(DemoDay(seed: 5).path.points == DemoDay(seed: 5).path.points)
    #expect(DemoDay(seed: 5).path.points != DemoDay(seed: 6).path.points)
  }

  @Test func `standing is standing, and going nowhere takes no time`() {
    var journey = Journey(latitudeDegrees: 47, longitudeDegrees: 7, altMSLMeters: 400, seed: 1)
    journey.stand(seconds: 10.5)
    journey.go(.walking(), through: [])
    journey.go(.walking(), through: [.init(0.1, 0, alt: 400)])
    journey.stand(seconds: -5)
    #expect(journey.elapsedSeconds == 10.5)
    #expect(journey.points.count == 11)
    #expect(Set(journey.points.map(\.coordinate)).count == 1)
  }

  @Test func `a hiker is slower uphill than on the level`() {
    let gait = Gait.walking()
    #expect(gait.speed(onSlope: 0.2) < gait.speed(onSlope: 0))
    #expect(gait.speed(onSlope: -0.3) < gait.speed(onSlope: 0))
    #expect(abs(gait.speed(onSlope: 0) - gait.cruiseMetersPerSecond) < 1e-9)
  }

  @Test func `a path tells the places between its points, and its ends outside them`() throws {
    let west = try #require(Coordinate(latitudeDegrees: 47, longitudeDegrees: 7))
    let east = try #require(Coordinate(latitudeDegrees: 47, longitudeDegrees: 7.001))
    func point(_ seconds: Double, _ place: Coordinate, track: Double) -> PathPoint {
      PathPoint(seconds: seconds, coordinate: place, altMSLMeters: 0, speedMetersPerSecond: 1, trackDegrees: track)
    }
    var path = Path([point(0, west, track: 350), point(10, east, track: 10), point(5, west, track: 0)])
    #expect(path.points.count == 2)
    #expect(path.point(at: 5)?.coordinate.longitudeDegrees == 7.0005)
    #expect(path.point(at: 5)?.trackDegrees == 0)
    #expect(path.point(at: -3)?.coordinate == west)
    #expect(path.point(at: 99)?.coordinate == east)
    var empty = Path([])
    #expect(empty.point(at: 0) == nil)
  }
}
