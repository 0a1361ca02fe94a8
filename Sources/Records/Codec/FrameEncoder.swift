import Clocks

/// Records as bytes, for one frame of the journal. What is left out of each record is taken from the one before it in
/// the same frame, never from another frame: every frame is read alone.
public struct FrameEncoder: Sendable {
  /// The first byte of every payload.
  static let version: UInt8 = 1
  /// How many records a frame takes.
  public static let maximumCount = Int(UInt16.max)

  private var bytes: [UInt8] = [Self.version]
  private var times = TimeDelta()
  private var fixes = FixDelta()
  private var scratch: [UInt8] = []
  /// How many records are in it.
  public private(set) var count = 0
  /// The number of the first record, ``SequenceNumber/none`` while there is none.
  public private(set) var firstSequence = SequenceNumber.none

  /// An empty frame.
  public init() {}

  /// The length of the payload so far, bytes.
  public var byteCount: Int { bytes.count }
  /// Whether there is no record in it.
  public var isEmpty: Bool { count == 0 }
  /// The number of the last record, ``SequenceNumber/none`` while there is none.
  public var lastSequence: SequenceNumber {
    isEmpty ? .none : SequenceNumber(firstSequence.value &+ UInt64(count - 1))
  }

  /// Puts a record behind the others.
  ///
  /// - Parameter limit: the longest payload, bytes; the first record is taken at any length.
  /// - Returns: false if the frame stays as it was, because the number does not follow the last one, or the record
  ///   does not fit: finish this frame and put the record into the next.
  @discardableResult
  public mutating func append(_ record: Record, limit: Int = .max) -> Bool {
    guard isEmpty || (record.sequence.value == lastSequence.value &+ 1 && count < Self.maximumCount) else {
      return false
    }
    let before = (bytes.count, times, fixes)
    encode(record)
    if !isEmpty, bytes.count > limit {
      bytes.removeSubrange(before.0...)
      (_, times, fixes) = before
      return false
    }
    if isEmpty { firstSequence = record.sequence }
    count += 1
    return true
  }

  /// Gives the frame and begins the next one.
  public mutating func finish() -> (payload: [UInt8], firstSequence: UInt64, count: Int) {
    defer { self = FrameEncoder() }
    return (bytes, firstSequence.value, count)
  }

  private mutating func encode(_ record: Record) {
    let kind = record.body.kind
    let stamp = TimeDelta.Times(
      boot: record.boot.bits, at: record.at.boot / 1_000_000, utc: record.utc?.time.milliseconds ?? 0,
      quality: record.utc?.quality.rawValue ?? 0)
    times.encode(stamp, kind: kind.rawValue, isFix: kind == .fix, to: &bytes)
    if case .fix(let fix) = record.body {
      fixes.encode(FixNumbers(fix, utc: record.utc), utc: stamp.utc, to: &bytes)
      return
    }
    scratch.removeAll(keepingCapacity: true)
    record.body.encode(to: &scratch)
    bytes.append(varint: UInt64(scratch.count))
    bytes.append(contentsOf: scratch)
  }
}
