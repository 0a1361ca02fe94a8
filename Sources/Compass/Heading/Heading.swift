/// Which way the board points.
public struct Heading: Equatable, Sendable {
  /// What there is to know of it beside its accuracy.
  public enum Status: String, Sendable, CaseIterable {
    /// Good.
    case valid
    /// Good as far as can be told: neither now nor at the calibration was a place known, so that nothing would show axes
    /// that are reversed.
    case unchecked
    /// Tilted farther than in the calibration: less accurate.
    case beyondCalibratedTilt = "beyond-calibrated-tilt"
    /// Accelerated: down is uncertain.
    case accelerating
    /// The field is not the Earth's: less accurate, or invalid.
    case disturbed
    /// The horizontal field is weak, as near the magnetic poles.
    case weakField = "weak-field"
    /// The reference axis is within 5° of the vertical: there is no heading.
    case vertical
    /// There is no calibration: the heading may be anything.
    case uncalibrated
    /// The sensors give no numbers, or such at the end of their range.
    case unusable
  }

  /// From magnetic north, 0..<360; nil where there is none.
  public var magneticDegrees: Double?
  /// From true north, 0..<360; nil without a declination.
  public var trueDegrees: Double?
  /// 95 % of headings are at most this far from the truth, degrees; -1 for one that must not be used.
  public var accuracyDegrees: Double
  /// How far forward is above the horizon, degrees.
  public var pitchDegrees: Double?
  /// How far the right side is below the left, degrees, -180...180.
  public var rollDegrees: Double?
  /// The strength of the field, µT.
  public var fieldMicrotesla: Double?
  /// How far the field points below the horizon, degrees.
  public var dipDegrees: Double?
  /// The rest.
  public var status: Status

  /// What there is while the sensors give nothing.
  public static let missing = Heading(accuracyDegrees: -1, status: .unusable)

  /// Whether it may be used.
  public var isValid: Bool { accuracyDegrees >= 0 && magneticDegrees != nil }
}
