import Clocks

/// Changing the speed of the line: both sides, and back if that does not work.
extension ReceiverControl {
  struct SpeedChange {
    enum Step {
      /// The command is on its way, at the old speed.
      case leaving
      /// The own side has changed; sentences must come.
      case verifying
      /// Nothing made sense: back at the old speed.
      case returning
    }

    var step = Step.leaving
    var target: Int
    var old: Int
    var since: Instant
  }

  /// Bytes of the old speed may still be on the way for so long.
  private static let blind = Duration.milliseconds(150)

  mutating func changeSpeed(to target: Int, _ command: ReceiverCommand, at instant: Instant) {
    out.append(.send(command.bytes))
    let leaving = Self.lineTime(bytes: command.bytes.count, baud: baud) + .milliseconds(100)
    phase = .switching(SpeedChange(target: target, old: baud, since: instant), until: instant + leaving)
  }

  mutating func heard(during change: SpeedChange, at instant: Instant) {
    guard instant - change.since >= Self.blind else { return }
    switch change.step {
    case .leaving: break
    case .verifying:
      out.append(.report(.speedChanged(change.target)))
      sendNext(at: instant)
    case .returning:
      refusedBauds.insert(change.target)
      report(.speed, .unanswered)
      sendNext(at: instant)
    }
  }

  mutating func passDeadline(of change: SpeedChange, at instant: Instant) {
    var change = change
    change.since = instant
    switch change.step {
    case .leaving:
      change.step = .verifying
      baud = change.target
    case .verifying:
      change.step = .returning
      baud = change.old
    case .returning:
      refusedBauds.insert(change.target)
      queue = []
      isConfiguring = false
      out.append(.report(.lost))
      phase = .waiting(nudges: 0, until: instant + Self.firstNudge)
      return
    }
    out.append(.setBaud(baud))
    phase = .switching(change, until: instant + epochTime)
  }

  /// Long enough for one epoch, whatever the rate is.
  var epochTime: Duration {
    let period = min(max(wish.periodMilliseconds ?? 1_000, 1_000), 60_000)
    return .milliseconds(Int64(period) * 2 + 500)
  }
}
