import Clocks
import GNSS
import Geodesy

/// Core Location's significant-change service: one location wherever the board has gone about 500 m, at most every five
/// minutes, the first one at once. The receiver sleeps in between; this decides when it is needed next.
///
/// States: **waiting** for the first location; **idle** until the next look. Events: fixes, motion, time. Outputs: the
/// significant changes, and when to look next with the reason.
public struct SignificantChange: Sendable {
  /// How far and how often.
  public struct Limits: Equatable, Sendable {
    /// This far away it is a change, metres.
    public var distanceMeters = 500.0
    /// Never two looks closer in time than this, seconds.
    public var leastSeconds = 300.0
    /// Where nothing moves a location is told as a sign of life, seconds.
    public var heartbeatSeconds = 3_600.0
    /// Nothing whose radius is larger than this is taken, metres.
    public var mostAccuracyMeters = 100.0

    /// The usual ones.
    public init() {}
  }

  /// Why the next look is when it is.
  public enum Reason: String, Sendable, CaseIterable {
    /// There is no location yet.
    case first = "there is no location yet"
    /// At the speed it goes it may have come so far.
    case distance = "500 m may have been covered by then"
    /// Two looks are not closer than that.
    case interval = "looks are five minutes apart"
    /// Nothing moves; only a sign of life is due.
    case heartbeat = "nothing moves; a sign of life is due then"
    /// A region's border is near.
    case border = "the border of a region is near"
  }

  /// Why a location was told.
  public enum Told: Sendable, CaseIterable {
    /// It is the first.
    case first
    /// It is far from the one before.
    case distance
    /// Nothing was told for long.
    case heartbeat
  }

  /// When to look, and why.
  public struct Look: Equatable, Sendable {
    /// When.
    public var at: Instant
    /// Why then.
    public var reason: Reason

    /// Makes a look.
    public init(at: Instant, reason: Reason) {
      self.at = at
      self.reason = reason
    }
  }

  private let limits: Limits
  private let activity: ReceiverActivity
  private var told: Sighting?
  private var seen: Sighting?
  private var movedSince = false
  /// Why the last location was told.
  public private(set) var toldFor = Told.first
  /// How far a region's border is, metres; nil for none. The hook for regions.
  public var borderMeters: Double?
  /// Whether motion would be felt. Without it every look may find the board anywhere.
  public var feelsMotion = false

  /// A service that has told nothing.
  public init(activity: ReceiverActivity = .other, limits: Limits = Limits()) {
    self.activity = activity
    self.limits = limits
  }

  /// The location that was told last.
  public var last: Sighting? { told }

  /// Takes a fix of a look.
  ///
  /// - Returns: whether it is a significant change, or the first one, or a sign of life: it is to be told and recorded.
  public mutating func take(_ sighting: Sighting) -> Bool {
    guard sighting.accuracyMeters <= limits.mostAccuracyMeters else { return false }
    if let seen,
      seen.coordinate.distanceMeters(to: sighting.coordinate) <= seen.accuracyMeters + sighting.accuracyMeters
    {
      movedSince = false
    }
    seen = sighting
    guard let told else {
      self.told = sighting
      toldFor = .first
      movedSince = false
      return true
    }
    let meters = told.coordinate.distanceMeters(to: sighting.coordinate)
    let seconds = (sighting.at - told.at).seconds
    let isFar = meters >= limits.distanceMeters && seconds >= limits.leastSeconds
    guard isFar || seconds >= limits.heartbeatSeconds else { return false }
    self.told = sighting
    toldFor = isFar ? .distance : .heartbeat
    movedSince = false
    return true
  }

  /// The board was moved.
  public mutating func moved() { movedSince = true }

  /// The next look, as far as is known now; it moves nearer when something moves.
  public func nextLook(now: Instant) -> Look {
    guard let told, let seen else { return Look(at: now, reason: .first) }
    let rest = limits.distanceMeters - told.coordinate.distanceMeters(to: seen.coordinate)
    let heartbeat = told.at + .wholeNanoseconds(limits.heartbeatSeconds)
    let least = max(told.at, seen.at) + .wholeNanoseconds(limits.leastSeconds)
    if let borderMeters {
      let reach = seen.at + .wholeNanoseconds(max(30, borderMeters / plausibleSpeed(seen)))
      if reach < least { return Look(at: reach, reason: .border) }
    }
    if feelsMotion, !movedSince, isStill(seen) { return Look(at: heartbeat, reason: .heartbeat) }
    let covered = seen.at + .wholeNanoseconds(max(0, rest) / plausibleSpeed(seen))
    let look = covered > least ? Look(at: covered, reason: .distance) : Look(at: least, reason: .interval)
    return look.at < heartbeat ? look : Look(at: max(heartbeat, least), reason: .heartbeat)
  }

  private func isStill(_ sighting: Sighting) -> Bool {
    sighting.speedMetersPerSecond.map { $0 < Pace.turningMetersPerSecond } ?? true
  }

  /// What it goes with at least half of the time: its own speed when it was seen moving, else what its kind goes.
  private func plausibleSpeed(_ sighting: Sighting) -> Double {
    guard let speed = sighting.speedMetersPerSecond, speed >= Pace.turningMetersPerSecond else {
      return activity.plausibleMetersPerSecond
    }
    return 1.5 * speed
  }
}
