import Clocks
import GNSS
import Geodesy

extension Fix {
  /// A fix for a test: a place, a time, and what else is asked for.
  ///
  /// - Parameters:
  ///   - latitude: degrees north.
  ///   - longitude: degrees east.
  ///   - utc: ISO 8601; nil for a receiver that does not know the date.
  ///   - altitude: metres above mean sea level.
  ///   - accuracy: 68 % radius, metres.
  public static func at(
    _ latitude: Double, _ longitude: Double, utc: String?, altitude: Double? = nil, accuracy: Double? = nil
  ) -> Fix {
    var fix = Fix()
    fix.mode = altitude == nil ? .twoDimensional : .threeDimensional
    fix.coordinate = Coordinate(latitudeDegrees: latitude, longitudeDegrees: longitude)
    fix.time = utc.flatMap { UnixTime(iso: $0) }.map { UTCStamp($0, .satellites) }
    fix.altMSLMeters = altitude
    fix.horizontalAccuracyMeters = accuracy
    return fix
  }
}

extension UnixTime {
  /// This time plus seconds, as ISO 8601; for tables of fixes in tests.
  public func iso(plus seconds: Double) -> String { (self + .nanoseconds(Int64(seconds * 1e9))).description }
}
