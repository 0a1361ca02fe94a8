import GNSS

/// A fix that was kept, and why.
public struct FixRecord: Equatable, Sendable {
  /// Why it was kept.
  public enum Reason: UInt8, Sendable, CaseIterable {
    /// Every fix is kept.
    case every = 1
    /// It was far enough from the one kept before, and late enough after it.
    case distance = 2
    /// The longest allowed time had passed.
    case interval = 3
    /// The first after a start.
    case start = 4
    /// The first after a gap.
    case afterGap = 5
    /// The direction of motion changed.
    case turn = 6
    /// Motion began.
    case departure = 7
    /// Motion ended, as far as is known: the last fix before a gap or a stop is one too.
    case arrival = 8
    /// Nothing moved, and a sign of life was due.
    case heartbeat = 9
    /// It located a tag.
    case tag = 10
    /// It cannot be true: a jump that the receiver's own speed denies. Kept raw, never part of the track.
    case outlier = 11

    /// Whether the fix belongs to the track; what does not is kept for whoever wants to judge it anew.
    public var isInTrack: Bool { self != .outlier }
  }

  /// The fix. Its time is the record's `utc`.
  public var fix: Fix
  /// Why it was kept.
  public var reason: Reason

  /// Makes a kept fix; values are cut to what the journal keeps, so that what is shown now is what is read later.
  public init(fix: Fix, reason: Reason) {
    self.fix = fix.quantised
    self.reason = reason
  }
}
