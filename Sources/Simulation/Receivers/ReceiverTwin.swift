import Clocks

/// A receiver that listens: it understands one family's commands as the datasheets say, changes its speed, its rate and
/// its sentences, sleeps and wakes, and has the faults that real ones have.
///
/// Bytes and instants in, bytes out. It shares no code with what speaks to it, so that a mistake in one does not hide in
/// the other. Its place stands still; ``MovingReceiver`` gives it one that moves.
public struct ReceiverTwin: Sendable {
  /// What it is.
  public enum Model: String, Sendable, CaseIterable {
    /// NEO-M8N.
    case ublox8
    /// MAX-M10S.
    case ubloxM10
    /// PA6H with an MT3339.
    case mediatek
    /// L76K with an AT6558.
    case casic
    /// LC76G.
    case pair
    /// Speaks NMEA and understands nothing.
    case generic
  }

  /// What is wrong with it.
  public struct Faults: Equatable, Sendable {
    /// Sleep commands do nothing.
    public var ignoresSleep = false
    /// Commands are refused, where the language has a word for that.
    public var refuses = false
    /// Its answers get lost: the first so many.
    public var losesAnswers = 0
    /// Nothing that is sent to it arrives: the wire is not connected.
    public var isDeaf = false
    /// A command to change the speed is acknowledged and does nothing.
    public var keepsSpeed = false
    /// Its speed changes to one that nobody asked for: this one, baud.
    public var takesWrongSpeed: Int?
    /// Nothing wakes it.
    public var staysAsleep = false
    /// What a backup supply should keep is lost in every sleep.
    public var hasNoBackup = false

    /// None.
    public init() {}
  }

  /// What is wrong with it now.
  public var faults: Faults
  /// What it is.
  public let model: Model
  /// Speed, rate, sentences and whether it is awake.
  public internal(set) var body: TwinBody
  private var language: any TwinLanguage
  private var received: [UInt8] = []
  private var answersLost = 0
  private(set) var nextEpoch: Instant
  /// What it sees of where it is; nil for a place of its own that stands still. Must be told anew for each epoch.
  var view: TwinView?
  private var pending: [(at: Instant, baud: Int, bytes: [UInt8])] = []
  private var lineFree = Instant.zero
  private var noise: UInt64 = 0x9E37_79B9_7F4A_7C15

  /// A receiver that has just got its power.
  public init(_ model: Model, baud: Int = 9_600, faults: Faults = Faults(), at instant: Instant = .zero) {
    self.model = model
    self.faults = faults
    body = TwinBody(baud: baud)
    nextEpoch = instant + .seconds(1)
    language =
      switch model {
      case .ublox8: UBloxTwin(isValueBased: false)
      case .ubloxM10: UBloxTwin(isValueBased: true)
      case .mediatek: MediaTekTwin()
      case .casic: CASICTwin()
      case .pair: PAIRTwin()
      case .generic: GenericTwin()
      }
    for text in language.greeting { say(text, at: instant) }
  }

  /// When it has something to say next; nil while it sleeps without an end.
  public var nextDeadline: Instant? {
    let own = body.isAwake ? nextEpoch : body.wakesAt
    guard let first = pending.first?.at else { return own }
    return min(first, own ?? first)
  }

  /// The host sends bytes.
  ///
  /// - Parameters:
  ///   - bytes: as they are sent.
  ///   - hostBaud: speed of the host's side; at another speed than its own it understands nothing.
  ///   - instant: now.
  public mutating func receive(_ bytes: [UInt8], hostBaud: Int, at instant: Instant) {
    pass(to: instant)
    guard !faults.isDeaf, !bytes.isEmpty else { return }
    if !body.isAwake {
      guard body.wakesByByte, !faults.staysAsleep else { return }
      wake(at: instant)
      return
    }
    guard instant >= body.deafUntil, hostBaud == body.baud else {
      received = []
      return
    }
    received += bytes
    while let message = TwinMessage.next(from: &received) {
      body.heard.append(message)
      take(message, at: instant)
      if !body.isAwake { break }
    }
  }

  /// What the host has received up to now since the last call.
  ///
  /// - Parameter hostBaud: speed of the host's side; at another one than the bytes were sent with it is garbage.
  public mutating func transmit(hostBaud: Int, at instant: Instant) -> [UInt8] {
    pass(to: instant)
    var bytes: [UInt8] = []
    while let first = pending.first, first.at <= instant {
      pending.removeFirst()
      bytes += first.baud == hostBaud ? first.bytes : garble(first.bytes, from: first.baud, to: hostBaud)
    }
    return bytes
  }

  /// It starts by itself, as after a moment without power: what is not kept is lost.
  public mutating func restart(at instant: Instant) {
    pass(to: instant)
    body.loseRAM(keepsBackup: !faults.hasNoBackup)
    boot(at: instant)
  }

  private mutating func take(_ message: TwinMessage, at instant: Instant) {
    var command = TwinReply()
    let before = body
    guard language.take(message, &body, &command, at: instant) else {
      body.foreign.append(message)
      return
    }
    if faults.refuses, let refusal = command.refusal {
      body = before
      command = TwinReply(answers: [refusal])
    }
    if faults.keepsSpeed { command.baud = nil }
    if command.baud != nil, let wrong = faults.takesWrongSpeed { command.baud = wrong }
    if faults.ignoresSleep, !body.isAwake {
      body.isAwake = true
      body.wakesAt = nil
    }
    for answer in command.answers {
      if answersLost < faults.losesAnswers { answersLost += 1 } else { send(answer, at: instant + .milliseconds(30)) }
    }
    if let baud = command.baud { body.baud = baud }
    if command.startsAnew { boot(at: instant) }
    if before.periodMilliseconds != body.periodMilliseconds {
      nextEpoch = instant + .milliseconds(Int64(body.periodMilliseconds))
    }
  }

  private mutating func boot(at instant: Instant, greets: Bool = true) {
    received = []
    body.deafUntil = instant + language.bootTime
    body.isAwake = true
    body.wakesAt = nil
    if greets { for text in language.greeting { say(text, at: instant + language.bootTime) } }
    nextEpoch = instant + language.bootTime + .milliseconds(Int64(body.periodMilliseconds))
  }

  private mutating func wake(at instant: Instant) {
    if body.losesRAMAsleep { body.loseRAM(keepsBackup: !faults.hasNoBackup) }
    boot(at: instant, greets: body.losesRAMAsleep)
  }

  /// Does what was due before.
  private mutating func pass(to instant: Instant) {
    if let wakesAt = body.wakesAt, !body.isAwake, wakesAt <= instant, !faults.staysAsleep { wake(at: wakesAt) }
    while body.isAwake, nextEpoch <= instant {
      // Its buffer holds about a second of what the line carries; what does not fit is left out.
      if body.isTracking, lineFree - nextEpoch < .seconds(1) {
        body.epochs += 1
        let bytes = view?.epoch(body) ?? TwinSentences.epoch(body, at: nextEpoch)
        send(bytes, at: nextEpoch + .milliseconds(60))
      }
      nextEpoch = nextEpoch + .milliseconds(Int64(max(50, body.periodMilliseconds)))
    }
  }

  private mutating func say(_ content: String, at instant: Instant) {
    send(TwinSentences.framed(content), at: instant + .milliseconds(20))
  }

  /// Bytes leave one after another, ten bits each.
  private mutating func send(_ bytes: [UInt8], at instant: Instant) {
    guard !bytes.isEmpty else { return }
    let start = max(instant, lineFree)
    lineFree = start + .nanoseconds(Int64(bytes.count) * 10_000_000_000 / Int64(body.baud))
    pending.append((lineFree, body.baud, bytes))
  }

  /// What a port at another speed makes of bytes.
  private mutating func garble(_ bytes: [UInt8], from baud: Int, to hostBaud: Int) -> [UInt8] {
    let count = min(max(1, bytes.count * hostBaud / max(1, baud)), bytes.count * 2)
    return (0..<count).map { _ in
      noise = noise &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return UInt8(truncatingIfNeeded: noise >> 56) | 0x80
    }
  }
}
