import Clocks
import Compass
import GNSS
import LocationServices
import Records
import Text

/// What happened on the board. Everything that the logger ever learns comes in as one of these, durability included.
public enum Event: Sendable {
  /// The board is ready: the first event, once.
  case start
  /// Bytes came from the receiver, in one read.
  ///
  /// - Parameter firstByte: when the first byte of the burst came; the epoch belongs to that moment, not to its parse.
  case received([UInt8], firstByte: Instant)
  /// The receiver's line changed.
  case receiver(Link)
  /// A fix from something that is not a receiver: a track that is imported.
  case fix(Fix)
  /// The button moved; `at` of ``LoggerCore/handle(_:at:)`` is the kernel's time of the edge.
  case edge(pressed: Bool)
  /// The button's level was read: told when its line was opened, and again wherever edges may have been lost (a gap in
  /// the kernel's line sequence numbers, a line that was opened anew). A button that is down at the first of these is no
  /// press.
  case button(isDown: Bool)
  /// A part of the board began to work or ceased to; told once for each change.
  case part(Part, PartState)
  /// The magnetometer measured, along the axes of the chip.
  case field(FieldSample)
  /// The accelerometer measured, along the axes of the chip.
  case motion(MotionSample)
  /// The accelerometer felt that the board is moved, and has pulled its line.
  case moved
  /// Whether the accelerometer watches for motion from now on; told once for each change.
  case motionWatch(isArmed: Bool)
  /// What feeds the board; told when it changes.
  case power(PowerReading)
  /// News for the compass.
  case compass(CompassEvent)
  /// The host's clock, told at the start and when it was set.
  case wallClock(UTCStamp)
  /// News from the writer of the journal.
  case journal(JournalReport)
  /// A client asks for something; answered by ``Action/reply(_:_:)``, maybe later.
  case command(Command, RequestID)
  /// A moment named by ``LoggerCore/nextDeadline`` has come. Harmless at any other time.
  case deadline
  /// Stop in good order; answered by ``Action/finish`` when everything is durable.
  case terminate(StopReason)
}

/// The receiver's line.
public enum Link: Equatable, Sendable {
  /// It is open.
  case open
  /// It is closed or cannot be opened, for this reason; the board tries again by itself.
  case closed(Fault)
}

/// News from the writer of the journal.
public enum JournalReport: Equatable, Sendable {
  /// Every record up to this one is on the card and survives the plug.
  case durable(upTo: SequenceNumber)
  /// Writing fails for this reason; the board tries again by itself and reports `durable` when it works.
  case failed(Fault)
}

/// Names a client's request, so that the answer finds it.
public struct RequestID: Hashable, Sendable {
  /// The number the board gave it.
  public var value: UInt64

  /// Makes an id.
  public init(_ value: UInt64) { self.value = value }
}

/// What a client can ask the logger to do. Questions are not commands: they are answered by ``LoggerCore/status(at:)``.
public enum Command: Equatable, Sendable {
  /// Mark this moment.
  case tag(text: String?)
  /// Measure which way the board points.
  case heading
  /// Be in this mode, for so many seconds or for good.
  case mode(Mode, seconds: UInt32?)
  /// Find the place, as exactly as this.
  case locate(DesiredAccuracy)
  /// Wait for the place no longer.
  case stopLocating
}

/// The answer to a ``Command``.
public enum Reply: Equatable, Sendable {
  /// The tag is on the card, under this number.
  case tagged(SequenceNumber)
  /// The heading, just measured.
  case heading(HeadingReport)
  /// The mode is this one now, and so is the record of it.
  case mode(Mode)
  /// What the search for the place has found, and why it ended.
  case located(Acquisition.Outcome)
  /// Nobody waits for the place any more.
  case stopped
}
