import Clocks
import Records

/// What the board knows when the logger starts: which boot this is, and the digest of the journal.
public struct Restored: Equatable, Sendable {
  /// This boot.
  public var boot: BootID
  /// The fold of all records in the journal.
  public var digest: Digest

  /// Makes it; with an empty digest for a new journal.
  public init(boot: BootID, digest: Digest = Digest()) {
    self.boot = boot
    self.digest = digest
  }
}
