import Clocks

/// The number of a record: counts up from 1 over the life of a journal and is never used twice.
public struct SequenceNumber: Hashable, Comparable, Sendable {
  /// The number; 0 is before the first record.
  public var value: UInt64

  /// Makes a number.
  public init(_ value: UInt64) { self.value = value }

  /// The number before the first record.
  public static let none = SequenceNumber(0)

  /// The number after this one.
  public var next: SequenceNumber { SequenceNumber(value + 1) }

  /// Orders by age.
  public static func < (left: SequenceNumber, right: SequenceNumber) -> Bool { left.value < right.value }
}

/// One thing worth keeping. The journal is a list of these and the only truth; CSV and GPX are pictures of it.
public struct Record: Equatable, Sendable {
  /// Its number.
  public var sequence: SequenceNumber
  /// The boot that `at` counts from.
  public var boot: BootID
  /// The moment it tells of, on that boot's clock; whole milliseconds. For a fix the instant of the fix, for a tag the
  /// press.
  public var at: Instant
  /// The same moment in UTC, as far as it was known when the record was made; whole milliseconds. What is nil here gets
  /// its time from the boot's ``Body/clock(_:)`` record, backwards too.
  public var utc: UTCStamp?
  /// What happened.
  public var body: Body

  /// Makes a record; `at` and the time of `utc` are cut to whole milliseconds.
  public init(sequence: SequenceNumber, boot: BootID, at: Instant, utc: UTCStamp?, body: Body) {
    self.sequence = sequence
    self.boot = boot
    self.at = at.wholeMilliseconds
    self.utc = utc.map { UTCStamp($0.time.wholeMilliseconds, $0.quality) }
    self.body = body
  }
}

/// What a record tells.
public enum Body: Equatable, Sendable {
  /// The logger started.
  case start(Start)
  /// The logger stopped in good order.
  case stop(StopReason)
  /// A trip began; what follows belongs to it, over stops and starts, until the next one.
  case trip(Trip)
  /// A position worth keeping.
  case fix(FixRecord)
  /// Somebody marked this moment.
  case tag(Tag)
  /// The place of an earlier tag became known.
  case located(TagLocation)
  /// There is a hole in the track before the next fix.
  case gap(Gap)
  /// From here on this boot's clock is known: the record's own `at` and `utc` belong together.
  case clock(ClockReading)
  /// What an earlier press of the button turned out to mean.
  case gesture(Gesture)
  /// The mode changed.
  case mode(ModeChange)
  /// Which way the board pointed at a tag or a fix.
  case heading(HeadingRecord)
  /// What a reader must know of everything before this record, so that starting never reads the whole journal.
  case checkpoint(Checkpoint)
}
