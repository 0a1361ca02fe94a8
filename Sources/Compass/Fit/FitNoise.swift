/// How the noise is found: from what the residuals of each kind leave, with the share that the unknowns have eaten up.
extension CalibrationFit {
  /// Takes over the noise that the residuals show. By which factor it changed at most, less 1; nil where it cannot be told.
  static func updateNoise(of problem: inout FitProblem, at parameters: CalibrationParameters) -> Double? {
    guard let strength = misfit(of: .strength, in: &problem, at: parameters),
      let gravity = misfit(of: .gravity, in: &problem, at: parameters)
    else { return nil }
    let old = problem.noise
    problem.noise.fieldMicrotesla = max(SensorNoise.least.fieldMicrotesla, old.fieldMicrotesla * strength)
    problem.noise.accelerationG = max(SensorNoise.least.accelerationG, old.accelerationG * gravity)
    func change(_ new: Double, _ old: Double) -> Double { max(new / old, old / new) - 1 }
    return max(
      change(problem.noise.fieldMicrotesla, old.fieldMicrotesla),
      change(problem.noise.accelerationG, old.accelerationG))
  }

  /// The spread of a kind of residual in units of the noise that was assumed, robustly: outliers count as far as the
  /// softening lets them.
  static func misfit(
    of kind: FitProblem.Kind, in problem: inout FitProblem, at parameters: CalibrationParameters
  ) -> Double? {
    let residuals = problem.residuals(at: parameters).map { $0[kind.rawValue] }
    // How many unknowns this kind determines: the trace of its share in the whole.
    problem.linearise(at: parameters, only: kind)
    let share = problem.system.matrix
    problem.linearise(at: parameters)
    guard problem.system.decompose() else { return nil }
    let inverse = problem.system.packedInverse()
    var eaten = 0.0
    let n = CalibrationParameters.count
    var index = 0
    for row in 0..<n {
      for column in 0...row {
        eaten += (row == column ? 1 : 2) * inverse[index] * share[row * n + column]
        index += 1
      }
    }
    let free = max(Double(residuals.count) - eaten, Double(residuals.count) / 4)
    // Huber's proposal 2: the scale s at which the clipped squares have the mean that normal noise gives them.
    let clip = 2.5
    let expected = 0.9776  // of min(z², 2.5²) for normal z
    var scale = residuals.map { $0 * $0 }.reduce(0, +)
    scale = (scale / free).squareRoot()
    for _ in 0..<30 {
      guard scale > 0, scale.isFinite else { return nil }
      let limit = clip * scale
      let sum = residuals.reduce(0) { $0 + min($1 * $1, limit * limit) }
      let next = (sum / (free * expected)).squareRoot()
      if abs(next - scale) < 1e-4 * scale { break }
      scale = next
    }
    return scale
  }

  /// By how much more the mean of the accelerometer's errors varies than it would if each sample had an error of its own:
  /// a hand that pushes now still pushes a tenth of a second later.
  static func memoryFactor(of residuals: [SIMD3<Double>]) -> Double {
    func correlation(_ kind: FitProblem.Kind) -> Double {
      var product = 0.0
      var square = 0.0
      var last = 0.0
      for residual in residuals {
        let value = min(3, max(-3, residual[kind.rawValue]))
        product += value * last
        square += value * value
        last = value
      }
      return square > 0 ? product / square : 0
    }
    let memory = max(correlation(.gravity), correlation(.angle))
    guard residuals.count >= 50, memory > 0.1 else { return 1 }
    return (1 + min(0.8, memory)) / (1 - min(0.8, memory))
  }
}
