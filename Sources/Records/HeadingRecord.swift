/// Which way the board pointed at a tag or a fix.
///
/// As in Core Location there may be a direction that must not be used: an uncalibrated compass has one, and its
/// ``accuracyDegrees`` is nil here where Core Location has a negative `headingAccuracy`. True north is magnetic north
/// and the declination, so the three can never disagree.
public struct HeadingRecord: Equatable, Sendable {
  /// What the heading belongs to, by the number of an earlier record.
  public enum Subject: Hashable, Sendable {
    /// A tag.
    case tag(SequenceNumber)
    /// A kept fix. Whatever shows tracks takes the heading only while that fix is the newest one.
    case fix(SequenceNumber)

    /// The number of the record.
    public var sequence: SequenceNumber {
      switch self {
      case .tag(let sequence), .fix(let sequence): sequence
      }
    }
  }

  /// What it belongs to.
  public let subject: Subject
  /// From magnetic north, degrees, 0..<360; nil where there was none.
  public let magneticDegrees: Double?
  /// How far east of true north magnetic north was, degrees, -180...180; nil without a position.
  public let declinationDegrees: Double?
  /// 95 % of headings are at most this far from the truth, degrees, 0...180; nil for one that must not be used.
  public let accuracyDegrees: Double?
  /// How far forward was above the horizon, degrees, -90...90.
  public let pitchDegrees: Double?
  /// How far the right side was below the left, degrees, -180...180.
  public let rollDegrees: Double?

  /// Makes a record; numbers are cut to what the journal keeps, so that what is shown now is what is read later. What is
  /// not finite or outside its range becomes unknown, a bound above 180 becomes 180, and a direction is turned into its
  /// range.
  public init(
    subject: Subject, magneticDegrees: Double?, declinationDegrees: Double? = nil, accuracyDegrees: Double?,
    pitchDegrees: Double? = nil, rollDegrees: Double? = nil
  ) {
    self.subject = subject
    self.magneticDegrees = Direction.steps(magneticDegrees).map(Direction.degrees)
    self.declinationDegrees = Quantity.halfTurn.steps(declinationDegrees).map(Quantity.halfTurn.value)
    self.accuracyDegrees = Quantity.headingBound.steps(accuracyDegrees).map(Quantity.headingBound.value)
    self.pitchDegrees = Quantity.pitch.steps(pitchDegrees).map(Quantity.pitch.value)
    self.rollDegrees = Quantity.halfTurn.steps(rollDegrees).map(Quantity.halfTurn.value)
  }

  /// From true north, degrees, 0..<360; nil without a declination.
  public var trueDegrees: Double? {
    guard let magnetic = Direction.steps(magneticDegrees),
      let declination = Quantity.halfTurn.steps(declinationDegrees)
    else { return nil }
    return Direction.degrees(Direction.wrapped(magnetic + declination))
  }

  /// Whether the direction may be used.
  public var isValid: Bool { magneticDegrees != nil && accuracyDegrees != nil }

  /// The number of the tag's record; nil for the heading of a fix.
  public var tag: SequenceNumber? { if case .tag(let sequence) = subject { sequence } else { nil } }
}
