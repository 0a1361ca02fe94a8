import Clocks
import Controls
import GNSS
import LocationServices
import Records
import Text

/// How the logger is, for people and programs that ask.
public struct Status: Equatable, Sendable {
  /// How the receiver is.
  public enum Receiver: String, Sendable, CaseIterable {
    /// Its line is closed; ``Status/receiverFault`` says why.
    case closed
    /// Its line is open; it is too early to say more.
    case listening
    /// It talks.
    case talking
    /// It sends bytes that make no sense: wrong speed, or noise.
    case unintelligible
    /// It says nothing.
    case silent
    /// It was told to sleep.
    case asleep
  }

  /// When this was asked.
  public var at: Instant
  /// The same in UTC, if known.
  public var utc: UTCStamp?
  /// How the receiver is.
  public var receiver: Receiver
  /// Why its line is closed.
  public var receiverFault: Fault?
  /// What the receiver is; nil until it has said so.
  public var receiverIdentity: ReceiverIdentity?
  /// The speed of its line, baud; nil while it is searched for.
  public var receiverBaud: Int?
  /// What could not be done with it last, such as to set its rate.
  public var receiverTrouble: Fault?
  /// How the parts of the board are that are wired.
  public var parts: [Part: PartState]
  /// Whether a heading can be had.
  public var headingAvailable: Bool
  /// Whether being moved is felt.
  public var motionAvailable: Bool
  /// Whether regions can be watched: that needs only a receiver.
  public var regionMonitoringAvailable: Bool { true }
  /// The last fix, however old, with its age in seconds.
  public var lastFix: Fix?
  /// Age of ``lastFix`` in seconds.
  public var lastFixAgeSeconds: Double?
  /// Whether there is a fix now: the last one is as fresh as it should be.
  public var isFixed: Bool
  /// The trip that is recorded, from 1; 0 before the first fix.
  public var trip: UInt32
  /// Fixes kept since this run began.
  public var fixesKept: UInt64
  /// Tags made since this run began.
  public var tagsMade: UInt64
  /// Tags whose place is not known yet, of all runs.
  public var pendingTags: Int
  /// The newest record.
  public var lastSequence: SequenceNumber
  /// The newest record that survives a pulled plug.
  public var durable: SequenceNumber
  /// Why writing fails, while it does.
  public var journalFault: Fault?
  /// The mode that was chosen.
  public var mode: Mode
  /// When that choice ends; nil for never.
  public var modeUntil: Instant?
  /// The mode in effect: in auto the board decides.
  public var effectiveMode: Mode
  /// What switched to it; nil since the start.
  public var modeReason: ModeChange.Reason?
  /// What the receiver is used for now, why, and what comes next.
  public var explanation: Explanation
  /// What the search for a place is doing, or how the last one ended; nil if there was none.
  public var search: Acquisition.State?
  /// Why the button does not work, while it does not.
  public var buttonFault: Fault?
  /// How the compass is; nil without one.
  public var compass: CompassStatus?
  /// What the LED shows.
  public var led: Pattern
}
