/// How the receiver's day is planned.
public enum PowerPolicy: Equatable, Sendable {
  /// By the logger.
  case auto
  /// It is never off, and every fix is recorded.
  case alwaysOn
  /// One fix every so many seconds, recorded; the receiver sleeps in between where that can pay.
  case interval(seconds: Double)
  /// As Meshtastic plans it: a fix every so many seconds, recorded when it is far enough from the last one.
  case meshtastic(updateSeconds: Double)

  /// How often Meshtastic looks for a fix unless told otherwise, seconds.
  public static let meshtasticSeconds = 120.0

  /// Plays a scenario by this policy.
  public func perform(_ scenario: PowerScenario) -> PowerRun {
    switch self {
    case .auto: return LoggerRun.perform(scenario)
    case .alwaysOn: return PolicyRun.alwaysOn(scenario)
    case .interval(let seconds): return PolicyRun.interval(scenario, seconds: seconds)
    case .meshtastic(let seconds): return MeshtasticRun.perform(scenario, updateSeconds: seconds)
    }
  }
}

/// A receiver in the hands of a plain policy, which needs no logger: it knows when there is a fix and records it as it
/// is.
struct PolicyRun {
  private(set) var run = PowerRun()
  private(set) var physics: ReceiverPhysics
  private var truth: GroundTruth
  private let end: Double

  /// With shorter pauses sleep costs more than it saves: the search takes about as long.
  static let shortestSleepSeconds = 10.0
  /// How long a search lasts at most, seconds.
  static let searchSeconds = 120.0

  init(_ scenario: PowerScenario) {
    truth = scenario.truth
    end = scenario.truth.duration
    physics = ReceiverPhysics(scenario.energy, hasBackup: !scenario.faults.hasNoBackup, seed: scenario.seed)
  }

  var now: Double { physics.now }
  var isOver: Bool { physics.now >= end }

  mutating func wait(until moment: Double) { physics.advance(to: min(moment, end), under: truth) }

  mutating func wake() {
    physics.wake()
    run.wakeups += 1
  }

  mutating func sleep() { physics.sleep() }

  /// Waits for a fix, or for the end of a search.
  ///
  /// - Returns: whether there is one.
  mutating func search(until limit: Double) -> Bool {
    while now < limit, !isOver, !physics.isFixed {
      let next = physics.nextFix(under: truth) ?? truth.skyChange(after: now)
      wait(until: min(limit, max(next, now + 0.001)))
    }
    return physics.isFixed && !isOver
  }

  /// The position now; nil without one.
  mutating func measure() -> RecordedPosition? {
    let place = truth.point(at: now)
    guard let seen = physics.measure(place)?.coordinate else { return nil }
    run.wakeups += 1
    return RecordedPosition(seconds: now, latitude: seen.latitudeDegrees, longitude: seen.longitudeDegrees)
  }

  mutating func record(_ position: RecordedPosition?) { if let position { run.track.append(position) } }

  /// What came of it.
  mutating func finished() -> PowerRun {
    wait(until: end)
    run.spent = physics.spent
    run.starts = physics.starts
    return run
  }

  static func alwaysOn(_ scenario: PowerScenario) -> PowerRun { interval(scenario, seconds: 1) }

  /// One fix every so many seconds.
  static func interval(_ scenario: PowerScenario, seconds: Double) -> PowerRun {
    var policy = PolicyRun(scenario)
    let seconds = max(1, seconds)
    var due = 0.0
    policy.wake()
    while !policy.isOver {
      policy.wait(until: due)
      if !policy.physics.isOn { policy.wake() }
      if policy.search(until: max(due, policy.now) + max(searchSeconds, 0)) { policy.record(policy.measure()) }
      due += seconds
      if due <= policy.now { due += ((policy.now - due) / seconds).rounded(.up) * seconds }
      if due <= policy.now { due = policy.now + min(1, seconds) }
      if due - policy.now > shortestSleepSeconds { policy.sleep() }
    }
    return policy.finished()
  }
}

/// The receiver's day as Meshtastic plans it (its documentation and the behaviour of its firmware, 2.x): a search begins
/// as long before a fix is due as the last ones took; it is given up after 15 minutes, after a failure after 5, and the
/// next one then waits an hour; after a fix the receiver stays on to read orbits; a position is sent when it is
/// 100 m from the last one and not too soon after it, or after a long time.
struct MeshtasticRun {
  private static let hold = 20.0
  private static let neverSleepSeconds = 10.0
  private static let firstSearchSeconds = 900.0
  private static let laterSearchSeconds = 300.0
  private static let retrySeconds = 3_600.0
  private static let sendMeters = 100.0
  private static let sendSeconds = 300.0
  private static let sendAtLeastSeconds = 3_600.0
  private static let smoothing = 0.2

  static func perform(_ scenario: PowerScenario, updateSeconds: Double) -> PowerRun {
    var policy = PolicyRun(scenario)
    // Whoever asks for more or fewer fixes means the positions, too.
    let sendAfter = min(sendSeconds, sendSeconds * updateSeconds / PowerPolicy.meshtasticSeconds)
    var predicted: Double?
    var failures = 0
    var locks = 0
    var sent: RecordedPosition?
    while !policy.isOver {
      let begin = policy.now
      policy.wake()
      let limit = failures == 0 ? firstSearchSeconds : laterSearchSeconds
      if policy.search(until: begin + limit) {
        failures = 0
        locks += 1
        let took = policy.now - begin
        // The first lock is a cold start and tells nothing about the next.
        if locks > 1 { predicted = predicted.map { $0 + smoothing * (took - $0) } ?? took }
        let lock = policy.now
        if updateSeconds > neverSleepSeconds {
          policy.wait(until: lock + min(hold, updateSeconds / 4))
        }
        if let position = policy.measure(), isWorthSending(position, after: sent, sendAfter: sendAfter) {
          policy.record(position)
          sent = position
        }
        if updateSeconds > neverSleepSeconds { policy.sleep() }
        let next = lock + max(1, updateSeconds - (predicted ?? 0))
        policy.wait(until: max(policy.now + 0.1, next))
      } else {
        failures += 1
        policy.sleep()
        policy.wait(until: policy.now + max(updateSeconds, retrySeconds) - (predicted ?? 0))
      }
    }
    return policy.finished()
  }

  private static func isWorthSending(
    _ position: RecordedPosition, after sent: RecordedPosition?, sendAfter: Double
  ) -> Bool {
    guard let sent else { return true }
    let seconds = position.seconds - sent.seconds
    if seconds >= sendAtLeastSeconds { return true }
    return seconds >= sendAfter && position.meters(to: sent) >= sendMeters
  }
}
