/// A place on the WGS 84 ellipsoid, in whole nanodegrees (0.1 mm of latitude).
///
/// Whole numbers, because a receiver's decimal minutes become nanodegrees exactly and the same place is then always
/// the same value: in the journal, in the exports and in tests.
public struct Coordinate: Hashable, Sendable {
  /// Latitude, north positive, -90e9...90e9 nanodegrees.
  public let latitudeNanodegrees: Int64
  /// Longitude, east positive, -180e9...180e9 nanodegrees.
  public let longitudeNanodegrees: Int64

  /// Makes a coordinate.
  ///
  /// - Returns: nil outside 90 degrees of latitude or 180 of longitude.
  public init?(latitudeNanodegrees: Int64, longitudeNanodegrees: Int64) {
    guard latitudeNanodegrees.magnitude <= 90_000_000_000, longitudeNanodegrees.magnitude <= 180_000_000_000 else {
      return nil
    }
    self.latitudeNanodegrees = latitudeNanodegrees
    self.longitudeNanodegrees = longitudeNanodegrees
  }

  /// Makes a coordinate from degrees, rounded to the nanodegree.
  ///
  /// - Returns: nil outside 90 degrees of latitude or 180 of longitude, or if a value is not finite.
  public init?(latitudeDegrees: Double, longitudeDegrees: Double) {
    guard latitudeDegrees.magnitude <= 90, longitudeDegrees.magnitude <= 180 else { return nil }
    self.init(
      latitudeNanodegrees: Int64((latitudeDegrees * 1e9).rounded()),
      longitudeNanodegrees: Int64((longitudeDegrees * 1e9).rounded()))
  }

  /// Latitude in degrees, north positive.
  public var latitudeDegrees: Double { Double(latitudeNanodegrees) / 1e9 }

  /// Longitude in degrees, east positive.
  public var longitudeDegrees: Double { Double(longitudeNanodegrees) / 1e9 }
}
