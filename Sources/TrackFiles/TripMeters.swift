import Clocks
import GNSS
import Geodesy
import Records

/// Adds up the way that was gone, and the time in motion.
///
/// Standing adds nothing: without Doppler speed, or with one below walking pace, a fix counts only when it lies outside
/// the accuracy circles of itself and of the place that was counted last.
struct MotionMeter: Sendable {
  /// Below it the receiver's own speed is noise, metres a second.
  static let walkingPace = 0.5
  /// Two fixes in motion farther apart than this do not tell whether there was a stop between them, seconds.
  private static let longestStepSeconds = 60.0
  /// No receiver of this kind is better than that, whatever it claims, metres.
  private static let leastRadiusMeters = 3.0
  /// What is taken for a fix that does not tell its accuracy, metres.
  private static let unknownRadiusMeters = 5.0

  private(set) var distanceMeters = 0.0
  private(set) var movingSeconds = 0.0
  private var fastestByDoppler: Double?
  private var fastestByDisplacement: Double?
  private var anchor: Anchor?

  private struct Anchor {
    var coordinate: Coordinate
    var radiusMeters: Double
    var moment: Moment
    /// The Doppler speed, if it tells of motion.
    var pace: Double?
  }

  /// The highest speed by Doppler; only where there is none at all by displacement.
  var maximumSpeedMetersPerSecond: Double? { fastestByDoppler ?? fastestByDisplacement }

  /// The track has a hole before the next fix.
  mutating func breakTrack() { anchor = nil }

  /// Takes the next fix of the track.
  mutating func take(_ fix: Fix, _ moment: Moment) {
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

/// A moment of a record, comparable as far as its clocks allow.
struct Moment: Sendable {
  var boot: BootID
  var at: Instant
  var utc: UTCStamp?

  init(_ record: Record) {
    boot = record.boot
    at = record.at
    utc = record.utc
  }

  /// Seconds from another moment to this one: by the boot's clock, else by UTC; nil if neither tells, or if it would be
  /// negative.
  func seconds(since other: Moment) -> Double? {
    let nanoseconds: (partialValue: Int64, overflow: Bool)
    if boot == other.boot {
      nanoseconds = at.boot.subtractingReportingOverflow(other.at.boot)
    } else if let utc, let before = other.utc {
      nanoseconds = utc.time.nanoseconds.subtractingReportingOverflow(before.time.nanoseconds)
    } else {
      return nil
    }
    return nanoseconds.overflow || nanoseconds.partialValue < 0 ? nil : Double(nanoseconds.partialValue) / 1e9
  }
}

/// Adds up ascent and descent.
///
/// A turn counts only when the height has come back by the threshold, so that a receiver's noise does not climb a
/// mountain a day. The threshold is 10 m, or 1.5 times the stated accuracy where that is more. A single height off both
/// of its neighbours by more than that is a spike, and passed over.
struct ClimbMeter: Sendable {
  private static let leastThresholdMeters = 10.0
  private static let thresholdAccuracies = 1.5

  private(set) var ascentMeters = 0.0
  private(set) var descentMeters = 0.0
  /// Whether any height was known.
  private(set) var isMeasured = false

  private struct Height {
    var meters: Double
    var threshold: Double
  }

  private enum Course {
    case unknown
    case level(low: Double, high: Double)
    case up(from: Double)
    case down(from: Double)
  }

  private var course = Course.unknown
  private var before: Double?
  private var waiting: Height?

  /// Takes the next height.
  ///
  /// - Parameters:
  ///   - meters: the height.
  ///   - accuracyMeters: one standard deviation of it, if known.
  mutating func take(_ meters: Double, accuracyMeters: Double?) {
    guard meters.isFinite else { return }
    isMeasured = true
    if let waiting {
      if !isSpike(waiting, after: meters) { climb(waiting) }
      before = waiting.meters
    }
    let threshold = max(Self.leastThresholdMeters, Self.thresholdAccuracies * (accuracyMeters ?? 0))
    waiting = Height(meters: meters, threshold: threshold)
  }

  /// What comes next has nothing to do with what was.
  mutating func breakTrack() {
    self = finished
    course = .unknown
    before = nil
    waiting = nil
  }

  /// The meter with the last height taken in, which otherwise waits for the next one to vouch for it.
  var finished: ClimbMeter {
    var done = self
    if let waiting, !isSpike(waiting, after: nil) { done.climb(waiting) }
    return done
  }

  private func isSpike(_ height: Height, after: Double?) -> Bool {
    let offs = [before, after].compactMap { $0.map { height.meters - $0 } }
    guard !offs.isEmpty else { return false }
    return offs.allSatisfy { $0 > height.threshold } || offs.allSatisfy { $0 < -height.threshold }
  }

  private mutating func climb(_ height: Height) {
    let meters = height.meters
    switch course {
    case .unknown:
      course = .level(low: meters, high: meters)
    case .level(let low, let high):
      if meters - low >= height.threshold {
        ascentMeters += meters - low
        course = .up(from: meters)
      } else if high - meters >= height.threshold {
        descentMeters += high - meters
        course = .down(from: meters)
      } else {
        course = .level(low: min(low, meters), high: max(high, meters))
      }
    case .up(let top):
      if meters > top {
        ascentMeters += meters - top
        course = .up(from: meters)
      } else if top - meters >= height.threshold {
        descentMeters += top - meters
        course = .down(from: meters)
      }
    case .down(let bottom):
      if meters < bottom {
        descentMeters += bottom - meters
        course = .down(from: meters)
      } else if meters - bottom >= height.threshold {
        ascentMeters += meters - bottom
        course = .up(from: meters)
      }
    }
  }
}
