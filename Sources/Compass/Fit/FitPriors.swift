import Glibc

/// Where the unknowns are expected, and how far from there they may be.
///
/// With them a direction that the recording does not show stays where it was, with its full uncertainty, instead of
/// running away; and the fit has no way to explain everything by a sensor that measures nothing.
struct FitPriors: Sendable {
  /// Expected values, as ``CalibrationParameters/values``.
  var means: [Double]
  /// Standard deviations, in the same order.
  var sigmas: [Double]

  /// Real parts: gains differ by 10 % between axes (HMC5883L), soft iron and the mounting of the parts turn by some
  /// degrees; accelerometers are off by up to 80 mg (MPU-6050) and 3 %.
  enum Usual {
    static let fieldBias = 200.0
    static let gain = 0.12
    static let crossGain = 0.08
    static let accelerationBias = 0.06
    static let accelerationScale = 0.03
  }

  /// Priors for a place, or for any place on Earth. `typicalField` is the radius that a sphere has in the recording.
  init(_ prior: FieldPrior?, typicalFieldMicrotesla: Double) {
    typealias Index = CalibrationParameters.Index
    means = CalibrationParameters().values
    sigmas = [Double](repeating: Usual.crossGain, count: CalibrationParameters.count)
    for axis in 0..<3 {
      sigmas[Index.fieldBias + axis] = Usual.fieldBias
      sigmas[Index.matrix + 4 * axis] = Usual.gain
      sigmas[Index.accelerationBias + axis] = Usual.accelerationBias
      sigmas[Index.accelerationScale + axis] = Usual.accelerationScale
    }
    if let prior {
      means[Index.field] = prior.fieldMicrotesla
      sigmas[Index.field] = prior.fieldSigmaMicrotesla
      means[Index.dip] = prior.dipDegrees / degreesPerRadian
      sigmas[Index.dip] = prior.dipSigmaDegrees / degreesPerRadian
    } else {
      means[Index.field] = min(70, max(20, typicalFieldMicrotesla))
      sigmas[Index.field] = 15
      sigmas[Index.dip] = 1.2
    }
  }
}
