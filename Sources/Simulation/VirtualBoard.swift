import Clocks
import Configuration
import Controls
import GNSS
import Journal
import LoggerCore
import Records
import Text

/// A board made of numbers: it carries the very ``Logger`` that real boards carry, on a clock that jumps from one event
/// to the next.
///
/// What survives a power cut is in the store and in the folder, and nowhere else: ``cutPower()`` forgets the rest, and
/// ``powerOn(boot:hostClock:)`` finds its way from what is there, as a board does.
public struct VirtualBoard {
  /// Something that the board did.
  public enum Observation: Equatable, Sendable {
    /// The logger made a record; it is not durable yet.
    case record(Record)
    /// All records up to this one are durable.
    case durable(SequenceNumber)
    /// The LED shows something else.
    case light(Pattern)
    /// A client got its answer.
    case reply(RequestID, Result<Reply, Fault>)
  }

  /// The virtual clock: time since the boot. Nothing happens while the board is off, and a boot starts at zero.
  public private(set) var now = Instant.zero
  /// The boot it is in; nil while it is off.
  public private(set) var boot: BootID?
  /// What the LED showed, each time it changed, over all boots.
  public private(set) var lights: [(boot: BootID, at: Instant, pattern: Pattern)] = []
  /// The clients' answers, over all boots.
  public private(set) var replies: [(id: RequestID, result: Result<Reply, Fault>)] = []
  /// The newest record that is durable.
  public private(set) var durable = SequenceNumber.none
  /// Whether the logger has said that the process may end.
  public private(set) var isFinished = false
  /// Whether the logger wants the power off; it is for whoever drives this board to ``cutPower()``.
  public private(set) var isPoweringOff = false
  /// Why the folder with the tracks could not be written, if so; it is left alone from then on.
  public var folderFault: Fault? { pictures?.fault }
  /// Whether ``takeObservations()`` has something to give; off saves the time.
  public var isObserved = false

  private var settings: Settings
  private let decoding: ReceiverDecoder.Options
  private let store: any SegmentStore
  private let folder: (any TrackFolder)?
  private let commitDelay: Duration
  private let segmentBytes: Int
  private var logger: Logger?
  private var card: VirtualCard?
  private var pictures: CardPictures?
  private var observations: [(at: Instant, what: Observation)] = []
  private var requests: UInt64 = 0

  /// A board that is off.
  ///
  /// - Parameters:
  ///   - settings: of the logger.
  ///   - store: the journal's flash; may hold one.
  ///   - folder: where GPX and CSV go; nil to do without.
  ///   - decoding: how receiver bytes are read. Not as those of a live receiver, or a made-up or recorded day that lies
  ///     before the build of this program would be taken for a rollover of the week number.
  ///   - commitDelay: how long the flash takes to make records durable; while it does, more wait.
  ///   - segmentBytes: size of new segments of the journal.
  public init(
    settings: Settings = Settings(), store: any SegmentStore, folder: (any TrackFolder)? = nil,
    decoding: ReceiverDecoder.Options = .init(isLive: false), commitDelay: Duration = .zero,
    segmentBytes: Int = 4 << 20
  ) {
    self.settings = settings
    // What is played here listens to nobody, and has no speed.
    self.settings.receiver.isConfigured = false
    self.settings.receiver.findsSpeed = false
    self.decoding = decoding
    self.store = store
    self.folder = folder
    self.commitDelay = commitDelay
    self.segmentBytes = segmentBytes
  }

  /// The earliest moment at which something will happen by itself; nil if nothing will.
  public var nextDeadline: Instant? {
    [logger?.nextDeadline, card?.nextDeadline].compactMap(\.self).min()
  }

  // MARK: - Time

  /// Lets time pass up to this moment, with everything that falls due in it, in order. Going back does nothing.
  public mutating func advance(to end: Instant) {
    while let next = nextDeadline, next <= end {
      let before = now
      now = max(now, next)
      if let due = card?.nextDeadline, due <= now { runCard() }
      if let due = logger?.nextDeadline, due <= now { perform(.deadline, at: now) }
      // A deadline that is still there after it was served would stop the clock for ever.
      if now == before, nextDeadline == next { now = Instant(boot: now.boot + 1_000_000) }
    }
    now = max(now, end)
  }

  /// Lets time pass and then tells the logger what happened; nobody hears it while the board is off.
  ///
  /// - Parameter at: the moment; one in the past counts as now.
  public mutating func send(_ event: Event, at moment: Instant) {
    advance(to: moment)
    perform(event, at: now)
  }

  /// Presses the button and lets it go; for a tenth of a second unless told otherwise.
  public mutating func pressButton(at moment: Instant, for held: Duration = .milliseconds(100)) {
    send(.edge(pressed: true), at: moment)
    send(.edge(pressed: false), at: now + held)
  }

  /// Asks for something as a client would.
  ///
  /// - Returns: the id under which ``replies`` has the answer.
  @discardableResult
  public mutating func request(_ command: Command, at moment: Instant) -> RequestID {
    requests += 1
    let id = RequestID(requests)
    send(.command(command, id), at: moment)
    return id
  }

  // MARK: - Power

  /// Boots: the clock starts at zero, the journal is read back and the logger starts.
  ///
  /// - Parameters:
  ///   - boot: the new boot's id.
  ///   - hostClock: what the host's clock says; nil if it does not say anything.
  public mutating func powerOn(boot: BootID, hostClock: UTCStamp? = nil) throws(Fault) {
    cutPower()
    self.boot = boot
    try startLogger(hostClock: hostClock)
  }

  /// Pulls the plug: whatever is not on the flash is gone.
  public mutating func cutPower() {
    kill()
    boot = nil
    now = .zero
  }

  /// Kills the process; the boot goes on without it.
  public mutating func kill() {
    logger = nil
    card = nil
    pictures = nil
    isFinished = false
    isPoweringOff = false
  }

  /// Starts the process again in the same boot.
  public mutating func restart(hostClock: UTCStamp? = nil) throws(Fault) {
    kill()
    try startLogger(hostClock: hostClock)
  }

  /// Asks the logger to stop and lets time pass until it has.
  ///
  /// - Parameter reason: why.
  /// - Throws: what keeps the journal from being written, if that does not pass within a minute.
  public mutating func stop(_ reason: StopReason) throws(Fault) {
    perform(.terminate(reason), at: now)
    let end = now + .seconds(60)
    while !isFinished, let next = nextDeadline, next <= end { advance(to: next) }
    guard isFinished else {
      throw card?.fault ?? Fault(.software, "the logger did not stop within a minute")
    }
  }

  private mutating func startLogger(hostClock: UTCStamp?) throws(Fault) {
    guard let boot else { return }
    let journal = StoredJournal(store)
    let digest = try journal.restoredDigest()
    durable = digest.lastSequence
    card = try VirtualCard(
      store: store, settings: settings.storage, commitDelay: commitDelay, segmentBytes: segmentBytes)
    pictures = nil
    if let folder { pictures = try CardPictures(folder: folder, journal: journal) }
    logger = Logger(settings: settings, restored: Restored(boot: boot, digest: digest), decoding: decoding)
    perform(.start, at: now)
    if let hostClock { perform(.wallClock(hostClock), at: now) }
    perform(.receiver(.open), at: now)
  }

  // MARK: - Actions

  private mutating func perform(_ event: Event, at moment: Instant) {
    guard let actions = logger?.handle(event, at: moment) else { return }
    for action in actions { perform(action) }
    if let due = card?.nextDeadline, due <= now { runCard() }
  }

  private mutating func perform(_ action: Action) {
    switch action {
    case .append(let record, let urgency):
      observe(.record(record))
      pictures?.add(record)
      card?.append(record, urgency: urgency, at: now)
    case .led(let pattern):
      if let boot { lights.append((boot, now, pattern)) }
      observe(.light(pattern))
    case .reply(let id, let result):
      replies.append((id, result))
      observe(.reply(id, result))
    case .finish: isFinished = true
    case .powerOff: isPoweringOff = true
    case .send, .setBaud, .say, .compass: break
    }
  }

  private mutating func runCard() {
    guard let report = card?.run(at: now) else { return }
    if case .durable(let sequence) = report {
      durable = max(durable, sequence)
      observe(.durable(sequence))
      pictures?.commit(upTo: sequence)
    }
    perform(.journal(report), at: now)
  }

  private mutating func observe(_ observation: Observation) {
    if isObserved { observations.append((now, observation)) }
  }

  /// What the board did since the last call, while ``isObserved``.
  public mutating func takeObservations() -> [(at: Instant, what: Observation)] {
    defer { observations.removeAll(keepingCapacity: true) }
    return observations
  }
}
