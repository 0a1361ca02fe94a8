import Clocks

/// A payload for one frame of the journal.
public struct EncodedFrame: Equatable, Sendable {
  /// The number of its first record.
  public var firstSequence: UInt64
  /// How many records.
  public var count: Int
  /// The records.
  public var payload: [UInt8]

  /// Makes a frame.
  public init(firstSequence: UInt64, count: Int, payload: [UInt8]) {
    self.firstSequence = firstSequence
    self.count = count
    self.payload = payload
  }
}

/// Gathers records into frames and says when they must go to the card: at once where somebody waits, else when a block
/// of 4 KiB is full or the first of them has waited for the commit interval.
///
/// Memory: the frame that is open (4 KiB) and what is full and was not taken yet. It takes what it is given; the logger
/// bounds the backlog (9,216 records, some 200 KB of fixes) and it is the caller's part to keep taken frames until they
/// are written.
public struct RecordBatcher: Sendable {
  /// The length of a full frame with its header, bytes: one block of the file system and one page of the flash.
  public static let blockBytes = 4_096
  /// What the journal puts before a payload, bytes.
  static let headerBytes = 24

  private let commitInterval: Duration
  private var encoder = FrameEncoder()
  private var full: [EncodedFrame] = []
  private var firstWaitsSince: Instant?
  private var dueSince: Instant?
  private var takesOpenFrame = false

  /// An empty batcher.
  ///
  /// - Parameter commitInterval: the longest that a record waits.
  public init(commitInterval: Duration = .seconds(30)) { self.commitInterval = commitInterval }

  /// Takes a record.
  ///
  /// - Parameters:
  ///   - isUrgent: whether somebody waits for it.
  ///   - at: now.
  public mutating func add(_ record: Record, isUrgent: Bool, at: Instant) {
    if !encoder.append(record, limit: Self.blockBytes - Self.headerBytes) {
      closeFrame()
      dueSince = dueSince ?? at
      firstWaitsSince = nil
      encoder.append(record)
    }
    firstWaitsSince = firstWaitsSince ?? at
    if isUrgent {
      dueSince = dueSince ?? at
      takesOpenFrame = true
    }
  }

  /// Whether nothing waits.
  public var isEmpty: Bool { full.isEmpty && encoder.isEmpty }

  /// When ``framesDue(at:)`` has something to give; nil while nothing waits. In the past: it has now.
  public var nextDeadline: Instant? { dueSince ?? firstWaitsSince.map { $0 + commitInterval } }

  /// The frames that must be written now, in order; none before ``nextDeadline``.
  public mutating func framesDue(at: Instant) -> [EncodedFrame] {
    guard let nextDeadline, nextDeadline <= at else { return [] }
    let isOpenFrameDue = takesOpenFrame || firstWaitsSince.map { $0 + commitInterval <= at } ?? false
    return isOpenFrameDue ? allFrames() : takeFull()
  }

  /// All frames at once, for the end of a run.
  public mutating func allFrames() -> [EncodedFrame] {
    closeFrame()
    takesOpenFrame = false
    firstWaitsSince = nil
    return takeFull()
  }

  private mutating func takeFull() -> [EncodedFrame] {
    defer { full = [] }
    dueSince = nil
    return full
  }

  private mutating func closeFrame() {
    guard !encoder.isEmpty else { return }
    let (payload, firstSequence, count) = encoder.finish()
    full.append(EncodedFrame(firstSequence: firstSequence, count: count, payload: payload))
  }
}
