import Geodesy
import Glibc

extension Coordinate {
  /// The place so far away in a direction: dead reckoning. For distances that a straight course is kept over.
  ///
  /// - Parameters:
  ///   - meters: how far; negative for backwards.
  ///   - bearingDegrees: the direction, clockwise from true north.
  /// - Returns: the place itself where the way leads over a pole or a number is none.
  public func projected(meters: Double, bearingDegrees: Double) -> Coordinate {
    let angle = bearingDegrees * .pi / 180
    let degrees = meters / Self.meanRadiusMeters * 180 / .pi
    let latitude = latitudeDegrees + degrees * cos(angle)
    let scale = cos((latitudeDegrees + latitude) / 2 * .pi / 180)
    guard latitude.isFinite, latitude.magnitude < 90, scale > 1e-6 else { return self }
    let longitude = (longitudeDegrees + degrees * sin(angle) / scale).remainder(dividingBy: 360)
    return Coordinate(latitudeDegrees: latitude, longitudeDegrees: longitude) ?? self
  }
}
