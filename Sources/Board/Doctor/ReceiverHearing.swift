import Clocks
import Configuration
import GNSS
import Glibc
import Text

/// What could be heard on the receiver's line in a few seconds; nothing is sent.
struct ReceiverHearing: Equatable {
  /// Bytes that came, at any speed.
  var bytes = 0
  /// Sentences and frames with a right checksum.
  var sentences = 0
  /// The speed at which they came, baud; nil if nothing made sense.
  var baud: Int?
  /// Whether a position was among them.
  var hasFix = false
  /// Satellites in view as the receiver told last; nil if it told nothing.
  var satellites: Int?

  init(
    bytes: Int = 0, sentences: Int = 0, baud: Int? = nil, hasFix: Bool = false, satellites: Int? = nil
  ) {
    self.bytes = bytes
    self.sentences = sentences
    self.baud = baud
    self.hasFix = hasFix
    self.satellites = satellites
  }

  /// A receiver that works says something every second.
  private static let silence = Duration.milliseconds(2_500)
  /// From the first sentence on: an epoch with all its sentences.
  private static let understanding = Duration.milliseconds(1_500)
  /// All speeds, each with some time for bytes that make no sense.
  private static let search = Duration.seconds(12)

  /// Listens.
  ///
  /// - Throws: what opening the port throws, and when it goes away.
  init(_ settings: Settings.Receiver) throws(Fault) {
    self.init()
    let port = try SerialPort(path: settings.device, speedBaud: settings.speedBaud)
    var session = ReceiverSession(configuredBaud: settings.speedBaud, mayTalk: false)
    var decoder = ReceiverDecoder()
    let start = HostClock.now()
    var firstByte: Instant?
    var firstSentence: Instant?
    try Self.perform(session.opened(at: start), on: port)
    var buffer = [UInt8](repeating: 0, count: 4_096)
    while true {
      let now = HostClock.now()
      let end =
        firstSentence.map { $0 + Self.understanding } ?? (firstByte == nil ? start + Self.silence : start + Self.search)
      if now >= end || hasFix { break }
      var poll = pollfd(fd: port.descriptor, events: Int16(POLLIN), revents: 0)
      _ = Glibc.poll(&poll, 1, 50)
      let at = HostClock.now()
      switch port.read(into: &buffer) {
      case .bytes(let count):
        firstByte = firstByte ?? at
        bytes += count
        decoder.receive(Array(buffer[..<count]), at: at) { epoch in
          if epoch.fix.isPositioned { hasFix = true }
          satellites = epoch.fix.satellitesUsed ?? satellites
        }
        try Self.perform(session.received(count, by: &decoder, firstByte: at, at: at), on: port)
        if session.search.isFound { firstSentence = firstSentence ?? at }
      case .nothing: break
      case .gone(let fault): throw fault
      }
      try Self.perform(session.handleDeadline(at: at), on: port)
    }
    sentences = decoder.validCount
    if session.search.isFound { baud = session.search.baud }
  }

  private static func perform(_ outputs: [ReceiverOutput], on port: SerialPort) throws(Fault) {
    for case .setBaud(let baud) in outputs { try port.setSpeed(baud: baud) }
  }
}
