import Clocks
import Compass
import Configuration
import Controls
import GNSS
import Geodesy
import Records
import Text

/// Makes headings of what the sensors measure, for whoever wants one: tags, clients, and those who follow. It asks for
/// measurements only while somebody does, and keeps watch over calibration and disturbances meanwhile.
struct CompassDesk: Sendable {
  /// What it has to say.
  enum Output: Equatable {
    case action(CompassAction)
    case reply(RequestID, Result<Reply, Fault>)
    /// The heading at a tag.
    case tagged(SequenceNumber, HeadingReport)
    /// The heading at a fix that was kept.
    case fixed(SequenceNumber, HeadingReport)
    /// A line for people.
    case say(String)
    case answer(Pattern)
    /// What the button's finger must see; nil to end it.
    case hold(Pattern?)
  }

  /// Field and acceleration of one moment are not farther apart.
  private static let pairing = Duration.milliseconds(250)
  /// How often is measured while somebody follows: what the watch for disturbances is made for.
  private static let followInterval = Duration.milliseconds(100)
  /// A heading that was measured so near to a fix is that at the fix, seconds; what was measured later says nothing of it.
  private static let nearFixSeconds = 0.5
  private static let farFromFixSeconds = 2.0
  /// Who follows is told when the accuracy has changed by this factor and a degree.
  private static let accuracyFactor = 1.5

  private let bus: String?
  private let orientation: HeadingOrientation
  private let log: Settings.Compass.Log

  private var labels: [Part: String] = [:]
  private var key: CompassKey?
  private var earth = EarthField()
  private var tracker: HeadingTracker
  private var filter: HeadingFilter
  private var course = CourseComparison()
  private var prompt = CalibrationPrompt()

  private var motion: (sample: MotionSample, at: Instant)?
  private var isFollowed = false
  private var isMeasuring = false
  private var told: (status: Heading.Status, isDisturbed: Bool, accuracyDegrees: Double)?
  private var waiters = HeadingWaiters()

  private(set) var last: HeadingReport?
  private var guide: CalibrationGuide?
  private var isGuideByButton = false
  private var guideToldAt: Instant?
  private var ended: GuideReport?
  private var lastRefusal: [RefusalReason] = []
  private var saveFault: Fault?
  private var otherMounting: Fault?
  private var modelFault: Fault?
  private var hold = StartHold()
  private var outputs: [Output] = []

  init(_ settings: Settings) {
    bus = settings.sensors.bus
    orientation = HeadingOrientation(settings.compass)
    log = settings.compass.logHeading
    tracker = HeadingTracker(HeadingSolver(calibration: nil, orientation: orientation))
    filter = HeadingFilter(degrees: settings.compass.headingFilterDegrees)
  }

  /// What came of the events since the last call.
  mutating func takeOutputs() -> [Output] {
    defer { outputs = [] }
    return outputs
  }

  /// When ``pass(to:)`` has something to do.
  var nextDeadline: Instant? {
    [waiters.giveUpAt, hold.nextDeadline, guide.map { Instant(boot: Int64($0.endSeconds * 1e9)) }].compactMap(\.self)
      .min()
  }

  /// Whether the person with the board should calibrate it.
  var wantsCalibration: Bool { prompt.isRaised && guide == nil }

  /// How far a calibration is, for the light; nil while there is none.
  var guidePattern: Pattern? {
    guide.map { guide in
      switch guide.share {
      case ..<0.25: .calibratingFirst
      case ..<0.5: .calibratingSecond
      case ..<0.75: .calibratingThird
      default: .calibratingLast
      }
    }
  }

  // MARK: - Events

  mutating func part(_ part: Part, _ state: PartState, at: Instant) {
    guard part == .magnetometer || part == .accelerometer else { return }
    guard case .working(let label) = state else {
      // Who follows must not take the last heading for the one of now.
      if isFollowed { tell(HeadingReport(at: at, heading: .missing)) }
      return
    }
    labels[part] = label
    guard let field = labels[.magnetometer], let motion = labels[.accelerometer] else { return }
    let new = CompassKey(bus: bus ?? "", field: field, motion: motion, orientation: orientation)
    guard new != key else { return }
    key = new
    use(nil)
    outputs.append(.action(.load(key: new.text, others: new.others)))
  }

  mutating func fix(_ fix: Fix, at: Instant, utc: UTCStamp?) {
    if earth.take(fix, utc: utc) {
      tracker.solver.prior = earth.prior
      tracker.solver.declinationDegrees = earth.declinationDegrees
      tracker.solver.declinationSigmaDegrees = earth.declinationSigmaDegrees
      guide?.prior = earth.prior
      if earth.fault != modelFault, let fault = earth.fault { outputs.append(.say(fault.description)) }
      modelFault = earth.fault
    }
    if guide?.unixSeconds == nil { guide?.unixSeconds = Self.unixSeconds(utc) }
    guard let last, (at - last.at).seconds < 1, last.heading.isValid, let heading = last.heading.trueDegrees,
      let track = fix.trackDegrees, let speed = fix.speedMetersPerSecond
    else { return }
    course.add(headingDegrees: heading, courseDegrees: track, speed: speed, atSeconds: Self.seconds(at))
  }

  mutating func tagged(_ tag: SequenceNumber, at: Instant) {
    guard key != nil, log != .none else { return }
    if waiters.add(tag: tag, at: at) { measureOnce() }
  }

  /// Whether the heading of a tag is being measured; two seconds at most.
  var isMeasuringForTag: Bool { !waiters.tags.isEmpty }

  /// A press that turned out to be no tag.
  mutating func withdraw(_ tag: SequenceNumber) { waiters.withdraw(tag) }

  /// A fix was kept that is of the moment `fixAt`; the rule may keep one only when the next ones have come.
  mutating func kept(fix: SequenceNumber, of fixAt: Instant, at: Instant) {
    guard key != nil, log == .fixes else { return }
    if let last, abs((last.at - fixAt).seconds) <= Self.nearFixSeconds {
      outputs.append(.fixed(fix, last))
    } else if (at - fixAt).seconds < Self.farFromFixSeconds, waiters.add(fix: fix, at: at) {
      measureOnce()
    }
  }

  mutating func ask(_ request: RequestID, at: Instant) {
    guard key != nil else {
      outputs.append(.reply(request, .failure(Self.noCompass)))
      return
    }
    if waiters.add(client: request, at: at) { measureOnce() }
  }

  mutating func take(_ event: CompassEvent, at: Instant, utc: UTCStamp?) {
    switch event {
    case .stored(let calibration): stored(calibration)
    case .kept(let fault): kept(fault)
    case .followed(let isFollowed):
      self.isFollowed = isFollowed
      filter.reset()
      told = nil
      measure()
    case .calibrate(true):
      isGuideByButton = false
      begin(at: at, utc: utc)
    case .calibrate(false):
      guard guide != nil, !isGuideByButton else { return }
      guide = nil
      measure()
    }
  }

  /// The button was down when its line was first read.
  mutating func heldAtStart(at: Instant) { if bus != nil { hold.begin(at: at) } }

  mutating func freed(at: Instant, utc: UTCStamp?) {
    guard hold.isShown || hold.nextDeadline != nil else { return }
    if hold.isShown { outputs.append(.hold(nil)) }
    guard hold.end(at: at) else { return }
    guard key != nil else { return outputs.append(.answer(.refused)) }
    isGuideByButton = true
    begin(at: at, utc: utc)
  }

  mutating func pass(to at: Instant, utc: UTCStamp?) {
    if let change = hold.pass(to: at) { outputs.append(.hold(change ? .held : nil)) }
    if let giveUpAt = waiters.giveUpAt, giveUpAt <= at {
      for client in waiters.takeAll().clients { outputs.append(.reply(client, .failure(Self.noAnswer))) }
    }
    guide?.pass(toSeconds: Self.seconds(at))
    follow(at: at)
  }

  // MARK: - Measurements

  mutating func motion(_ sample: MotionSample, at: Instant) { motion = (sample, at) }

  /// The accelerometer is read first, so a field completes a pair.
  mutating func field(_ field: FieldSample, at: Instant, utc: UTCStamp?) {
    guard let motion, at - motion.at <= Self.pairing, motion.at - at <= Self.pairing else { return }
    self.motion = nil
    let seconds = Self.seconds(at)
    guide?.add(field, motion.sample, atSeconds: seconds)
    let report = HeadingReport(
      at: at, heading: solve(field, motion.sample, seconds: seconds, utc: utc), interference: tracker.alarm)
    last = report
    serve(report)
    // A board that is being turned for its calibration has no heading to be lost.
    if isFollowed, guide == nil, prompt.take(report.heading, atSeconds: seconds) {
      outputs.append(.action(.tell(report)))
    }
    if isFollowed { tell(report) }
    follow(at: at)
  }

  private mutating func solve(
    _ field: FieldSample, _ motion: MotionSample, seconds: Double, utc: UTCStamp?
  ) -> Heading {
    tracker.heading(field, motion, follows: isMeasuring, ageDays: ageDays(utc: utc), atSeconds: seconds)
  }

  private mutating func serve(_ report: HeadingReport) {
    guard waiters.giveUpAt != nil else { return }
    let waiters = waiters.takeAll()
    for client in waiters.clients { outputs.append(.reply(client, .success(.heading(report)))) }
    for tag in waiters.tags { outputs.append(.tagged(tag, report)) }
    for fix in waiters.fixes { outputs.append(.fixed(fix, report)) }
  }

  private mutating func tell(_ report: HeadingReport) {
    let heading = report.heading
    let isDisturbed = report.interference != nil
    let isNew =
      told.map { told in
        let (less, more) = (
          min(told.accuracyDegrees, heading.accuracyDegrees), max(told.accuracyDegrees, heading.accuracyDegrees)
        )
        return told.status != heading.status || told.isDisturbed != isDisturbed
          || more > less * Self.accuracyFactor + 1
      } ?? true
    guard filter.passes(heading) || isNew else { return }
    told = (heading.status, isDisturbed, heading.accuracyDegrees)
    if outputs.last != .action(.tell(report)) { outputs.append(.action(.tell(report))) }
  }

  private mutating func measureOnce() { if !isMeasuring { outputs.append(.action(.measureOnce)) } }

  private mutating func measure() {
    let wanted = isFollowed || guide != nil
    guard wanted != isMeasuring else { return }
    isMeasuring = wanted
    tracker.restartWatch()
    outputs.append(.action(.measure(every: wanted ? Self.followInterval : nil)))
  }

  // MARK: - Calibration

  private mutating func stored(_ calibration: Calibration?) {
    otherMounting = nil
    guard let calibration, calibration.chipKey != key?.text else { return use(calibration) }
    guard key?.others.contains(calibration.chipKey) == true else { return }
    use(nil)
    otherMounting = Self.calibratedOtherwise
    outputs.append(.say(Self.calibratedOtherwise.description))
  }

  private mutating func use(_ calibration: Calibration?) {
    tracker.use(calibration)
    course = CourseComparison()
    filter.reset()
  }

  private mutating func begin(at: Instant, utc: UTCStamp?) {
    guard guide == nil else { return }
    guideToldAt = nil
    ended = nil
    guide = CalibrationGuide(
      prior: earth.prior, chipKey: key?.text ?? "", unixSeconds: Self.unixSeconds(utc),
      atSeconds: Self.seconds(at))
    measure()
  }

  /// Tells how far the calibration is, and ends it.
  private mutating func follow(at: Instant) {
    guard let guide else { return }
    guard case .ended(let verdict) = guide.stage else {
      if guideToldAt.map({ (at - $0).seconds >= 0.5 }) ?? true {
        guideToldAt = at
        outputs.append(.action(.guide(report(guide))))
      }
      return
    }
    self.guide = nil
    lastRefusal = verdict.reasons
    saveFault = nil
    var report = report(guide)
    if let calibration = guide.calibration {
      ended = report
      otherMounting = nil
      use(calibration)
      prompt = CalibrationPrompt()
      outputs.append(.action(.keep(calibration)))
    } else {
      report.isOver = true
      outputs.append(.action(.guide(report)))
      outputs.append(.answer(.refused))
    }
    measure()
  }

  private mutating func kept(_ fault: Fault?) {
    saveFault = fault
    outputs.append(.answer(fault == nil ? .saved : .refused))
    guard var report = ended else { return }
    ended = nil
    report.isOver = true
    report.fault = fault
    outputs.append(.action(.guide(report)))
  }

  private func report(_ guide: CalibrationGuide) -> GuideReport {
    GuideReport(
      stage: guide.stage, share: guide.share, progress: guide.progress, picture: guide.picture,
      intake: guide.lastIntake, shortcomings: guide.shortcomings, calibration: guide.calibration, isOver: false)
  }

  // MARK: - Status

  func status(utc: UTCStamp?) -> CompassStatus? {
    guard key != nil else { return nil }
    return CompassStatus(
      last: last, calibration: tracker.solver.calibration, calibrationAgeDays: ageDays(utc: utc),
      wantsCalibration: prompt.isRaised, courseOffset: course.lastingOffset,
      declinationDegrees: earth.declinationDegrees, isCalibrating: guide != nil, lastRefusal: lastRefusal,
      saveFault: saveFault, modelFault: modelFault, otherMounting: otherMounting)
  }

  private func ageDays(utc: UTCStamp?) -> Double? {
    guard let now = Self.unixSeconds(utc), let then = tracker.solver.calibration?.unixSeconds else { return nil }
    return max(0, now - then) / 86_400
  }

  private static func unixSeconds(_ utc: UTCStamp?) -> Double? { utc.map { Double($0.time.nanoseconds) / 1e9 } }

  private static func seconds(_ at: Instant) -> Double { Double(at.boot) / 1e9 }

  private static let noCompass = Fault(
    .unavailable, "there is no compass: it takes a magnetometer and an accelerometer that work",
    remedy: "see `waymark sensors` and `waymark doctor`")
  private static let calibratedOtherwise = Fault(
    .unavailable, "the compass was calibrated with other axes in [compass], which says nothing of how it sits now",
    remedy: "calibrate it anew; with the axes of before the old calibration is used again")
  private static let noAnswer = Fault(
    .unavailable, "the sensors did not answer in time", remedy: "see `waymark sensors`, and try again")
}
