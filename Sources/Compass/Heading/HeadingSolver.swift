import Glibc

/// From a reading to a heading, with an accuracy that is meant.
public struct HeadingSolver: Sendable {
  /// Nil: headings are told but invalid.
  public var calibration: Calibration?
  /// How the board is mounted and worn.
  public var orientation: HeadingOrientation
  /// The Earth's field here, from the magnetic model; without it that of the calibration is taken, with less trust.
  public var prior: FieldPrior?
  /// East positive, degrees; nil without a position.
  public var declinationDegrees: Double?
  /// Standard deviation of the declination, degrees.
  public var declinationSigmaDegrees: Double
  /// What a ``BiasTracker`` adds to the bias of the calibration, µT.
  public var biasCorrection = SIMD3<Double>()

  /// Makes one.
  public init(
    calibration: Calibration?, orientation: HeadingOrientation = .usual, prior: FieldPrior? = nil,
    declinationDegrees: Double? = nil, declinationSigmaDegrees: Double = 0.4
  ) {
    self.calibration = calibration
    self.orientation = orientation
    self.prior = prior
    self.declinationDegrees = declinationDegrees
    self.declinationSigmaDegrees = declinationSigmaDegrees
  }

  /// Below this the horizontal field, µT, gives no heading; below ``weakFieldMicrotesla`` a poor one. NOAA's blackout
  /// and caution zones.
  public static let blackoutMicrotesla = 2.0
  /// See ``blackoutMicrotesla``.
  public static let weakFieldMicrotesla = 6.0
  /// More than any magnetometer measures, µT: squares of it are still numbers.
  static let mostMicrotesla = 1e6
  /// How near the vertical the reference axis gives no heading, degrees.
  public static let verticalDegrees = 5.0

  /// Solves. `ageDays` is the time since the calibration; `disturbanceMicrotesla` what an ``InterferenceWatch`` has seen.
  public func solve(_ reading: HeadingReading, ageDays: Double? = nil, disturbanceMicrotesla: Double = 0) -> Heading {
    var parameters = calibration?.parameters ?? CalibrationParameters()
    parameters.fieldBias += biasCorrection
    let field = parameters.field(reading.field)
    let acceleration = parameters.acceleration(reading.acceleration)
    var heading = Heading(accuracyDegrees: -1, status: .unusable)
    guard reading.field.isFinite, reading.acceleration.isFinite, !reading.isSaturated,
      field.length < Self.mostMicrotesla, let geometry = HeadingGeometry(field: field, acceleration: acceleration)
    else { return heading }
    let forward = orientation.forward
    let right = forward.cross(orientation.up)
    heading.fieldMicrotesla = field.length
    heading.dipDegrees = geometry.dipDegrees
    let sink = min(1, max(-1, forward.dot(geometry.down)))
    heading.pitchDegrees = -asin(sink) * degreesPerRadian
    heading.rollDegrees =
      atan2(right.dot(geometry.down), -orientation.up.dot(geometry.down)) * degreesPerRadian
    guard abs(sink) < cosine(degrees: Self.verticalDegrees) else {
      heading.status = .vertical
      return heading
    }
    let horizontal = geometry.horizontal
    heading.status = .weakField
    guard horizontal >= Self.blackoutMicrotesla, (prior?.horizontalMicrotesla ?? horizontal) >= Self.blackoutMicrotesla
    else { return heading }
    guard let magnetic = geometry.heading(of: forward) else { return heading }
    heading.magneticDegrees = magnetic
    heading.trueDegrees = declinationDegrees.map { Angles.wrapped(degrees: magnetic + $0) }
    guard let calibration else {
      heading.status = .uncalibrated
      return heading
    }
    let budget = HeadingBudget(
      geometry: geometry, forward: forward, acceleration: acceleration, reading: reading, calibration: calibration,
      prior: prior, ageDays: ageDays, disturbanceMicrotesla: disturbanceMicrotesla)
    heading.status = budget.status
    guard !budget.isDisturbedBeyondUse else { return heading }
    var variance = budget.variance
    if heading.trueDegrees != nil {
      variance += (declinationSigmaDegrees / degreesPerRadian) * (declinationSigmaDegrees / degreesPerRadian)
    }
    let bound = 2 * variance.squareRoot() * degreesPerRadian
    // A bound of a quarter circle is no heading.
    heading.accuracyDegrees = bound.isFinite && bound < 90 ? max(0.1, bound) : -1
    return heading
  }
}
