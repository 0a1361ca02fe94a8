import Clocks
import Geodesy
import Records

/// Notices holes in the stream of fixes.
///
/// A hole is a gap when it lasts longer than the configured time, or when the next fix is far away. Where fixes come
/// seldom by design, "missing" means three times the usual interval: the usual one is followed slowly downwards and
/// upwards by a quarter of each step.
struct GapWatch: Sendable {
  /// Shorter than this nothing counts as missing.
  static let shortestLossSeconds = 7.0

  let afterSeconds: Double
  private let distanceMeters: Double
  private var last: (at: Instant, coordinate: Coordinate)?
  private var usualSeconds = 1.0
  private var isLost = false
  private var isReported = false
  /// Since when the receiver sleeps by plan, and how long it has since the last fix: that time is no hole.
  private var sleepSince: Instant?
  private var sleptSeconds = 0.0

  init(afterSeconds: Double, distanceMeters: Double) {
    self.afterSeconds = afterSeconds
    self.distanceMeters = distanceMeters
  }

  /// Whether there is a fix now: the last one is as fresh as the usual interval allows.
  var isFixed: Bool { last != nil && !isLost }

  /// The moment of the last fix.
  var lastFixAt: Instant? { last?.at }

  private var lossSeconds: Double { max(Self.shortestLossSeconds, 3 * usualSeconds) }
  private var gapSeconds: Double { max(afterSeconds, 3 * usualSeconds) }

  /// When the fix is lost or, after that, the gap complete.
  var nextDeadline: Instant? {
    guard let last, sleepSince == nil, !isLost || !isReported else { return nil }
    return last.at + .wholeNanoseconds(sleptSeconds + (isLost ? gapSeconds : lossSeconds))
  }

  /// The receiver sleeps by plan, or does no more.
  mutating func sleep(_ isPlanned: Bool, at: Instant) {
    if isPlanned {
      sleepSince = sleepSince ?? at
    } else if let since = sleepSince {
      sleptSeconds += max(0, (at - since).seconds)
      sleepSince = nil
    }
  }

  /// Lets time pass.
  ///
  /// - Returns: the gap that has become complete, once.
  mutating func pass(to at: Instant, reason: Gap.Reason) -> Gap? {
    guard let last, sleepSince == nil else { return nil }
    if at >= last.at + .wholeNanoseconds(sleptSeconds + lossSeconds) { isLost = true }
    guard isLost, !isReported, at >= last.at + .wholeNanoseconds(sleptSeconds + gapSeconds) else { return nil }
    isReported = true
    return Gap(reason: reason, sinceLastFixSeconds: (at - last.at).seconds)
  }

  /// Takes a fix.
  ///
  /// - Returns: whether the track is broken before it, and the gap to record if it was not recorded yet.
  mutating func fix(_ coordinate: Coordinate, at: Instant) -> (isBroken: Bool, gap: Gap?) {
    defer {
      last = (at, coordinate)
      isLost = false
      isReported = false
      sleptSeconds = 0
      // A fix that came in spite of it ends no sleep; what follows is counted anew.
      if sleepSince != nil { sleepSince = at }
    }
    guard let last else { return (false, nil) }
    let hasSlept = sleptSeconds > 0 || sleepSince != nil
    let asleep = sleptSeconds + (sleepSince.map { max(0, (at - $0).seconds) } ?? 0)
    let seconds = max(0, (at - last.at).seconds - asleep)
    let isFar = !hasSlept && seconds > lossSeconds && last.coordinate.distanceMeters(to: coordinate) > distanceMeters
    let isBroken = isReported || isFar || seconds >= gapSeconds
    if !hasSlept { usualSeconds += (min(seconds, 8 * usualSeconds) - usualSeconds) / 4 }
    let gap = isBroken && !isReported ? Gap(reason: .noFix, sinceLastFixSeconds: seconds) : nil
    return (isBroken, gap)
  }
}
