import Clocks
import Geodesy

/// Knows whether anything moves at all.
///
/// Two states. **Moving**: a circle is tried at every fix; when all fixes of half a minute stay in one, and the receiver
/// speaks of no motion, that is an arrival. **Resting**: what stays within the circle is drift. It ends when the
/// receiver's own speed and its positions agree over a few fixes that something moves, or when several fixes in a row lie
/// outside of the circle, which is wider while the receiver says that it stands still.
public struct StationaryAnchor: Sendable {
  /// What a fix changed.
  public enum Change: Equatable {
    /// Nothing.
    case none
    /// Motion has ended.
    case arrival
    /// Motion has begun.
    case departure
  }

  /// This long everything must stay in one circle to be an arrival, seconds: more than most traffic lights.
  public static let stillSeconds = 30.0
  /// How many fixes in a row must speak of motion.
  public static let fixesToLeave = 3
  /// How many radii away a fix must be to be outside: where the receiver says nothing of its speed, where it says that it
  /// stands still, and where it states no accuracy, as in tracks that were smoothed already. The noise of a receiver
  /// under trees stays within the first for a night, just so.
  private static let radii = (unknown: 1.5, still: 2.5, unstated: 1.0)
  /// A speed must hold this long to be motion, seconds: three fixes of a fast receiver are too short.
  private static let leastLeavingSeconds = 2.0
  /// Where fixes come seldom, one outside is enough after this time, seconds.
  private static let seldomSeconds = 30.0
  /// The centre is the mean of this many fixes at most, so that it can follow.
  private static let longestMean = 3_600

  private struct Circle {
    var center: Coordinate
    var accuracyMeters: Double
    var count = 1
    let since: Instant

    init(_ sighting: Sighting) {
      center = sighting.coordinate
      accuracyMeters = sighting.accuracyMeters
      since = sighting.at
    }

    mutating func absorb(_ sighting: Sighting) {
      count = min(count + 1, StationaryAnchor.longestMean)
      let part = 1 / Double(count)
      center = center.interpolated(to: sighting.coordinate, fraction: part)
      accuracyMeters += (sighting.accuracyMeters - accuracyMeters) * part
    }
  }

  private let factor: Double
  private var circle: Circle?
  /// Whether nothing moves.
  public private(set) var isResting = false
  /// Where the stay was recorded; only while resting.
  public private(set) var place: Coordinate?
  /// The newest fix that spoke of no motion; only while resting, and at the departure.
  public private(set) var lastStill: Sighting?
  /// The fixes outside of the circle that came before the departure was certain.
  public private(set) var leaving: [Sighting] = []
  private var outside = 0
  private var run: (count: Int, at: Instant, from: Coordinate, path: Double, last: Instant)?

  /// Nothing is known.
  ///
  /// - Parameter factor: scales the circle within which nothing counts as moving; with 0 nothing ever rests.
  public init(factor: Double) { self.factor = factor }

  /// The track begins anew with this fix, after a start or a gap. Until something speaks of motion it rests; where it
  /// rested already and still is, it goes on to.
  public mutating func begin(_ sighting: Sighting) {
    if isResting, let circle, distance(sighting, to: circle) <= limit(sighting, circle) {
      _ = take(sighting)
      if isResting { return }
    }
    forget()
    circle = Circle(sighting)
    if factor > 0, !isSaidToMove(sighting) { rest(sighting) }
  }

  /// Takes the next fix.
  public mutating func take(_ sighting: Sighting) -> Change {
    guard let circle else {
      self.circle = Circle(sighting)
      return .none
    }
    return isResting ? watch(sighting, circle) : attempt(sighting, circle)
  }

  private mutating func attempt(_ sighting: Sighting, _ circle: Circle) -> Change {
    if isSaidToMove(sighting) || sighting.at < circle.since
      || distance(sighting, to: circle) > factor * (sighting.accuracyMeters + circle.accuracyMeters)
    {
      self.circle = Circle(sighting)
      return .none
    }
    self.circle?.absorb(sighting)
    guard factor > 0, (sighting.at - circle.since).seconds >= Self.stillSeconds, circle.count + 1 >= Self.fixesToLeave
    else {
      return .none
    }
    rest(sighting)
    return .arrival
  }

  private mutating func watch(_ sighting: Sighting, _ circle: Circle) -> Change {
    let isOutside = distance(sighting, to: circle) > limit(sighting, circle)
    outside = isOutside ? outside + 1 : 0
    let isSpeeding = follow(sighting)
    let sinceStill = lastStill.map { (sighting.at - $0.at).seconds } ?? 0
    let isSeldom = isOutside && sighting.speedMetersPerSecond == nil && sinceStill >= Self.seldomSeconds
    let isLeaving = isOutside && isSaidToMove(sighting) && sinceStill >= Self.seldomSeconds
    if isSpeeding || isSeldom || isLeaving || outside >= Self.fixesToLeave {
      let (still, held) = (lastStill, leaving)
      forget()
      (lastStill, leaving) = (still, held)
      self.circle = Circle(sighting)
      return .departure
    }
    if isOutside { leaving.append(sighting) } else { leaving = [] }
    if !isOutside, run == nil {
      lastStill = sighting
      self.circle?.absorb(sighting)
    }
    return .none
  }

  /// Follows a run of fixes whose own speed speaks of motion.
  ///
  /// - Returns: whether their positions have gone that way too.
  private mutating func follow(_ sighting: Sighting) -> Bool {
    guard let speed = sighting.speedMetersPerSecond, isSaidToMove(sighting) else {
      run = nil
      return false
    }
    guard var run, sighting.at > run.last else {
      self.run = (1, sighting.at, sighting.coordinate, 0, sighting.at)
      return false
    }
    run.count += 1
    run.path += speed * (sighting.at - run.last).seconds
    run.last = sighting.at
    self.run = run
    guard run.count >= Self.fixesToLeave, (sighting.at - run.at).seconds >= Self.leastLeavingSeconds else {
      return false
    }
    return run.from.distanceMeters(to: sighting.coordinate) >= max(run.path, factor * sighting.accuracyMeters) / 2
  }

  private mutating func rest(_ sighting: Sighting) {
    isResting = true
    place = sighting.coordinate
    lastStill = sighting
    leaving = []
  }

  private mutating func forget() {
    isResting = false
    place = nil
    lastStill = nil
    leaving = []
    outside = 0
    run = nil
  }

  private func isSaidToMove(_ sighting: Sighting) -> Bool {
    sighting.speedMetersPerSecond.map { $0 >= Pace.movingMetersPerSecond } ?? false
  }

  private func distance(_ sighting: Sighting, to circle: Circle) -> Double {
    circle.center.distanceMeters(to: sighting.coordinate)
  }

  private func limit(_ sighting: Sighting, _ circle: Circle) -> Double {
    let isSaidToStand = sighting.speedMetersPerSecond != nil && !isSaidToMove(sighting)
    let stated = isSaidToStand ? Self.radii.still : Self.radii.unknown
    let radii = sighting.isAccuracyStated ? stated : Self.radii.unstated
    return radii * factor * (sighting.accuracyMeters + circle.accuracyMeters)
  }
}
