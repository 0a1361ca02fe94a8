import Simulation
import Testing

@testable import Compass

@Suite struct `The joint fit` {
  private func samples(_ motion: CalibrationMotion, seed: UInt64) -> (samples: [FitSample], model: CompassModel) {
    var model = CompassModel(.typical, fieldMicrotesla: 50, dipDegrees: 60, seed: seed)
    let recording = CalibrationRecording(motion, of: &model, seed: seed)
    return (
      recording.samples.map { FitSample(field: $0.field.microtesla, acceleration: $0.motion.acceleration) }, model
    )
  }

  @Test func `has the derivatives of its own cost`() {
    let (samples, _) = samples(.tilt30, seed: 3)
    let prior = FieldPrior(fieldMicrotesla: 50, dipDegrees: 60)
    var problem = FitProblem(
      samples: Array(samples.prefix(40)), priors: FitPriors(prior, typicalFieldMicrotesla: 50), noise: .unknown)
    var values = CalibrationParameters().values
    for index in values.indices { values[index] += 0.05 * Double(index % 7 - 3) }
    values[13] = 0.9
    problem.linearise(at: CalibrationParameters(unchecked: values))
    for index in values.indices {
      let step = 1e-5 * problem.priors.sigmas[index]
      var (up, down) = (values, values)
      up[index] += step
      down[index] -= step
      let slope =
        (problem.cost(at: CalibrationParameters(unchecked: down))
          - problem.cost(at: CalibrationParameters(unchecked: up)))
        / 2e-5
      #expect(abs(slope - problem.descent[index]) < 1e-4 * max(1, abs(slope)), "unknown \(index)")
    }
  }

  @Test func `finds hard iron, the accelerometer's bias and the noise`() throws {
    let (samples, model) = samples(.everywhere, seed: 11)
    let fit = try #require(CalibrationFit(samples: samples, prior: FieldPrior(fieldMicrotesla: 50, dipDegrees: 60)))
    #expect((fit.parameters.fieldBias - model.hardIron).length < 0.3)
    #expect((fit.parameters.accelerationBias * fit.parameters.accelerationScale - model.accelerationBias).length < 0.01)
    #expect(abs(fit.noise.fieldMicrotesla - 0.32) < 0.05)
    #expect(abs(fit.noise.accelerationG - 0.0015) < 0.0003)
    #expect(fit.angleMisfit < 1.2)
  }

  @Test func `has nothing to say of a handful of samples, or of none that are numbers`() {
    let (samples, _) = samples(.everywhere, seed: 1)
    #expect(CalibrationFit(samples: Array(samples.prefix(11)), prior: nil) == nil)
    let broken = samples.map { FitSample(field: $0.field, acceleration: [.nan, 0, 1]) }
    #expect(CalibrationFit(samples: broken, prior: nil) == nil)
    let equal = [FitSample](repeating: FitSample(field: [1, 2, 3], acceleration: [0, 0, 1]), count: 50)
    #expect(CalibrationFit(samples: equal, prior: nil) == nil)
    #expect(CalibrationFit(samples: samples, prior: FieldPrior(fieldMicrotesla: 0, dipDegrees: 60)) == nil)
  }

  @Test func `solves with Cholesky's factors and inverts with them`() {
    var system = SymmetricSystem(count: 3)
    system.matrix = [4, 0, 0, 1, 3, 0, 0.5, -1, 2]
    let isPositive = system.decompose()
    #expect(isPositive)
    var x = [1.0, 2, 3]
    system.solve(&x)
    let full = [[4, 1, 0.5], [1, 3, -1], [0.5, -1, 2]]
    for (row, right) in zip(full, [1.0, 2, 3]) {
      #expect(abs(zip(row, x).reduce(0) { $0 + $1.0 * $1.1 } - right) < 1e-12)
    }
    let inverse = system.packedInverse()
    #expect(abs(4 * inverse[0] + inverse[1] + 0.5 * inverse[3] - 1) < 1e-12)
    system.matrix = [1, 0, 0, 2, 1, 0, 0, 0, 1]
    let isPositiveNow = system.decompose()
    #expect(!isPositiveNow)
  }
}
