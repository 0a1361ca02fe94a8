import Clocks
import Geodesy

/// How far off the place will be after a time without looking: by dead reckoning, learned from this very journey.
///
/// From time to time the place that speed and course foretold is compared with the one that was measured. The miss, as a
/// part of the way that was gone, is what turns, stops and changes of speed amount to on this way: a tenth on a straight
/// road, one and more in a town. Its mean and spread tell how long one may sleep until the error nears what is allowed.
/// A track drawn between two looks is half as wrong in its middle as dead reckoning is at its end.
public struct ErrorEstimate: Sendable {
  /// Predictions are compared after at least this time, seconds.
  private static let trialSeconds = 20.0
  /// After a longer time they say nothing of habits, seconds.
  private static let longestTrialSeconds = 900.0
  /// Over a shorter way the noise decides, metres.
  private static let trialMeters = 15.0
  private static let smoothing = 0.25
  /// The time over which the speed is kept in mind, seconds: a car at a light goes on.
  private static let speedMemorySeconds = 60.0
  /// Nobody is more predictable than this, and nobody need be thought less so.
  private static let shares = 0.15...1.6
  /// The slowest that is planned with while something moves, metres a second.
  private static let leastSpeed = 0.7

  private var trial: Sighting?
  private var last: Sighting?
  private var mean = 0.5
  private var spread = 0.25
  private var speed = 0.0

  /// Nothing learned: half of the way may be wrong.
  public init() {}

  /// What the error is of the way gone, with a probability of about 95 %.
  public var share: Double { min(max(mean + 2 * spread, Self.shares.lowerBound), Self.shares.upperBound) }

  /// How fast it goes, for planning, metres a second.
  public var planningMetersPerSecond: Double { max(speed, Self.leastSpeed) }

  /// Takes the next fix, however long after the last one.
  public mutating func take(_ sighting: Sighting) {
    defer { last = sighting }
    if let last {
      let seconds = (sighting.at - last.at).seconds
      if seconds > 0 {
        let gone = last.coordinate.distanceMeters(to: sighting.coordinate) / seconds
        let now = sighting.speedMetersPerSecond ?? gone
        let known = seconds > 5 ? max(gone, now) : now
        // Rises at once, falls slowly.
        let part = min(1, seconds / Self.speedMemorySeconds)
        speed = known >= speed ? known : speed + part * (known - speed)
      }
    } else {
      speed = sighting.speedMetersPerSecond ?? 0
    }
    compare(sighting)
  }

  private mutating func compare(_ sighting: Sighting) {
    guard let trial else {
      self.trial = sighting
      return
    }
    let seconds = (sighting.at - trial.at).seconds
    guard seconds >= Self.trialSeconds || seconds < 0 else { return }
    self.trial = sighting
    guard (0...Self.longestTrialSeconds).contains(seconds) else { return }
    let speed = trial.speedMetersPerSecond ?? 0
    let gone = trial.coordinate.distanceMeters(to: sighting.coordinate)
    let way = max(speed * seconds, gone)
    guard way >= Self.trialMeters else { return }
    let foretold =
      trial.trackDegrees.map { trial.coordinate.projected(meters: speed * seconds, bearingDegrees: $0) }
      ?? trial.coordinate
    let miss = max(0, foretold.distanceMeters(to: sighting.coordinate) - sighting.accuracyMeters)
    let share = min(miss / way, Self.shares.upperBound)
    spread += Self.smoothing * (abs(share - mean) - spread)
    mean += Self.smoothing * (share - mean)
  }

  /// How far off the track is likely to be, metres.
  ///
  /// - Parameter seconds: from the last look to the next.
  public func errorMeters(after seconds: Double) -> Double {
    let own = last?.accuracyMeters ?? 0
    let way = share * planningMetersPerSecond * max(0, seconds) / 2
    return (own * own + way * way).squareRoot()
  }

  /// How long from the last look the error stays within what is allowed, seconds; 0 if it is there already.
  public func seconds(within meters: Double) -> Double {
    let own = last?.accuracyMeters ?? 0
    let room = meters * meters - own * own
    guard room > 0 else { return 0 }
    return 2 * room.squareRoot() / (share * planningMetersPerSecond)
  }
}
