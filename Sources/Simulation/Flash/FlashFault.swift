import Text

/// What a ``FaultyFlash`` can be told to do wrong.
public enum FlashFault: Equatable, Sendable {
  /// Making a segment fails: no space is left (ENOSPC). A part of the file stays behind.
  case noSpace
  /// Writing fails (EIO) after a part of the bytes.
  case write
  /// Syncing fails (EIO); as Linux does, what was not synced is forgotten: it may reach the medium or not, and a later
  /// sync says nothing of it.
  case sync
  /// Reading fails (EIO).
  case read

  /// What the caller is told.
  var fault: Fault {
    switch self {
    case .noSpace: Fault(.cannotCreate, "cannot make a segment", cause: "No space left on device")
    case .write: Fault(.inputOutput, "cannot write", cause: "Input/output error")
    case .sync: Fault(.inputOutput, "cannot sync", cause: "Input/output error")
    case .read: Fault(.inputOutput, "cannot read", cause: "Input/output error")
    }
  }

  static let powerOff = Fault(.inputOutput, "the power is off")
}

/// What the medium keeps of writes that were not synced when the power went.
public enum Tearing: Equatable, Sendable {
  /// Nothing.
  case lost
  /// Everything.
  case kept
  /// All sectors up to a random one, and a part of that.
  case prefix
  /// Any sectors, in any order, some of them in part.
  case sectors
  /// The same, with garbage in some of the bytes that were being written.
  case garbage
}

/// The random numbers of the simulation: the same seed, the same run (xorshift64*, Marsaglia 2003 and Vigna 2016).
public struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// Makes a generator.
  public init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

  /// The next 64 bits.
  public mutating func next() -> UInt64 {
    state ^= state >> 12
    state ^= state << 25
    state ^= state >> 27
    return state &* 0x2545_F491_4F6C_DD1D
  }
}
