import Clocks
import Geodesy
import Glibc
import Records
import Testing

@testable import TrackFiles

@Suite struct SimplifierTests {
  @Test(arguments: [0.0, 0.5, 5, 50], [1, 2, 3] as [UInt64])
  func `no point that is left out is farther from the line that remains than was asked for`(
    tolerance: Double, seed: UInt64
  ) throws {
    var random = Seeded(seed)
    var place = (latitude: 47.0, longitude: 8.0, heading: 0.0)
    var places: [Coordinate] = []
    for _ in 0..<3_000 {
      place.heading += .random(in: -0.4...0.4, using: &random)
      let step = Double.random(in: 0...3e-5, using: &random)
      place.latitude += step * cos(place.heading)
      place.longitude += step * sin(place.heading)
      places.append(
        try #require(Coordinate(latitudeDegrees: place.latitude, longitudeDegrees: place.longitude)))
    }
    var simplifier = Simplifier<Int>(toleranceMeters: tolerance)
    var kept: [Int] = []
    for (index, place) in places.enumerated() { kept += simplifier.push(index, at: place) }
    kept += simplifier.close()
    #expect(kept.first == 0 && kept.last == places.count - 1)
    #expect(kept == Array(Set(kept)).sorted(), "seed \(seed)")
    for (from, to) in zip(kept, kept.dropFirst()) {
      for index in from..<to {
        let distance = Self.meters(places[index], from: places[from], to: places[to])
        #expect(distance <= tolerance + 1e-3, "seed \(seed), point \(index)")
      }
    }
    if tolerance >= 5 { #expect(kept.count < places.count / 4, "seed \(seed)") }
  }

  /// The distance of a place from a line in the plane that touches the Earth there: good to millimetres over a kilometre.
  private static func meters(_ place: Coordinate, from start: Coordinate, to end: Coordinate) -> Double {
    let scale = cos(place.latitudeDegrees * .pi / 180)
    func plane(_ other: Coordinate) -> (x: Double, y: Double) {
      let meters = Coordinate.meanRadiusMeters * .pi / 180
      return (
        (other.longitudeDegrees - place.longitudeDegrees) * scale * meters,
        (other.latitudeDegrees - place.latitudeDegrees) * meters
      )
    }
    let (a, b) = (plane(start), plane(end))
    let (x, y) = (b.x - a.x, b.y - a.y)
    let whole = x * x + y * y
    let part = whole == 0 ? 0 : min(max(-(a.x * x + a.y * y) / whole, 0), 1)
    return hypot(a.x + part * x, a.y + part * y)
  }

  @Test func `first and last points, the neighbours of a tag and both sides of a gap stay`() {
    var journal = Journal()
    for second in 0..<100 {
      if second == 30 { journal.add(.gap(Gap(reason: .noFix)), at: 30) }
      journal.fix(at: Double(second), 48, 11 + Double(second) / 1e4)
      if second == 60 { _ = journal.tag("here", at: 60.5) }
    }
    let (text, counts) = export(journal.records, as: "csv", simplify: 10)
    let seconds = text.split(separator: "\n").dropFirst().compactMap { UnixTime(iso: $0.prefix { $0 != "," }) }
      .map { ($0 - journal.zero).components.seconds }
    #expect(seconds == [0, 29, 30, 60, 61, 99])
    #expect(counts.points == 6 && counts.simplified == 94)
    let gpx = export(journal.records, as: "gpx", simplify: 10).text
    #expect(gpx.components(of: "<trkseg>") == 2)
  }

  @Test func `a closed loop and a place that never moves are no special case`() throws {
    let home = try #require(Coordinate(latitudeDegrees: 48, longitudeDegrees: 11))
    let away = try #require(Coordinate(latitudeDegrees: 48.01, longitudeDegrees: 11))
    var simplifier = Simplifier<Int>(toleranceMeters: 5)
    var kept: [Int] = []
    for (index, place) in [home, home, away, home, home].enumerated() { kept += simplifier.push(index, at: place) }
    kept += simplifier.close()
    #expect(kept == [0, 2, 4] || kept == [0, 2, 3, 4] || kept == [0, 1, 2, 4])
    #expect(simplifier.close().isEmpty)
    #expect(simplifier.push(7, at: home).isEmpty && simplifier.close() == [7])
  }
}
