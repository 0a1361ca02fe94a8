import Clocks
import GNSS
import Geodesy
import Glibc

/// Tells the fixes that cannot be true from those that can.
///
/// A fix is compared with the last one that was believed, not with the last one that was recorded. It is an outlier when
/// getting there would take a speed that the receiver itself denies, or that the activity rules out. What it claims of
/// its accuracy counts as a claim: see ``Sighting/leastAccuracyMeters``.
///
/// The state is the last believed fix and the newest refused ones. One wrong fix that was believed cannot shut out the
/// rest: the radius that is allowed grows with time, and three refused fixes in a row that agree with each other are
/// believed instead.
public struct OutlierJudge: Sendable {
  /// How many refused fixes in a row have to agree until the last of them is believed.
  public static let rejectsToBelieve = 3

  /// What the judge keeps of a fix.
  private struct Witness {
    var at: Instant
    var utc: UnixTime?
    var coordinate: Coordinate
    var accuracyMeters: Double
    var speed: Double?
    var track: Double?

    init(_ sighting: Sighting) {
      at = sighting.at
      utc = sighting.utc?.time
      coordinate = sighting.coordinate
      accuracyMeters = sighting.accuracyMeters
      speed = sighting.speedMetersPerSecond
      track = sighting.trackDegrees
    }

    /// The time since another one, by the receiver's own clock where it tells one: a recording may be played faster than
    /// life.
    func seconds(since other: Witness) -> Double {
      if let utc, let before = other.utc, utc > before { return (utc - before).seconds }
      return abs((at - other.at).seconds)
    }
  }

  /// Speed changes by less than this in whatever people sit in, metres a second squared.
  private static let accelerationMetersPerSecondSquared = 5.0
  /// Speed and course are compared with the way as a vector only over times as short as this, seconds: over longer ones
  /// the way bends.
  private static let vectorSeconds = 5.0
  /// The fastest that goes on the ground, metres a second. What is faster flies, and is often told second-hand, with
  /// positions and speeds of different ages.
  private static let groundMetersPerSecond = 70.0

  private let capMetersPerSecond: Double
  private var believed: Witness?
  /// Speed between the last two that were believed, where the receiver tells none.
  private var impliedSpeed = 0.0
  private var rejects: [Witness] = []

  /// Nothing is believed yet.
  ///
  /// - Parameter activity: what carries the board: decides which speeds can be.
  public init(_ activity: ReceiverActivity) {
    capMetersPerSecond = activity.fastestMetersPerSecond
  }

  /// Judges the next fix.
  public mutating func isOutlier(_ sighting: Sighting) -> Bool {
    let new = Witness(sighting)
    guard let believed else {
      self.believed = new
      return false
    }
    if isReachable(new, from: believed, knownSpeed: impliedSpeed) {
      believe(new, after: believed)
      return false
    }
    rejects.append(new)
    if rejects.count > Self.rejectsToBelieve { rejects.removeFirst() }
    guard rejects.count == Self.rejectsToBelieve, areConsistent(rejects) else { return true }
    believe(new, after: rejects[rejects.count - 2])
    return false
  }

  private mutating func believe(_ new: Witness, after old: Witness) {
    // A position that stands while the speed does not is an old one, told again: its time is when it was first told.
    if new.coordinate == old.coordinate, let speed = new.speed, speed >= Pace.movingMetersPerSecond { return }
    let seconds = new.seconds(since: old)
    if seconds > 0 { impliedSpeed = old.coordinate.distanceMeters(to: new.coordinate) / seconds }
    believed = new
    rejects = []
  }

  private func isReachable(_ new: Witness, from old: Witness, knownSpeed: Double = 0) -> Bool {
    let seconds = new.seconds(since: old)
    let meters = old.coordinate.distanceMeters(to: new.coordinate)
    let slack = 2 * (new.accuracyMeters + old.accuracyMeters)
    guard let speed = new.speed else {
      return meters <= slack + seconds * max(capMetersPerSecond, 1.5 * max(knownSpeed, old.speed ?? 0))
    }
    let fastest = max(speed, old.speed ?? speed)
    let speedUp = Self.accelerationMetersPerSecondSquared / 2 * seconds * seconds
    let bySpeed = slack + 3 * fastest * seconds + speedUp
    let byActivity = slack + seconds * max(capMetersPerSecond, 2 * fastest)
    guard meters <= min(bySpeed, byActivity) else { return false }
    guard seconds <= Self.vectorSeconds, fastest <= Self.groundMetersPerSecond,
      let track = new.track, let oldTrack = old.track, let oldSpeed = old.speed
    else { return true }
    let bearing = old.coordinate.initialBearingDegrees(to: new.coordinate) * .pi / 180
    let mean = (speed / 2, track * .pi / 180, oldSpeed / 2, oldTrack * .pi / 180)
    let east = meters * sin(bearing) - seconds * (mean.0 * sin(mean.1) + mean.2 * sin(mean.3))
    let north = meters * cos(bearing) - seconds * (mean.0 * cos(mean.1) + mean.2 * cos(mean.3))
    let bend = fastest * seconds * min(1, seconds / 4)
    return (east * east + north * north).squareRoot() <= slack + bend + speedUp
  }

  /// Whether each could follow from the one before, or all lie on one straight way: something fast whose receiver tells
  /// no speed.
  private func areConsistent(_ chain: [Witness]) -> Bool {
    if zip(chain, chain.dropFirst()).allSatisfy({ isReachable($1, from: $0) }) { return true }
    guard chain.count == 3 else { return false }
    let first = chain[1].seconds(since: chain[0])
    let second = chain[2].seconds(since: chain[1])
    guard first > 0, second > 0 else { return false }
    let before = chain[0].coordinate.distanceMeters(to: chain[1].coordinate) / first
    let after = chain[1].coordinate.distanceMeters(to: chain[2].coordinate) / second
    let turn = Course.difference(
      chain[0].coordinate.initialBearingDegrees(to: chain[1].coordinate),
      chain[1].coordinate.initialBearingDegrees(to: chain[2].coordinate))
    return chain.allSatisfy { $0.speed == nil } && abs(after - before) <= 0.2 * max(after, before) && turn <= 20
      && max(after, before) <= Self.fastestTracked
  }

  /// Civil receivers stop beyond 1,000 knots (the limit of the Missile Technology Control Regime), metres a second.
  private static let fastestTracked = 515.0
}
