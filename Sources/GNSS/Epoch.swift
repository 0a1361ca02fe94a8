import Clocks

/// All that a receiver said of one instant, put together; also when it said that it has no fix.
public struct Epoch: Equatable, Sendable {
  /// What is known.
  public var fix: Fix
  /// When the first byte of the epoch's first sentence arrived, on the board's clock. The fix itself is a little older.
  public var firstByte: Instant

  /// Makes an epoch.
  public init(fix: Fix, firstByte: Instant) {
    self.fix = fix
    self.firstByte = firstByte
  }
}
