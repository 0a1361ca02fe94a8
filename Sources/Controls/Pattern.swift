/// What the one LED shows, named by what it tells the person in the rain. Dark in the steady state, because each blink
/// wakes the board.
public enum Pattern: UInt8, Sendable, CaseIterable {
  /// All is well.
  case dark
  /// The press was seen.
  case seen
  /// The tag is on the card and stays there.
  case saved
  /// The place of the tag is known.
  case located
  /// No position yet.
  case searching
  /// Nothing that makes sense comes from the receiver.
  case noReceiverData
  /// Writing fails.
  case writeFault
  /// The card is full.
  case diskFull
}
