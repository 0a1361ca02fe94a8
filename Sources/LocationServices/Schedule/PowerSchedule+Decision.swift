import Clocks

/// Whether the receiver may sleep now, and until when.
extension PowerSchedule {
  /// Whether nobody is missing anything while the receiver sleeps: what is not recorded meanwhile is no gap.
  public var isSleepPlanned: Bool {
    guard case .asleep(let nap) = phase else { return false }
    switch nap.reason {
    case .rest, .moving, .significantChange: return true
    case .off, .failed: return false
    }
  }

  mutating func decide(at: Instant) {
    guard abilities.canSleep else {
      // One that was told to sleep and does not, or turned out to be another.
      if case .asleep = phase { wake(.service, at: at) }
      order = .on(periodMilliseconds: period, savesPower: false)
      return
    }
    switch phase {
    case .asleep(let nap):
      if service == .off, nap.reason != .off { sleep(Nap(since: at, until: nil, reason: .off)) }
    case .searching:
      if service == .off, claims.isEmpty { sleep(Nap(since: at, until: nil, reason: .off)) }
    case .tracking(let watch):
      if claims.isEmpty, let nap = nap(after: watch, at: at) {
        if nap.reason == .rest { rest(nap, after: watch, at: at) } else { sleep(nap) }
      } else {
        order = .on(periodMilliseconds: period, savesPower: savesPower(watch, at: at))
      }
    }
  }

  private func nap(after watch: Watch, at: Instant) -> Nap? {
    switch service {
    case .off: return Nap(since: at, until: nil, reason: .off)
    case .highAccuracy: return nil
    case .significantChange: return significantNap(watch, at: at)
    case .auto: return restNap(watch, at: at) ?? movingNap(watch, at: at)
    }
  }

  private func restNap(_ watch: Watch, at: Instant) -> Nap? {
    guard isRestCertain(watch, at: at) else { return nil }
    let until = at + .wholeNanoseconds(restLookSeconds)
    guard !mustRenew(before: until, watch, at: at) else { return nil }
    return Nap(since: at, until: until, reason: .rest)
  }

  private func significantNap(_ watch: Watch, at: Instant) -> Nap? {
    guard watch.fixes >= parameters.movingLookFixes, significant.last != nil else { return nil }
    let look = significant.nextLook(now: at)
    let until = look.at - .wholeNanoseconds(expectedSeconds(at: look.at))
    guard (until - at).seconds >= parameters.leastSleepSeconds, !mustRenew(before: until, watch, at: at) else {
      return nil
    }
    return Nap(since: at, until: until, reason: .significantChange(look.reason))
  }

  private func movingNap(_ watch: Watch, at: Instant) -> Nap? {
    guard duty.maySleepMoving, watch.fixes >= parameters.movingLookFixes, let last = lastSighting else { return nil }
    var seconds = min(
      estimate.seconds(within: options.desiredAccuracy.meters * parameters.errorShare),
      parameters.longestMovingSleepSeconds)
    if let border = significant.borderMeters { seconds = min(seconds, border / estimate.planningMetersPerSecond) }
    let look = last.at + .wholeNanoseconds(seconds)
    let search = expectedSeconds(at: look)
    let until = look - .wholeNanoseconds(search)
    let cost = parameters.searchingShare * search + Double(parameters.movingLookFixes)
    let saved = (look - at).seconds * (abilities.canSavePower ? parameters.powerSaveShare : 1)
    guard (until - at).seconds >= parameters.leastSleepSeconds, saved >= parameters.payoff * cost,
      !mustRenew(before: until, watch, at: at)
    else { return nil }
    return Nap(since: at, until: until, reason: .moving)
  }

  /// Whether the orbits have to be renewed before a sleep to start hot after it; pointless where nothing keeps them.
  private func mustRenew(before until: Instant, _ watch: Watch, at: Instant) -> Bool {
    guard !locks.isBackupDead, (at - watch.since).seconds < parameters.ephemerisHoldSeconds else { return false }
    return ephemerisAt.map { (until - $0).seconds > parameters.ephemerisFreshSeconds } ?? true
  }

  private func savesPower(_ watch: Watch, at: Instant) -> Bool {
    abilities.canSavePower && service == .auto && duty.maySavePower && claims.isEmpty && watch.isSharp
      && (at - watch.since).seconds >= parameters.ephemerisHoldSeconds
  }
}
