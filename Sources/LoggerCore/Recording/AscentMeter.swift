/// Adds up climbs and descents, without the ups and downs of the noise.
///
/// Heights of satellite receivers wander by metres all the time; their plain sum is two or three times the real ascent.
/// So a climb counts only from its lowest point on, and only once it is higher than a threshold; then all of it counts.
/// The median of three heights goes in, so that a single wrong one does not.
public struct AscentMeter: Sendable {
  /// The least climb that counts, metres, where nothing is stated of the heights' accuracy: 8 to 10 m is what
  /// barometric and satellite trip computers use.
  public static let thresholdMeters = 8.0
  /// A climb must also be this many standard deviations of a height.
  private static let deviations = 1.5
  /// However poor the heights are, a climb of this counts, metres.
  private static let mostThresholdMeters = 40.0

  private enum State {
    case unknown(low: Double, high: Double)
    case climbing(top: Double)
    case descending(bottom: Double)
  }

  /// Metres climbed.
  public private(set) var ascentMeters = 0.0
  /// Metres descended, 0 or more.
  public private(set) var descentMeters = 0.0

  private var state: State?
  private var recent: [Double] = []

  /// A meter at zero.
  public init() {}

  /// Takes the next height of the track.
  ///
  /// - Parameters:
  ///   - altitudeMeters: of any zero, always the same; what is not finite is left out.
  ///   - accuracyMeters: one standard deviation of it, if known.
  public mutating func take(altitudeMeters: Double, accuracyMeters: Double? = nil) {
    guard altitudeMeters.isFinite else { return }
    recent.append(altitudeMeters)
    if recent.count > 3 { recent.removeFirst() }
    let height = recent.sorted()[recent.count / 2]
    let threshold = min(
      Self.mostThresholdMeters, max(Self.thresholdMeters, Self.deviations * (accuracyMeters ?? 0)))
    switch state {
    case nil:
      state = .unknown(low: height, high: height)
    case .unknown(let low, let high):
      if height - low >= threshold {
        climb(from: low, to: height)
      } else if high - height >= threshold {
        descend(from: high, to: height)
      } else {
        state = .unknown(low: min(low, height), high: max(high, height))
      }
    case .climbing(let top):
      if height > top { climb(from: top, to: height) }
      if top - height >= threshold { descend(from: top, to: height) }
    case .descending(let bottom):
      if height < bottom { descend(from: bottom, to: height) }
      if height - bottom >= threshold { climb(from: bottom, to: height) }
    }
  }

  private mutating func climb(from low: Double, to high: Double) {
    ascentMeters += high - low
    state = .climbing(top: high)
  }

  private mutating func descend(from high: Double, to low: Double) {
    descentMeters += high - low
    state = .descending(bottom: low)
  }
}
