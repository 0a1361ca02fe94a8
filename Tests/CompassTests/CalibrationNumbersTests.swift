import Testing

@testable import Compass

/// What was written down wrongly shall not become a heading.
@Suite struct CalibrationNumbersTests {
  private static func calibration(
    _ change: (inout CalibrationParameters) -> Void = { _ in }, coverage: Double = 90, attitudes: Int = 100,
    predicted: Double = 1, tilt: Double = 180
  ) -> Calibration? {
    var parameters = CalibrationParameters()
    change(&parameters)
    return Calibration(
      parameters: parameters, covariance: Array(repeating: 0, count: 210),
      noise: SensorNoise(fieldMicrotesla: 0.3, accelerationG: 0.002), chipKey: "x", usedPrior: true,
      coveragePercent: coverage, tilt: TiltSpan(axis: SIMD3(0, 0, -1), degrees: tilt), isTiltLimited: false,
      predictedDegrees: predicted, attitudes: attitudes)
  }

  @Test func `those of sensors are taken`() {
    #expect(Self.calibration() != nil)
    #expect(Self.calibration { $0.fieldBias = SIMD3(120, -80, 900) } != nil)
  }

  @Test func `a matrix that cannot be undone is none`() {
    #expect(Self.calibration { $0.matrix = Matrix3(rows: SIMD3(1, 0, 0), SIMD3(1, 0, 0), SIMD3(0, 0, 1)) } == nil)
    #expect(Self.calibration { $0.matrix = Matrix3(rows: .zero, .zero, .zero) } == nil)
  }

  @Test(arguments: [-1e9, 0, 4, 200, 1e300]) func `no place has such a field`(microtesla: Double) {
    #expect(Self.calibration { $0.fieldMicrotesla = microtesla } == nil)
  }

  @Test func `what no sensor and no recording has is refused`() {
    #expect(Self.calibration { $0.dipRadians = 3 } == nil)
    #expect(Self.calibration { $0.accelerationScale = SIMD3(1, 0, 1) } == nil)
    #expect(Self.calibration { $0.accelerationBias = SIMD3(0, 5, 0) } == nil)
    #expect(Self.calibration { $0.fieldBias = SIMD3(1e6, 0, 0) } == nil)
    #expect(Self.calibration(coverage: 900) == nil)
    #expect(Self.calibration(attitudes: -1) == nil)
    #expect(Self.calibration(predicted: .nan) == nil)
    #expect(Self.calibration(tilt: -1) == nil)
  }
}
