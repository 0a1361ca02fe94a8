/// What a press of the button turned out to mean. The press itself is a ``Tag`` that was written at once; this record
/// comes later, and only a ``Kind/short`` press stays a tag. One that nobody ever told the meaning of stays one too: the
/// power failed, or the journal is older than gestures.
public struct Gesture: Equatable, Sendable {
  /// What it means.
  public enum Kind: UInt8, Sendable, CaseIterable {
    /// A tag.
    case short = 1
    /// The next mode.
    case long = 2
    /// Power off.
    case veryLong = 3

    /// Whether the press stays a tag.
    public var isTag: Bool { self == .short }
  }

  /// The number of the press's record.
  public var press: SequenceNumber
  /// What it means.
  public var kind: Kind

  /// Makes a gesture.
  public init(press: SequenceNumber, kind: Kind) {
    self.press = press
    self.kind = kind
  }
}
