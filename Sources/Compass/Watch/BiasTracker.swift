/// Follows the slow drift of the magnetometer's bias while the compass is used: from strength and dip, one small step at
/// a time, and never while something disturbs the field.
public struct BiasTracker: Sendable {
  /// What to add to the bias of the calibration, µT, in the axes of the sensor.
  public private(set) var correction = SIMD3<Double>()
  /// Rows of the covariance of the correction, µT².
  private var covariance: Matrix3
  private var lastSeconds: Double?

  /// Farther than this the bias does not drift: it was moved, and needs a calibration. µT.
  public static let limit = 5.0
  /// The noise of one step, µT: the site and what the calibration leaves repeat in every sample of an attitude, so that
  /// a minute of samples must not count as six hundred.
  static let stepSigma = 8.0

  /// Starts with the calibration as it is.
  public init() { covariance = Matrix3.identity * 0.01 }

  /// Takes a still reading. `isDisturbed` is what an ``InterferenceWatch`` or the heading's status says.
  public mutating func add(
    _ reading: HeadingReading, calibration: Calibration, prior: FieldPrior?, isDisturbed: Bool, atSeconds now: Double
  ) {
    let elapsed = min(600, max(0, now - (lastSeconds ?? now)))
    lastSeconds = now
    let perDay = HeadingBudget.driftMicrotesla * HeadingBudget.driftMicrotesla
    let growth = perDay * elapsed / 86_400
    covariance.row0.x += growth
    covariance.row1.y += growth
    covariance.row2.z += growth
    guard !isDisturbed, !reading.isSaturated, reading.field.isFinite else { return }
    let parameters = calibration.parameters
    let acceleration = parameters.acceleration(reading.acceleration)
    // Only a board that is still says where down is.
    guard abs(acceleration.length - 1) < 0.03, let up = acceleration.direction else { return }
    let field = parameters.field(reading.field - correction)
    guard let u = field.direction else { return }
    let expected = prior?.fieldMicrotesla ?? parameters.fieldMicrotesla
    let dip = prior.map { sine(degrees: $0.dipDegrees) } ?? sine(degrees: parameters.dipRadians * degreesPerRadian)
    let strength = field.length - expected
    let vertical = -field.dot(up) - expected * dip
    // Far off is a disturbance that nobody noticed.
    guard abs(strength) < 3, abs(vertical) < 3 else { return }
    step(innovation: strength, gradient: parameters.matrix.transposedTimes(u))
    step(innovation: vertical, gradient: parameters.matrix.transposedTimes(up * -1))
    let length = correction.length
    if length > Self.limit { correction *= Self.limit / length }
  }

  /// Kalman's step with one number: more field than expected is more bias along the gradient.
  private mutating func step(innovation: Double, gradient: SIMD3<Double>) {
    let spread = covariance * gradient
    let variance = gradient.dot(spread) + Self.stepSigma * Self.stepSigma
    let gain = spread / variance
    correction += gain * innovation
    covariance.row0 -= spread * gain.x
    covariance.row1 -= spread * gain.y
    covariance.row2 -= spread * gain.z
  }
}
