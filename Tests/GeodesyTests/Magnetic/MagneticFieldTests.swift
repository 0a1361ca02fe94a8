import Geodesy
import Glibc
import Testing

@Suite("The Earth's magnetic field")
struct MagneticFieldTests {
  /// Read once: a build for debugging takes its time for it.
  private static let model = try? MagneticModel.builtIn()

  private static func field(
    _ latitude: Double, _ longitude: Double, height: Double = 0, year: Double = 2026.5
  ) throws -> MagneticField {
    let place = try #require(Coordinate(latitudeDegrees: latitude, longitudeDegrees: longitude))
    let model = try #require(model)
    return try #require(model.field(at: place, heightMeters: height, year: year))
  }

  @Test func `Berlin is where the tables have it`() throws {
    let field = try Self.field(52.52, 13.405, year: 2026.91)
    #expect(abs(field.declinationDegrees - 5.20) < 0.01)
    #expect(abs(field.inclinationDegrees - 68.09) < 0.02)
    #expect(abs(field.horizontalNanotesla - 18_690) < 10)
    #expect(abs(field.totalNanotesla - 50_098) < 10)
    #expect(abs(field.declinationDegreesPerYear - 0.14) < 0.01)
    #expect(field.zone == .ordinary)
  }

  @Test(arguments: [-90.0, 90])
  func `a pole is one place: the vector is the same, seen along each meridian`(pole: Double) throws {
    let first = try Self.field(pole, 0)
    for longitude in stride(from: -180.0, through: 180, by: 7.5) {
      let here = try Self.field(pole, longitude)
      #expect(abs(here.downNanotesla - first.downNanotesla) < 1e-9)
      #expect(abs(here.downNanoteslaPerYear - first.downNanoteslaPerYear) < 1e-9)
      // The meridian's north turns with the longitude, to the other side at the other pole.
      let turn = (pole > 0 ? longitude : -longitude)
      let expected = first.declinationDegrees + turn
      let miss = (here.declinationDegrees - expected).remainder(dividingBy: 360)
      #expect(abs(miss) < 1e-9, "\(longitude)")
      #expect(abs(here.horizontalNanotesla - first.horizontalNanotesla) < 1e-9)
    }
  }

  @Test(arguments: [-90.0, 90])
  func `near a pole the field goes over into that of the pole`(pole: Double) throws {
    for longitude in [-180.0, -100, -0.5, 0, 45, 90, 179.9] {
      let there = try Self.field(pole, longitude)
      var last = Double.infinity
      for distance in [1.0, 0.1, 1e-3, 1e-6, 1e-9] {
        let near = try Self.field(pole > 0 ? pole - distance : pole + distance, longitude)
        let miss =
          abs(near.northNanotesla - there.northNanotesla) + abs(near.eastNanotesla - there.eastNanotesla)
          + abs(near.downNanotesla - there.downNanotesla)
        #expect(miss < 3_000 * distance + 1e-6, "\(distance) degrees from the pole on \(longitude)")
        #expect(miss <= last)
        last = miss
      }
    }
  }

  @Test func `the date line is no line`() throws {
    for latitude in stride(from: -90.0, through: 90, by: 2.5) {
      let east = try Self.field(latitude, 180, height: 300)
      #expect(east == (try Self.field(latitude, -180, height: 300)))
      for near in [179.999_999, -179.999_999] {
        let beside = try Self.field(latitude, near, height: 300)
        #expect(abs(beside.northNanotesla - east.northNanotesla) < 0.01)
        #expect(abs(beside.eastNanotesla - east.eastNanotesla) < 0.01)
      }
    }
  }

  @Test func `the rates are the differences of two years`() throws {
    var random = Seeded(state: 2)
    for _ in 0..<500 {
      let latitude = Double.random(in: -80...80, using: &random)
      let longitude = Double.random(in: -180...180, using: &random)
      let height = Double.random(in: -1_000...800_000, using: &random)
      let step = 0.01
      let before = try Self.field(latitude, longitude, height: height, year: 2027 - step)
      let here = try Self.field(latitude, longitude, height: height, year: 2027)
      let after = try Self.field(latitude, longitude, height: height, year: 2027 + step)
      func rate(_ element: (MagneticField) -> Double) -> Double {
        (element(after) - element(before)).remainder(dividingBy: 360_000) / (2 * step)
      }
      // Near the magnetic poles the declination does not change in a straight line, not even for days.
      if here.zone != .blackout {
        let turn = (after.declinationDegrees - before.declinationDegrees).remainder(dividingBy: 360) / (2 * step)
        #expect(abs(turn - here.declinationDegreesPerYear) < 1e-4)
      }
      #expect(abs(rate(\.inclinationDegrees) - here.inclinationDegreesPerYear) < 1e-5)
      #expect(abs(rate(\.horizontalNanotesla) - here.horizontalNanoteslaPerYear) < 1e-2)
      #expect(abs(rate(\.totalNanotesla) - here.totalNanoteslaPerYear) < 1e-3)
      #expect(abs(rate(\.northNanotesla) - here.northNanoteslaPerYear) < 1e-5)
    }
  }

  /// A field of magnetism has no sources: what goes into a small box comes out of it. Checks latitude, longitude and
  /// height against each other, which no single component can.
  @Test func `no field begins or ends in the air`() throws {
    for (latitude, longitude) in [(47.0, 8.0), (-33.9, 18.4), (0.0, -150.0), (78.2, 15.6), (-77.8, 166.7)] {
      let degrees = 0.01
      let meters = 1_000.0
      let east = try Self.field(latitude, longitude + degrees, height: 5_000)
      let west = try Self.field(latitude, longitude - degrees, height: 5_000)
      let north = try Self.field(latitude + degrees, longitude, height: 5_000)
      let south = try Self.field(latitude - degrees, longitude, height: 5_000)
      let above = try Self.field(latitude, longitude, height: 5_000 + meters)
      let below = try Self.field(latitude, longitude, height: 5_000 - meters)
      let here = try Self.field(latitude, longitude, height: 5_000)
      let radians = degrees * .pi / 180
      let radius = 6_376_000.0
      let cosine = Self.cosine(latitude)
      let divergence =
        (east.eastNanotesla - west.eastNanotesla) / (2 * radians * radius * cosine)
        + (north.northNanotesla - south.northNanotesla) / (2 * radians * radius)
        - here.northNanotesla * Self.cosine(90 - latitude) / cosine / radius
        - (above.downNanotesla - below.downNanotesla) / (2 * meters) - 2 * here.downNanotesla / radius
      // The radii of the ellipsoid are within 0.7 % of this one, so that 1 % of the largest term is left.
      #expect(abs(divergence) < 0.01 * 2 * here.totalNanotesla / radius, "\(latitude) \(longitude)")
    }
  }

  private static func cosine(_ degrees: Double) -> Double {
    Glibc.cos(degrees * .pi / 180)
  }

  @Test(arguments: [
    (-10_000.1, 2026.0), (850_000.1, 2026), (.nan, 2026), (.infinity, 2026), (0, .nan), (0, .infinity),
  ])
  func `outside of what the model is made for there is no answer`(height: Double, year: Double) throws {
    let place = try #require(Coordinate(latitudeDegrees: 1, longitudeDegrees: 2))
    #expect(try MagneticModel.builtIn().field(at: place, heightMeters: height, year: year) == nil)
  }

  @Test func `the span of the model is closed at its start and open at its end`() throws {
    #expect(try Self.field(47, 8, year: 2025).validity == .current)
    #expect(try Self.field(47, 8, year: 2029.999_9).validity == .current)
    #expect(try Self.field(47, 8, year: 2030).validity == .expired(years: 0))
    #expect(try Self.field(47, 8, year: 2034.5).validity == .expired(years: 4.5))
    #expect(try Self.field(47, 8, year: 2024.75).validity == .early(years: 0.25))
  }

  @Test func `the uncertainty is that of the model's report`() throws {
    let field = try Self.field(47, 8)
    let part = 5417 / field.horizontalNanotesla
    #expect(abs(field.uncertainty.declinationDegrees - (0.26 * 0.26 + part * part).squareRoot()) < 1e-12)
    #expect(abs(field.uncertainty.inclinationDegrees - 0.20) < 1e-12)
    #expect(abs(field.uncertainty.totalNanotesla - 138) < 1e-9)
    #expect(abs(field.uncertainty.horizontalNanotesla - 133) < 1e-9)
  }

  @Test func `outside of its span the uncertainty grows, and never shrinks again`() throws {
    for years in [stride(from: 2029.9, through: 2080, by: 0.7), stride(from: 2025.1, through: 1980, by: -0.7)] {
      var last = try Self.field(47, 8, year: 2027).uncertainty
      for year in years {
        let field = try Self.field(47, 8, year: year)
        let now = field.uncertainty
        #expect(now.declinationDegrees >= last.declinationDegrees || field.validity == .current)
        #expect(now.totalNanotesla >= last.totalNanotesla)
        #expect((field.validity == .current) == (now.totalNanotesla == 138))
        last = now
      }
    }
    #expect(try Self.field(47, 8, year: 1e9).uncertainty.declinationDegrees == 180)
    #expect(try Self.field(47, 8, year: 1e9).uncertainty.inclinationDegrees == 90)
  }

  @Test func `around the magnetic poles a compass is said not to be trusted`() throws {
    // The magnetic pole in the north is near 85.8 N 139 E in 2025, that in the south near 63.9 S 135 E.
    #expect(try Self.field(85.8, 139, year: 2025).zone == .blackout)
    #expect(try Self.field(-63.9, 135.1, year: 2025).zone == .blackout)
    #expect(try Self.field(85.8, 139, year: 2025).uncertainty.declinationDegrees > 5)
    #expect(try Self.field(78, -100, year: 2025).zone == .caution)
    #expect(try Self.field(0, 0, year: 2025).zone == .ordinary)
  }

  @Test func `where there is no field nothing is divided by it`() throws {
    let zeros = "2025.0 NOTHING 1/1/2025\n1 0 0 0 0 0\n1 1 0 0 0 0\n9999\n"
    let place = try #require(Coordinate(latitudeDegrees: 1, longitudeDegrees: 2))
    let model = try MagneticModel(coefficients: zeros.utf8)
    let field = try #require(model.field(at: place, heightMeters: 0, year: 2026))
    #expect(field.totalNanotesla == 0)
    #expect(field.declinationDegreesPerYear == 0)
    #expect(field.inclinationDegreesPerYear == 0)
    #expect(field.uncertainty.declinationDegrees == 180)
    #expect(field.zone == .blackout)
  }

  /// The highest degree that is read, at places where its functions are smallest and largest.
  @Test func `the highest degree stays finite, and the poles too`() throws {
    var text = "2025.0 LARGE 1/1/2025\n"
    for degree in 1...250 { for order in 0...degree { text += "\(degree) \(order) 1.0 1.0 0.1 0.1\n" } }
    let model = try MagneticModel(coefficients: (text + "9999\n").utf8)
    for latitude in [-90.0, -89.999_999, -89, -45, 0, 0.000_001, 60, 89.9, 90] {
      let place = try #require(Coordinate(latitudeDegrees: latitude, longitudeDegrees: 12.3))
      let field = try #require(model.field(at: place, heightMeters: -10_000, year: 2026))
      #expect(field.totalNanotesla.isFinite && field.totalNanotesla > 0, "\(latitude)")
      #expect(field.totalNanotesla < 1e7)
    }
  }
}
