import Clocks
import GNSS

/// Finds a place once, for somebody who waits: `waymark locate`, or a tag that was made while the receiver slept.
///
/// It improves until the desired accuracy is met. When ten seconds have brought nothing it is as good as it gets; after a
/// minute the time is up, or later where a receiver starts that knows nothing of its satellites. Whoever presses again
/// has seen enough. The result is always the best fix of all, with the reason why it ended.
///
/// | state | event | next |
/// |---|---|---|
/// | searching | a fix that the gate lets through | improving |
/// | improving | one that is accurate enough | ended: located |
/// | improving | ten seconds without a metre's improvement | ended: good as it gets |
/// | both | the time is up | ended: timed out |
/// | both | pressed again, switched off, receiver gone | ended: that |
public struct Acquisition: Sendable {
  /// How long, and how exactly.
  public struct Limits: Equatable, Sendable {
    /// Without an improvement for this long it is as good as it gets, seconds.
    public var patienceSeconds = 10.0
    /// Only what is better by this much is an improvement, metres.
    public var improvementMeters = 1.0
    /// How long it lasts at most, seconds.
    public var timeOutSeconds = 60.0
    /// The same where the receiver knows nothing, seconds: its first position takes 26 to 46 s under a good sky, and
    /// two minutes and more under a bad one.
    public var coldTimeOutSeconds = 180.0

    /// The usual ones.
    public init() {}
  }

  /// Why it ended.
  public enum End: String, Sendable, CaseIterable {
    /// The desired accuracy is met.
    case located
    /// It did not get better any more.
    case goodAsItGets = "no improvement"
    /// The time was up.
    case timedOut = "timed out"
    /// Whoever wanted it has pressed again.
    case stopped
    /// The logging was switched off, or nobody may use the receiver.
    case disabled
    /// The receiver's line is closed or silent.
    case noReceiver = "no receiver"
  }

  /// What it is doing.
  public enum State: Equatable, Sendable {
    /// No fix yet.
    case searching
    /// There is one, and it may get better.
    case improving
    /// It is over.
    case ended(End)
  }

  /// What it found.
  public struct Outcome: Equatable, Sendable {
    /// The best fix; nil if there was none.
    public var best: Sighting?
    /// Why it ended.
    public var end: End

    /// Makes an outcome.
    public init(best: Sighting?, end: End) {
      self.best = best
      self.end = end
    }
  }

  /// How exactly the place is wanted.
  public let desiredAccuracy: DesiredAccuracy
  /// When it began.
  public let since: Instant
  /// What it is doing.
  public private(set) var state = State.searching
  /// The best fix so far.
  public private(set) var best: Sighting?

  private let limits: Limits
  private let until: Instant
  private var gate: QualityGate
  private var improvedAt: Instant

  /// An acquisition that begins now.
  ///
  /// - Parameters:
  ///   - desiredAccuracy: how exactly the place is wanted.
  ///   - isCold: whether the receiver probably knows nothing of its satellites.
  ///   - activity: what carries the board.
  ///   - limits: how long it lasts.
  ///   - at: now.
  public init(
    desiredAccuracy: DesiredAccuracy, isCold: Bool, activity: ReceiverActivity = .other, limits: Limits = Limits(),
    at: Instant
  ) {
    self.desiredAccuracy = desiredAccuracy
    self.limits = limits
    since = at
    improvedAt = at
    until = at + .wholeNanoseconds(isCold ? limits.coldTimeOutSeconds : limits.timeOutSeconds)
    gate = QualityGate(.acquisition, activity: activity)
  }

  /// What came of it; nil while it goes on.
  public var outcome: Outcome? {
    if case .ended(let end) = state { Outcome(best: best, end: end) } else { nil }
  }

  /// When ``pass(to:)`` has something to do.
  public var nextDeadline: Instant? {
    switch state {
    case .searching: until
    case .improving: min(until, improvedAt + .wholeNanoseconds(limits.patienceSeconds))
    case .ended: nil
    }
  }

  /// The receiver gave a fix.
  ///
  /// - Parameters:
  ///   - fix: what it said.
  ///   - measuredAt: the moment it belongs to; one from before the beginning is none of this search's.
  ///   - utc: the same moment by satellites.
  ///   - at: now.
  public mutating func take(_ fix: Fix, measuredAt: Instant, utc: UTCStamp?, at: Instant) {
    guard outcome == nil, measuredAt >= since,
      case .success(let sighting) = gate.judge(fix, measuredAt: measuredAt, utc: utc, now: at)
    else { return }
    if best.map({ sighting.accuracyMeters <= $0.accuracyMeters - limits.improvementMeters }) ?? true { improvedAt = at }
    // Of two that are as good the newer one: whoever walks is where it says.
    if best.map({ sighting.accuracyMeters <= $0.accuracyMeters }) ?? true { best = sighting }
    state = .improving
    if desiredAccuracy.meters > 0, sighting.isAccuracyStated, sighting.accuracyMeters <= desiredAccuracy.meters {
      state = .ended(.located)
    }
    pass(to: at)
  }

  /// Lets time pass.
  public mutating func pass(to at: Instant) {
    guard outcome == nil else { return }
    if state == .improving, at >= improvedAt + .wholeNanoseconds(limits.patienceSeconds) {
      state = .ended(.goodAsItGets)
    } else if at >= until {
      state = .ended(.timedOut)
    }
  }

  /// Somebody presses again, or it cannot go on.
  public mutating func end(_ reason: End) {
    if outcome == nil { state = .ended(reason) }
  }
}
