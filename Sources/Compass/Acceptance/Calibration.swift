/// A calibration that was accepted: plain numbers, so that it can be written down and read again.
public struct Calibration: Equatable, Sendable {
  /// The version of the meaning of the numbers.
  public static let version = 1

  /// The twenty values.
  public var parameters: CalibrationParameters
  /// Their covariance: the lower triangle row by row, 210 numbers.
  public var covariance: [Double]
  /// The noise of a single sample in the recording.
  public var noise: SensorNoise
  /// Which chip on which bus, mounted how: a calibration is good for no other.
  public var chipKey: String
  /// When, seconds since 1970 (UTC); nil on a board that did not know.
  public var unixSeconds: Double?
  /// The temperature of the sensor, °C.
  public var temperatureCelsius: Double?
  /// Whether strength and dip came from the magnetic model, or only from the recording.
  public var usedPrior: Bool
  /// How much of the sphere was seen, 0...100.
  public var coveragePercent: Double
  /// Where down went in the recording.
  public var tilt: TiltSpan
  /// Whether it is good only within ``tilt``.
  public var isTiltLimited: Bool
  /// The 95 % bound of the heading, degrees, that was promised.
  public var predictedDegrees: Double
  /// How many attitudes it is made of.
  public var attitudes: Int

  /// Makes one, of a fit or of stored numbers. Nil unless there are 210 finite covariances with variances that are not
  /// negative, a noise that is one, and parameters that sensors can have, with a matrix that can be undone.
  public init?(
    parameters: CalibrationParameters, covariance: [Double], noise: SensorNoise, chipKey: String,
    unixSeconds: Double? = nil, temperatureCelsius: Double? = nil, usedPrior: Bool, coveragePercent: Double,
    tilt: TiltSpan, isTiltLimited: Bool, predictedDegrees: Double, attitudes: Int
  ) {
    let n = CalibrationParameters.count
    guard covariance.count == n * (n + 1) / 2, covariance.allSatisfy(\.isFinite),
      (0..<n).allSatisfy({ covariance[$0 * ($0 + 3) / 2] >= 0 }), noise.fieldMicrotesla > 0, noise.accelerationG > 0,
      noise.fieldMicrotesla.isFinite, noise.accelerationG.isFinite, tilt.axis.direction != nil,
      (0...180).contains(tilt.degrees),
      parameters.isPlausible, (0...100).contains(coveragePercent), attitudes >= 0, (0...360).contains(predictedDegrees)
    else { return nil }
    self.parameters = parameters
    self.covariance = covariance
    self.noise = noise
    self.chipKey = chipKey
    self.unixSeconds = unixSeconds
    self.temperatureCelsius = temperatureCelsius
    self.usedPrior = usedPrior
    self.coveragePercent = coveragePercent
    self.tilt = tilt
    self.isTiltLimited = isTiltLimited
    self.predictedDegrees = predictedDegrees
    self.attitudes = attitudes
  }

  /// The field, µT, in the axes of the accelerometer.
  public func field(_ sample: FieldSample) -> SIMD3<Double> { parameters.field(sample.microtesla) }

  /// The acceleration, g.
  public func acceleration(_ sample: MotionSample) -> SIMD3<Double> { parameters.acceleration(sample.acceleration) }
}
