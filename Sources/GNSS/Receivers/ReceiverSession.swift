import Clocks

/// The talk with whatever is on the receiver's line: the search for its speed and the control of the receiver, which
/// must not work against each other. While a receiver sleeps or changes its speed, silence and garbage mean nothing.
public struct ReceiverSession: Sendable {
  /// The search for the speed.
  public private(set) var search: SpeedSearch
  /// The control of the receiver.
  public private(set) var control: ReceiverControl
  /// Whether anything may be sent at all; if not, only the speed is found.
  public let mayTalk: Bool
  private var validBefore = 0

  /// A session whose line is closed.
  ///
  /// - Parameters:
  ///   - configuredBaud: the speed that is tried first.
  ///   - findsSpeed: whether others are tried while nothing makes sense at it.
  ///   - wish: how the receiver shall be set up.
  ///   - mayTalk: whether anything may be sent to it.
  public init(
    configuredBaud: Int, findsSpeed: Bool = true, wish: ReceiverWish = ReceiverWish(), mayTalk: Bool = true
  ) {
    search = SpeedSearch(configured: configuredBaud, others: findsSpeed ? SpeedSearch.usual : [])
    control = ReceiverControl(wish: wish)
    self.mayTalk = mayTalk
  }

  /// When to call ``handleDeadline(at:)``; nil for never.
  public var nextDeadline: Instant? {
    let ofControl = mayTalk ? control.nextDeadline : nil
    guard !control.isDisturbing, let ofSearch = search.nextDeadline else { return ofControl }
    return min(ofSearch, ofControl ?? ofSearch)
  }

  /// The line is open. The own side is switched to the first speed by what this returns.
  public mutating func opened(at instant: Instant) -> [ReceiverOutput] {
    validBefore = 0
    let outputs = search.opened(at: instant)
    return outputs + tell(.opened(baud: search.baud), at: instant)
  }

  /// The line is closed.
  public mutating func closed(at instant: Instant) {
    search.closed()
    _ = control.handle(.closed, at: instant)
  }

  /// The decoder has taken a read.
  ///
  /// - Parameters:
  ///   - bytes: how many were read.
  ///   - decoder: what took them; it is made to collect answers. A new one counts from 0.
  ///   - firstByte: when the first of them came.
  ///   - instant: now.
  public mutating func received(
    _ bytes: Int, by decoder: inout ReceiverDecoder, firstByte: Instant, at instant: Instant
  ) -> [ReceiverOutput] {
    if !decoder.collectsAnswers, mayTalk { decoder.collectsAnswers = true }
    let valid = decoder.validCount
    let sentences = valid >= validBefore ? valid - validBefore : valid
    validBefore = valid
    var outputs: [ReceiverOutput] = []
    if !control.isDisturbing {
      let found = search.heard(bytes: bytes, sentences: sentences, firstByte: firstByte)
      outputs += found
      // Found for the first time, or lost and searched for: the receiver may be another one.
      if !found.isEmpty { outputs += tell(.opened(baud: search.baud), at: instant) }
    }
    guard mayTalk else { return outputs }
    outputs += tell(.heard(sentences: sentences, family: decoder.health.family), at: instant)
    for answer in decoder.takeAnswers() { outputs += tell(.answer(answer), at: instant) }
    return outputs
  }

  /// Something is wanted of the receiver: a wish, sleep, wake, a restart, aiding.
  public mutating func request(_ input: ReceiverControl.Input, at instant: Instant) -> [ReceiverOutput] {
    tell(input, at: instant)
  }

  /// Does what is due.
  public mutating func handleDeadline(at instant: Instant) -> [ReceiverOutput] {
    var outputs: [ReceiverOutput] = []
    if !control.isDisturbing {
      outputs += search.handleDeadline(at: instant)
      // On a silent line every speed is tried with a word: one that sleeps only understands its own.
      if mayTalk, !outputs.isEmpty, search.isSilent, control.state == .waiting {
        outputs.append(.send(ReceiverControl.nudge))
      }
    }
    return outputs + tell(.deadline, at: instant)
  }

  private mutating func tell(_ input: ReceiverControl.Input, at instant: Instant) -> [ReceiverOutput] {
    guard mayTalk else { return [] }
    var outputs = control.handle(input, at: instant)
    for output in outputs {
      switch output {
      case .setBaud(let baud): search.adopt(baud: baud, at: instant)
      case .report(.lost), .report(.wakeFailed): outputs += search.opened(at: instant)
      default: break
      }
    }
    return outputs
  }
}

extension ReceiverControl {
  /// Whether silence or garbage on the line is its own doing.
  var isDisturbing: Bool {
    switch phase {
    case .sleeping, .waking, .switching: true
    case .closed, .waiting, .listening, .asking, .commanding, .settling, .idle: false
    }
  }
}
