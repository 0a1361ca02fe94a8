import Geodesy
import Testing

@Suite("The geoid")
struct GeoidTests {
  private static func place(_ latitude: Double, _ longitude: Double) throws -> Coordinate {
    try #require(Coordinate(latitudeDegrees: latitude, longitudeDegrees: longitude))
  }

  private static func separation(_ latitude: Double, _ longitude: Double) throws -> Double {
    Geoid.egm96.separationMeters(at: try place(latitude, longitude))
  }

  @Test func `it is what the script computed, and near the full grid, at every fixture`() throws {
    for fixture in GeoidFixture.all {
      let separation = try Self.separation(fixture.latitude, fixture.longitude)
      #expect(abs(separation - fixture.thinned) < 0.000_1, "\(fixture)")
      #expect(abs(separation - fixture.full) < 2, "\(fixture)")
    }
  }

  /// From the test data that NIMA gave out with its program for EGM96.
  @Test(arguments: [
    (38.628155, -90.220845, -31.628), (-14.621217, -54.978886, -2.969), (46.874319, 102.448729, -43.575),
    (-23.617446, 133.874712, 15.871), (38.625473, -0.0005, 50.066), (-0.466744, 0.0023, 17.329),
  ])
  func `well-known places have their well-known heights`(latitude: Double, longitude: Double, known: Double) throws {
    #expect(abs(try Self.separation(latitude, longitude) - known) < 0.5)
  }

  @Test(arguments: [(90.0, 13.606), (-90.0, -29.534)])
  func `a pole has one height, whatever the longitude`(latitude: Double, known: Double) throws {
    for longitude in stride(from: -180.0, through: 180, by: 7.5) {
      #expect(abs(try Self.separation(latitude, longitude) - known) < 0.01)
    }
  }

  @Test func `it goes on smoothly over a pole`() throws {
    for longitude in stride(from: -180.0, through: 0, by: 15) {
      for pole in [-90.0, 90] {
        let near = pole - pole.sign(0.001)
        let here = try Self.separation(near, longitude)
        let beyond = try Self.separation(near, longitude + 180)
        #expect(abs(here - beyond) < 0.01)
      }
    }
  }

  @Test func `the date line is no line`() throws {
    for latitude in stride(from: -90.0, through: 90, by: 2.5) {
      let east = try Self.separation(latitude, 180)
      #expect(east == (try Self.separation(latitude, -180)))
      #expect(abs(try Self.separation(latitude, 179.999_999) - east) < 0.001)
      #expect(abs(try Self.separation(latitude, -179.999_999) - east) < 0.001)
    }
  }

  @Test func `it has no steps, and stays within the Earth's`() {
    var random = Seeded(state: 4)
    for _ in 0..<20_000 {
      let latitude = Int64.random(in: -90_000_000_000...89_999_990_000, using: &random)
      let longitude = Int64.random(in: -180_000_000_000...180_000_000_000, using: &random)
      guard let here = Coordinate(latitudeNanodegrees: latitude, longitudeNanodegrees: longitude),
        let near = Coordinate(latitudeNanodegrees: latitude + 10_000, longitudeNanodegrees: longitude)
      else {
        Issue.record("\(latitude) \(longitude)")
        return
      }
      let separation = Geoid.egm96.separationMeters(at: here)
      #expect((-108...86).contains(separation), "\(latitude) \(longitude)")
      #expect(abs(Geoid.egm96.separationMeters(at: near) - separation) < 0.001, "\(latitude) \(longitude)")
    }
  }
}

@Suite("Heights")
struct HeightsTests {
  private static func completed(_ heights: Heights) throws -> Heights {
    Geoid.egm96.completing(heights, at: try #require(Coordinate(latitudeDegrees: 47, longitudeDegrees: 8)))
  }

  private static let model = Coordinate(latitudeDegrees: 47, longitudeDegrees: 8).map(Geoid.egm96.separationMeters) ?? 0

  @Test func `one height alone gets the other by the model, and says so`() throws {
    let seaLevel = try Self.completed(Heights(meanSeaLevelMeters: 500))
    #expect(seaLevel.ellipsoidMeters == 500 + Self.model)
    #expect(seaLevel.separationMeters == Self.model)
    #expect(seaLevel.separationSource == .model)
    let ellipsoid = try Self.completed(Heights(ellipsoidMeters: 500))
    #expect(ellipsoid.meanSeaLevelMeters == 500 - Self.model)
    #expect(ellipsoid.separationSource == .model)
  }

  @Test func `the receiver's separation wins over the model, a stated zero too`() throws {
    for separation in [0.0, 47.2, -3] {
      let fromSeaLevel = try Self.completed(Heights(meanSeaLevelMeters: 500, separationMeters: separation))
      #expect(fromSeaLevel.ellipsoidMeters == 500 + separation)
      #expect(fromSeaLevel.separationSource == .receiver)
      let fromEllipsoid = try Self.completed(Heights(ellipsoidMeters: 500, separationMeters: separation))
      #expect(fromEllipsoid.meanSeaLevelMeters == 500 - separation)
      #expect(fromEllipsoid.separationSource == .receiver)
    }
  }

  @Test func `two heights have the receiver's separation between them`() throws {
    let heights = try Self.completed(Heights(meanSeaLevelMeters: 500, ellipsoidMeters: 548))
    #expect(heights.separationMeters == 48)
    #expect(heights.separationSource == .receiver)
  }

  @Test func `where no height was measured none is made up`() throws {
    #expect(try Self.completed(Heights()) == Heights())
    let separation = Heights(separationMeters: 48)
    #expect(try Self.completed(separation) == separation)
  }

  @Test func `completing twice is completing once`() throws {
    for heights in [
      Heights(meanSeaLevelMeters: 1), Heights(ellipsoidMeters: 1), Heights(meanSeaLevelMeters: 1, ellipsoidMeters: 2),
      Heights(meanSeaLevelMeters: 1, separationMeters: 3),
    ] {
      let once = try Self.completed(heights)
      #expect(try Self.completed(once) == once)
    }
  }
}

extension Double {
  fileprivate func sign(_ magnitude: Double) -> Double { self < 0 ? -magnitude : magnitude }
}
