/// Adds up ascent and descent.
///
/// A turn counts only when the height has come back by the threshold, so that a receiver's noise does not climb a
/// mountain a day. The threshold is 10 m, or 1.5 times the stated accuracy where that is more. A single height off both
/// of its neighbours by more than that is a spike, and passed over.
public struct ClimbMeter: Sendable {
  private static let leastThresholdMeters = 10.0
  private static let thresholdAccuracies = 1.5

  /// Up, metres.
  public private(set) var ascentMeters = 0.0
  /// Down, metres.
  public private(set) var descentMeters = 0.0
  /// Whether any height was known.
  public private(set) var isMeasured = false

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

  /// Nothing climbed.
  public init() {}

  /// Takes the next height.
  ///
  /// - Parameters:
  ///   - meters: the height.
  ///   - accuracyMeters: one standard deviation of it, if known.
  public mutating func take(_ meters: Double, accuracyMeters: Double?) {
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
  public mutating func breakTrack() {
    self = finished
    course = .unknown
    before = nil
    waiting = nil
  }

  /// The meter with the last height taken in, which otherwise waits for the next one to vouch for it.
  public var finished: ClimbMeter {
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
