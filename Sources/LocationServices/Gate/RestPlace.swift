import Clocks
import Geodesy

/// Where a board that does not move is: better than any single fix says it.
///
/// A filter with one unknown place. The errors of a receiver wander for minutes, so that a fix says little that the one of
/// a second before has not said; looks an hour apart are as good as independent. The first fixes of a start stand on few
/// satellites and say so in their accuracy. The place itself may drift a little: a boat swings, a post is not quite a rock.
public struct RestPlace: Sendable {
  /// Fixes that are nearer in time than this share their errors, seconds: a few times the memory of reflections, and the
  /// better part of that of the atmosphere.
  private static let memorySeconds = 240.0
  /// How far the place itself may drift in an hour, metres, one standard deviation.
  private static let driftMetersPerHour = 1.0

  /// A look that is off by more than twice what both may be off, squared here, is no error: something was pushed about, as a
  /// boat on its lines, and what was known counts less.
  private static let surprise = 4.0

  /// The best that is known; nil before the first fix.
  public private(set) var coordinate: Coordinate?
  private var variance = 0.0
  private var last: Instant?

  /// Nothing is known.
  public init() {}

  /// The radius that holds the place with 68 %, metres; nil before the first fix.
  public var accuracyMeters: Double? { coordinate.map { _ in variance.squareRoot() } }

  /// Takes a fix of a board at rest.
  public mutating func take(_ sighting: Sighting) {
    let own = sighting.accuracyMeters * sighting.accuracyMeters
    guard let place = coordinate, let last, sighting.at > last else {
      if coordinate == nil { (coordinate, variance, last) = (sighting.coordinate, own, sighting.at) }
      return
    }
    let seconds = (sighting.at - last).seconds
    self.last = sighting.at
    variance += Self.driftMetersPerHour * Self.driftMetersPerHour * seconds / 3_600
    let miss = place.distanceMeters(to: sighting.coordinate)
    if seconds >= Self.memorySeconds, miss * miss > Self.surprise * (variance + own) { variance += miss * miss }
    let noise = own * max(1, Self.memorySeconds / seconds)
    let gain = variance / (variance + noise)
    coordinate = place.interpolated(to: sighting.coordinate, fraction: gain)
    variance *= 1 - gain
  }
}
