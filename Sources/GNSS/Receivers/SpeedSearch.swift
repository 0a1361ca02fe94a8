import Clocks

/// Finds the speed of a receiver's line by valid sentences or frames.
///
/// Checksums decide, not the look of bytes: at a wrong speed bytes come, too. A line on which nothing comes is silent,
/// not wrong: the search then goes on more and more slowly, so that a receiver that is plugged in later is found.
public struct SpeedSearch: Sendable {
  /// Speeds in the order of how often receivers have them.
  public static let usual = [9_600, 115_200, 38_400, 57_600, 4_800, 19_200, 230_400]

  /// An epoch at 1 Hz, and how long one may take on a slow line.
  private static let dwell = Duration.milliseconds(2_200)
  /// From the first bytes that make no sense to the next speed: one whole epoch at 1 Hz.
  private static let garbageDwell = Duration.milliseconds(1_200)
  /// So many bytes without one sentence are none: the longest common sentence is 82 bytes long, and the first may be cut.
  private static let garbageBytes = 256
  /// Longest time at one speed of a silent line.
  private static let slowest = Duration.seconds(30)

  private enum Phase {
    case closed
    /// At one speed: since when, when to go on, bytes that came, and the time of the first.
    case trying(index: Int, since: Instant, until: Instant, bytes: Int)
    /// Found: bytes since the last sentence, and the time of that.
    case found(since: Instant, lastValid: Instant, garbage: Int)
  }

  private var phase = Phase.closed
  private var order: [Int]
  private var round = 0
  private var heardInRound = false
  /// How long garbage may last before the search begins again; grows with every search that it started.
  private var patience = Self.firstPatience
  private static let firstPatience = Duration.seconds(5)
  private static let longestPatience = Duration.seconds(80)
  /// The speed that is tried or was found, baud; the configured one at first.
  public private(set) var baud: Int

  /// A search that has not begun.
  ///
  /// - Parameters:
  ///   - configured: the speed that is tried first, baud.
  ///   - others: those that are tried after it, in this order.
  public init(configured: Int, others: [Int] = Self.usual) {
    baud = configured
    order = [configured] + others.filter { $0 != configured }
  }

  /// Whether the speed is known.
  public var isFound: Bool {
    if case .found = phase { true } else { false }
  }

  /// Whether a whole round over all speeds has brought no byte.
  public var isSilent: Bool { !isFound && round >= 2 && !heardInRound }

  /// When to call ``handleDeadline(at:)``; nil while the speed is known or the line is closed.
  public var nextDeadline: Instant? {
    if case .trying(_, _, let until, _) = phase { until } else { nil }
  }

  /// The line is open.
  public mutating func opened(at instant: Instant) -> [ReceiverOutput] {
    round = 0
    heardInRound = false
    patience = Self.firstPatience
    return begin(at: instant)
  }

  /// The line is closed.
  public mutating func closed() { phase = .closed }

  /// The speed was changed by agreement with the receiver: it is right, and the first to be tried from now on.
  public mutating func adopt(baud: Int, at instant: Instant) {
    guard baud != self.baud || !isFound else { return }
    prefer(baud)
    phase = .found(since: instant, lastValid: instant, garbage: 0)
  }

  /// Bytes came.
  ///
  /// - Parameters:
  ///   - bytes: how many.
  ///   - sentences: how many valid sentences and frames ended in them.
  ///   - firstByte: when the first of them came; what came before the last change of speed is not counted.
  public mutating func heard(bytes: Int, sentences: Int, firstByte: Instant) -> [ReceiverOutput] {
    switch phase {
    case .closed: return []
    case .trying(let index, let since, let until, let before):
      guard firstByte >= since else { return [] }
      if sentences > 0 {
        prefer(order[index])
        phase = .found(since: firstByte, lastValid: firstByte, garbage: 0)
        return [.found(baud)]
      }
      guard bytes > 0 else { return [] }
      heardInRound = true
      let total = before &+ min(bytes, 1 << 20)
      // Every other round is patient: a receiver may send long binary messages and few sentences.
      let isPatient = round % 2 == 1
      if total >= Self.garbageBytes, !isPatient { return advance(from: index, at: firstByte) }
      let limit = before == 0 ? firstByte + (isPatient ? Self.dwell : Self.garbageDwell) : until
      phase = .trying(index: index, since: since, until: before == 0 ? min(until, limit) : until, bytes: total)
      return []
    case .found(let since, let lastValid, let garbage):
      if sentences > 0 {
        // A minute of sense: what was before was noise.
        if firstByte - since > .seconds(60) { patience = Self.firstPatience }
        phase = .found(since: since, lastValid: firstByte, garbage: 0)
        return []
      }
      let total = garbage &+ min(max(0, bytes), 1 << 20)
      guard total >= 2 * Self.garbageBytes, firstByte - lastValid >= patience else {
        phase = .found(since: since, lastValid: lastValid, garbage: min(total, 1 << 30))
        return []
      }
      patience = min(patience + patience, Self.longestPatience)
      round = 0
      heardInRound = false
      return begin(at: firstByte)
    }
  }

  /// Goes on to the next speed if it is time.
  public mutating func handleDeadline(at instant: Instant) -> [ReceiverOutput] {
    guard case .trying(let index, _, let until, _) = phase, instant >= until else { return [] }
    return advance(from: index, at: instant)
  }

  private mutating func begin(at instant: Instant) -> [ReceiverOutput] { attempt(0, at: instant) }

  private mutating func advance(from index: Int, at instant: Instant) -> [ReceiverOutput] {
    guard index + 1 < order.count else {
      // Only rounds without a single byte make it slower: they are no search for a speed.
      round = heardInRound ? round % 2 + 1 : min(round + 2, 16)
      heardInRound = false
      return attempt(0, at: instant)
    }
    return attempt(index + 1, at: instant)
  }

  private mutating func attempt(_ index: Int, at instant: Instant) -> [ReceiverOutput] {
    baud = order[index]
    // Doubled after every silent round.
    let slower = Duration.nanoseconds(Self.dwell.nanoseconds << Int64(min(round / 2, 8)))
    phase = .trying(index: index, since: instant, until: instant + min(slower, Self.slowest), bytes: 0)
    return [.setBaud(baud)]
  }

  private mutating func prefer(_ baud: Int) {
    self.baud = baud
    order = [baud] + order.filter { $0 != baud }
  }
}
