import Clocks

/// Puts the sentences of one instant together and says when that is done.
///
/// An epoch ends with the sentence that was learned to be the last of the cycle; else when a sentence of another time
/// comes; else when the line falls silent. It is published exactly once: what comes for it later is dropped.
struct EpochAssembler {
  var receiver: ReceiverState
  /// Whether an epoch has begun and is not yet published.
  private(set) var isOpen = false
  private var draft = EpochDraft(firstByte: .zero)
  private var learner = CycleLearner()
  private var order = EpochOrder()
  private var hasTimedSentence = false
  private var contradictions = 0
  /// How many timed sentences the epoch before had.
  private var usualTimedCount = 0
  private var epochsSinceSatelliteTalker = 0
  private var hasSatelliteTalker = false
  /// Sentences that came for an epoch that was already published.
  private(set) var lateSentences = 0

  /// After so many epochs without a satellite receiver's own talker, others are heard in its place.
  private static let talkerPatience = 10
  /// After so many epochs whose sentences contradict each other, two receivers must be on the line.
  private static let contradictionPatience = 3

  init(options: ReceiverDecoder.Options) { receiver = ReceiverState(options: options) }

  /// The receiver's period as far as learned; a second before.
  var period: Duration { .nanoseconds(order.periodNanoseconds ?? 1_000_000_000) }

  /// The receiver's period; nil until learned.
  var learnedPeriod: Duration? { order.periodNanoseconds.map { .nanoseconds($0) } }

  /// A sentence was refused; it may have been one of the open epoch.
  mutating func noteRefusal() { draft.hasRefusal = true }

  /// Takes a sentence.
  mutating func take<Body: SentenceBody>(_ sentence: Body, _ header: SentenceHeader, _ emit: (Epoch) -> Void) {
    sentence.inform(&receiver, header)
    if Body.attachment == .apart { return }
    if Body.attachment == .aside {
      if isOpen { sentence.contribute(to: &draft, header) }
      return
    }
    guard let index = learner.index(of: header.signature) else { return }
    switch Body.attachment {
    case .timed:
      guard isHeard(header.talker) else { return }
      hasTimedSentence = true
      guard open(sentence, index, header, emit) else {
        lateSentences += 1
        return
      }
    case .untimed:
      if isOpen {
        // Twice in one epoch, or at odds with it, means that this one already belongs to the next.
        let isRepeated = Body.isOncePerEpoch && draft.holds(index)
        let isLeading = !learner.isInside(index) && sentence.contradicts(draft)
        if draft.isKeyed && (isRepeated || isLeading) {
          if isLeading { learner.noteLeading(index) }
          publish(emit)
          begin(header)
        }
      } else if !hasTimedSentence {
        // The stream begins in the middle of an epoch.
        return
      } else if learner.isTrailing(index) {
        lateSentences += 1
        learner.noteLate(index, isTimed: false)
        return
      } else {
        begin(header)
      }
    case .aside, .apart: return
    }
    draft.note(index, isTimed: Body.attachment == .timed)
    sentence.contribute(to: &draft, header)
    if learner.note(index) { publish(emit) }
  }

  /// Publishes the epoch that is being received, if any: the line is silent or at its end.
  mutating func close(_ emit: (Epoch) -> Void) {
    if isOpen { publish(emit) }
  }

  /// Whether a talker's timed sentences count. A plotter or gateway that repeats positions is not heard beside the
  /// receiver itself.
  private mutating func isHeard(_ talker: Talker) -> Bool {
    if talker == .none { return true }
    if talker.isSatelliteReceiver {
      hasSatelliteTalker = true
      epochsSinceSatelliteTalker = 0
      return true
    }
    return !hasSatelliteTalker || epochsSinceSatelliteTalker > Self.talkerPatience
  }

  /// Opens or continues the epoch that a timed sentence belongs to.
  ///
  /// - Returns: false if that epoch is already published.
  private mutating func open<Body: SentenceBody>(
    _ sentence: Body, _ index: Int, _ header: SentenceHeader, _ emit: (Epoch) -> Void
  ) -> Bool {
    guard let timeOfDay = sentence.timeOfDay else {
      // Epochs without a time are told apart by what repeats.
      if isOpen && draft.holds(index) { publish(emit) }
      if !isOpen { begin(header) }
      return true
    }
    order.note(timeOfDay, of: index)
    if isOpen {
      if let held = draft.timeOfDay {
        if order.isSame(held, timeOfDay) {
          learner.noteInside(draft.untimedBehind)
          return true
        }
        publish(emit)
      } else if draft.holds(index) {
        publish(emit)
      }
    }
    let place = order.place(of: timeOfDay, date: sentence.date)
    guard place == .ahead || place == .past && Body.statesPosition else {
      if isOpen {
        // What is open has no time and came behind the published end, as this sentence did.
        isOpen = false
        learner.discardCycle()
      }
      if place == .justPublished { learner.noteLate(index, isTimed: true) }
      return false
    }
    if !isOpen { begin(header) }
    draft.timeOfDay = timeOfDay
    draft.details.isStepBack = place == .past
    return true
  }

  /// Begins an epoch.
  private mutating func begin(_ header: SentenceHeader) {
    draft = EpochDraft(firstByte: header.firstByte)
    isOpen = true
  }

  /// Whether the time of the epoch is to be believed. Where several sentences state each time, one alone with a time out
  /// of the rhythm is a damaged one whose checksum is right by accident.
  private var isCredible: Bool {
    guard draft.timedCount == 1, usualTimedCount > 1, let timeOfDay = draft.timeOfDay else { return true }
    return !order.breaksRhythm(timeOfDay)
  }

  /// Makes an epoch of what was claimed, and gives it away.
  private mutating func publish(_ emit: (Epoch) -> Void) {
    isOpen = false
    guard draft.isKeyed else { return }
    guard isCredible else {
      learner.discardCycle()
      return
    }
    usualTimedCount = draft.timedCount
    epochsSinceSatelliteTalker += 1
    learner.finishCycle(hasRefusal: draft.hasRefusal)
    contradictions = draft.isContradictory ? contradictions + 1 : 0
    let position =
      draft.isContradictory && contradictions > Self.contradictionPatience ? draft.position : draft.agreedPosition
    let isPositioned = draft.isClaimedValid && !draft.isClaimedVoid && position != nil
    let time = receiver.time(of: draft, isPositioned: isPositioned)
    if let timeOfDay = draft.timeOfDay { order.published(timeOfDay, date: draft.date) }
    receiver.sky.finishEpoch()
    var fix = draft.fix(position: isPositioned ? position : nil)
    fix.time = time
    fix.satellitesInView = receiver.sky.inView
    fix.details.isDatumForeign = receiver.isDatumForeign
    fix.details.rolloverWeeks = Int16(clamping: receiver.rollover.weeks ?? 0)
    emit(Epoch(fix: fix, firstByte: draft.firstByte))
  }
}
