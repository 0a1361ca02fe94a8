import Clocks

/// Sleeping and waking.
extension ReceiverControl {
  struct Sleep {
    var since: Instant
    /// When it wakes by itself, or shall be woken; nil for when it is told to.
    var end: Instant?
    /// Whether it has been quiet for long enough to believe it.
    var isQuiet = false
    /// Whether somebody wants it awake and only time can do it.
    var isWanted = false
  }

  struct Waking {
    var tries: Int
    /// Whether it is too early for anything that is sent to be heard.
    var isSettling: Bool
    /// The speed of before the sleep, while the one of the start is being tried.
    var speedBefore: Int?
  }

  /// A receiver that still talks so long after it was told to sleep does not sleep.
  static let sleepPatience = Duration.seconds(3)
  /// What was in its buffer when it fell asleep may still come for so long.
  private static let lastWords = Duration.milliseconds(1_900)
  private static let wakeAttempts = 3
  /// One that nothing but time wakes is never asleep for longer, seconds, unless that was asked for: nobody could have it
  /// back before, not even by starting anew.
  static let longestDeafSleep = 600

  mutating func fallAsleep(_ seconds: Int?, at instant: Instant) {
    let power = profile.power
    guard power.canSleep else {
      report(.sleep, .unsupported)
      becomeIdle(at: instant)
      return
    }
    // Without a timer of its own it is woken from here; without any other way to wake it there is always an end.
    var duration = seconds.map { max(1, min($0, 1 << 30)) }
    if power.wakesByTimer, let limit = power.maximumTimerSeconds {
      duration = duration.map { min($0, limit) } ?? (power.isTimedOnly ? min(limit, Self.longestDeafSleep) : nil)
    }
    guard let command = profile.sleep(seconds: duration) else {
      report(.sleep, .unsupported)
      becomeIdle(at: instant)
      return
    }
    out.append(.send(command.bytes))
    let sleep = Sleep(since: instant, end: duration.map { instant + .seconds($0) })
    phase = .sleeping(sleep, until: min(sleep.end ?? instant + Self.sleepPatience, instant + Self.sleepPatience))
  }

  mutating func heard(during sleep: Sleep, at instant: Instant) {
    if sleep.isWanted, instant - sleep.since > Self.lastWords { return comeBack(at: instant) }
    if let end = sleep.end {
      // Its clock may be a little fast: a twentieth, and two seconds.
      let early = min((end - sleep.since) / 20 + .seconds(2), .seconds(60))
      if instant >= end - early, instant - sleep.since > Self.sleepPatience { return comeBack(at: instant) }
    }
    guard instant - sleep.since > Self.sleepPatience else { return }
    reportIgnored()
    becomeIdle(at: instant)
  }

  private mutating func reportIgnored() {
    guard !reportedSleep else { return }
    reportedSleep = true
    out.append(.report(.sleepIgnored))
  }

  mutating func passDeadline(of sleep: Sleep, at instant: Instant) {
    var sleep = sleep
    if !sleep.isQuiet, sleep.end.map({ instant < $0 }) ?? true {
      if let last = lastSentence, last - sleep.since > Self.lastWords {
        reportIgnored()
        becomeIdle(at: instant)
        return
      }
      sleep.isQuiet = true
      out.append(.report(.asleep))
      phase = .sleeping(sleep, until: sleep.end)
      return
    }
    if profile.power.wakesByTimer {
      // It needs a moment to start and to say something.
      phase = .waking(Waking(tries: 0, isSettling: false), until: instant + Self.sleepPatience + epochTime)
    } else {
      sendWake(tries: 1, at: instant)
    }
  }

  /// It shall wake up now.
  mutating func wake(at instant: Instant) {
    requests.removeAll(where: \.isSleep)
    guard case .sleeping(var sleep, let until) = phase else { return }
    if profile.power.isTimedOnly {
      // Some firmware wakes for a byte; the others are waited for.
      guard !sleep.isWanted else { return }
      sleep.isWanted = true
      if let command = profile.wake { out.append(.send(command.bytes)) }
      phase = .sleeping(sleep, until: until)
      return
    }
    sendWake(tries: 1, at: instant)
  }

  private mutating func sendWake(tries: Int, at instant: Instant) {
    if let command = profile.wake { out.append(.send(command.bytes)) }
    phase = .waking(
      Waking(tries: tries, isSettling: true), until: instant + profile.power.settling)
  }

  mutating func heard(during waking: Waking, at instant: Instant) {
    guard !waking.isSettling else { return }
    comeBack(at: instant)
  }

  private mutating func comeBack(at instant: Instant) {
    out.append(.report(.awake))
    // A speed that only RAM knew is lost with it.
    let mustConfigure = !profile.power.keepsConfiguration || requests.contains(.configure)
    if mustConfigure { configure(at: instant) } else { becomeIdle(at: instant) }
  }

  mutating func passDeadline(of waking: Waking, at instant: Instant) {
    var waking = waking
    if waking.isSettling {
      waking.isSettling = false
      phase = .waking(waking, until: instant + .milliseconds(500) + epochTime)
    } else if waking.speedBefore == nil, baud != openedBaud {
      // The speed that was agreed upon may be forgotten.
      waking.speedBefore = baud
      switchSpeed(to: openedBaud)
      phase = .waking(waking, until: instant + epochTime)
    } else {
      if let before = waking.speedBefore { switchSpeed(to: before) }
      guard waking.tries < Self.wakeAttempts else {
        out.append(.report(.wakeFailed))
        phase = .waiting(nudges: 0, until: instant + Self.firstNudge)
        return
      }
      sendWake(tries: waking.tries + 1, at: instant)
    }
  }

  private mutating func switchSpeed(to baud: Int) {
    self.baud = baud
    out.append(.setBaud(baud))
  }
}
