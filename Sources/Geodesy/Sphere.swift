import Glibc

/// Distances on a sphere of the Earth's mean radius: within 0.56 % of the ellipsoid, which is below what a hobby
/// receiver's accuracy can tell on the distances that matter here.
extension Coordinate {
  /// The mean radius of WGS 84, (2a + b) / 3, in metres (NIMA TR8350.2, table 3.6).
  public static let meanRadiusMeters = 6_371_008.771_4

  /// The great-circle distance in metres (haversine, which stays exact for neighbours).
  public func distanceMeters(to other: Coordinate) -> Double {
    let latitude1 = latitudeDegrees * .pi / 180
    let latitude2 = other.latitudeDegrees * .pi / 180
    let halfLatitude = sin((latitude2 - latitude1) / 2)
    let halfLongitude = sin((other.longitudeDegrees - longitudeDegrees) * .pi / 360)
    let haversine = halfLatitude * halfLatitude + cos(latitude1) * cos(latitude2) * halfLongitude * halfLongitude
    return 2 * Self.meanRadiusMeters * asin(min(1, haversine.squareRoot()))
  }

  /// The direction in which the great circle to `other` starts, 0..<360 degrees clockwise from true north; 0 when both
  /// are the same place.
  public func initialBearingDegrees(to other: Coordinate) -> Double {
    let latitude1 = latitudeDegrees * .pi / 180
    let latitude2 = other.latitudeDegrees * .pi / 180
    let longitude = (other.longitudeDegrees - longitudeDegrees) * .pi / 180
    let degrees =
      atan2(
        sin(longitude) * cos(latitude2),
        cos(latitude1) * sin(latitude2) - sin(latitude1) * cos(latitude2) * cos(longitude)) * 180 / .pi
    let wrapped = degrees < 0 ? degrees + 360 : degrees
    return wrapped >= 360 ? 0 : wrapped
  }

  /// The place a part of the way to a near `other`: straight in latitude and longitude, the short way round the date
  /// line. For neighbouring fixes; over 100 km it leaves the great circle by tens of metres.
  ///
  /// - Parameter fraction: 0 gives `self`, 1 gives `other`.
  public func interpolated(to other: Coordinate, fraction: Double) -> Coordinate {
    var longitudeStep = other.longitudeNanodegrees - longitudeNanodegrees
    if longitudeStep > 180_000_000_000 { longitudeStep -= 360_000_000_000 }
    if longitudeStep < -180_000_000_000 { longitudeStep += 360_000_000_000 }
    let latitudeStep = other.latitudeNanodegrees - latitudeNanodegrees
    let part = min(max(fraction, 0), 1)
    var longitude = longitudeNanodegrees + Int64((Double(longitudeStep) * part).rounded())
    if longitude > 180_000_000_000 { longitude -= 360_000_000_000 }
    if longitude < -180_000_000_000 { longitude += 360_000_000_000 }
    let latitude = latitudeNanodegrees + Int64((Double(latitudeStep) * part).rounded())
    return Coordinate(latitudeNanodegrees: latitude, longitudeNanodegrees: longitude) ?? self
  }
}
