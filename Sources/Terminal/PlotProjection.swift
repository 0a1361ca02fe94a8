import Geodesy
import Glibc

/// Puts coordinates on a canvas: north up, the same scale in both directions, the whole track inside.
///
/// Equirectangular about the middle latitude. Longitudes are counted from the first point the short way round, so that
/// a track across the date line stays in one piece.
struct PlotProjection {
  /// How many metres one dot spans, both ways.
  let metersPerDot: Double

  private let originLongitudeDegrees: Double
  private let westMeters: Double
  private let northMeters: Double
  private let metersPerDegreeLongitude: Double
  private let offsetX: Double
  private let offsetY: Double
  private let lastX: Int
  private let lastY: Int

  private static let metersPerDegreeLatitude = Coordinate.meanRadiusMeters * .pi / 180

  /// The widest that a picture of a track at rest is zoomed in: below it, one would look at the receiver's noise.
  private static let leastExtentMeters = 40.0

  /// Fits all points onto the canvas.
  ///
  /// - Returns: nil without any point.
  init?(points: some Collection<Coordinate>, canvas: DotCanvas) {
    guard let first = points.first else { return nil }
    let origin = first.longitudeDegrees
    var south = first.latitudeDegrees
    var north = south
    var west = 0.0
    var east = 0.0
    for point in points {
      south = min(south, point.latitudeDegrees)
      north = max(north, point.latitudeDegrees)
      let longitude = Self.wrapped(point.longitudeDegrees - origin)
      west = min(west, longitude)
      east = max(east, longitude)
    }
    originLongitudeDegrees = origin
    // At the very poles a degree of longitude has no width; a hundredth keeps the scale finite.
    metersPerDegreeLongitude = Self.metersPerDegreeLatitude * max(0.01, cos((south + north) / 2 * .pi / 180))
    let width = (east - west) * metersPerDegreeLongitude
    let height = (north - south) * Self.metersPerDegreeLatitude
    lastX = canvas.width - 1
    lastY = canvas.height - 1
    let fitted = max(width / Double(max(1, lastX)), height / Double(max(1, lastY)))
    metersPerDot = max(fitted, Self.leastExtentMeters / Double(max(lastX, lastY, 1)))
    westMeters = west * metersPerDegreeLongitude
    northMeters = north * Self.metersPerDegreeLatitude
    offsetX = (Double(lastX) - width / metersPerDot) / 2
    offsetY = (Double(lastY) - height / metersPerDot) / 2
  }

  /// The dot of a coordinate: `x` from the left, `y` from the top; the nearest on the canvas if it lies outside.
  func dot(of point: Coordinate) -> (x: Int, y: Int) {
    let east = Self.wrapped(point.longitudeDegrees - originLongitudeDegrees) * metersPerDegreeLongitude
    let south = northMeters - point.latitudeDegrees * Self.metersPerDegreeLatitude
    let x = (offsetX + (east - westMeters) / metersPerDot).rounded()
    let y = (offsetY + south / metersPerDot).rounded()
    return (Int(min(max(x, 0), Double(lastX))), Int(min(max(y, 0), Double(lastY))))
  }

  private static func wrapped(_ degrees: Double) -> Double {
    degrees > 180 ? degrees - 360 : degrees < -180 ? degrees + 360 : degrees
  }
}
