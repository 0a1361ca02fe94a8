import Clocks
import Configuration
import LoggerCore
import Text

/// The line to the receiver over all its plugs and unplugs: opens it, reads it as ``BurstTimer`` says, and opens it again
/// when it is gone.
final class ReceiverLine {
  /// What the core made of some bytes.
  struct Outcome {
    /// How many epochs ended in them.
    var epochs = 0
    /// Whether more bytes of an epoch must follow.
    var isMidEpoch = false
  }

  /// A read takes up to this much, and a look up to ``readsPerLook`` reads; what is left wakes again at once.
  private static let bufferBytes = 4_096
  private static let readsPerLook = 16

  private let settings: Settings.Receiver
  private let loop: EventLoop
  private let token: EventLoop.Token

  private var port: SerialPort?
  private var burst = BurstTimer()
  private var lookAt: Instant?
  private var backOff = BackOff()
  private var reopenAt: Instant?
  private var fault: Fault?
  private var buffer = [UInt8](repeating: 0, count: ReceiverLine.bufferBytes)
  /// What the port has not taken yet, and when it is offered again.
  private var unsent: [UInt8] = []
  private var sendAt: Instant?
  /// The port's buffer, 4 KB, leaves at 4800 Bd in 9 s.
  private static let sendInterval = Duration.milliseconds(50)
  /// No command is longer; what comes on top of this is for a receiver that does not listen.
  private static let mostUnsent = 65_536

  init(settings: Settings.Receiver, loop: EventLoop, token: EventLoop.Token) {
    self.settings = settings
    self.loop = loop
    self.token = token
  }

  /// When ``deadline(at:feed:)`` wants to be called; nil for never.
  var nextDeadline: Instant? { [lookAt ?? reopenAt, sendAt].compactMap(\.self).min() }

  /// Until when bytes may wait unread; nil while the line is quiet.
  var unreadUntil: Instant? { lookAt }

  /// Opens the line.
  ///
  /// - Returns: what changed; nil if it is closed as before.
  func open(at: Instant) -> Link? {
    do throws(Fault) {
      let port = try SerialPort(path: settings.device, speedBaud: settings.speedBaud)
      try loop.add(port.descriptor, token: token, interest: EventLoop.Interest(once: true))
      self.port = port
      reopenAt = nil
      fault = nil
      return .open
    } catch {
      return retry(after: error, at: at)
    }
  }

  /// Closes the line for good.
  func close() {
    if let port { loop.remove(port.descriptor) }
    port = nil
    lookAt = nil
    reopenAt = nil
    forgetUnsent()
  }

  /// Sends bytes, behind those that wait.
  func send(_ bytes: [UInt8], at: Instant) {
    guard port != nil, unsent.count + bytes.count <= Self.mostUnsent else { return }
    unsent += bytes
    sendOn(at: at)
  }

  /// Changes the own side's speed.
  ///
  /// - Throws: 78 if the port has no such speed; it keeps the one it has.
  func setSpeed(baud: Int) throws(Fault) {
    guard let port else { return }
    // Whatever waits is for the old speed, and there is no more time for it.
    forgetUnsent()
    try port.setSpeed(baud: baud)
    burst.reset()
    lookAt = nil
    loop.change(port.descriptor, token: token, interest: EventLoop.Interest(once: true))
  }

  private func sendOn(at: Instant) {
    guard let port, !unsent.isEmpty else { return }
    unsent.removeFirst(port.write(unsent[...]))
    sendAt = unsent.isEmpty ? nil : at + Self.sendInterval
  }

  private func forgetUnsent() {
    unsent = []
    sendAt = nil
  }

  /// Bytes came, or the line hung up.
  ///
  /// - Parameter feed: gives bytes to the core, with the moment before which none of them came.
  /// - Returns: what changed on the line.
  func ready(at: Instant, feed: ([UInt8], Instant) -> Outcome) -> Link? { look(at: at, feed: feed) }

  /// A moment of ``nextDeadline`` has come; harmless at any other time.
  func deadline(at: Instant, feed: ([UInt8], Instant) -> Outcome) -> Link? {
    if let sendAt, sendAt <= at { sendOn(at: at) }
    if let lookAt, lookAt <= at { return look(at: at, feed: feed) }
    if let reopenAt, reopenAt <= at { return open(at: at) }
    return nil
  }

  private func look(at: Instant, feed: ([UInt8], Instant) -> Outcome) -> Link? {
    guard let port else { return nil }
    var total = Outcome()
    var bytes = 0
    for _ in 0..<Self.readsPerLook {
      switch port.read(into: &buffer) {
      case .bytes(let count):
        // Only bytes prove that the line works: a device that opens and hangs up at once must not be opened in a loop.
        backOff.reset()
        bytes += count
        let outcome = feed(Array(buffer[..<count]), burst.lastLook ?? at)
        total.epochs += outcome.epochs
        total.isMidEpoch = outcome.isMidEpoch
        if count == buffer.count { continue }
      case .nothing: break
      case .gone(let fault):
        loop.remove(port.descriptor)
        self.port = nil
        return retry(after: fault, at: at)
      }
      break
    }
    switch burst.took(
      bytes: bytes, isMidEpoch: bytes > 0 ? total.isMidEpoch : burst.isInBurst, epochs: total.epochs, at: at)
    {
    case .waitForBytes:
      lookAt = nil
      loop.change(port.descriptor, token: token, interest: EventLoop.Interest(once: true))
    case .look(let moment):
      lookAt = moment
    }
    return nil
  }

  private func retry(after new: Fault, at: Instant) -> Link? {
    burst.reset()
    lookAt = nil
    forgetUnsent()
    reopenAt = at + backOff.next()
    // One line tells of an unplugged receiver: that its device is missing a second later is no news.
    if let fault, fault == new || fault.code == .noInput && new.code == .noInput { return nil }
    fault = new
    return .closed(new)
  }
}
