import Clocks
import Records
import Text

/// Watches whether the receiver says anything that makes sense. Silence is an event.
struct ReceiverWatch: Sendable {
  private let patience: Duration
  private(set) var state = Status.Receiver.closed
  private(set) var fault: Fault?
  private(set) var lastByte: Instant?
  private var lastEpoch: Instant?
  private var openedAt = Instant.zero

  init(silenceAfterSeconds: Double) {
    patience = .wholeNanoseconds(silenceAfterSeconds)
  }

  mutating func link(_ link: Link, at: Instant) {
    switch link {
    case .open:
      state = .listening
      fault = nil
      openedAt = at
    case .closed(let reason):
      state = .closed
      fault = reason
    }
  }

  /// It was told to sleep, or is to be heard again: what it says meanwhile, or does not, means nothing.
  mutating func sleep(_ isAsleep: Bool, at: Instant) {
    if isAsleep, state != .closed {
      state = .asleep
    } else if !isAsleep, state == .asleep {
      state = .listening
      openedAt = at
    }
  }

  mutating func bytes(at: Instant) {
    lastByte = at
    if state == .silent || state == .closed {
      state = .listening
      openedAt = at
    }
  }

  mutating func epoch(at: Instant) {
    lastEpoch = at
    if state != .asleep { state = .talking }
  }

  /// Lets the state follow the time.
  mutating func pass(to at: Instant) {
    guard let deadline = nextDeadline, deadline <= at else { return }
    let heard = lastByte.map { $0 >= openedAt && at - $0 < patience } ?? false
    state = heard ? .unintelligible : .silent
  }

  /// When silence would be complete.
  var nextDeadline: Instant? {
    switch state {
    case .closed, .silent, .asleep: nil
    case .listening, .talking: max(openedAt, lastEpoch ?? openedAt) + patience
    case .unintelligible: max(openedAt, lastByte ?? openedAt) + patience
    }
  }

  /// Whether the person with the board should be told that the receiver is not heard.
  var isLost: Bool { state == .silent || state == .unintelligible || fault != nil }

  /// Why there are no fixes, seen from here.
  var gapReason: Gap.Reason {
    switch state {
    case .closed: fault == nil ? .noFix : .receiverGone
    case .silent: .receiverSilent
    case .asleep: .off
    case .listening, .talking, .unintelligible: .noFix
    }
  }
}
