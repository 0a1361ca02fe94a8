import Clocks
import GNSS
import Simulation

/// A receiver twin on a line with the session that talks to it, on a virtual clock.
struct TwinBench {
  var twin: ReceiverTwin
  var session: ReceiverSession
  var decoder = ReceiverDecoder()
  var now = Instant.zero
  var hostBaud = 9_600
  /// Everything that was reported, with its time.
  var news: [ReceiverNews] = []
  /// Everything that was sent.
  var sent: [[UInt8]] = []
  var found: [Int] = []
  var epochs = 0

  init(
    _ model: ReceiverTwin.Model, baud: Int = 9_600, wish: ReceiverWish = ReceiverWish(),
    faults: ReceiverTwin.Faults = .init(), configuredBaud: Int = 9_600
  ) {
    twin = ReceiverTwin(model, baud: baud, faults: faults)
    session = ReceiverSession(configuredBaud: configuredBaud, wish: wish)
    perform(session.opened(at: now))
  }

  /// Lets time pass.
  mutating func run(seconds: Double) {
    let end = now + .wholeNanoseconds(seconds)
    while let next = [twin.nextDeadline, session.nextDeadline, decoder.nextDeadline].compactMap({
      $0
    }).min(),
      next <= end
    {
      now = max(now, next)
      let bytes = twin.transmit(hostBaud: hostBaud, at: now)
      if !bytes.isEmpty {
        var count = 0
        decoder.receive(bytes, at: now) { _ in count += 1 }
        epochs += count
        perform(session.received(bytes.count, by: &decoder, firstByte: now, at: now))
      }
      var count = 0
      decoder.handleDeadline(at: now) { _ in count += 1 }
      epochs += count
      if let deadline = session.nextDeadline, deadline <= now {
        perform(session.handleDeadline(at: now))
      }
    }
    now = end
  }

  /// Closes the line and opens it again.
  mutating func reopen() {
    session.closed(at: now)
    decoder = ReceiverDecoder()
    perform(session.opened(at: now))
  }

  /// Asks for something.
  mutating func request(_ input: ReceiverControl.Input) { perform(session.request(input, at: now)) }

  private mutating func perform(_ outputs: [ReceiverOutput]) {
    for output in outputs {
      switch output {
      case .send(let bytes):
        sent.append(bytes)
        twin.receive(bytes, hostBaud: hostBaud, at: now)
      case .setBaud(let baud): hostBaud = baud
      case .found(let baud): found.append(baud)
      case .report(let piece): news.append(piece)
      }
    }
  }

  /// What went wrong, as far as people are told.
  var troubles: [ReceiverNews] { news.filter { $0.fault != nil } }

  /// The language that was found.
  var language: ReceiverLanguage? { session.control.identity?.language }
}

extension ReceiverTwin.Model {
  /// What should be found out.
  var language: ReceiverLanguage {
    switch self {
    case .ublox8: .ublox8
    case .ubloxM10: .ubloxM10
    case .mediatek: .mediatek
    case .casic: .casic
    case .pair: .pair
    case .generic: .generic
    }
  }

  /// Those that can be talked to.
  static var talking: [ReceiverTwin.Model] { allCases.filter { $0 != .generic } }
  /// Those that acknowledge.
  static var answering: [ReceiverTwin.Model] { talking.filter { $0 != .casic } }
}

/// All that can be wished.
let fullWish = ReceiverWish(
  periodMilliseconds: 200, selectsSentences: true, satellitesInViewSeconds: 10, activity: .fitness,
  baud: 115_200)
