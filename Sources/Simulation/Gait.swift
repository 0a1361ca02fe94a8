import Glibc

/// How somebody moves: fast or slow, straight or winding.
public struct Gait: Sendable {
  /// Speed on a level, straight way, metres a second.
  public var cruiseMetersPerSecond: Double
  /// How fast it speeds up and slows down, metres a second squared.
  public var accelerationMetersPerSecondSquared: Double
  /// How hard it takes a bend, metres a second squared across.
  public var lateralMetersPerSecondSquared: Double
  /// How far the way swings to the sides of the straight line, metres.
  public var meanderMeters: Double
  /// How long such a swing is, metres.
  public var meanderLengthMeters: Double
  /// Whether slopes slow it down as they slow a hiker down.
  public var mindsSlopes: Bool
  /// How far apart the points are from which the line is computed, metres.
  var spacingMeters: Double

  /// A hiker on a path through woods and pastures.
  public static func walking(kilometersPerHour: Double = 4.4) -> Gait {
    Gait(
      cruiseMetersPerSecond: kilometersPerHour / 3.6, accelerationMetersPerSecondSquared: 0.5,
      lateralMetersPerSecondSquared: 1.2, meanderMeters: 7, meanderLengthMeters: 90, mindsSlopes: true,
      spacingMeters: 2)
  }

  /// A car on a winding country road.
  public static func driving(kilometersPerHour: Double = 60) -> Gait {
    Gait(
      cruiseMetersPerSecond: kilometersPerHour / 3.6, accelerationMetersPerSecondSquared: 1.3,
      lateralMetersPerSecondSquared: 2.2, meanderMeters: 22, meanderLengthMeters: 520, mindsSlopes: false,
      spacingMeters: 5)
  }

  /// The speed on a slope (rise over run, positive uphill), metres a second: Tobler's hiking function (1993), scaled
  /// so that level ground gives the cruise speed.
  func speed(onSlope slope: Double) -> Double {
    guard mindsSlopes else { return cruiseMetersPerSecond }
    return cruiseMetersPerSecond * max(0.35, exp(-3.5 * abs(slope + 0.05)) / exp(-3.5 * 0.05))
  }
}
