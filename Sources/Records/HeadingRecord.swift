/// Which way the board pointed, measured for a tag.
public struct HeadingRecord: Equatable, Sendable {
  /// The number of the tag's record.
  public var tag: SequenceNumber
  /// From magnetic north, degrees, 0..<360; nil where there was none.
  public var magneticDegrees: Double?
  /// From true north, degrees, 0..<360; nil without a position.
  public var trueDegrees: Double?
  /// 95 % of headings are at most this far from the truth, degrees; nil for one that must not be used.
  public var accuracyDegrees: Double?
  /// How far forward was above the horizon, degrees.
  public var pitchDegrees: Double?
  /// How far the right side was below the left, degrees.
  public var rollDegrees: Double?

  /// Makes a record.
  public init(
    tag: SequenceNumber, magneticDegrees: Double?, trueDegrees: Double?, accuracyDegrees: Double?,
    pitchDegrees: Double?, rollDegrees: Double?
  ) {
    self.tag = tag
    self.magneticDegrees = magneticDegrees
    self.trueDegrees = trueDegrees
    self.accuracyDegrees = accuracyDegrees
    self.pitchDegrees = pitchDegrees
    self.rollDegrees = rollDegrees
  }
}
