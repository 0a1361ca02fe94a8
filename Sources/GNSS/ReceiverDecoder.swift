import Clocks

/// Bytes of a receiver in, epochs out.
///
/// The stream may be cut into reads anywhere. What is damaged is left out: a sentence with a wrong checksum changes
/// nothing. Instants only stamp epochs and tell when the line has fallen silent; times come from the satellites.
public struct ReceiverDecoder: Sendable {
  /// What the decoder cannot learn from the stream.
  public struct Options: Sendable {
    /// A trusted clock, for the rollover of week counters; nil: only the date this program was built counts.
    public var referenceDate: UnixTime?
    /// The day on which the stream begins, until the first sentence with a date.
    public var assumedDate: CivilDate?
    /// Whether the receiver is at work now. Rollover is only ever repaired then; a replayed log keeps its dates.
    public var isLive: Bool

    /// Makes options.
    public init(referenceDate: UnixTime? = nil, assumedDate: CivilDate? = nil, isLive: Bool = true) {
      self.referenceDate = referenceDate
      self.assumedDate = assumedDate
      self.isLive = isLive
    }
  }

  private var stream = ByteStream()
  private var assembler: EpochAssembler
  private var tally = Tally()
  private let table = SentenceTable()
  private var lastRead: (firstByte: Instant, count: Int)?
  private var answers = AnswerTap()

  /// Makes a decoder for one receiver.
  public init(options: Options = Options()) { assembler = EpochAssembler(options: options) }

  /// Takes what was read, cut anywhere.
  ///
  /// - Parameters:
  ///   - bytes: as they came; none is a read, too.
  ///   - firstByte: when the first of them arrived.
  ///   - emit: is given each epoch that is complete, in the order of time.
  public mutating func receive(_ bytes: [UInt8], at firstByte: Instant, emit: (Epoch) -> Void) {
    guard !bytes.isEmpty else { return }
    lastRead = (firstByte, bytes.count)
    stream.append(bytes, at: firstByte)
    drain(isLast: false, emit)
  }

  /// The stream has ended: decides what is unfinished and publishes the open epoch.
  public mutating func finish(emit: (Epoch) -> Void) {
    drain(isLast: true, emit)
    close(emit)
    lastRead = nil
  }

  /// When to call ``handleDeadline(at:emit:)`` if nothing more comes: the open epoch is then complete, since the line
  /// has been silent for nearly half a period, or for a tenth of a second while the period is not known yet. Nil if
  /// nothing is open.
  public var nextDeadline: Instant? {
    guard let lastRead, isMidEpoch else { return nil }
    let period = min(max(assembler.period.nanoseconds, 20_000_000), 2_000_000_000)
    // The read may have taken a while itself: ten bits a byte at 9,600 Bd, the slowest that is common.
    let reading = min(Int64(lastRead.count) * 1_041_667, period * 35 / 100)
    let silence = assembler.learnedPeriod == nil ? 100_000_000 : period * 45 / 100
    return lastRead.firstByte + .nanoseconds(reading + silence)
  }

  /// Publishes the open epoch if its deadline has passed.
  public mutating func handleDeadline(at instant: Instant, emit: (Epoch) -> Void) {
    guard let deadline = nextDeadline, instant >= deadline else { return }
    // A sentence may go on after a pause. What looks like the beginning of a binary frame may hide sentences.
    if !stream.isHoldingSentence { drain(isLast: true, emit) }
    close(emit)
    lastRead = nil
  }

  /// Whether a part of a sentence or an unpublished epoch is held.
  public var isMidEpoch: Bool { stream.isHolding || assembler.isOpen }

  /// What was seen so far.
  public var statistics: Statistics {
    var statistics = tally.statistics
    statistics.late = assembler.lateSentences
    statistics.family = assembler.receiver.health.family
    statistics.periodSeconds = assembler.learnedPeriod?.seconds
    return statistics
  }

  /// How many sentences and binary frames with a right checksum came so far: proof that the line's speed is right.
  public var validCount: Int { tally.valid }

  /// Whether what the receiver says about itself and our commands is kept for ``takeAnswers()``; off at first.
  public var collectsAnswers: Bool {
    get { answers.isOpen }
    set { answers.isOpen = newValue }
  }

  /// The answers since the last call, in order; none is the usual case and costs nothing. At most
  /// ``ReceiverAnswer/maximumHeld`` are held, further ones are lost: call it after every read.
  public mutating func takeAnswers() -> [ReceiverAnswer] { answers.take() }

  /// The moment whose date the receiver stated last; nil before the first one.
  public var lastDated: UTCStamp? { assembler.receiver.lastDated }

  /// The satellites in view.
  public var sky: Sky { assembler.receiver.sky }

  /// What the receiver says of itself.
  public var health: ReceiverHealth { assembler.receiver.health }

  /// The host's clock has become trusted: the rollover of the receiver's date is decided anew, once.
  ///
  /// - Parameter date: the time now; nil if the clock is no longer trusted.
  ///
  /// A day before this program was written is no reference: it is the clock of a board that has none.
  public mutating func setReferenceDate(_ date: UnixTime?) {
    let day = date?.date.daysSinceEpoch ?? 0
    assembler.receiver.rollover.reference = day >= Rollover.buildDay ? date : nil
  }

  private mutating func close(_ emit: (Epoch) -> Void) {
    assembler.close { epoch in
      tally.epochs += 1
      if epoch.fix.isPositioned { tally.fixes += 1 }
      emit(epoch)
    }
  }

  private mutating func drain(isLast: Bool, _ emit: (Epoch) -> Void) {
    let bytes = stream.bytes
    bytes.withUnsafeBufferPointer { bytes in
      while let item = stream.next(isLast: isLast) {
        switch item.finding {
        case .sentence(let start, let star, _): take(bytes, start, star, item.firstByte, emit)
        case .refused(let refusal, _, _, _): refuse(refusal)
        case .binary(let start, let next):
          tally.binaryFrames += 1
          answers.note(frame: bytes, start, next)
        case .incomplete: break
        }
      }
    }
  }

  private mutating func refuse(_ refusal: Refusal) {
    tally.note(refusal)
    assembler.noteRefusal()
  }

  private mutating func take(
    _ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ star: Int, _ firstByte: Instant, _ emit: (Epoch) -> Void
  ) {
    guard var sentence = AddressedSentence(bytes, start: start, star: star, table: table) else {
      refuse(.address)
      return
    }
    tally.note(kind: sentence.kind, talker: sentence.talker)
    answers.note(sentence.address, bytes, start + 1, star)
    guard let index = sentence.kind else { return }
    let kind = SentenceTable.kinds[index]
    let header = SentenceHeader(
      talker: sentence.talker, signature: sentence.address.packed, kind: index, firstByte: firstByte)
    if let family = kind.family { assembler.receiver.health.family = family }
    kind.take(&sentence.fields, header, &assembler) { epoch in
      tally.epochs += 1
      if epoch.fix.isPositioned { tally.fixes += 1 }
      emit(epoch)
    }
  }
}
