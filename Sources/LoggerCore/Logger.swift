import Clocks
import Compass
import Configuration
import Controls
import GNSS
import Geodesy
import LocationServices
import Records
import Text

/// The whole logger as one state machine: events in, actions out, no clock, no files, no devices.
///
/// It only routes. Each sub-machine owns its state and never calls a sibling; what one learns reaches another through
/// here. The same value runs on the board, in the simulation and in the tests.
public struct Logger: Sendable {
  /// The version written into every start record.
  public static let version = "0.1.0"

  private var ledger: Ledger
  private var clock = ClockKeeper()
  private var decoder: ReceiverDecoder
  private var receiver: ReceiverWatch
  private var talk: ReceiverTalk
  private var parts = PartWatch()
  private var compass: CompassDesk
  private var location: LocationDesk
  private var gaps: GapWatch
  private var outliers: OutlierJudge
  private var rule: RecordingRule
  private let keepsAll: Bool
  private let trips: TripRule
  private var tags = TagKeeper()
  private var press = PressKeeper()
  private var hasHeardButton = false
  private var indicator = Indicator()

  /// Epochs that the receiver has ended since this run began, with a fix or without.
  public private(set) var epochsHeard: UInt64 = 0

  /// Whether the receiver has slept by plan since the last fix.
  private var hasSlept = false
  private var lastFix: Fix?
  private var lastFixUTC: UTCStamp?
  private var hasFixInRun = false
  private var fixesOffered: UInt64 = 0
  private var fixesKept: UInt64 = 0
  private var tagsMade: UInt64 = 0
  private var stopping: (SequenceNumber, reason: StopReason)?
  /// The latest moment that was told.
  private var now = Instant.zero
  /// Fixes that wait until it is known what the press under way means.
  private var delayed: [Heard] = []
  /// A fix whose time nobody else vouches for yet; the next fix decides on it.
  private var doubtful: Heard?

  /// A fix as it came in.
  private struct Heard {
    var fix: Fix
    var at: Instant
    var isImported: Bool
  }
  private var actions: [Action] = []
  /// How many fixes wait at most: two seconds of them at the highest rate of any receiver, and then some.
  private static let delayedLimit = 100

  /// A logger that starts with ``Event/start``.
  ///
  /// - Parameters:
  ///   - settings: what was configured.
  ///   - restored: this boot, and what the journal tells.
  ///   - decoding: how receiver bytes are read; a replay of an old log is not live.
  public init(settings: Settings, restored: Restored, decoding: ReceiverDecoder.Options = .init()) {
    ledger = Ledger(restored: restored)
    decoder = ReceiverDecoder(options: decoding)
    receiver = ReceiverWatch(silenceAfterSeconds: settings.receiver.silenceAfterSeconds)
    talk = ReceiverTalk(settings)
    location = LocationDesk(settings, mode: restored.digest.mode)
    compass = CompassDesk(settings)
    gaps = GapWatch(
      afterSeconds: settings.recording.gapAfterSeconds, distanceMeters: settings.recording.gapDistanceMeters)
    outliers = OutlierJudge(ReceiverActivity(settings.recording.activity))
    rule = RecordingRule(settings.recording)
    keepsAll = settings.recording.keep == .all
    trips = TripRule(resumeWithinHours: settings.trip.resumeWithinHours)
  }

  /// The earliest moment at which any sub-machine wants ``Event/deadline``; nil if none does. A moment that has passed
  /// already means at once.
  public var nextDeadline: Instant? {
    var earliest: Instant?
    for deadline in [
      decoder.nextDeadline, receiver.nextDeadline, gaps.nextDeadline, rule.nextDeadline, indicator.nextDeadline,
      press.nextDeadline, talk.nextDeadline, location.nextDeadline, compass.nextDeadline,
    ] {
      if let deadline { earliest = min(earliest ?? deadline, deadline) }
    }
    return stopping == nil ? earliest : nil
  }

  /// Whether the receiver is in the middle of an epoch: more bytes of it must come before its fix is published.
  public var isMidEpoch: Bool { decoder.isMidEpoch }

  /// Takes one event.
  ///
  /// - Parameters:
  ///   - event: what happened.
  ///   - at: when, on the clock of this boot; never earlier than the event before, except for edges, which carry the
  ///     kernel's time.
  /// - Returns: what to do, in order.
  public mutating func handle(_ event: Event, at: Instant) -> [Action] {
    now = max(now, at)
    route(event, at: at)
    pass(to: now)
    defer { actions = [] }
    return actions
  }

  private mutating func route(_ event: Event, at: Instant) {
    if case .journal(let report) = event {
      take(report, at: at)
      return
    }
    guard stopping == nil else { return }
    switch event {
    case .start:
      location.start(at: at)
      append(.start(startOfRun), at: at, urgency: .now)
      ledger.appendCheckpoint(at: at, utc: nil, to: &actions)
    case .received(let bytes, let firstByte):
      receiver.bytes(at: at)
      var epochs: [Epoch] = []
      decoder.receive(bytes, at: firstByte) { epochs.append($0) }
      talk.received(bytes.count, by: &decoder, firstByte: firstByte, at: at, to: &actions)
      take(epochs, at: at)
    case .receiver(let link):
      receiver.link(link, at: at)
      talk.link(link, at: at, to: &actions)
      if link == .open { location.receiverWoke(at: at) } else { location.receiverGone(at: at) }
    case .part(let part, let state):
      parts.take(state, of: part)
      compass.part(part, state, at: at)
    case .field(let sample): compass.field(sample, at: at, utc: clock.utc(at: at))
    case .motion(let sample): compass.motion(sample, at: at)
    case .moved: location.moved(at: at)
    case .motionWatch(let isArmed): location.motionWatch(isArmed: isArmed, at: at)
    case .power(let reading): location.power(reading, at: at)
    case .compass(let event): compass.take(event, at: at, utc: clock.utc(at: at))
    case .fix(let fix):
      take(Heard(fix: fix, at: at, isImported: true))
    case .edge(let pressed):
      take(press.edge(pressed: pressed, at: at))
      hasHeardButton = true
    case .button(let isDown):
      take(press.level(isDown: isDown, at: at))
      hasHeardButton = true
    case .pulse: clock.pulse(at: at)
    case .wallClock(let stamp):
      decoder.setReferenceDate(stamp.time)
      take(stamp, at: at)
    case .command(.tag(let text), let request):
      _ = take(Tag(source: .command, text: text), for: request, at: at)
    case .command(.heading, let request): compass.ask(request, at: at)
    case .command(.mode(let mode, let seconds), let request):
      location.choose(mode, seconds: seconds, .command, at: at)
      actions.append(.reply(request, .success(.mode(mode))))
    case .command(.locate(let accuracy), let request):
      location.locate(accuracy, for: request, isReceiverOpen: receiver.state != .closed, at: at)
    case .command(.stopLocating, let request):
      location.stopLocating(at: at)
      actions.append(.reply(request, .success(.stopped)))
    case .deadline:
      var epochs: [Epoch] = []
      decoder.handleDeadline(at: at) { epochs.append($0) }
      take(epochs, at: at)
    case .terminate(let reason):
      stop(reason, at: at)
    case .journal:
      break  // taken above
    }
  }

  /// Lets every sub-machine follow the time, and shows on the LED what has come of it.
  private mutating func pass(to at: Instant) {
    if stopping == nil { take(press.pass(to: at)) }
    if stopping == nil {
      receiver.pass(to: at)
      schedule(at: at)
      if let only = rule.pass(to: at) { append(only) }
      if let gap = gaps.pass(to: at, reason: gapReason) {
        if let last = rule.beforeBreak() { append(last) }
        if ledger.hasRoom { append(.gap(gap), at: at, urgency: .batched) }
      }
    }
    compass.pass(to: at, utc: clock.utc(at: at))
    takeCompass()
    // Whoever has switched it off does not want to hear about the sky.
    let isResting = location.isOffDuty
    indicator.set(.noReceiverData, receiver.isLost && !isResting)
    indicator.set(.searching, !gaps.isFixed && !isResting && location.schedule.order.isOn)
    indicator.set(.partFault, parts.isFailing || press.stuckSince != nil)
    indicator.set(.needsCalibration, compass.wantsCalibration)
    for pattern in [Pattern.calibratingFirst, .calibratingSecond, .calibratingThird, .calibratingLast] {
      indicator.set(pattern, compass.guidePattern == pattern)
    }
    if let pattern = indicator.change(at: at) { actions.append(.led(pattern)) }
  }

  /// Follows the schedule: what it wants of the receiver is told to it, what becomes of that is told back.
  private mutating func schedule(at: Instant) {
    if ledger.digest.pendingTags.isEmpty { location.tagsPlaced(at: at) }
    location.receiver(talk.abilities, at: at)
    location.pass(to: at)
    takeLocation()
    let wasAsleep = talk.isAsleep
    talk.obey(location.schedule.order, at: at, to: &actions)
    talk.pass(to: at, to: &actions)
    receiver.sleep(talk.isAsleep, at: at)
    if wasAsleep, !talk.isAsleep { location.receiverWoke(at: at) }
    let isPlanned = location.schedule.isSleepPlanned && talk.isAsleep
    gaps.sleep(isPlanned, at: at)
    hasSlept = hasSlept || isPlanned
  }

  private mutating func takeLocation() {
    for output in location.takeOutputs() {
      switch output {
      case .switched(let change):
        guard ledger.hasRoom else { continue }
        append(.mode(change), at: now, urgency: change.reason.isChoice ? .now : .batched)
        if change.reason.isChoice { indicator.answer(change.mode.answer, at: now) }
      case .found(let outcome, let requests):
        if outcome.end == .located || outcome.end == .goodAsItGets { indicator.answer(.located, at: now) }
        for request in requests { actions.append(.reply(request, .success(.located(outcome)))) }
      }
    }
  }

  /// Why there are no fixes.
  private var gapReason: Gap.Reason {
    if location.isOff { return .off }
    return receiver.state == .asleep ? .noFix : receiver.gapReason
  }

  @discardableResult
  private mutating func append(_ body: Body, at: Instant, urgency: Urgency) -> SequenceNumber {
    ledger.append(body, at: at, utc: clock.utc(at: at), urgency: urgency, to: &actions)
  }

  private mutating func stop(_ reason: StopReason, at: Instant) {
    // A press that is still under way is not waited for: what nobody has told the meaning of is a tag.
    if let ended = press.end(), let heading = ended.heading { append(heading, of: ended.press) }
    acceptDelayed()
    var epochs: [Epoch] = []
    decoder.finish { epochs.append($0) }
    take(epochs, at: at)
    if let held = takeDoubtful() { accept(held) }
    if let last = rule.beforeBreak(isStop: true) { append(last) }
    stopping = (append(.stop(reason), at: at, urgency: .now), reason)
  }
}

extension Logger {
  // MARK: - The button

  private mutating func take(_ findings: [GestureDetector.Finding]) {
    for finding in findings {
      switch finding {
      case .pressed(let at): press.appended(take(Tag(source: .button), for: nil, at: at))
      case .reached:
        press.becameLong()
        indicator.hold(.held)
        acceptDelayed()
      case .ended(let length):
        indicator.hold(nil)
        end(length)
      case .stuck(let since): if !hasHeardButton { compass.heldAtStart(at: since) }
      case .freed: compass.freed(at: now, utc: clock.utc(at: now))
      }
    }
  }

  private mutating func end(_ length: PressLength) {
    let ended = press.end()
    if length == .short {
      if let ended {
        ledger.appendWithNext(.gesture(Gesture(press: ended.press, kind: .short)), at: now, utc: clock.utc(at: now))
        if ended.isSafe { indicator.answer(.saved, at: now) }
        if let heading = ended.heading { append(heading, of: ended.press) }
      }
      acceptDelayed()
      return
    }
    if let ended {
      let gesture = Gesture(press: ended.press, kind: length == .long ? .long : .veryLong)
      append(.gesture(gesture), at: now, urgency: .now)
      tags.withdraw(ended.press)
      compass.withdraw(ended.press)
      tagsMade -= 1
    }
    acceptDelayed()
    if length == .long {
      location.choose(location.chosen.next, .button, at: now)
      takeLocation()
    } else {
      indicator.hold(.poweringOff)
      stop(.powerOff, at: now)
    }
  }

  private mutating func acceptDelayed() {
    let fixes = delayed
    delayed = []
    for fix in fixes { judge(fix) }
  }

  // MARK: - Fixes

  private var startOfRun: Start {
    let digest = ledger.digest
    let reason: Start.Reason =
      if digest.lastSequence == .none {
        .first
      } else if digest.lastBoot == ledger.boot {
        digest.isStopped ? .restart : .crash
      } else {
        digest.isStopped ? .powerOn : .powerCut
      }
    return Start(reason: reason, version: Self.version)
  }

  private mutating func take(_ epochs: [Epoch], at: Instant) {
    for epoch in epochs {
      epochsHeard += 1
      receiver.epoch(at: at)
      take(Heard(fix: epoch.fix, at: epoch.firstByte, isImported: false))
    }
  }

  /// Whether fixes wait: for what the press under way means, or for the heading of a tag, which is worth more beside the
  /// tag's place than behind it.
  private var delaysFixes: Bool { press.delaysFixes || compass.isMeasuringForTag }

  /// Takes a fix, in its turn.
  private mutating func take(_ heard: Heard) {
    if delaysFixes, delayed.count < Self.delayedLimit {
      delayed.append(heard)
      return
    }
    acceptDelayed()
    judge(heard)
  }

  /// Takes a fix, unless its time is far from what the clock says: such a fix waits for the next one. If that agrees
  /// with the clock again, the time was wrong; else the clock has stepped.
  private mutating func judge(_ heard: Heard) {
    guard heard.fix.isPositioned, heard.fix.coordinate != nil else { return }
    // A receiver that cannot sleep goes on talking; an import is no matter of the receiver.
    guard heard.isImported || !location.isOffDuty else { return }
    let isWild = heard.fix.time.map { clock.isWild($0, at: heard.at) } ?? false
    if let held = takeDoubtful() {
      if isWild {
        accept(held)
      } else {
        reject(held)
      }
    } else if isWild {
      doubtful = heard
      return
    }
    accept(heard)
  }

  private mutating func takeDoubtful() -> Heard? {
    defer { doubtful = nil }
    return doubtful
  }

  /// Keeps a fix whose time was wrong, as raw: dated by the board's clock, and no part of the track.
  private mutating func reject(_ heard: Heard) {
    var undated = heard.fix
    undated.time = nil
    guard let sighting = Sighting(undated, at: heard.at, utc: clock.utc(at: heard.at)) else { return }
    append(KeptFix(sighting, .outlier))
  }

  /// In the order that a reader needs: what time it is, which trip, what is missing, what this fix locates, the fix.
  private mutating func accept(_ heard: Heard) {
    let fix = heard.fix.heightsCompleted(by: .egm96)
    guard let coordinate = fix.coordinate else { return }
    if let time = fix.time { take(time, at: heard.at) }
    let at = fix.time.flatMap { clock.instant(of: $0.time, heardAt: heard.at) } ?? heard.at
    let utc = fix.time ?? clock.utc(at: at)
    guard var sighting = Sighting(fix, at: at, utc: utc) else { return }
    sighting.isAsIs = heard.isImported && keepsAll
    if !sighting.isAsIs, outliers.isOutlier(sighting) {
      append(KeptFix(sighting, .outlier))
      return
    }
    let gapBefore = gapAfterStart(utc: utc)
    var (isBroken, gap) = gaps.fix(coordinate, at: at)
    if isBroken, let last = rule.beforeBreak() { append(last) }
    if let trip = trips.trip(beforeFixAt: utc, lastSeen: lastFixUTC, digest: ledger.digest) {
      ledger.append(.trip(trip), at: at, utc: utc, urgency: .batched, to: &actions)
    }
    if gapBefore != nil {
      (isBroken, gap) = (true, gapBefore)
    }
    if let gap, ledger.hasRoom { ledger.append(.gap(gap), at: at, utc: utc, urgency: .batched, to: &actions) }
    let places = tags.locate(
      ledger.digest.pendingTags.filter { $0.sequence != press.open }, by: fix, at: at, utc: utc, boot: ledger.boot,
      isBroken: isBroken, hasSlept: hasSlept, rest: location.schedule.rest(confirmedBy: sighting))
    for place in places {
      ledger.append(.located(place.location), at: place.at, utc: place.utc, urgency: .now, to: &actions)
      indicator.answer(.located, at: now)
    }
    hasSlept = false
    keep(sighting, heard, isBroken: isBroken, isTag: !places.isEmpty)
    if !heard.isImported { compass.fix(fix, at: heard.at, utc: utc) }
    lastFix = fix
    lastFixUTC = utc ?? lastFixUTC
    hasFixInRun = true
  }

  /// Records a fix, if the mode and the rule want it.
  private mutating func keep(_ sighting: Sighting, _ heard: Heard, isBroken: Bool, isTag: Bool) {
    let reason = heard.isImported ? .every : location.take(sighting, heardAt: max(now, heard.at))
    switch reason {
    case .every? where keepsAll && location.schedule.restPlace != nil && !isBroken:
      append(KeptFix(sighting, isTag ? .tag : .heartbeat, place: location.schedule.restPlace))
    case .every?:
      if keepsAll, !isBroken, let still = location.schedule.restedUntil { append(KeptFix(still, .departure)) }
      for kept in rule.judge(sighting, isBroken: isBroken, isTag: isTag) { append(kept) }
    case let reason?: append(KeptFix(sighting, reason))
    case nil: if isTag { append(KeptFix(sighting, .tag)) }
    }
  }

  /// The hole that the time before this run made in the trip; nil if it was too short to matter or nothing was before.
  private func gapAfterStart(utc: UTCStamp?) -> Gap? {
    guard !hasFixInRun, ledger.digest.trip > 0 else { return nil }
    if let utc, let last = ledger.digest.lastFixUTC {
      let seconds = (utc.time - last.time).seconds
      if (0...gaps.afterSeconds).contains(seconds) { return nil }
    }
    return Gap(reason: .notRunning)
  }

  private mutating func append(_ kept: KeptFix) {
    fixesOffered += 1
    let hadRoom = ledger.isKeepingFixes
    guard ledger.hasRoomForFix(ordinal: fixesOffered) else {
      if hadRoom, ledger.hasRoom {
        let gap = Gap(reason: .writerBehind, sinceLastFixSeconds: 0)
        ledger.append(.gap(gap), at: kept.at, utc: kept.utc, urgency: .batched, to: &actions)
      }
      return
    }
    fixesKept += 1
    let fix = ledger.append(.fix(kept.record), at: kept.at, utc: kept.utc, urgency: .batched, to: &actions)
    if kept.record.reason.isInTrack { compass.kept(fix: fix, of: kept.at, at: now) }
  }

  private mutating func take(_ stamp: UTCStamp, at: Instant) {
    guard case .known(let step) = clock.take(stamp, at: at) else { return }
    append(.clock(ClockReading(stepMilliseconds: step)), at: at, urgency: .batched)
  }

  private mutating func take(_ tag: Tag, for request: RequestID?, at: Instant) -> SequenceNumber? {
    if let fault = refusal(of: tag) {
      if let request { actions.append(.reply(request, .failure(fault))) }
      return nil
    }
    let sequence = append(.tag(tag), at: at, urgency: .now)
    tags.appended(sequence, for: request)
    location.tagged(at: at)
    compass.tagged(sequence, at: at)
    tagsMade += 1
    indicator.answer(.seen, at: at)
    return sequence
  }

  private func refusal(of tag: Tag) -> Fault? {
    if let text = tag.text, text.utf8.count > Tag.maximumTextBytes {
      return Fault(
        .usage, "the text is \(text.utf8.count) bytes long",
        remedy: "use at most \(Tag.maximumTextBytes)")
    }
    if !ledger.hasRoom {
      return Fault(
        .tryAgain, "the journal is \(ledger.backlog) records behind", remedy: "see `waymark status` for the reason")
    }
    return nil
  }

  private mutating func take(_ report: JournalReport, at: Instant) {
    ledger.take(report)
    switch report {
    case .durable:
      indicator.set(.writeFault, false)
      indicator.set(.diskFull, false)
      for safe in tags.durable(upTo: ledger.durable) {
        if press.durable(safe.tag) { indicator.answer(.saved, at: at) }
        if let request = safe.request { actions.append(.reply(request, .success(.tagged(safe.tag)))) }
      }
      if let (last, reason) = stopping, ledger.durable >= last {
        actions.append(.finish)
        if reason == .powerOff { actions.append(.powerOff) }
      }
    case .failed(let fault):
      // Segments are allocated ahead, so a full card shows when the next one cannot be made, and only then.
      let isFull = fault.code == .cannotCreate
      indicator.set(.diskFull, isFull)
      indicator.set(.writeFault, !isFull)
      for request in tags.failed() { actions.append(.reply(request, .failure(Self.notSaved(fault)))) }
    }
  }

  private static func notSaved(_ fault: Fault) -> Fault {
    Fault(
      .tryAgain, "the tag is not saved yet: \(fault.message)",
      remedy: fault.remedy ?? "it is kept in memory and writing is tried again", cause: fault.cause, place: fault.place)
  }
}

extension Logger {
  /// How the logger is now. A pure read.
  public func status(at: Instant) -> Status {
    Status(
      at: at, utc: clock.utc(at: at), receiver: talk.isAsleep ? .asleep : receiver.state, receiverFault: receiver.fault,
      receiverIdentity: talk.identity, receiverBaud: talk.baud, receiverTrouble: talk.fault, parts: parts.states,
      headingAvailable: parts.headingAvailable, motionAvailable: parts.motionAvailable, lastFix: lastFix,
      lastFixAgeSeconds: gaps.lastFixAt.map { (at - $0).seconds }, isFixed: gaps.isFixed, trip: ledger.digest.trip,
      fixesKept: fixesKept, tagsMade: tagsMade, pendingTags: ledger.digest.pendingTags.count,
      lastSequence: ledger.digest.lastSequence, durable: ledger.durable, journalFault: ledger.fault,
      mode: location.chosen, modeUntil: location.modes.chosenUntil, effectiveMode: Mode(location.modes.effective),
      modeReason: location.modes.cause.map(ModeChange.Reason.init),
      explanation: location.schedule.explanation(at: at), search: location.search?.state,
      buttonFault: buttonFault(at: at),
      compass: compass.status(utc: clock.utc(at: at)), led: indicator.shown)
  }

  // MARK: - The compass

  private mutating func takeCompass() {
    for output in compass.takeOutputs() {
      switch output {
      case .action(let action): actions.append(.compass(action))
      case .reply(let request, let result): actions.append(.reply(request, result))
      case .tagged(let tag, let report): if !press.holds(report, of: tag) { append(report, of: tag) }
      case .fixed(let fix, let report): append(report, of: .fix(fix))
      case .say(let line): actions.append(.say(line))
      case .answer(let pattern): indicator.answer(pattern, at: now)
      case .hold(let pattern): indicator.hold(pattern)
      }
    }
    if !delayed.isEmpty, stopping == nil, !delaysFixes { acceptDelayed() }
  }

  private mutating func append(_ report: HeadingReport, of tag: SequenceNumber) { append(report, of: .tag(tag)) }

  private mutating func append(_ report: HeadingReport, of subject: HeadingRecord.Subject) {
    let heading = report.heading
    var declination: Double?
    if let magnetic = heading.magneticDegrees, let trueNorth = heading.trueDegrees {
      declination = Angles.difference(from: magnetic, to: trueNorth)
    }
    let record = HeadingRecord(
      subject: subject, magneticDegrees: heading.magneticDegrees, declinationDegrees: declination,
      accuracyDegrees: heading.isValid ? heading.accuracyDegrees : nil, pitchDegrees: heading.pitchDegrees,
      rollDegrees: heading.rollDegrees)
    if ledger.hasRoom { append(.heading(record), at: report.at, urgency: .batched) }
  }

  private func buttonFault(at: Instant) -> Fault? {
    press.stuckSince.map { since in
      Fault(
        .unavailable, "the button has been down for \(Int((at - since).seconds)) s",
        remedy: "look whether something presses it, and check its wires")
    }
  }
}

extension Mode {
  /// How the LED says it.
  fileprivate var answer: Pattern {
    switch self {
    case .auto: .modeAuto
    case .highAccuracy: .modeHighAccuracy
    case .significantChange: .modeSignificantChange
    case .off: .modeOff
    }
  }
}
