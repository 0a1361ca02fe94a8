import Simulation
import Testing

@testable import Compass

@Suite struct `A calibration` {
  private static let cheap = [CompassParts.typical, .poor]

  @Test(arguments: [
    (CompassScenario("figure-eight", parts: cheap, motion: .figureEight), 1.4),
    (CompassScenario("poses", parts: cheap, motion: .stillPoses), 0.9),
    (
      CompassScenario("equator", parts: cheap, motion: .figureEight, fieldMicrotesla: 29, dipDegrees: 20), 0.7
    ),
    (CompassScenario("south, no model", parts: cheap, motion: .stillPoses, dipDegrees: -62, hasPrior: false), 1.1),
  ])
  func `is good, and honest about it`(scenario: CompassScenario, limit: Double) {
    var (inside, count, square) = (0, 0, 0.0)
    for seed in 21...22 as ClosedRange<UInt64> {
      let trial = scenario.tryOnce(seed: seed, headings: 60)
      #expect(trial.outcome.verdict.isAccepted, "\(scenario.name), seed \(seed): \(trial.outcome.verdict)")
      count += trial.errors.count
      inside += zip(trial.errors, trial.bounds).count { abs($0) <= $1 }
      square += trial.rms * trial.rms / 2
    }
    #expect(square.squareRoot() < limit, "\(scenario.name), seeds 21 and 22")
    // Two boards have two sets of errors: 93 % holds of many (the benchmark says so).
    #expect(inside * 100 >= count * 80, "\(scenario.name): \(inside) of \(count) inside")
  }

  @Test func `within 30° is limited, and says so`() throws {
    let trial = CompassScenario("tilt", parts: Self.cheap, motion: .tilt30, tilts: 0...30).tryOnce(seed: 5)
    guard case .acceptedLimited(let tilt) = trial.outcome.verdict else {
      Issue.record("\(trial.outcome.verdict)")
      return
    }
    #expect((22...33).contains(tilt))
    #expect(trial.outcome.calibration?.isTiltLimited == true)
    #expect(trial.rms < 1.5)
  }

  @Test(arguments: [
    (CompassScenario.Trouble.magnetAttached, CalibrationMotion.stillPoses, "magnet-attached"),
    (.saturatedAxis, .stillPoses, "saturated"), (.mirroredAxis, .stillPoses, "mirrored-axis"),
    (.swappedAxes, .stillPoses, "swapped-axes"), (.invertedAxes, .stillPoses, "inverted-axes"),
    (.mirroredAxis, .tilt30, "mirrored-axis"), (.none, .nearPlanar, "near-planar"), (.none, .oneRoll, "near-planar"),
  ])
  func `is refused with the reason`(trouble: CompassScenario.Trouble, motion: CalibrationMotion, code: String) throws {
    let scenario = CompassScenario("\(trouble)", parts: [.typical, .poor], motion: motion, trouble: trouble)
    let trial = scenario.tryOnce(seed: 33)
    let reason = try #require(trial.outcome.verdict.reasons.first, "\(trouble), \(motion), seed 33")
    #expect(reason.code == code)
    #expect(!reason.message.isEmpty && !reason.remedy.isEmpty)
    #expect(trial.outcome.calibration == nil)
  }

  @Test func `names the axes that would be right`() throws {
    let scenario = CompassScenario("swapped", parts: [.good], motion: .stillPoses)
    var model = CompassModel(.good, fieldMicrotesla: 50, dipDegrees: 68, seed: 9)
    model.mixUp = [(1, -1), (0, 1), (2, 1)]  // its x shows -y, its y shows x
    let recording = CalibrationRecording(scenario.motion, of: &model, seed: 9)
    let outcome = Calibrator.calibrate(
      recording: recording.samples.map { ($0.seconds, $0.field, $0.motion) },
      prior: FieldPrior(fieldMicrotesla: 50, dipDegrees: 68), chipKey: "test")
    let reason = try #require(outcome.verdict.reasons.first)
    #expect(reason == .swappedAxes(try #require(AxisMap("y,-x,z"))))
    #expect(reason.message.contains("x is y, y is -x"))
  }

  @Test func `of nothing, or of a still board, is refused`() {
    #expect(
      Calibrator.calibrate(recording: [], prior: nil, chipKey: "").verdict == .refused([.tooFewSamples(count: 0)]))
    let still = (0..<300).map {
      (Double($0) / 10, FieldSample(microtesla: [20, 0, -45]), MotionSample(acceleration: [0, 0, 1]))
    }
    #expect(!Calibrator.calibrate(recording: still, prior: nil, chipKey: "").verdict.isAccepted)
  }

  @Test func `is plain numbers, and damaged ones are refused`() throws {
    let calibration = try #require(perfectCalibration())
    func again(_ covariance: [Double]) -> Calibration? {
      Calibration(
        parameters: calibration.parameters, covariance: covariance, noise: calibration.noise, chipKey: "test",
        usedPrior: true, coveragePercent: 100, tilt: calibration.tilt, isTiltLimited: false, predictedDegrees: 1,
        attitudes: 300)
    }
    #expect(again(calibration.covariance) == calibration)
    #expect(again([]) == nil)
    #expect(again([-1] + calibration.covariance.dropFirst()) == nil)
    #expect(again([.nan] + calibration.covariance.dropFirst()) == nil)
    #expect(CalibrationParameters(values: [1, 2]) == nil)
    #expect(CalibrationParameters(values: calibration.parameters.values) == calibration.parameters)
  }
}
