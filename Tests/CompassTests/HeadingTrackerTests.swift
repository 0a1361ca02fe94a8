import Testing

@testable import Compass

@Suite struct HeadingTrackerTests {
  private static func tracker() -> HeadingTracker {
    let calibration = Calibration(
      parameters: CalibrationParameters(), covariance: Array(repeating: 0, count: 210),
      noise: SensorNoise(fieldMicrotesla: 0.3, accelerationG: 0.002), chipKey: "x", usedPrior: true,
      coveragePercent: 90, tilt: TiltSpan(axis: SIMD3(0, 0, -1), degrees: 180), isTiltLimited: false,
      predictedDegrees: 1, attitudes: 100)
    return HeadingTracker(HeadingSolver(calibration: calibration, orientation: .usual))
  }

  private static let still = MotionSample(acceleration: SIMD3(0, 0, 1))

  private static func run(
    _ tracker: inout HeadingTracker, _ seconds: ClosedRange<Double>, every step: Double = 0.1, field: Double = 50,
    follows: Bool = true
  ) {
    for now in stride(from: seconds.lowerBound, through: seconds.upperBound, by: step) {
      _ = tracker.heading(
        FieldSample(microtesla: SIMD3(field, 0, 0)), still, follows: follows, ageDays: nil, atSeconds: now)
    }
  }

  @Test func `a change of the field is seen, however fast the samples come`() {
    for step in [0.1, 0.02] {
      var tracker = Self.tracker()
      Self.run(&tracker, 0...10, every: step)
      #expect(tracker.alarm == nil)
      Self.run(&tracker, 10.1...11.2, every: step, field: 53)
      #expect(tracker.alarm != nil, "\(step)")
    }
  }

  @Test func `after a pause what is usual is learned anew`() {
    var tracker = Self.tracker()
    Self.run(&tracker, 0...10)
    Self.run(&tracker, 600...605, field: 53)
    #expect(tracker.alarm == nil)
  }

  @Test func `single measurements say nothing of disturbances`() {
    var tracker = Self.tracker()
    Self.run(&tracker, 0...10, follows: false)
    Self.run(&tracker, 10.1...12, field: 53, follows: false)
    #expect(tracker.alarm == nil)
  }

  @Test func `another calibration knows nothing of the one before`() {
    var tracker = Self.tracker()
    let other = tracker.solver.calibration
    Self.run(&tracker, 0...10)
    Self.run(&tracker, 10.1...12, field: 53)
    #expect(tracker.alarm != nil)
    tracker.use(other)
    #expect(tracker.alarm == nil)
    tracker.use(nil)
    let heading = tracker.heading(
      FieldSample(microtesla: SIMD3(50, 0, 0)), Self.still, follows: true, ageDays: nil, atSeconds: 13)
    #expect(heading.status == .uncalibrated)
  }
}
