import Glibc

/// All that makes a heading uncertain, added up.
struct HeadingBudget {
  /// Of the heading, radians squared.
  private(set) var variance = 0.0
  /// The greatest trouble.
  private(set) var status = Heading.Status.valid
  /// Whether the disturbance may have turned the field by more than half a radian.
  private(set) var isDisturbedBeyondUse = false

  /// A bias moves by this much in a day, µT, and by the root of the days in more.
  static let driftMicrotesla = 0.3
  /// More than this it is not expected to move unnoticed, µT.
  static let mostDriftMicrotesla = 1.5
  /// A field that turns only the horizontal part looks like a turn of the board. This much of it, µT, is in every bound:
  /// what small things nearby do outdoors. A tenth of a degree or two, half a degree at high latitudes.
  static let unseenMicrotesla = 0.05
  /// The accelerometer of a figure of eight has the hand in it; at rest no part has more noise than this, g.
  static let mostMotionNoiseG = 0.01
  /// The rocks of a place against the model of the Earth, µT and degrees.
  static let crustMicrotesla = 0.2
  static let crustDipDegrees = 0.2

  init(
    geometry: HeadingGeometry, forward: SIMD3<Double>, acceleration: SIMD3<Double>, reading: HeadingReading,
    calibration: Calibration, prior: FieldPrior?, ageDays: Double?, disturbanceMicrotesla: Double
  ) {
    let parameters = calibration.parameters
    let gradient = geometry.gradient(
      of: forward, parameters: parameters, rawField: reading.field, rawAcceleration: reading.acceleration)
    let (byField, byDown) = geometry.gradient(of: forward)
    let fieldSquare = byField.dot(byField)
    let downSquare = byDown.dot(byDown)
    let isBeyond = calibration.tilt.degrees < 90 && calibration.tilt.tilt(of: geometry.down) > calibration.tilt.degrees
    // The covariance knows by itself how little is known out there.
    if isBeyond { status = .beyondCalibratedTilt }
    variance += quadraticForm(calibration.covariance, gradient)

    let noise = Self.noise(reading, calibration)
    variance += fieldSquare * noise.field + downSquare * noise.motion

    // Gravity is 1 g. What is more or less is a push, and the two parts of it that turn down are as large.
    let length = acceleration.length
    let up = geometry.down * -1
    let push = length - 1
    let expected = noise.motion + Self.gravityVariance(up, reading, calibration)
    let excess = max(0, push * push - 4 * expected)
    variance += downSquare * excess
    if excess > 0, push.magnitude > 0.02 { status = .accelerating }

    let disturbance = max(
      disturbanceMicrotesla,
      Self.disturbance(geometry, noise, downExcess: excess, calibration, gradient, prior, reading))
    if disturbance > 0 {
      let share = disturbance / max(geometry.horizontal, 0.1)
      // What is seen lies in the plane of field and gravity; the unseen part across it is about as large.
      variance += share * share
      if share > 0.02 { status = .disturbed }
      isDisturbedBeyondUse = share > 0.5
    }
    let unseen = Self.unseenMicrotesla / max(geometry.horizontal, 0.1)
    variance += unseen * unseen
    let drift = min(Self.mostDriftMicrotesla, Self.driftMicrotesla * max(0, ageDays ?? 0).squareRoot())
    variance += fieldSquare * drift * drift
    if geometry.horizontal < HeadingSolver.weakFieldMicrotesla {
      status = .weakField
      variance *= 1.5
    }
    // Without the model nothing but the model's dip tells a reversed axis from the other half of the Earth.
    if status == .valid, prior == nil, !calibration.usedPrior { status = .unchecked }
  }

  /// Variance of the means: that of the calibration, corrected by what these samples show.
  private static func noise(_ reading: HeadingReading, _ calibration: Calibration) -> (field: Double, motion: Double) {
    let n = Double(reading.count)
    // The accelerometer of a figure of eight has the hand in it, so what the samples show counts more.
    func blend(_ own: Double?, _ usual: Double, weight: Double) -> Double {
      guard let own else { return usual * usual }
      let free = 3 * Double(max(0, reading.spreadCount - 1))
      return (weight * usual * usual + free * own * own) / (weight + free)
    }
    let field = blend(reading.spread?.fieldMicrotesla, calibration.noise.fieldMicrotesla, weight: 6)
    let motion = blend(reading.spread?.accelerationG, min(mostMotionNoiseG, calibration.noise.accelerationG), weight: 1)
    return (field / n, motion / n)
  }

  /// Variance of |acceleration| that the calibration leaves.
  private static func gravityVariance(
    _ up: SIMD3<Double>, _ reading: HeadingReading, _ calibration: Calibration
  ) -> Double {
    let parameters = calibration.parameters
    var row = [Double](repeating: 0, count: CalibrationParameters.count)
    let offset = reading.acceleration - parameters.accelerationBias
    for axis in 0..<3 {
      row[CalibrationParameters.Index.accelerationBias + axis] = -up[axis] * parameters.accelerationScale[axis]
      row[CalibrationParameters.Index.accelerationScale + axis] = up[axis] * offset[axis]
    }
    return quadraticForm(calibration.covariance, row)
  }

  /// How large the field is that is not the Earth's, µT: what strength and dip are off beyond their own uncertainty.
  private static func disturbance(
    _ geometry: HeadingGeometry, _ noise: (field: Double, motion: Double), downExcess: Double,
    _ calibration: Calibration, _ gradient: [Double], _ prior: FieldPrior?, _ reading: HeadingReading
  ) -> Double {
    let parameters = calibration.parameters
    let field = prior?.fieldMicrotesla ?? parameters.fieldMicrotesla
    let dip = (prior?.dipDegrees ?? parameters.dipRadians * degreesPerRadian) / degreesPerRadian
    let strength = geometry.field.length
    // Without a model the board may be far from where it was calibrated: half a degree of latitude is 1 % and 0.7°.
    let siteField = prior.map { $0.fieldSigmaMicrotesla + crustMicrotesla } ?? 0.02 * field
    let siteDip = (prior.map { $0.dipSigmaDegrees + crustDipDegrees } ?? 1.5) / degreesPerRadian
    // How well the calibration itself knows strength and dip in this attitude.
    let (strengthRow, dipRow) = geometry.earthGradients(parameters: parameters, rawField: reading.field)
    let fieldVariance = noise.field + siteField * siteField + quadraticForm(calibration.covariance, strengthRow)
    let dipVariance =
      noise.field / (strength * strength) + noise.motion + downExcess + siteDip * siteDip
      + quadraticForm(calibration.covariance, dipRow)
    let offField = strength - field
    let offDip = atan2(geometry.field.dot(geometry.down), geometry.horizontal) - dip
    // 2.6 standard deviations: what one reading in a hundred shows without any disturbance.
    let excess =
      max(0, offField * offField - 6.8 * fieldVariance)
      + strength * strength * max(0, offDip * offDip - 6.8 * dipVariance)
    return excess.squareRoot()
  }
}
