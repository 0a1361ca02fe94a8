import Clocks
import GNSS
import Geodesy

/// Adds up the way that was gone, and the time in motion.
///
/// Standing adds nothing: without Doppler speed, or with one below walking pace, a fix counts only when it lies outside
/// the accuracy circles of itself and of the place that was counted last.
public struct MotionMeter: Sendable {
  /// Below it the receiver's own speed is noise, metres a second.
  public static let walkingPace = 0.5
  /// Two fixes in motion farther apart than this do not tell whether there was a stop between them, seconds.
  private static let longestStepSeconds = 60.0
  /// No receiver of this kind is better than that, whatever it claims, metres.
  private static let leastRadiusMeters = 3.0
  /// What is taken for a fix that does not tell its accuracy, metres.
  private static let unknownRadiusMeters = 5.0

  /// The way, metres.
  public private(set) var distanceMeters = 0.0
  /// The time in motion, seconds.
  public private(set) var movingSeconds = 0.0
  private var fastestByDoppler: Double?
  private var fastestByDisplacement: Double?
  private var anchor: Anchor?

  /// Nothing gone.
  public init() {}

  private struct Anchor {
    var coordinate: Coordinate
    var radiusMeters: Double
    var moment: Moment
    /// The Doppler speed, if it tells of motion.
    var pace: Double?
  }

  /// The highest speed by Doppler; only where there is none at all by displacement.
  public var maximumSpeedMetersPerSecond: Double? { fastestByDoppler ?? fastestByDisplacement }

  /// The track has a hole before the next fix.
  public mutating func breakTrack() { anchor = nil }

  /// Takes the next fix of the track.
  public mutating func take(_ fix: Fix, _ moment: Moment) {
    let speed = fix.speedMetersPerSecond.flatMap { $0.isFinite ? $0 : nil }
    if let speed { fastestByDoppler = max(fastestByDoppler ?? 0, speed) }
    guard let coordinate = fix.coordinate else { return }
    let radius = max(Self.leastRadiusMeters, fix.horizontalAccuracyMeters ?? Self.unknownRadiusMeters)
    let pace = speed.flatMap { $0 >= Self.walkingPace ? $0 : nil }
    let next = Anchor(coordinate: coordinate, radiusMeters: radius, moment: moment, pace: pace)
    guard let anchor else {
      self.anchor = next
      return
    }
    let step = anchor.coordinate.distanceMeters(to: coordinate)
    guard pace != nil || step > anchor.radiusMeters + radius else {
      // It stands: what comes next starts from a stand, but still from the place that was counted.
      self.anchor?.pace = nil
      return
    }
    distanceMeters += step
    if let seconds = moment.seconds(since: anchor.moment) {
      movingSeconds += Self.moving(step, seconds, from: anchor.pace, to: pace)
      if speed == nil, seconds > 0 { fastestByDisplacement = max(fastestByDisplacement ?? 0, step / seconds) }
    }
    self.anchor = next
  }

  /// How much of a step was motion: all of it between two fixes in motion, else what its length takes at the pace that
  /// is known.
  private static func moving(_ step: Double, _ seconds: Double, from: Double?, to: Double?) -> Double {
    if from != nil, to != nil, seconds <= longestStepSeconds { return seconds }
    return min(seconds, step / (from != nil && to != nil ? walkingPace : from ?? to ?? walkingPace))
  }
}
