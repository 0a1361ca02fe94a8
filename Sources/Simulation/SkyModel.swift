import Clocks
import Geodesy
import Glibc

/// What stands in the sky and how far off it makes the receiver's positions.
struct SkyModel: Sendable {
  /// A satellite in view.
  struct Satellite: Equatable, Sendable {
    /// NMEA number, 1 to 32: GPS.
    var number: Int
    /// Degrees above the horizon.
    var elevationDegrees: Int
    /// Degrees clockwise from true north.
    var azimuthDegrees: Int
    /// Carrier to noise density, dB-Hz.
    var signalDecibelHertz: Int
  }

  /// What a receiver makes of the truth.
  struct Measurement: Equatable, Sendable {
    var coordinate: Coordinate
    var altMSLMeters: Double
    var speedMetersPerSecond: Double
    /// Nil at rest, where a receiver has no direction.
    var trackDegrees: Double?
    var horizontalDilution: Double
    var verticalDilution: Double
    var satellitesUsed: Int
  }

  /// Error in metres of one horizontal axis for each unit of HDOP that drifts for minutes (atmosphere, orbits), for
  /// seconds (reflections), and that is new in every epoch. Together 2.2 m, 3.1 m for both axes: inside the 2.4 to 5.5 m
  /// times HDOP that receivers of this kind show.
  private static let slowMeters = 1.9
  private static let quickMeters = 1.1
  private static let whiteMeters = 0.25

  private var slow: (east: Drift, north: Drift, up: Drift)
  private var quick: (east: Drift, north: Drift, up: Drift)
  private var crowding: Drift

  init(using generator: inout SeededGenerator) {
    slow = (
      Drift(memorySeconds: 420, using: &generator), Drift(memorySeconds: 420, using: &generator),
      Drift(memorySeconds: 420, using: &generator)
    )
    quick = (
      Drift(memorySeconds: 14, using: &generator), Drift(memorySeconds: 14, using: &generator),
      Drift(memorySeconds: 14, using: &generator)
    )
    crowding = Drift(memorySeconds: 240, using: &generator)
  }

  /// Lets the errors wander; reflections change faster for a receiver that moves.
  mutating func advance(seconds: Double, speed: Double, using generator: inout SeededGenerator) {
    slow.east.advance(seconds: seconds, using: &generator)
    slow.north.advance(seconds: seconds, using: &generator)
    slow.up.advance(seconds: seconds, using: &generator)
    let pace = seconds * (1 + min(speed, 10) / 4)
    quick.east.advance(seconds: pace, using: &generator)
    quick.north.advance(seconds: pace, using: &generator)
    quick.up.advance(seconds: pace, using: &generator)
    crowding.advance(seconds: seconds, using: &generator)
  }

  /// The satellites in view: they cross the sky in hours, the same way on every day.
  func satellites(at moment: UnixTime) -> [Satellite] {
    let hours = Double(moment.milliseconds % 86_164_000) / 3_600_000
    var seen: [Satellite] = []
    for index in 0..<24 {
      let phase = Double(index) * 2.399_963 + hours * 2 * .pi / 11.967
      let elevation = 90 * sin(phase + Double(index % 6))
      guard elevation >= 5 else { continue }
      let azimuth = Int((Double(index) * 137.5 + hours * 15 * (index % 2 == 0 ? 1 : -1)).rounded())
      seen.append(
        Satellite(
          number: (index * 7) % 32 + 1, elevationDegrees: Int(elevation), azimuthDegrees: (azimuth % 360 + 360) % 360,
          signalDecibelHertz: 24 + Int(elevation / 4)))
    }
    return seen
  }

  /// What a receiver measures at this place.
  func measure(
    _ truth: PathPoint, secondsSinceFirstFix: Double, using generator: inout SeededGenerator
  ) -> Measurement {
    // The first fixes stand on few satellites; trees and slopes come and go.
    let hdop = max(0.7, 1.05 * exp(0.22 * crowding.value) + 1.6 * exp(-secondsSinceFirstFix / 25))
    func error(_ slow: Drift, _ quick: Drift) -> Double {
      hdop
        * (Self.slowMeters * slow.value + Self.quickMeters * quick.value + Self.whiteMeters * generator.normal())
    }
    let east = error(slow.east, quick.east)
    let north = error(slow.north, quick.north)
    let up = 1.7 * error(slow.up, quick.up)
    let speed = max(0, truth.speedMetersPerSecond + 0.06 * generator.normal())
    let spread = atan2(0.12, max(speed, 0.01)) * 180 / .pi
    let track = (truth.trackDegrees + spread * generator.normal()).truncatingRemainder(dividingBy: 360)
    return Measurement(
      coordinate: truth.coordinate.moved(eastMeters: east, northMeters: north), altMSLMeters: truth.altMSLMeters + up,
      speedMetersPerSecond: speed, trackDegrees: speed < 0.3 ? nil : track < 0 ? track + 360 : track,
      horizontalDilution: hdop, verticalDilution: hdop * 1.5,
      satellitesUsed: min(12, max(4, Int((14 - 4 * hdop).rounded()))))
  }
}

extension Coordinate {
  /// The place a few metres away; itself where that would leave the globe.
  func moved(eastMeters: Double, northMeters: Double) -> Coordinate {
    let metersPerDegree = Coordinate.meanRadiusMeters * .pi / 180
    let latitude = latitudeDegrees + northMeters / metersPerDegree
    let shrunk = max(1e-6, cos(latitudeDegrees * .pi / 180))
    let longitude = longitudeDegrees + eastMeters / (metersPerDegree * shrunk)
    return Coordinate(latitudeDegrees: latitude, longitudeDegrees: longitude) ?? self
  }
}
