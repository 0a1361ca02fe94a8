import Clocks

/// Finding out what the receiver is.
extension ReceiverControl {
  /// How long it is listened to before it is asked: what it says by itself tells which question to begin with.
  static let hintTime = Duration.milliseconds(1_500)
  /// A line on which nothing comes may belong to a receiver that was left asleep.
  static let firstNudge = Duration.seconds(5)

  /// Wakes what may be asleep: a byte that is no part of any command, an empty line, and the question of Quectel, which
  /// modules answer whose satellite part is off.
  static let nudge: [UInt8] = [0xFF, 0x0D, 0x0A] + ReceiverQuestion.quectel.command.bytes

  /// More and more seldom.
  mutating func nudge(_ nudges: Int, at instant: Instant) {
    out.append(.send(Self.nudge))
    let seconds = min(5 << Int64(min(nudges + 1, 5)), 120)
    phase = .waiting(nudges: nudges + 1, until: instant + .seconds(seconds))
  }

  mutating func startAsking(at instant: Instant) {
    // Two rounds, since a question may get lost; the likeliest one first.
    var order = ReceiverQuestion.allCases
    if let hint {
      order.removeAll { $0 == hint }
      order.insert(hint, at: 0)
    }
    questions = order + order
    if let hint { questions.insert(hint, at: 1) }
    askFirst(at: instant)
  }

  private mutating func askFirst(at instant: Instant) {
    guard let question = questions.first else {
      identity = ReceiverIdentity(.generic)
      out.append(.report(.unidentified))
      becomeIdle(at: instant)
      return
    }
    out.append(.send(question.command.bytes))
    phase = .asking(until: instant + patience)
  }

  /// Nothing was answered in time.
  mutating func askNext(at instant: Instant) {
    if !questions.isEmpty { questions.removeFirst() }
    askFirst(at: instant)
  }

  /// While listening or asking.
  mutating func identify(_ answer: ReceiverAnswer, at instant: Instant) {
    if let identity = ReceiverIdentity(answer) {
      self.identity = identity
      hint = ReceiverQuestion(language: identity.language)
      questions = []
      out.append(.report(.identified(identity)))
      configure(at: instant)
    } else if let question = ReceiverQuestion(hint: answer) {
      hint = question
      // It is asked next; the one that is out may still be answered.
      if let place = questions.dropFirst().firstIndex(of: question) {
        questions.remove(at: place)
        questions.insert(question, at: 1)
      }
    }
  }
}

extension ReceiverQuestion {
  /// The question that is answered in this language; nil where none is.
  init?(language: ReceiverLanguage) {
    switch language {
    case .ublox6, .ublox8, .ubloxM10: self = .ublox
    case .mediatek: self = .mediatek
    case .casic: self = .casic
    case .pair: self = .quectel
    case .generic: return nil
    }
  }
}
