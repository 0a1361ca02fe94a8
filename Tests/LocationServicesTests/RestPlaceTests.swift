import Clocks
import GNSS
import Geodesy
import Testing

@testable import LocationServices

@Suite struct `The place of a rest` {
  private func place(_ fixes: [(seconds: Double, east: Double, accuracy: Double)]) throws -> RestPlace {
    var place = RestPlace()
    for fix in fixes {
      place.take(try #require(Sighting.at(fix.seconds, .at(east: fix.east, accuracy: fix.accuracy, speed: 0))))
    }
    return place
  }

  private func east(_ place: RestPlace) throws -> Double {
    let here = try #require(Fix.at().coordinate)
    return here.distanceMeters(to: try #require(place.coordinate))
  }

  @Test func `is unknown before the first fix, and then that`() throws {
    #expect(RestPlace().coordinate == nil && RestPlace().accuracyMeters == nil)
    let one = try place([(0, 6, 4)])
    #expect(abs(try east(one) - 6) < 0.01)
    #expect(one.accuracyMeters == 4)
  }

  @Test func `is the mean of looks that are hours apart`() throws {
    let looks = (0..<16).map { (Double($0) * 3_600, $0 % 2 == 0 ? 8.0 : 0, 4.0) }
    let mean = try place(looks)
    #expect(abs(try east(mean) - 4) < 1.2)
    #expect(try #require(mean.accuracyMeters) < 2)
  }

  @Test func `does not take a hundred fixes of one minute for a hundred looks`() throws {
    let crowd = try place((0..<100).map { (Double($0) / 2, 8.0, 4.0) } + [(3_600, 0, 4)])
    #expect((2.5...5.5).contains(try east(crowd)))
  }

  @Test func `believes the first fix of a start as little as that says`() throws {
    let poor = try place([(0, 0, 3), (3_600, 9, 12)])
    #expect(try east(poor) < 1)
  }

  @Test func `follows a boat that swings to another berth`() throws {
    let berth = try place((0..<8).map { (Double($0) * 3_600, 0.0, 4.0) } + [(30_000, 40, 4), (33_600, 40, 4)])
    #expect(try east(berth) > 30)
  }

  @Test func `takes nothing from a clock that stands still or goes back`() throws {
    let still = try place([(100, 0, 4), (100, 50, 4), (40, 50, 4)])
    #expect(try east(still) < 0.01)
  }
}
