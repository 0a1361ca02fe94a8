import Clocks

/// A moment of a record, comparable as far as its clocks allow.
public struct Moment: Sendable {
  /// The boot that ``at`` counts from.
  public var boot: BootID
  /// On the clock of that boot.
  public var at: Instant
  /// In UTC, if known.
  public var utc: UTCStamp?

  /// Makes a moment.
  public init(boot: BootID, at: Instant, utc: UTCStamp?) {
    self.boot = boot
    self.at = at
    self.utc = utc
  }

  /// Seconds from another moment to this one: by the boot's clock, else by UTC; nil if neither tells, or if it would be
  /// negative.
  public func seconds(since other: Moment) -> Double? {
    let nanoseconds: (partialValue: Int64, overflow: Bool)
    if boot == other.boot {
      nanoseconds = at.boot.subtractingReportingOverflow(other.at.boot)
    } else if let utc, let before = other.utc {
      nanoseconds = utc.time.nanoseconds.subtractingReportingOverflow(before.time.nanoseconds)
    } else {
      return nil
    }
    return nanoseconds.overflow || nanoseconds.partialValue < 0 ? nil : Double(nanoseconds.partialValue) / 1e9
  }
}
