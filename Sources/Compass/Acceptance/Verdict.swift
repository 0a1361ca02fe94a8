/// Whether a recording is a calibration.
public enum Verdict: Equatable, Sendable {
  /// For any attitude.
  case accepted
  /// For attitudes up to this tilt, degrees, as in a vehicle.
  case acceptedLimited(tiltDegrees: Double)
  /// For none, the most telling reason first.
  case refused([RefusalReason])

  /// Whether there is a calibration.
  public var isAccepted: Bool { if case .refused = self { false } else { true } }

  /// Why there is none.
  public var reasons: [RefusalReason] { if case .refused(let reasons) = self { reasons } else { [] } }
}

/// Where a recording is not good enough. Never by how small the residual is: that of a degenerate fit is smallest.
enum AcceptanceLimits {
  /// Hand-held: this share of the sphere, and this tilt.
  static let coverage = 0.70
  static let fullTiltDegrees = 50.0
  /// In a vehicle: sectors of 20°, and a tilt that separates the vertical parts.
  static let sectors = 14
  static let leastTiltDegrees = 6.0
  /// How much any direction may be stretched.
  static let gains = 0.7...1.4
  static let biasMicrotesla = 200.0
  static let fieldShare = 0.03
  static let dipDegrees = 2.0
  /// Predicted 95 % error of the heading at a dip up to 68°; above it grows with the tangent, as every error does.
  static let headingDegrees = 3.0
  /// Noise of the field, µT: three times that of a cheap sensor.
  static let fieldNoiseMicrotesla = 1.0
  static let motionNoiseG = 0.08
  static let angleMisfit = 1.8
  static let holdOut = 1.5
}
