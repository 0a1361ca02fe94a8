import Clocks

/// How long a search for the sky may last, and when it is tried again: indoors it would go on until the battery is empty.
///
/// 15 minutes for the very first search, then 5, or 90 s where a hot start is expected; after each failure a longer pause,
/// up to an hour. A fix resets it, and so does motion, for whoever moves may have come out; but motion in vain is believed
/// less and less, until it pauses.
public struct SearchBudget: Sendable {
  private let parameters: ScheduleParameters
  private var hasLocked = false
  private var hasFailed = false
  private var failures = 0
  private var motionFailures = 0
  private var failedAt: Instant?
  private var movedAt: Instant?
  private var isByMotion = false

  /// No search yet.
  public init(_ parameters: ScheduleParameters = ScheduleParameters()) { self.parameters = parameters }

  /// How often in a row it failed.
  public var failuresInRow: Int { failures }

  /// How long the next search may last, seconds.
  public func seconds(for kind: StartKind) -> Double {
    if !hasLocked, !hasFailed { return parameters.firstBudgetSeconds }
    return kind == .hot ? parameters.hotBudgetSeconds : parameters.laterBudgetSeconds
  }

  /// A search failed.
  ///
  /// - Returns: when to search again.
  public mutating func failed(at: Instant) -> Instant {
    hasFailed = true
    failures += 1
    if isByMotion { motionFailures += 1 }
    failedAt = at
    return at + .wholeNanoseconds(Self.doubled(parameters.retrySeconds, failures - 1, parameters.longestRetrySeconds))
  }

  /// There is a fix.
  public mutating func locked() {
    hasLocked = true
    failures = 0
    motionFailures = 0
    failedAt = nil
    isByMotion = false
  }

  /// The board was moved while the next search is waited for.
  ///
  /// - Returns: when to search because of it.
  public mutating func moved(at: Instant) -> Instant {
    if let movedAt, (at - movedAt).seconds > parameters.motionPauseSeconds { motionFailures = 0 }
    movedAt = at
    isByMotion = true
    failures = 0
    guard let failedAt else { return at }
    return failedAt
      + .wholeNanoseconds(
        Self.doubled(parameters.motionRetrySeconds, motionFailures, parameters.longestMotionRetrySeconds))
  }

  private static func doubled(_ seconds: Double, _ times: Int, _ most: Double) -> Double {
    min(most, seconds * Double(UInt64(1) << UInt64(min(max(times, 0), 16))))
  }
}
