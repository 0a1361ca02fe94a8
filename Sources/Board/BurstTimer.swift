import Clocks

/// Decides after each read from the receiver whether to wait for bytes again or to sleep until the burst has ended.
///
/// At 9600 Bd an epoch trickles in over half a second; waking for each few bytes costs 150 wakeups a second. So only the
/// first byte wakes, and then a timer at the learned end of the burst. The end is learned from the count of bytes and
/// the measured time of a byte, since a look that finds the epoch complete cannot tell how long it has been so. The
/// shortest of the recent bursts decides, because looking too late delays a fix, while looking too early costs one more
/// look. Looks after it are at most ``longestStep`` apart, which bounds the delay of every longer burst.
struct BurstTimer {
  /// What to do next.
  enum Step: Equatable {
    /// Sleep until a byte comes.
    case waitForBytes
    /// Sleep until this moment, then read, whatever comes meanwhile.
    case look(at: Instant)
  }

  /// The longest time between two looks into a burst that is not over: leaves 25 ms to wake and publish, of the 150 ms
  /// that a fix may be late.
  static let longestStep: Int64 = 125_000_000
  /// The shortest time between two looks.
  static let shortestStep: Int64 = 5_000_000
  /// A burst that lasts longer is a stream without pauses, from which no end can be learned.
  static let longestBurst: Int64 = 2_000_000_000
  /// As many bytes may come unseen, for the kernel keeps 4,095 (N_TTY_BUF_SIZE).
  static let mostBytes = 2_048.0
  /// Bytes without an epoch that follow each other as closely as this, nanoseconds, are a trickle: what a receiver says
  /// behind its epoch, or noise.
  static let trickleGap: Int64 = 50_000_000
  /// How many bursts are remembered: the talk about satellites comes with every 5th or 10th epoch.
  private static let memory = 16

  private struct Burst {
    var start: Instant
    var bytesAtStart: Int
    var bytes: Int
    var epochs = 0
    var looks = 0
    var lastLook: Instant
    /// The look before that one.
    var lookBefore: Instant
    /// In a stream or trickle without pauses: the ends of its epochs cannot be met.
    var isDense = false
  }

  private var burst: Burst?
  /// Lengths of the last bursts, nanoseconds, newest last; 0 for one that came in one piece.
  private var lengths: [Int64] = []
  /// Nanoseconds from byte to byte, as measured; nil until a burst was seen under way.
  private var byteTime: Double?
  /// How many first looks in a row found the epoch complete.
  private var hits = 0
  /// When a read last gave something, and how many of the last ones gave no epoch although they came closely.
  private var lastRead: Instant?
  private var trickles = 0

  init() { lengths.reserveCapacity(Self.memory + 1) }

  /// Whether a burst is under way.
  var isInBurst: Bool { burst != nil }

  /// The moment before which no byte of the next read came: the look before, or nil if the line was quiet.
  var lastLook: Instant? { burst?.lastLook }

  /// Takes the result of a read.
  ///
  /// - Parameters:
  ///   - bytes: how many came.
  ///   - isMidEpoch: whether more bytes of this epoch must follow.
  ///   - epochs: how many epochs ended in these bytes.
  ///   - at: when it was read; for the first read of a burst, when its first byte came.
  mutating func took(bytes: Int, isMidEpoch: Bool, epochs: Int, at: Instant) -> Step {
    defer { if bytes > 0 { lastRead = at } }
    guard var now = burst else { return began(bytes: bytes, isMidEpoch: isMidEpoch, epochs: epochs, at: at) }
    // Bytes now mean that they flowed without a pause up to the look before.
    if bytes > 0, now.looks > 0 { measure(now) }
    now.bytes += bytes
    now.epochs += epochs
    now.looks += 1
    hits = now.looks == 1 && bytes > 0 ? hits + 1 : 0
    // A look that finds nothing says that the end lay before the look before it.
    let (after, before) = bytes == 0 ? (now.lookBefore, now.lastLook) : (now.lastLook, at)
    now.lookBefore = now.lastLook
    now.lastLook = at
    if bytes == 0 || !isMidEpoch && (epochs > 0 || !now.isDense) {
      burst = nil
      finish(now, after: after - now.start, before: before - now.start)
      return .waitForBytes
    }
    hits = 0
    if epochs > 0 {
      // The next epoch follows without a pause.
      now = Burst(start: at, bytesAtStart: 0, bytes: 0, lastLook: at, lookBefore: at, isDense: true)
    }
    burst = now
    return .look(at: nextLook(in: now, at: at))
  }

  /// The line was closed: forgets the burst under way and what was learned, for it may come back at another speed.
  mutating func reset() { self = BurstTimer() }

  private mutating func began(bytes: Int, isMidEpoch: Bool, epochs: Int, at: Instant) -> Step {
    guard bytes > 0 else { return .waitForBytes }
    var new = Burst(start: at, bytesAtStart: bytes, bytes: bytes, lastLook: at, lookBefore: at)
    if !isMidEpoch {
      let isClose = lastRead.map { (at - $0).nanoseconds < Self.trickleGap } ?? false
      trickles = isClose && epochs == 0 ? trickles + 1 : 0
      guard trickles >= 2 else {
        if epochs > 0 { remember(length: 0) }
        return .waitForBytes
      }
      new.isDense = true
    }
    burst = new
    return .look(at: nextLook(in: new, at: at))
  }

  private mutating func finish(_ now: Burst, after: Duration, before: Duration) {
    guard !now.isDense else { return }
    // The end lies between two looks; the bytes tell where. Several epochs in one burst mean that the receiver has
    // become faster: the length of one is wanted.
    let count = Double(now.bytes - now.bytesAtStart) / Double(max(1, now.epochs))
    let upper = before.nanoseconds
    let lower = now.epochs > 1 ? 0 : min(after.nanoseconds, upper)
    let length = byteTime.map { min(max(Int64(count * $0), lower), upper) } ?? upper
    if length < Self.longestBurst { remember(length: max(1, length)) }
  }

  /// Measures the time of a byte between the start of the burst and its last look.
  private mutating func measure(_ now: Burst) {
    let count = now.bytes - now.bytesAtStart
    guard count >= 16 else { return }
    let measured = Double((now.lastLook - now.start).nanoseconds) / Double(count)
    if let known = byteTime, measured < known * 1.5, measured > known / 1.5 {
      byteTime = known * 0.75 + measured * 0.25
    } else {
      byteTime = measured
    }
  }

  private mutating func remember(length: Int64) {
    lengths.append(length)
    if lengths.count > Self.memory { lengths.removeFirst() }
  }

  /// The learned length with some room; nil if none was learned.
  private var learned: Int64? {
    // A burst in one piece on a slow line only means that this process was late: it counts when most are like that.
    let pieces = lengths.count { $0 == 0 }
    let shortest = pieces * 2 > lengths.count ? 0 : lengths.lazy.filter { $0 > 0 }.min()
    return shortest.map(Self.roomy)
  }

  /// A length with room for what varies from epoch to epoch.
  private static func roomy(_ length: Int64) -> Int64 { length + min(10_000_000 + length / 16, 40_000_000) }

  private func nextLook(in now: Burst, at: Instant) -> Instant {
    let elapsed = (at - now.start).nanoseconds
    var wait: Int64
    if now.isDense || elapsed > Self.longestBurst {
      wait = 100_000_000
    } else if now.looks == 0, let learned {
      // Each hit moves the next look a little forward, more and more, until one finds the epoch unfinished: only such a
      // look measures the line anew.
      let hurry = hits == 0 ? 0 : Int64(1_000_000 * Self.power(1.6, min(hits, 20)))
      wait = learned - min(hurry, learned)
    } else if now.looks > 0, let next = nextEnd(after: elapsed) {
      let distance = next - elapsed
      let steps = (distance + Self.longestStep - 1) / Self.longestStep
      wait = distance / steps
    } else {
      wait = min(40_000_000 << Int64(min(now.looks, 2)), Self.longestStep)
    }
    if let byteTime { wait = min(wait, Int64(byteTime * Self.mostBytes)) }
    return at + .nanoseconds(max(wait, Self.shortestStep))
  }

  /// The next known end of a burst that has lasted for `elapsed`; of those that one look can meet in time, the last.
  private func nextEnd(after elapsed: Int64) -> Int64? {
    let ends = lengths.lazy.map(Self.roomy).filter { $0 > elapsed + Self.shortestStep }
    return ends.filter { $0 <= elapsed + Self.longestStep }.max() ?? ends.min()
  }

  private static func power(_ base: Double, _ exponent: Int) -> Double {
    (0..<exponent).reduce(1) { product, _ in product * base }
  }
}
