import Clocks
import Geodesy

/// In which direction, and how fast, the way goes on: by the receiver's own word, else from the fixes themselves.
public struct Course: Sendable {
  /// A direction from two fixes is taken over at least this way, metres, or it would be that of the noise.
  private static let baselineMeters = 5.0
  /// Directions older than this say nothing of now, seconds.
  private static let memorySeconds = 20.0

  private var trail: (at: Instant, coordinate: Coordinate)?
  private var derived: (at: Instant, speed: Double, course: Double)?

  /// Nothing is known of the way.
  public init() {}

  /// Takes the next fix.
  ///
  /// - Returns: speed in metres a second and direction in degrees clockwise from true north, as far as they are known.
  public mutating func take(_ sighting: Sighting) -> (speed: Double?, courseDegrees: Double?) {
    derive(sighting)
    let speed = sighting.speedMetersPerSecond
    if let track = sighting.trackDegrees { return (speed ?? derived?.speed, track) }
    return (speed ?? derived?.speed, derived?.course)
  }

  /// Forgets the way so far.
  public mutating func reset() {
    trail = nil
    derived = nil
  }

  private mutating func derive(_ sighting: Sighting) {
    guard let trail else {
      self.trail = (sighting.at, sighting.coordinate)
      return
    }
    let seconds = (sighting.at - trail.at).seconds
    let meters = trail.coordinate.distanceMeters(to: sighting.coordinate)
    if seconds > 0, meters >= max(Self.baselineMeters, sighting.accuracyMeters) {
      derived = (sighting.at, meters / seconds, trail.coordinate.initialBearingDegrees(to: sighting.coordinate))
      self.trail = (sighting.at, sighting.coordinate)
    } else if seconds < 0 || seconds > Self.memorySeconds {
      reset()
      self.trail = (sighting.at, sighting.coordinate)
    }
  }

  /// The angle between two directions, 0...180 degrees: from 359 to 1 it is 2.
  public static func difference(_ first: Double, _ second: Double) -> Double {
    abs((first - second).remainder(dividingBy: 360))
  }
}
