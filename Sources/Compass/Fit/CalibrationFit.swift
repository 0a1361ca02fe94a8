import Glibc

/// The joint fit: bias and matrix of the magnetometer, bias and scale of the accelerometer, strength and dip of the field,
/// all at once (Kok and Schön 2016 and Wu et al. 2016 give the idea of a common model).
///
/// An ellipsoid through the magnetometer's points cannot see how the two sensors are turned against each other, and takes
/// the accelerometer's errors times tan(dip) into the heading. The constant dip sees both.
public struct CalibrationFit: Equatable, Sendable {
  /// The best values.
  public var parameters: CalibrationParameters
  /// Their covariance: the lower triangle row by row, `20 x 21 / 2` numbers.
  public var covariance: [Double]
  /// What the residuals say of the noise of a single sample.
  public var noise: SensorNoise
  /// The cost at the best values, with the noise that was found.
  public var cost: Double
  /// The root mean square of the angle residual beside what noise explains: 1 where the model is right.
  public var angleMisfit: Double
  /// How many samples it is made of.
  public var sampleCount: Int

  /// How many samples a fit needs at least.
  public static let leastSamples = 12

  /// Fits. Nil for fewer than ``leastSamples`` finite samples, or where nothing converges.
  public init?(samples: [FitSample], prior: FieldPrior?) {
    let samples = samples.filter(\.isFinite)
    guard samples.count >= Self.leastSamples, prior?.isPlausible ?? true else { return nil }
    let points = samples.map(\.field)
    guard let spread = FitStarts.centroid(points) else { return nil }
    let sphere = FitStarts.sphere(points)
    let priors = FitPriors(prior, typicalFieldMicrotesla: sphere?.radius ?? spread.radius)
    var problem = FitProblem(samples: samples, priors: priors, noise: .unknown)
    let starts = Self.starts(points, sphere: sphere, spread: spread, priors: priors)
    var best: (parameters: CalibrationParameters, cost: Double)?
    for start in starts {
      let end = Self.descend(&problem, from: start, steps: 25)
      if end.cost < best?.cost ?? .infinity { best = end }
    }
    guard let best, best.cost.isFinite else { return nil }
    self.init(polishing: best.parameters, in: &problem)
  }

  /// Fits from values that are nearly right, such as those of nearly the same samples.
  init?(samples: [FitSample], prior: FieldPrior?, from start: CalibrationParameters, typicalFieldMicrotesla: Double) {
    guard samples.count >= Self.leastSamples else { return nil }
    var problem = FitProblem(
      samples: samples, priors: FitPriors(prior, typicalFieldMicrotesla: typicalFieldMicrotesla), noise: .unknown)
    self.init(polishing: start, in: &problem)
  }

  private init?(polishing start: CalibrationParameters, in problem: inout FitProblem) {
    var parameters = start
    var cost = 0.0
    angleMisfit = 1
    sampleCount = problem.samples.count
    for _ in 0..<4 {
      let change = Self.updateNoise(of: &problem, at: parameters)
      (parameters, cost) = Self.descend(&problem, from: parameters, steps: 15)
      if let change, change < 0.02 { break }
    }
    let found = problem.noise
    let memory = Self.memoryFactor(of: problem.residuals(at: parameters))
    if memory > 1 {
      problem.noise.accelerationG *= memory.squareRoot()
      (parameters, cost) = Self.descend(&problem, from: parameters, steps: 10)
    }
    problem.linearise(at: parameters)
    guard problem.system.decompose() else { return nil }
    self.parameters = parameters
    self.cost = cost
    noise = found
    covariance = problem.system.packedInverse()
    var index = 0
    for row in 0..<CalibrationParameters.count {
      for column in 0...row {
        covariance[index] *= problem.priors.sigmas[row] * problem.priors.sigmas[column]
        index += 1
      }
    }
    guard parameters.values.allSatisfy(\.isFinite), covariance.allSatisfy(\.isFinite) else { return nil }
    problem.noise = found
    angleMisfit = Self.misfit(of: .angle, in: &problem, at: parameters) ?? 1
    // What the model does not explain is as uncertain as what it does.
    let inflation = max(1, angleMisfit * angleMisfit)
    for index in covariance.indices { covariance[index] *= inflation }
  }

  private static func starts(
    _ points: [SIMD3<Double>], sphere: FitStarts.Sphere?, spread: FitStarts.Sphere, priors: FitPriors
  ) -> [CalibrationParameters] {
    typealias Index = CalibrationParameters.Index
    var base = CalibrationParameters(unchecked: priors.means)
    let field = priors.means[Index.field]
    var starts: [CalibrationParameters] = []
    base.fieldBias = spread.centre
    starts.append(base)
    if let sphere, (0.3...3).contains(sphere.radius / field) {
      base.fieldBias = sphere.centre
      starts.append(base)
    }
    if let ellipsoid = FitStarts.ellipsoid(points, radius: field) {
      base.fieldBias = ellipsoid.centre
      base.matrix = ellipsoid.matrix
      starts.append(base)
    }
    return starts
  }

  /// Levenberg and Marquardt's way down, in units of the priors' sigmas.
  static func descend(
    _ problem: inout FitProblem, from start: CalibrationParameters, steps: Int
  ) -> (parameters: CalibrationParameters, cost: Double) {
    var parameters = start
    var cost = problem.cost(at: start)
    var damping = 1e-3
    for _ in 0..<steps {
      problem.linearise(at: parameters)
      var gained = 0.0
      var moved = false
      for _ in 0..<8 {
        var step = problem.descent
        guard problem.system.decompose(damping: damping) else {
          damping = damping * 10
          continue
        }
        problem.system.solve(&step)
        var values = parameters.values
        for index in values.indices { values[index] += step[index] * problem.priors.sigmas[index] }
        let candidate = CalibrationParameters(unchecked: values)
        let next = problem.cost(at: candidate)
        if next < cost {
          gained = cost - next
          (parameters, cost) = (candidate, next)
          damping = max(1e-9, damping / 10)
          moved = true
          break
        }
        damping *= 10
      }
      // A thousandth in units of χ² is three hundredths of a standard deviation.
      if !moved || gained < 1e-3 { break }
    }
    return (parameters, cost)
  }
}
