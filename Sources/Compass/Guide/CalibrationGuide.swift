/// Guides a person through a calibration: takes samples, tells what is missing, tries the fit when there is enough, and
/// ends by itself.
public struct CalibrationGuide: Sendable {
  /// How far it is.
  public enum Stage: Equatable, Sendable {
    /// More samples are needed.
    case collecting
    /// It has ended; the calibration is there if the verdict says so.
    case ended(Verdict)
  }

  /// From this coverage on a hand-held calibration is tried, percent. More than is needed: the rest costs the person
  /// seconds and halves the error.
  public static let enoughPercent = 85.0
  /// As many attitudes as the fit should have before it is tried.
  public static let enoughAttitudes = 48
  /// A calibration that promises no better than this, degrees at a dip up to 68°, goes on: some more turns are cheap.
  /// A figure of eight promises it after half a minute to fifty seconds.
  static let goodDegrees = 1.25
  /// After this long one that is merely acceptable is taken.
  static let settlingSeconds = 90.0
  /// A refused try is repeated after so many seconds.
  static let retrySeconds = 4.0
  /// After this long the recording is judged as it is.
  public static let patienceSeconds = 180.0

  private var collector = SampleCollector()
  private let chipKey: String
  private let began: Double
  private var nextTry: Double
  /// Of the Earth's field here, as soon as it is known: what was collected before is judged by it as well.
  public var prior: FieldPrior?
  /// The date, as soon as it is known, seconds since 1970.
  public var unixSeconds: Double?
  /// How far it is.
  public private(set) var stage = Stage.collecting
  /// What was found; nil unless the verdict accepts.
  public private(set) var calibration: Calibration?
  /// Why the last try did not end it.
  public private(set) var shortcomings: [RefusalReason] = []
  /// What became of the last sample.
  public private(set) var lastIntake: SampleCollector.Intake?
  /// What the collection has come to; follows the samples twice a second.
  public private(set) var progress: CollectionProgress
  private var progressAt: Double

  /// Begins.
  ///
  /// - Parameters:
  ///   - prior: of the Earth's field here, if known.
  ///   - chipKey: what the calibration will be good for.
  ///   - unixSeconds: the date, if known.
  ///   - seconds: now, on any clock that only goes forward.
  public init(prior: FieldPrior?, chipKey: String, unixSeconds: Double? = nil, atSeconds seconds: Double) {
    self.prior = prior
    self.chipKey = chipKey
    self.unixSeconds = unixSeconds
    began = seconds
    nextTry = seconds
    progress = collector.progress
    progressAt = seconds
  }

  /// When it ends at the latest.
  public var endSeconds: Double { began + Self.patienceSeconds }

  /// Takes a pair of samples of one moment.
  public mutating func add(_ field: FieldSample, _ motion: MotionSample, atSeconds now: Double) {
    guard stage == .collecting else { return }
    lastIntake = collector.add(field, motion, atSeconds: now)
    if now - progressAt >= 0.5 {
      progress = collector.progress
      progressAt = now
      if isEnough, now >= nextTry { attempt(atSeconds: now) }
    }
    pass(toSeconds: now)
  }

  /// Lets time pass: after ``patienceSeconds`` the recording is judged as it is.
  public mutating func pass(toSeconds now: Double) {
    guard stage == .collecting, now >= endSeconds else { return }
    progress = collector.progress
    let outcome = judged()
    calibration = outcome.calibration
    stage = .ended(outcome.verdict)
  }

  /// How much of what is needed is there, 0...1.
  public var share: Double {
    min(
      1, progress.coveragePercent / Self.enoughPercent,
      Double(progress.attitudes) / Double(Self.enoughAttitudes))
  }

  /// The map of what was seen.
  public var picture: CoveragePicture { CoveragePicture(collector) }

  private var isEnough: Bool { share >= 1 && progress.tiltSpanDegrees >= AcceptanceLimits.fullTiltDegrees }

  private func judged() -> Calibrator.Outcome {
    Calibrator.calibrate(collector, prior: prior, chipKey: chipKey, unixSeconds: unixSeconds)
  }

  private mutating func attempt(atSeconds now: Double) {
    nextTry = now + Self.retrySeconds
    let outcome = judged()
    shortcomings = outcome.verdict.reasons
    var isGood = false
    if outcome.verdict == .accepted, let calibration = outcome.calibration {
      let limit = Self.goodDegrees * CalibrationJudge.dipFactor(calibration.parameters)
      let own = outcome.ownDegrees ?? calibration.predictedDegrees
      isGood = own <= limit || now - began >= Self.settlingSeconds
      if !isGood { shortcomings = [.uncertain(degrees: own)] }
    }
    // One for some tilts only is not what a full turn is for: it waits for more until the time is over.
    if isGood || shortcomings.contains(where: \.isPermanent) {
      calibration = outcome.calibration
      stage = .ended(outcome.verdict)
    }
  }
}

extension RefusalReason {
  /// Whether more turning cannot cure it.
  fileprivate var isPermanent: Bool {
    switch self {
    case .saturated, .deadAxis, .magnetAttached, .mirroredAxis, .swappedAxes, .invertedAxes: true
    default: false
    }
  }
}
