import Clocks

/// Commands one after another: each is answered, sent again, or given up and reported.
extension ReceiverControl {
  /// What is to be done when nothing else is.
  enum Request: Equatable {
    case configure
    case sleep(Int?)
    case restart(RestartKind)
    case powerSaving(PowerSaving)
    case dump
    case aid([ReceiverCommand])

    var isSleep: Bool { if case .sleep = self { true } else { false } }
  }

  /// How often a command is sent before it is given up.
  static let attempts = 3
  /// So many different commands without any answer are no accident.
  static let deafAfter = 3
  /// How long frames of a dump may be apart.
  private static let dumpGap = Duration.milliseconds(1_500)

  mutating func ask(for request: Request, at instant: Instant) {
    switch phase {
    case .closed: return
    case .idle: begin(request, at: instant)
    case .sleeping where request.isSleep: return
    default:
      if request.isSleep { requests.removeAll(where: \.isSleep) }
      // Bounded: whoever asks without end gets the first ones.
      if !requests.contains(request), requests.count < 16 { requests.append(request) }
    }
  }

  mutating func becomeIdle(at instant: Instant) {
    phase = .idle
    guard !requests.isEmpty else { return }
    begin(requests.removeFirst(), at: instant)
  }

  private mutating func begin(_ request: Request, at instant: Instant) {
    switch request {
    case .configure: configure(at: instant)
    case .sleep(let seconds): fallAsleep(seconds, at: instant)
    case .restart(let kind):
      guard let command = profile.restart(kind) else { return fail(.restart, .unsupported, at: instant) }
      out.append(.send(command.bytes))
      // It says that it starts, or nothing; either way its settings are sent again.
      restartSeen = nil
      isConfiguring = true
      queue = profile.configuration(wish)
      phase = .settling(until: instant + .seconds(2))
    case .powerSaving(let mode):
      let commands = profile.powerSaving(mode)
      guard !commands.isEmpty else { return fail(.powerSaving, .unsupported, at: instant) }
      start(commands, at: instant)
    case .dump:
      guard let command = profile.aidingDump else { return fail(.aiding, .unsupported, at: instant) }
      database = []
      out.append(.send(command.bytes))
      phase = .settling(until: instant + patience + Self.dumpGap)
    case .aid(let commands):
      guard profile.aidingDump != nil else { return fail(.aiding, .unsupported, at: instant) }
      start(commands, at: instant)
    }
  }

  /// Something for which there is no command.
  private mutating func fail(
    _ purpose: ReceiverCommand.Purpose, _ failure: ReceiverNews.Failure, at instant: Instant
  ) {
    report(purpose, failure)
    becomeIdle(at: instant)
  }

  mutating func report(_ purpose: ReceiverCommand.Purpose, _ failure: ReceiverNews.Failure) {
    guard reported.insert(purpose).inserted else { return }
    out.append(.report(.failed(purpose, failure)))
  }

  /// Sends all that is wished: first the speed, so that what follows is quick; last the rate, so that the line is never
  /// too full.
  mutating func configure(at instant: Instant) {
    requests.removeAll { $0 == .configure }
    isConfiguring = identity?.language != .generic
    queue = profile.configuration(wish)
    if let wanted = wish.baud, wanted != baud, !refusedBauds.contains(wanted), identity?.language != .generic {
      if let command = profile.speed(baud: wanted) {
        changeSpeed(to: wanted, command, at: instant)
        return
      }
      report(.speed, .unsupported)
    }
    sendNext(at: instant)
  }

  private mutating func start(_ commands: [ReceiverCommand], at instant: Instant) {
    queue = commands
    sendNext(at: instant)
  }

  /// Sends the first command of the queue.
  mutating func sendNext(at instant: Instant) {
    if let frames = database {
      database = nil
      if frames.isEmpty { report(.aiding, .unanswered) } else { out.append(.report(.navigationDatabase(frames))) }
    }
    guard let command = queue.first else {
      if isConfiguring {
        isConfiguring = false
        out.append(.report(.configured))
      }
      becomeIdle(at: instant)
      return
    }
    send(command, tries: 1, at: instant)
  }

  private mutating func send(_ command: ReceiverCommand, tries: Int, at instant: Instant) {
    out.append(.send(command.bytes))
    switch command.acknowledgement {
    case .none(let settling):
      queue.removeFirst()
      phase = .settling(until: instant + settling + Self.lineTime(bytes: command.bytes.count, baud: baud))
    default: phase = .commanding(tries: tries, until: instant + patience)
    }
  }

  /// No answer in time.
  mutating func retry(_ tries: Int, at instant: Instant) {
    guard let command = queue.first else { return becomeIdle(at: instant) }
    guard tries >= Self.attempts else { return send(command, tries: tries + 1, at: instant) }
    queue.removeFirst()
    report(command.purpose, .unanswered)
    unansweredInRow += 1
    if unansweredInRow >= Self.deafAfter {
      queue = []
      isConfiguring = false
      out.append(.report(.deaf))
      unansweredInRow = 0
    }
    sendNext(at: instant)
  }

  /// While a command is out.
  mutating func takeVerdict(of answer: ReceiverAnswer, at instant: Instant) {
    guard let command = queue.first, let isDone = command.verdict(of: answer) else { return }
    unansweredInRow = 0
    queue.removeFirst()
    if !isDone { report(command.purpose, .refused) }
    sendNext(at: instant)
  }

  /// A frame of a dump that was asked for; the aiding acknowledgement of the poll ends it.
  mutating func collect(_ answer: ReceiverAnswer, at instant: Instant) {
    guard let held = database, case .ubx(let frame) = answer, case .settling(let until) = phase else { return }
    if frame.isNavigationDatabase {
      // 64 KiB are ten times what any generation hands out.
      if held.count < 65_536 { database?.append(contentsOf: frame.bytes) }
      phase = .settling(until: instant + Self.dumpGap)
    } else if let reply = frame.aidingAcknowledgement, reply.id == 0x80 {
      phase = .settling(until: min(until, instant))
    }
  }

  /// The receiver says that it has started. Several such texts belong together; while it is being set up anyway, they
  /// only say so again.
  mutating func noteStart(at instant: Instant) {
    switch phase {
    case .idle where identity != nil && identity?.language != .generic: restartSeen = instant
    case .commanding where isConfiguring && !requests.contains(.configure): requests.append(.configure)
    default: break
    }
  }
}
