import Clocks

/// Talks to one receiver: finds out what it is, sets it up, puts it to sleep and wakes it.
///
/// A value without a clock: what happens comes in with its instant, what shall be done comes out. It only speaks when it
/// hears sense, asks before it commands, and sends commands in no language but the one that was answered in. What fails
/// is reported once; the receiver is then used as it is.
public struct ReceiverControl: Sendable {
  /// What happens to it.
  public enum Input: Sendable {
    /// The line is open at this speed, or its speed was found anew: all that was known is forgotten.
    case opened(baud: Int)
    /// The line is closed.
    case closed
    /// A read, with the number of valid sentences and frames in it, and who makes the receiver if they tell.
    case heard(sentences: Int, family: ReceiverFamily?)
    /// An answer stood in the stream.
    case answer(ReceiverAnswer)
    /// ``nextDeadline`` has come. Harmless at any other time.
    case deadline
    /// It shall be set up like this, now and after every start.
    case wish(ReceiverWish)
    /// It shall sleep for so many seconds, or until it is woken; asleep already, it is left alone.
    case sleep(seconds: Int?)
    /// It shall wake up.
    case wake
    /// It shall start anew.
    case restart(RestartKind)
    /// It shall save power or stop to.
    case powerSaving(PowerSaving)
    /// It shall hand out what it knows of satellites.
    case dumpAiding
    /// It shall take these: time, place and database of ``UBloxAiding``.
    case aid([ReceiverCommand])
  }

  /// What it is doing, for people.
  public enum State: Equatable, Sendable {
    /// The line is closed.
    case closed
    /// Nothing that makes sense has come.
    case waiting
    /// Finding out what the receiver is.
    case identifying
    /// Sending commands.
    case configuring
    /// Nothing to do.
    case ready
    /// The receiver was told to sleep.
    case asleep
    /// It was woken and has not been heard yet.
    case waking
  }

  enum Phase {
    case closed
    /// Nothing has made sense since the line was opened.
    case waiting(nudges: Int, until: Instant)
    /// Sense comes; what the receiver says unasked decides what is asked first.
    case listening(until: Instant)
    /// The first of ``questions`` was asked.
    case asking(until: Instant)
    /// The first of ``queue`` was sent.
    case commanding(tries: Int, until: Instant)
    /// A command that is not answered is given time.
    case settling(until: Instant)
    case switching(SpeedChange, until: Instant)
    case idle
    case sleeping(Sleep, until: Instant?)
    case waking(Waking, until: Instant)
  }

  var phase = Phase.closed
  var out: [ReceiverOutput] = []
  /// Speed of the line now, and when it was opened, baud.
  var baud = 9_600
  var openedBaud = 9_600
  var hint: ReceiverQuestion?
  var questions: [ReceiverQuestion] = []
  var wish = ReceiverWish()
  var queue: [ReceiverCommand] = []
  var requests: [Request] = []
  var unansweredInRow = 0
  var isConfiguring = false
  var reported: Set<ReceiverCommand.Purpose> = []
  var reportedSleep = false
  var refusedBauds: Set<Int> = []
  var database: [UInt8]?
  var lastSentence: Instant?
  var restartSeen: Instant?

  /// What the receiver is; nil until it is known.
  public internal(set) var identity: ReceiverIdentity?

  /// A control whose line is closed.
  ///
  /// - Parameter wish: how the receiver shall be set up.
  public init(wish: ReceiverWish = ReceiverWish()) { self.wish = wish }

  /// What can be said to the receiver.
  public var profile: any ReceiverProfile { (identity?.language ?? .generic).profile }

  /// What its sleep can do; none while it is not known.
  public var power: PowerCapabilities { profile.power }

  /// What it is doing.
  public var state: State {
    switch phase {
    case .closed: .closed
    case .waiting: .waiting
    case .listening, .asking: .identifying
    case .commanding, .settling, .switching: .configuring
    case .idle: .ready
    case .sleeping: .asleep
    case .waking: .waking
    }
  }

  /// When to send ``Input/deadline``; nil for never.
  public var nextDeadline: Instant? {
    switch phase {
    case .closed: nil
    case .waiting(_, let until), .listening(let until), .asking(let until), .commanding(_, let until),
      .settling(let until), .switching(_, let until), .waking(_, let until):
      until
    case .sleeping(_, let until): until
    case .idle: restartSeen.map { $0 + .seconds(1) }
    }
  }

  /// Takes what happened and says what to do, in this order.
  public mutating func handle(_ input: Input, at instant: Instant) -> [ReceiverOutput] {
    switch input {
    case .opened(let baud): open(baud: baud, at: instant)
    case .closed:
      phase = .closed
      queue = []
      requests = []
    case .heard(let sentences, let family): heard(sentences, family, at: instant)
    case .answer(let answer): take(answer, at: instant)
    case .deadline:
      if let deadline = nextDeadline, instant >= deadline { passDeadline(at: instant) }
    case .wish(let wish):
      guard wish != self.wish else { break }
      self.wish = wish
      ask(for: .configure, at: instant)
    case .sleep(let seconds): ask(for: .sleep(seconds), at: instant)
    case .wake: wake(at: instant)
    case .restart(let kind): ask(for: .restart(kind), at: instant)
    case .powerSaving(let mode): ask(for: .powerSaving(mode), at: instant)
    case .dumpAiding: ask(for: .dump, at: instant)
    case .aid(let commands): ask(for: .aid(commands), at: instant)
    }
    defer { out = [] }
    return out
  }

  private mutating func open(baud: Int, at instant: Instant) {
    self.baud = baud
    openedBaud = baud
    // The same receiver is the likeliest after a reconnection: it is asked first.
    hint = identity.flatMap { ReceiverQuestion(language: $0.language) } ?? hint
    identity = nil
    queue = []
    requests = []
    reported = []
    reportedSleep = false
    refusedBauds = []
    database = nil
    restartSeen = nil
    unansweredInRow = 0
    isConfiguring = false
    phase = .waiting(nudges: 0, until: instant + Self.firstNudge)
  }

  private mutating func heard(_ sentences: Int, _ family: ReceiverFamily?, at instant: Instant) {
    if let question = ReceiverQuestion(hint: family) { hint = question }
    guard sentences > 0 else { return }
    lastSentence = instant
    switch phase {
    case .waiting: phase = .listening(until: instant + Self.hintTime)
    case .switching(let change, _): heard(during: change, at: instant)
    case .sleeping(let sleep, _): heard(during: sleep, at: instant)
    case .waking(let waking, _): heard(during: waking, at: instant)
    case .closed, .listening, .asking, .commanding, .settling, .idle: break
    }
  }

  private mutating func take(_ answer: ReceiverAnswer, at instant: Instant) {
    if case .sentence(let sentence) = answer, sentence.tellsStart { noteStart(at: instant) }
    collect(answer, at: instant)
    switch phase {
    case .listening, .asking: identify(answer, at: instant)
    case .commanding(_, _): takeVerdict(of: answer, at: instant)
    default: break
    }
  }

  private mutating func passDeadline(at instant: Instant) {
    switch phase {
    case .closed: break
    case .waiting(let nudges, _): nudge(nudges, at: instant)
    case .listening: startAsking(at: instant)
    case .asking: askNext(at: instant)
    case .commanding(let tries, _): retry(tries, at: instant)
    case .settling: sendNext(at: instant)
    case .switching(let change, _): passDeadline(of: change, at: instant)
    case .idle:
      restartSeen = nil
      out.append(.report(.restarted))
      configure(at: instant)
    case .sleeping(let sleep, _): passDeadline(of: sleep, at: instant)
    case .waking(let waking, _): passDeadline(of: waking, at: instant)
    }
  }

  /// Time for an answer: a second, and what the receiver must say before it on a slow line: an epoch and more.
  var patience: Duration {
    .milliseconds(1_000) + Self.lineTime(bytes: 1_200, baud: baud)
  }

  /// How long bytes take, with ten bits each.
  static func lineTime(bytes: Int, baud: Int) -> Duration {
    .nanoseconds(Int64(min(bytes, 1 << 20)) * 10_000_000_000 / Int64(max(baud, 300)))
  }
}
