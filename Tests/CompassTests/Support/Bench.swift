import Simulation

@testable import Compass

/// A calibration without errors for a field of 50 µT that dips by 68°, with the usual uncertainty of a good one.
func perfectCalibration(tiltDegrees: Double = 180) -> Calibration? {
  var parameters = CalibrationParameters()
  parameters.fieldMicrotesla = 50
  parameters.dipRadians = 68 / degreesPerRadian
  var covariance = [Double](repeating: 0, count: 210)
  let sigmas =
    [0.05, 0.05, 0.05] + [Double](repeating: 0.002, count: 9) + [0.1, 0.003] + [Double](repeating: 0.0008, count: 6)
  for (index, sigma) in sigmas.enumerated() { covariance[index * (index + 3) / 2] = sigma * sigma }
  return Calibration(
    parameters: parameters, covariance: covariance, noise: SensorNoise(fieldMicrotesla: 0.3, accelerationG: 0.002),
    chipKey: "test", usedPrior: true, coveragePercent: 100, tilt: TiltSpan(axis: [0, 0, -1], degrees: tiltDegrees),
    isTiltLimited: tiltDegrees < 90, predictedDegrees: 1, attitudes: 300)
}

/// The Earth's field of ``perfectCalibration(tiltDegrees:)`` as (north, east, down), µT.
let earthField = SIMD3(50 * cosine(degrees: 68), 0, 50 * sine(degrees: 68))

/// What perfect sensors say of an attitude.
func reading(_ attitude: Attitude, count: Int = 10, extra: SIMD3<Double> = .zero, push: SIMD3<Double> = .zero)
  -> HeadingReading
{
  HeadingReading(
    field: attitude.body(earthField + extra), acceleration: attitude.body([0, 0, -1]) + push, count: count)
}
