import Geodesy
import Glibc

/// Makes up a day: legs of walking, driving and standing that join into one smooth path.
///
/// Waypoints are metres from the journey's origin; the way between them is a smooth curve that winds as paths and roads
/// do, and the speed follows from the slopes and bends. The same seed makes the same journey.
public struct Journey: Sendable {
  /// A place on the way, as metres from the origin of the journey.
  public struct Waypoint: Sendable {
    /// East of the origin, metres.
    public var eastMeters: Double
    /// North of the origin, metres.
    public var northMeters: Double
    /// Height above mean sea level, metres.
    public var altMSLMeters: Double

    /// Makes a waypoint.
    public init(_ eastMeters: Double, _ northMeters: Double, alt altMSLMeters: Double) {
      self.eastMeters = eastMeters
      self.northMeters = northMeters
      self.altMSLMeters = altMSLMeters
    }

    func distance(to other: Waypoint) -> Double {
      let east = other.eastMeters - eastMeters
      let north = other.northMeters - northMeters
      return (east * east + north * north).squareRoot()
    }
  }

  /// The points so far, one a second.
  public private(set) var points: [PathPoint] = []
  /// How long it has lasted so far, seconds.
  public private(set) var elapsedSeconds = 0.0
  /// When the way led through tunnels, seconds since the start.
  public private(set) var tunnels: [ClosedRange<Double>] = []

  private let originLatitudeDegrees: Double
  private let originLongitudeDegrees: Double
  private var here: Waypoint
  private var trackDegrees = 0.0
  private var generator: SeededGenerator

  /// A journey that begins at its origin.
  ///
  /// - Parameters:
  ///   - latitudeDegrees: where it begins; not near a pole.
  ///   - longitudeDegrees: where it begins; not near the date line.
  ///   - altMSLMeters: the height there.
  ///   - seed: decides the windings.
  public init(latitudeDegrees: Double, longitudeDegrees: Double, altMSLMeters: Double, seed: UInt64) {
    originLatitudeDegrees = latitudeDegrees
    originLongitudeDegrees = longitudeDegrees
    here = Waypoint(0, 0, alt: altMSLMeters)
    generator = SeededGenerator(seed: seed)
    emit(here, seconds: 0, speed: 0)
  }

  /// The whole of it.
  public var path: Path { Path(points) }

  /// Stays where it is for this time.
  public mutating func stand(seconds: Double) {
    let end = elapsedSeconds + max(0, seconds)
    var next = elapsedSeconds.rounded(.down) + 1
    while next <= end {
      emit(here, seconds: next, speed: 0)
      next += 1
    }
    elapsedSeconds = end
  }

  /// Goes through these waypoints to the last of them, from rest to rest.
  ///
  /// - Parameters:
  ///   - gait: how.
  ///   - waypoints: where to; none does nothing.
  ///   - tunnels: metres of this leg, counted from its start, that lie in tunnels.
  public mutating func go(_ gait: Gait, through waypoints: [Waypoint], tunnels: [ClosedRange<Double>] = []) {
    let way = Way(from: here, through: waypoints, gait: gait, using: &generator)
    guard let last = way.samples.last, way.samples.count > 1 else { return }
    let start = elapsedSeconds
    for tunnel in tunnels {
      self.tunnels.append((start + way.seconds(at: tunnel.lowerBound))...(start + way.seconds(at: tunnel.upperBound)))
    }
    var next = start.rounded(.down) + 1
    for (before, after) in zip(way.samples, way.samples.dropFirst()) {
      let span = after.seconds - before.seconds
      while next <= start + after.seconds {
        let part = span > 0 ? (next - start - before.seconds) / span : 1
        let east = after.place.eastMeters - before.place.eastMeters
        let north = after.place.northMeters - before.place.northMeters
        if east != 0 || north != 0 {
          let degrees = atan2(east, north) * 180 / .pi
          trackDegrees = degrees < 0 ? degrees + 360 : degrees
        }
        let place = Waypoint(
          before.place.eastMeters + east * part, before.place.northMeters + north * part,
          alt: before.place.altMSLMeters + (after.place.altMSLMeters - before.place.altMSLMeters) * part)
        emit(place, seconds: next, speed: before.speed + (after.speed - before.speed) * part)
        next += 1
      }
    }
    here = last.place
    elapsedSeconds = start + last.seconds
  }

  private mutating func emit(_ place: Waypoint, seconds: Double, speed: Double) {
    let metersPerDegree = Coordinate.meanRadiusMeters * .pi / 180
    let latitude = originLatitudeDegrees + place.northMeters / metersPerDegree
    let longitude =
      originLongitudeDegrees + place.eastMeters / (metersPerDegree * cos(originLatitudeDegrees * .pi / 180))
    guard let coordinate = Coordinate(latitudeDegrees: latitude, longitudeDegrees: longitude) else { return }
    points.append(
      PathPoint(
        seconds: seconds, coordinate: coordinate, altMSLMeters: place.altMSLMeters, speedMetersPerSecond: speed,
        trackDegrees: trackDegrees))
  }
}
