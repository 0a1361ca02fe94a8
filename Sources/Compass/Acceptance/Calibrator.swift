import Glibc

/// From a recording to a calibration, or to the reasons why it is none.
public struct Calibrator: Sendable {
  /// What came out.
  public struct Outcome: Equatable, Sendable {
    /// Accepted or not.
    public var verdict: Verdict
    /// The calibration, if accepted.
    public var calibration: Calibration?
    /// The part of ``Calibration/predictedDegrees`` that more turning makes smaller: without the noise of a reading.
    public var ownDegrees: Double?
  }

  /// Judges what was collected. `unixSeconds` is the date of the recording.
  public static func calibrate(
    _ collector: SampleCollector, prior: FieldPrior?, chipKey: String, unixSeconds: Double? = nil
  ) -> Outcome {
    var found: [RefusalReason] = []
    let isDead = collector.deadAxes.contains { $0.chip == .magnetometer }
    if (collector.saturatedAxis != nil && !isDead) || collector.saturated * 20 > collector.offered {
      found.append(.saturated(axis: collector.saturatedAxis))
    }
    for (chip, axis) in collector.deadAxes { found.append(.deadAxis(chip, axis: axis)) }
    let samples = collector.samples
    guard samples.count >= CalibrationFit.leastSamples else {
      found.append(collector.moving > collector.offered / 2 ? .moving : .tooFewSamples(count: samples.count))
      return Outcome(verdict: .refused(found))
    }
    if let magnet = magnet(samples) { found.append(magnet) }
    // A clipped axis looks like anything, a mirrored one too.
    if found.isEmpty, let mixUp = mixUp(samples, prior) { found.append(mixUp) }
    guard found.isEmpty else { return Outcome(verdict: .refused(found)) }
    guard let fit = CalibrationFit(samples: samples, prior: prior),
      let judge = CalibrationJudge(fit: fit, samples: samples, prior: prior)
    else { return Outcome(verdict: .refused([.noFit])) }
    let verdict = judge.verdict
    guard verdict.isAccepted, let own = judge.ownDegrees, let predicted = judge.predictedDegrees else {
      return Outcome(verdict: verdict)
    }
    var isLimited = false
    if case .acceptedLimited = verdict { isLimited = true }
    let calibration = Calibration(
      parameters: fit.parameters, covariance: fit.covariance, noise: fit.noise, chipKey: chipKey,
      unixSeconds: unixSeconds, temperatureCelsius: collector.temperatureCelsius, usedPrior: prior != nil,
      coveragePercent: judge.coverage * 100, tilt: judge.span, isTiltLimited: isLimited, predictedDegrees: predicted,
      attitudes: samples.count)
    guard let calibration else { return Outcome(verdict: .refused([.noFit])) }
    return Outcome(verdict: verdict, calibration: calibration, ownDegrees: own)
  }

  /// Judges a whole recording, as from a file: neighbouring samples may be unrelated attitudes.
  public static func calibrate(
    recording: [(seconds: Double, field: FieldSample, motion: MotionSample)], prior: FieldPrior?, chipKey: String,
    unixSeconds: Double? = nil
  ) -> Outcome {
    var options = SampleCollector.Options()
    options.rotationLimitDegreesPerSecond = rotationLimit(recording)
    var collector = SampleCollector(options: options)
    for sample in recording { _ = collector.add(sample.field, sample.motion, atSeconds: sample.seconds) }
    return calibrate(collector, prior: prior, chipKey: chipKey, unixSeconds: unixSeconds)
  }

  /// How fast the board may have turned. Nobody can be told to turn slower any more: four fifths of the samples of a
  /// quick hand are taken. Nil where neighbours are attitudes that have nothing to do with each other: then gravity moves
  /// by more than 30° from one to the next.
  private static func rotationLimit(
    _ recording: [(seconds: Double, field: FieldSample, motion: MotionSample)]
  ) -> Double? {
    var angles: [Double] = []
    var rates: [Double] = []
    for (before, sample) in zip(recording, recording.dropFirst()) {
      guard let a = before.motion.acceleration.direction, let b = sample.motion.acceleration.direction else { continue }
      let angle = acos(min(1, max(-1, a.dot(b)))) * degreesPerRadian
      angles.append(angle)
      let elapsed = sample.seconds - before.seconds
      if elapsed > 0, elapsed < 0.5 { rates.append(angle / elapsed) }
    }
    angles.sort()
    rates.sort()
    let usual = SampleCollector.Options().rotationLimitDegreesPerSecond ?? 200
    guard !angles.isEmpty, !rates.isEmpty else { return usual }
    if angles[angles.count / 2] > 30 { return nil }
    return min(500, max(usual, rates[rates.count * 4 / 5]))
  }

  /// A field that moves with the board and is stronger than that of steel parts.
  private static func magnet(_ samples: [FitSample]) -> RefusalReason? {
    let points = samples.map(\.field)
    guard let spread = FitStarts.centroid(points) else { return nil }
    // The mean is within the field's strength of the bias.
    let sure = spread.centre.length - 75
    if sure > AcceptanceLimits.biasMicrotesla { return .magnetAttached(biasMicrotesla: spread.centre.length) }
    if let sphere = FitStarts.sphere(points), (15...90).contains(sphere.radius),
      sphere.centre.length > AcceptanceLimits.biasMicrotesla * 1.1, sphere.centre.length < 2_000
    {
      return .magnetAttached(biasMicrotesla: sphere.centre.length)
    }
    return nil
  }

  private static func mixUp(_ samples: [FitSample], _ prior: FieldPrior?) -> RefusalReason? {
    // A board that stayed level says nothing of which axis is which.
    let downs = samples.compactMap { ($0.acceleration * -1).direction }
    guard let span = TiltSpan(downs: downs), span.degrees >= AcceptanceLimits.leastTiltDegrees else { return nil }
    let map = AxisCheck.rightMap(of: samples, prior: prior)
    if map == .identity { return nil }
    if map == AxisMap.identity.reversed { return .invertedAxes }
    return map.axes == [0, 1, 2] && !map.isRotation ? .mirroredAxis(map) : .swappedAxes(map)
  }
}
