import Controls
import Records
import Text

/// What the board shall do. Performed in order; none is ever performed by the core itself.
public enum Action: Equatable, Sendable {
  /// Put the record into the journal, and say ``JournalReport/durable(upTo:)`` when it is safe.
  case append(Record, urgency: Urgency)
  /// Show this pattern until told otherwise.
  case led(Pattern)
  /// Send these bytes to the receiver.
  case send([UInt8])
  /// Change the speed of the receiver's line, baud, once all that was sent before has left.
  case setBaud(Int)
  /// Put a line into the log of the daemon, for people.
  case say(String)
  /// Answer a client.
  case reply(RequestID, Result<Reply, Fault>)
  /// Something for the compass.
  case compass(CompassAction)
  /// Everything is durable: the process may end.
  case finish
  /// Somebody has held the button for it: turn the power off. Comes after ``finish``.
  case powerOff
}

/// How soon a record must be durable.
public enum Urgency: Equatable, Sendable {
  /// With the next full block or after the commit interval.
  case batched
  /// At once: somebody waits for it.
  case now
}
