import Clocks
import GNSS
import Geodesy
import LocationServices

extension Fix {
  /// A fix so many metres from a place at 47° N, 8° E.
  static func at(
    east: Double = 0, north: Double = 0, accuracy: Double? = 4, speed: Double? = nil, track: Double? = nil
  ) -> Fix {
    var fix = Fix()
    fix.mode = .threeDimensional
    fix.coordinate = Coordinate(latitudeDegrees: 47, longitudeDegrees: 8)?
      .projected(meters: north, bearingDegrees: 0).projected(meters: east, bearingDegrees: 90)
    fix.horizontalAccuracyMeters = accuracy
    fix.speedMetersPerSecond = speed
    fix.trackDegrees = track
    return fix
  }
}

extension Instant {
  static func seconds(_ seconds: Double) -> Instant { .zero + .wholeNanoseconds(seconds) }
}

extension Sighting {
  static func at(_ seconds: Double, _ fix: Fix) -> Sighting? { Sighting(fix, at: .seconds(seconds), utc: nil) }
}
