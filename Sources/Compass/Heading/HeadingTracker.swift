/// Headings of samples that follow each other: the solver, and what it has to know of the samples before, which is how
/// much they vary, what disturbs the field, and how far the bias has drifted since the calibration. The live compass and
/// the headings of a file are made by the same one.
public struct HeadingTracker: Sendable {
  /// Who solves. Its calibration and its correction of the bias belong to the tracker; the rest may be set.
  public var solver: HeadingSolver
  private var noise: NoiseTracker?
  private var watch: InterferenceWatch?
  private var bias = BiasTracker()
  private var lastSeconds: Double?

  /// Samples that are farther apart do not follow each other, seconds: what is usual has to be learned anew.
  static let gapSeconds = 2.0
  /// Samples that are nearer are left out of what is learned: it is made for ten samples a second.
  static let leastSeconds = 0.07

  /// A tracker that has seen nothing.
  public init(_ solver: HeadingSolver) {
    self.solver = solver
    restart()
  }

  /// What is disturbing the field; nil while nothing is.
  public var alarm: InterferenceWatch.Alarm? { watch?.alarm }

  /// Takes another calibration, and forgets what was learned with the one before.
  public mutating func use(_ calibration: Calibration?) {
    solver.calibration = calibration
    restart()
  }

  /// Forgets what was usual for the field: a pause is over, in which anything may have come near.
  public mutating func restartWatch() { watch = solver.calibration.map { InterferenceWatch($0) } }

  private mutating func restart() {
    noise = solver.calibration.map(NoiseTracker.init)
    bias = BiasTracker()
    solver.biasCorrection = .zero
    restartWatch()
  }

  /// The heading of the next sample.
  ///
  /// - Parameters:
  ///   - follows: whether samples come ten times a second or more; noise and disturbances are told from those only.
  ///   - ageDays: the time since the calibration; nil if unknown.
  ///   - atSeconds: of any clock that goes forward.
  public mutating func heading(
    _ field: FieldSample, _ motion: MotionSample, follows: Bool, ageDays: Double?, atSeconds now: Double
  ) -> Heading {
    guard let calibration = solver.calibration else {
      return solver.solve(HeadingReading([(field, motion)]) ?? HeadingReading(field: .zero, acceleration: .zero))
    }
    if follows, lastSeconds.map({ now - $0 >= Self.leastSeconds }) ?? true {
      if let lastSeconds, now - lastSeconds > Self.gapSeconds { restartWatch() }
      lastSeconds = now
      let (calibrated, gravity) = (calibration.field(field), calibration.acceleration(motion))
      noise?.add(field: calibrated, acceleration: gravity)
      _ = watch?.add(field: calibrated, acceleration: gravity)
    }
    let reading = (noise ?? NoiseTracker(calibration)).reading(field, motion)
    let heading = solver.solve(
      reading, ageDays: ageDays, disturbanceMicrotesla: watch?.alarm?.disturbanceMicrotesla ?? 0)
    bias.add(
      reading, calibration: calibration, prior: solver.prior,
      isDisturbed: watch?.alarm != nil || ![.valid, .unchecked].contains(heading.status), atSeconds: now)
    solver.biasCorrection = bias.correction
    return heading
  }
}
