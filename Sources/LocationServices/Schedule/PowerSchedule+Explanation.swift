import Clocks

/// In words, for `waymark explain`.
extension PowerSchedule {
  /// What the receiver does.
  public var receiverState: ReceiverState {
    switch phase {
    case .asleep(let nap): nap.until == nil ? .off : .backup
    case .searching: .acquiring
    case .tracking: order == .on(periodMilliseconds: period, savesPower: true) ? .powerSave : .tracking
    }
  }

  /// What is done now, why, and when that changes.
  public func explanation(at: Instant) -> Explanation {
    switch phase {
    case .asleep(let nap):
      Explanation(
        receiver: receiverState, doing: "the receiver sleeps", why: why(nap), next: nap.until, nextWhat: next(nap),
        notes: notes)
    case .searching(let search):
      Explanation(
        receiver: receiverState, doing: "the receiver searches for satellites", why: search.wake.words,
        next: abilities.canSleep && claims.isEmpty ? search.until : nil,
        nextWhat: abilities.canSleep ? "without a fix by then the search pauses" : "it searches until there is a fix",
        notes: notes)
    case .tracking(let watch):
      Explanation(
        receiver: receiverState,
        doing: receiverState == .powerSave
          ? "the receiver tracks in short bursts, to save power" : "the receiver tracks", why: why(watch, at: at),
        next: nil, nextWhat: next(watch), notes: notes)
    }
  }

  private func why(_ nap: Nap) -> String {
    switch nap.reason {
    case .off: "the logging is switched off"
    case .rest: "nothing moves"
    case .moving: "the way is predictable enough for \(options.desiredAccuracy.rawValue)"
    case .failed: "there was no sky, \(budget.failuresInRow == 1 ? "once" : "\(budget.failuresInRow) times in a row")"
    case .significantChange: "only significant changes are wanted"
    }
  }

  private func next(_ nap: Nap) -> String {
    switch nap.reason {
    case .off: "it wakes for a tag, or when another mode is chosen"
    case .rest: feelsMotion ? "it wakes for motion, or then for a sign of life" : "it looks then whether anything moves"
    case .moving: "the estimated error nears \(options.desiredAccuracy.rawValue) then"
    case .failed: hasAccelerometer ? "it searches again then, or after motion" : "it searches again then"
    case .significantChange(let reason): reason.rawValue
    }
  }

  private func why(_ watch: Watch, at: Instant) -> String {
    if let claim = claims.keys.min(by: { $0.words < $1.words }) { return claim.words }
    guard abilities.canSleep else { return "the receiver cannot sleep" }
    switch service {
    case .off: return "the logging is being switched off"
    case .highAccuracy: return "high accuracy is wanted"
    case .significantChange: return "it looks for a significant change"
    case .auto: break
    }
    if watch.isLook { return watch.wake == .motion ? "motion was felt" : "it looks whether anything moves" }
    if ephemerisAt == nil, (at - watch.since).seconds < parameters.ephemerisHoldSeconds {
      return "it reads the orbits of the satellites"
    }
    return anchor.isResting ? "nothing seems to move, and that is not certain yet" : "something moves"
  }

  private func next(_ watch: Watch) -> String {
    guard abilities.canSleep else { return "every fix is recorded" }
    if !claims.isEmpty { return "it goes back to its plan when the place is known" }
    switch service {
    case .highAccuracy: return "it stays on in this mode"
    case .off: return "it sleeps soon"
    case .significantChange: return "it sleeps when the place is known"
    case .auto: return options.pausesAutomatically ? "it sleeps when nothing moves" : "it stays on, as configured"
    }
  }

  /// What keeps it from doing better.
  private var notes: [String] {
    var notes: [String] = []
    if !abilities.canSleep { notes.append("this receiver is not known to sleep, so it is always on") }
    if abilities.canSleep, !abilities.wakesOnDemand {
      notes.append("only its own timer wakes this receiver, so motion and presses wait for that")
    }
    if !hasAccelerometer {
      notes.append("there is no accelerometer: motion is only seen by looking, so its beginning may be missed")
    }
    if locks.isBackupDead {
      notes.append("every start of the receiver is a cold one: its backup supply is missing or empty")
    }
    return notes
  }

  /// Whether the receiver loses what it knows in its sleep.
  public var isBackupDead: Bool { locks.isBackupDead }
}

extension PowerSchedule.WakeReason {
  fileprivate var words: String {
    switch self {
    case .start: "it has just been started"
    case .due: "it was due"
    case .motion: "motion was felt"
    case .claim: "somebody waits for a place"
    case .service: "another mode was chosen"
    case .lost: "the sky was lost"
    }
  }
}

extension PowerSchedule.Claim {
  fileprivate var words: String {
    switch self {
    case .tag: "a tag waits for its place"
    case .locate: "somebody waits for a place"
    }
  }
}
