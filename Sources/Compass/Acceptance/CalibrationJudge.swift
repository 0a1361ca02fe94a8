import Glibc

/// Weighs a fit: coverage, physics, agreement with the Earth, repetition.
struct CalibrationJudge {
  /// What was weighed.
  let fit: CalibrationFit
  let samples: [FitSample]
  let prior: FieldPrior?
  /// Share of the sphere, 0...1, and what is missing.
  let coverage: Double
  let missing: SIMD3<Double>?
  /// Where down went.
  let span: TiltSpan
  /// How many of 18 sectors of heading were seen.
  let sectors: Int
  /// Whether the board was turned about one axis only.
  let isPlanar: Bool

  /// Nil where the samples have no directions.
  init?(fit: CalibrationFit, samples: [FitSample], prior: FieldPrior?) {
    self.fit = fit
    self.samples = samples
    self.prior = prior
    let fields = samples.compactMap { fit.parameters.field($0.field).direction }
    let downs = samples.compactMap { (fit.parameters.acceleration($0.acceleration) * -1).direction }
    guard let span = TiltSpan(downs: downs), fields.count == downs.count else { return nil }
    self.span = span
    let seen = DirectionCells.coverage(of: fields)
    coverage = seen.share
    missing = seen.farthest
    let some: SIMD3<Double> = abs(span.axis.x) < 0.8 ? [1, 0, 0] : [0, 1, 0]
    var filled = Set<Int>()
    for (field, down) in zip(fields, downs) {
      if let heading = HeadingGeometry(field: field, acceleration: down * -1)?.heading(of: some) {
        filled.insert(min(17, Int(heading / 20)))
      }
    }
    sectors = filled.count
    isPlanar = span.degrees < AcceptanceLimits.leastTiltDegrees || Self.isOneTurn(fields, downs)
  }

  /// Whether the board was turned about one axis of its own only: then both field and down keep their angle with it, to
  /// within 3°. A cap of few tilts is thin as well, so thinness counts only where the field went far around.
  private static func isOneTurn(_ fields: [SIMD3<Double>], _ downs: [SIMD3<Double>]) -> Bool {
    guard let spread = FitStarts.centroid(fields), let mean = FitStarts.centroid(downs) else { return true }
    var matrix = Matrix3.identity * 0
    func add(_ d: SIMD3<Double>) {
      matrix.row0 += d * d.x
      matrix.row1 += d * d.y
      matrix.row2 += d * d.z
    }
    for field in fields { add(field - spread.centre) }
    for down in downs { add(down - mean.centre) }
    let least = (matrix * (1 / Double(fields.count))).symmetricEigen.values.x
    return spread.radius > 0.7 && least < 0.0055
  }

  private var face: CollectionProgress.Face? { missing.map(CollectionProgress.Face.facing) }

  /// For which tilt, degrees, it may be used: nil for any.
  private var limit: Double? {
    coverage >= AcceptanceLimits.coverage && span.degrees >= AcceptanceLimits.fullTiltDegrees ? nil : span.degrees
  }

  private var forecast: HeadingForecast? {
    let tilt = min(60, limit ?? 60)
    let axis = limit == nil ? SIMD3(0, 0, -1) : span.axis
    return HeadingForecast(fit.parameters, span: TiltSpan(axis: axis, degrees: tilt), tiltDegrees: tilt)
  }

  /// The 95 % bound of the heading, degrees, that the calibration gives within its span.
  var ownDegrees: Double? { forecast?.bound(fit) }

  /// The same for a single reading at rest, with the noise of the parts in it.
  var predictedDegrees: Double? { forecast?.bound(fit, noise: fit.noise) }

  private var headingLimit: Double { AcceptanceLimits.headingDegrees * Self.dipFactor(fit.parameters) }

  /// By how much more a heading may be off than at a dip of 68°: every error of down counts times the tangent of the dip.
  static func dipFactor(_ parameters: CalibrationParameters) -> Double {
    max(1, min(3, abs(tan(parameters.dipRadians)) / 2.475))
  }

  /// The verdict.
  var verdict: Verdict {
    var reasons: [RefusalReason] = []
    let parameters = fit.parameters
    let bias = parameters.fieldBias.length
    if bias > AcceptanceLimits.biasMicrotesla { reasons.append(.magnetAttached(biasMicrotesla: bias)) }
    if isPlanar { reasons.append(.nearPlanar) }
    if fit.noise.fieldMicrotesla > AcceptanceLimits.fieldNoiseMicrotesla {
      reasons.append(.unsteadyField(microtesla: fit.noise.fieldMicrotesla))
    }
    if fit.noise.accelerationG > AcceptanceLimits.motionNoiseG { reasons.append(.moving) }
    reasons += earthReasons
    if !hasPlausibleGains { reasons.append(.implausibleGains) }
    if fit.angleMisfit > AcceptanceLimits.angleMisfit { reasons.append(.noFit) }
    if limit != nil, !isPlanar, sectors < AcceptanceLimits.sectors {
      reasons.append(.coverage(percent: Int((coverage * 100).rounded()), faceDown: face))
    }
    if let own = ownDegrees {
      if own > headingLimit { reasons.append(.uncertain(degrees: own)) }
    } else {
      reasons.append(.noFit)
    }
    if reasons.isEmpty, !repeats { reasons.append(.notRepeatable) }
    guard reasons.isEmpty else { return .refused(reasons) }
    return limit.map { .acceptedLimited(tiltDegrees: $0) } ?? .accepted
  }

  /// Whether no direction is stretched beyond reason, and the matrix leaves every axis where it was, more or less: a
  /// mirror or a quarter turn is no soft iron.
  private var hasPlausibleGains: Bool {
    let m = parameters.matrix
    guard let gains = m.singularRange, m.determinant > 0 else { return false }
    return AcceptanceLimits.gains.contains(gains.lowerBound) && AcceptanceLimits.gains.contains(gains.upperBound)
      && min(m.row0.x, m.row1.y, m.row2.z) > 0.6
  }

  private var parameters: CalibrationParameters { fit.parameters }

  /// What the recording says of strength and dip without the prior: the prior is taken out of the result again.
  private func withoutPrior(_ index: Int, mean: Double, sigma: Double) -> (value: Double, sigma: Double)? {
    let variance = fit.covariance[index * (index + 3) / 2]
    let information = 1 / variance - 1 / (sigma * sigma)
    guard information > 0 else { return nil }
    let value = (fit.parameters.values[index] / variance - mean / (sigma * sigma)) / information
    return (value, (1 / information).squareRoot())
  }

  private var earthReasons: [RefusalReason] {
    typealias Index = CalibrationParameters.Index
    guard let prior else {
      return (18...72).contains(parameters.fieldMicrotesla)
        ? [] : [.fieldMismatch(percent: (parameters.fieldMicrotesla / 45 - 1) * 100)]
    }
    var reasons: [RefusalReason] = []
    let strength = parameters.fieldMicrotesla / prior.fieldMicrotesla - 1
    // The gains take up most of what the strength is off by; together they must be those of a sensor.
    let gain = parameters.meanGain
    if abs(strength) > AcceptanceLimits.fieldShare || !(0.78...1.28).contains(gain) {
      reasons.append(.fieldMismatch(percent: (max(abs(strength), abs(1 / max(gain, 0.01) - 1))) * 100))
    }
    let dip = prior.dipDegrees / degreesPerRadian
    if let own = withoutPrior(Index.dip, mean: dip, sigma: prior.dipSigmaDegrees / degreesPerRadian) {
      let off = (own.value - dip) * degreesPerRadian
      if abs(off) > AcceptanceLimits.dipDegrees + 3 * own.sigma * degreesPerRadian {
        reasons.append(.dipMismatch(degrees: off))
      }
    }
    return reasons
  }

  /// Whether four fifths of the samples say of the last fifth what it is.
  private var repeats: Bool {
    var kept: [FitSample] = []
    var held: [FitSample] = []
    for (index, sample) in samples.enumerated() {
      if index % 5 == 4 { held.append(sample) } else { kept.append(sample) }
    }
    guard held.count >= 5, kept.count >= 2 * CalibrationFit.leastSamples else { return true }
    let radius = fit.parameters.fieldMicrotesla
    guard
      let other = CalibrationFit(samples: kept, prior: prior, from: fit.parameters, typicalFieldMicrotesla: radius)
    else { return false }
    let problem = FitProblem(
      samples: held, priors: FitPriors(prior, typicalFieldMicrotesla: radius), noise: other.noise)
    var sum = SIMD3<Double>()
    for residual in problem.residuals(at: other.parameters) {
      // Single blunders are softened in the fit; here they are clipped.
      let clipped = residual.clamped(lowerBound: .init(repeating: -3), upperBound: .init(repeating: 3))
      sum += clipped * clipped
    }
    let worst = (max(sum.x, sum.y, sum.z) / Double(held.count)).squareRoot()
    guard worst < AcceptanceLimits.holdOut + 2 / Double(held.count).squareRoot() else { return false }
    let tilt = min(60, limit ?? 60)
    guard let forecast = HeadingForecast(fit.parameters, span: span, tiltDegrees: tilt),
      let difference = forecast.difference(fit.parameters, other.parameters)
    else { return false }
    return difference < headingLimit
  }
}
