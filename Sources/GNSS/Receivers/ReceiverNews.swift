import Text

/// What was found out about a receiver, or went wrong with it; each trouble is told once.
public enum ReceiverNews: Equatable, Sendable {
  /// It answered and is this.
  case identified(ReceiverIdentity)
  /// It talks and answers nothing: it is taken as it is.
  case unidentified
  /// All that was wished has been sent; what failed was told before.
  case configured
  /// The line has another speed now, baud.
  case speedChanged(Int)
  /// Something could not be done.
  case failed(ReceiverCommand.Purpose, Failure)
  /// It talks, but no command is answered any more.
  case deaf
  /// After a change of speed nothing is understood at either one: the speed must be searched for.
  case lost
  /// It has fallen silent as it was told to.
  case asleep
  /// It went on talking although it was told to sleep.
  case sleepIgnored
  /// It talks again after a sleep.
  case awake
  /// It does not come back from its sleep.
  case wakeFailed
  /// It has started by itself: its settings may be lost and are sent again.
  case restarted
  /// What it knows of satellites, as frames to be stored and replayed.
  case navigationDatabase([UInt8])

  /// Why something failed.
  public enum Failure: Equatable, Sendable {
    /// It said no.
    case refused
    /// It said nothing, three times.
    case unanswered
    /// There is no command for it.
    case unsupported
  }

  /// What to tell people; nil for good news.
  public var fault: Fault? {
    switch self {
    case .identified, .configured, .speedChanged, .asleep, .awake, .restarted, .navigationDatabase: nil
    case .unidentified:
      Fault(
        .unavailable, "the receiver talks and answers no question, so it is used as it is",
        remedy: "check the wire from the board's TXD to the receiver's RX, if it shall be configured")
    case .failed(let purpose, let failure):
      Fault(.unavailable, "the receiver's \(purpose.rawValue) cannot be set: \(failure.words)")
    case .deaf:
      Fault(
        .unavailable, "the receiver talks and answers no command",
        remedy: "check the wire from the board's TXD to the receiver's RX")
    case .lost: Fault(.inputOutput, "the receiver is not understood after a change of speed; searching for its speed")
    case .sleepIgnored: Fault(.unavailable, "the receiver does not sleep when it is told to")
    case .wakeFailed:
      Fault(
        .unavailable, "the receiver does not wake up",
        remedy: "check the wire from the board's TXD to the receiver's RX, or take its power away for a moment")
    }
  }
}

extension ReceiverNews.Failure {
  fileprivate var words: String {
    switch self {
    case .refused: "it refused"
    case .unanswered: "it did not answer"
    case .unsupported: "it has no command for it"
    }
  }
}

/// What whoever carries a receiver's line shall do.
public enum ReceiverOutput: Equatable, Sendable {
  /// Send these bytes.
  case send([UInt8])
  /// Switch the own side of the line to this speed, after all that was sent before has left.
  case setBaud(Int)
  /// The speed was found by valid sentences.
  case found(Int)
  /// Tell.
  case report(ReceiverNews)
}
