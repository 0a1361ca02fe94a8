import Clocks
import GNSS

/// Lets only those fixes through that somebody may act on.
///
/// A claim is not a fact: a fix that came late belongs to another place, an accuracy of 0 or none at all is no accuracy,
/// a jump that the receiver's own speed denies did not happen, and the first seconds after a start are those of few
/// satellites. What is refused is told with its reason; nobody is ever given something else instead.
///
/// States: **settling** since the last start of the receiver, **open** afterwards. Events: a start, a fix. Output: the
/// verdict.
public struct QualityGate: Sendable {
  /// What is asked of a fix.
  public struct Limits: Equatable, Sendable {
    /// How old a fix may be, seconds. Acquisition takes 5, services 30.
    public var staleSeconds: Double
    /// The largest radius that is let through, metres; nil for any that is stated.
    public var mostAccuracyMeters: Double?
    /// How long the fixes after a start may settle, seconds.
    public var settleSeconds: Double

    /// Makes limits.
    public init(staleSeconds: Double = 30, mostAccuracyMeters: Double? = nil, settleSeconds: Double = 3) {
      self.staleSeconds = staleSeconds
      self.mostAccuracyMeters = mostAccuracyMeters
      self.settleSeconds = settleSeconds
    }

    /// For somebody who waits for a place: fresh.
    public static let acquisition = Limits(staleSeconds: 5, settleSeconds: 0)
    /// For the services.
    public static let services = Limits(staleSeconds: 30)
  }

  /// Why a fix is not delivered.
  public enum Refusal: String, Error, Sendable, CaseIterable {
    /// It has no position.
    case noPosition = "it has no position"
    /// It is older than it may be.
    case stale = "it is too old"
    /// It belongs to a moment that has not come.
    case future = "it is of the future"
    /// Its stated accuracy cannot be one: zero, negative, not a number.
    case invalidAccuracy = "its accuracy is invalid"
    /// Its radius is larger than what is asked for.
    case inaccurate = "it is not accurate enough"
    /// Getting there would take a speed that the receiver denies.
    case jump = "the receiver's own speed denies it"
    /// The receiver has just started.
    case settling = "the receiver has just started"
  }

  /// A fix may be ahead of the board's clock by this much, for that is learned from fixes, seconds.
  private static let aheadSeconds = 1.0

  /// What is asked of a fix.
  public let limits: Limits
  private var outliers: OutlierJudge
  private var settling: Settling

  /// A gate whose receiver has just started.
  public init(_ limits: Limits, activity: ReceiverActivity = .other) {
    self.limits = limits
    outliers = OutlierJudge(activity)
    settling = Settling(seconds: limits.settleSeconds)
  }

  /// The receiver starts: after a sleep its first fixes are those of few satellites again.
  public mutating func started() { settling = Settling(seconds: limits.settleSeconds) }

  /// Judges a fix.
  ///
  /// - Parameters:
  ///   - fix: what the receiver said.
  ///   - measuredAt: the moment it belongs to.
  ///   - utc: the same moment by satellites, if known.
  ///   - now: the moment it is to be acted on.
  /// - Returns: the fix as it may be used, or why not.
  public mutating func judge(
    _ fix: Fix, measuredAt: Instant, utc: UTCStamp?, now: Instant
  ) -> Result<Sighting, Refusal> {
    guard fix.isPositioned, let sighting = Sighting(fix, at: measuredAt, utc: utc) else { return .failure(.noPosition) }
    let age = (now - measuredAt).seconds
    if age > limits.staleSeconds { return .failure(.stale) }
    if age < -Self.aheadSeconds { return .failure(.future) }
    if let claim = fix.horizontalAccuracyMeters, !claim.isFinite || claim <= 0 { return .failure(.invalidAccuracy) }
    if let most = limits.mostAccuracyMeters, sighting.accuracyMeters > most { return .failure(.inaccurate) }
    if outliers.isOutlier(sighting) { return .failure(.jump) }
    return settling.take(sighting) ? .success(sighting) : .failure(.settling)
  }
}
