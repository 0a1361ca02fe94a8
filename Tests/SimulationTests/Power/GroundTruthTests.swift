import Clocks
import GNSS
import Geodesy
import Simulation
import Testing
import TrackFiles

@Suite struct `The truth of a track` {
  private static let start = UnixTime(milliseconds: 1_795_996_800_000)

  /// A track of points: seconds, metres north.
  private func track(_ points: [(Double, Double)]) throws -> GroundTruth {
    let events = points.map { seconds, north in
      var fix = Fix()
      fix.time = UTCStamp(Self.start + .milliseconds(Int64(seconds * 1_000)), .satellites)
      fix.mode = .threeDimensional
      fix.coordinate = Coordinate(latitudeDegrees: 47 + north / 111_195, longitudeDegrees: 7)
      return TrackEvent.fix(fix)
    }
    return try #require(GroundTruth(events))
  }

  private func walk(_ range: ClosedRange<Int>, from north: Double = 0) -> [(Double, Double)] {
    range.map { (Double($0), north + 1.4 * Double($0 - range.lowerBound)) }
  }

  @Test func `has no sky in a hole whose two sides are different places`() throws {
    let truth = try track(walk(0...100) + walk(400...500, from: 900))
    #expect(truth.hidden == [100...400])
    #expect(truth.hasSky(at: 99))
    #expect(!truth.hasSky(at: 250))
    #expect(truth.hasSky(at: 400))
    #expect(truth.skyChange(after: 50) == 100)
    #expect(truth.skyChange(after: 100) == 400)
    #expect(truth.skyChange(after: 400) == .infinity)
  }

  @Test func `rests in a hole whose two sides are the same place`() throws {
    var truth = try track(walk(0...100) + walk(4_000...4_100, from: 150))
    #expect(truth.hidden.isEmpty)
    let before = truth.point(at: 100).coordinate
    #expect(truth.point(at: 2_000).coordinate == before)
    #expect(truth.point(at: 2_000).speedMetersPerSecond == 0)
    #expect(!truth.isMoving(at: 2_000))
    #expect(truth.isMoving(at: 50))
    #expect(truth.isMoving(at: 4_050))
  }

  @Test func `cuts a season in a drawer and a journey nobody saw`() throws {
    let season = try track(walk(0...100) + walk(9_000_000...9_000_100, from: 140))
    #expect(season.duration == 200 + GroundTruth.longestRestSeconds)
    let journey = try track(walk(0...100) + walk(9_000_000...9_000_100, from: 90_000))
    #expect(journey.duration == 200 + GroundTruth.longestHiddenSeconds)
  }

  @Test func `leaves out what nothing could have reached`() throws {
    var truth = try track(walk(0...100) + [(101, 9_000), (102, 9_000)] + walk(103...200, from: 144))
    #expect(truth.hidden.isEmpty)
    #expect(truth.point(at: 101.5).speedMetersPerSecond < 3)
  }

  @Test func `calls no hole what is the usual interval`() throws {
    let truth = try track((0..<50).map { (Double($0) * 600, Double($0) * 3_000) })
    #expect(truth.hidden.isEmpty)
    #expect(truth.isMoving(at: 10_000))
  }

  @Test func `learns speed and course from the way where none is told`() throws {
    var truth = try track(walk(0...200))
    let point = truth.point(at: 100.5)
    #expect(abs(point.speedMetersPerSecond - 1.4) < 0.05)
    #expect(point.trackDegrees < 1 || point.trackDegrees > 359)
  }

  @Test func `finds any moment, whatever was asked before`() throws {
    var truth = try track(walk(0...5_000))
    var generator = SeededGenerator(seed: 9)
    for _ in 0..<2_000 {
      let moment = 5_000 * generator.uniform()
      let north = (truth.point(at: moment).coordinate.latitudeDegrees - 47) * 111_195
      #expect(abs(north - 1.4 * moment) < 0.01)
    }
  }

  @Test(arguments: GroundTruth.Life.allCases)
  func `can be made up, the same for the same seed`(life: GroundTruth.Life) {
    var truth = GroundTruth.madeUp(life, seed: 4)
    #expect(truth.duration == Double(life.days) * 86_400)
    #expect(truth.points == GroundTruth.madeUp(life, seed: 4).points)
    let home = truth.point(at: 0).coordinate
    #expect(home.distanceMeters(to: truth.point(at: truth.duration).coordinate) < 1)
    #expect(truth.motions.isEmpty == (life == .stillDay))
    let fastest = truth.points.map(\.speedMetersPerSecond).max() ?? 0
    #expect(fastest < 40)
  }
}
