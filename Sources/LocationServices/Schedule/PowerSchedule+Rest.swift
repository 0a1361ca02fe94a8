import Clocks

/// Rest, and what ends it.
extension PowerSchedule {
  /// Whether the board is at rest and the receiver sleeps for it, short looks included.
  public var isAtRest: Bool {
    switch phase {
    case .asleep(let nap): nap.reason == .rest
    case .searching(let search): search.isLook
    case .tracking(let watch): watch.isLook
    }
  }

  /// Where the board rests, this fix included, if the fix says that it still does; nil while it does not.
  public func rest(confirmedBy sighting: Sighting) -> RestPlace? {
    guard isAtRest, anchor.isResting else { return nil }
    var (anchor, place) = (anchor, rested)
    guard anchor.take(sighting) == .none, anchor.lastStill?.at == sighting.at else { return nil }
    place.take(sighting)
    return place
  }

  mutating func follow(_ sighting: Sighting, at: Instant) {
    guard lastSighting != nil else {
      anchor.begin(sighting)
      restingSince = anchor.isResting ? at : nil
      return
    }
    switch anchor.take(sighting) {
    case .arrival: restingSince = at
    case .departure: depart()
    case .none: restingSince = anchor.isResting ? restingSince ?? at : nil
    }
  }

  private mutating func depart() {
    restingSince = nil
    restLooks = 0
    falseAlarms = 0
    alarmsAfter = nil
    if case .tracking(var watch) = phase {
      watch.isLook = false
      phase = .tracking(watch)
    }
  }

  mutating func moved(during nap: Nap, at: Instant) {
    var nap = nap
    switch nap.reason {
    case .rest:
      guard feelsMotion else { return }
      if let alarmsAfter, alarmsAfter > at { alarmAt = alarmsAfter } else { wake(.motion, at: at) }
    case .failed:
      let due = max(at, budget.moved(at: at))
      guard nap.until.map({ due < $0 }) ?? true else { return }
      nap.until = due
      sleep(nap)
    case .significantChange:
      let look = significant.nextLook(now: at)
      let due = look.at - .wholeNanoseconds(expectedSeconds(at: look.at))
      guard nap.until.map({ due < $0 }) ?? true else { return }
      nap.until = due
      nap.reason = .significantChange(look.reason)
      sleep(nap)
    case .off, .moving: break
    }
  }

  /// Whether it is certain that nothing moves.
  func isRestCertain(_ watch: Watch, at: Instant) -> Bool {
    guard options.pausesAutomatically, anchor.isResting, let since = restingSince else { return false }
    if watch.isLook { return isLookDone(watch, at: at) }
    guard let firstLock, (at - firstLock).seconds >= parameters.startDwellSeconds else { return false }
    let still = (at - since).seconds
    guard hasAccelerometer else { return still >= options.activity.restDwellSeconds }
    let isQuiet = lastMotion.map { (at - $0).seconds >= parameters.quietSeconds } ?? true
    return isQuiet || still >= parameters.longestUnrestSeconds
  }

  private func isLookDone(_ watch: Watch, at: Instant) -> Bool {
    guard watch.fixes >= parameters.restLookFixes else { return false }
    let age = (at - watch.since).seconds
    if let moving = watch.lastMoving, (at - moving).seconds < parameters.confirmSeconds / 2,
      age < parameters.longestConfirmSeconds
    {
      return false
    }
    guard let lastMotion, watch.wake == .motion else { return true }
    return (at - lastMotion).seconds >= parameters.confirmSeconds || age >= parameters.longestConfirmSeconds
  }

  /// Until the next look at rest, seconds: grows, as long as nothing has moved.
  var restLookSeconds: Double {
    if feelsMotion {
      return min(
        parameters.heartbeatSeconds, parameters.firstPlaceLookSeconds * Double(UInt64(1) << UInt64(min(restLooks, 20))))
    }
    var seconds = parameters.firstRestLookSeconds
    for _ in 0..<min(restLooks, 20) { seconds *= parameters.restLookGrowth }
    let cost = expectedRestLookSeconds
    return min(seconds, max(parameters.longestRestLookSeconds, cost / parameters.restShare))
  }

  private var expectedRestLookSeconds: Double {
    let kind: StartKind = locks.isBackupDead ? .cold : .hot
    return parameters.searchingShare * locks.expectedSeconds(kind) + Double(parameters.restLookFixes)
  }

  /// Falls asleep at rest; an alarm that came to nothing makes the next ones less believable.
  mutating func rest(_ nap: Nap, after watch: Watch, at: Instant) {
    restLooks += 1
    if watch.isLook, watch.wake == .motion {
      falseAlarms += 1
      let times = max(0, falseAlarms - parameters.patientAlarms)
      let pause = parameters.alarmPauseSeconds * Double(UInt64(1) << UInt64(min(times, 10)))
      alarmsAfter = at + .wholeNanoseconds(min(pause, parameters.longestAlarmPauseSeconds))
    }
    sleep(nap)
  }
}
