import Clocks

/// The bytes that were received and not yet understood, and the sentences in them.
struct ByteStream {
  /// A sentence or a refusal, and when its first byte arrived.
  struct Item {
    var finding: FrameScanner.Finding
    var firstByte: Instant
  }

  /// All bytes at hand; findings are offsets into them until the next call of ``append(_:at:)``.
  private(set) var bytes: [UInt8] = []
  private var scanner = FrameScanner()
  private var position = 0
  /// Where the newest read begins, and when; what lies before it is as old as the read before.
  private var boundary = 0
  private var newest = Instant.zero
  private var oldest = Instant.zero

  init() { bytes.reserveCapacity(8_192) }

  /// Whether the beginning of something is held.
  var isHolding: Bool { position < bytes.count }

  /// Whether what is held begins like a sentence, rather than like a binary frame.
  var isHoldingSentence: Bool {
    isHolding && (bytes[position] == UInt8(ascii: "$") || bytes[position] == UInt8(ascii: "!"))
  }

  /// Adds a read.
  mutating func append(_ read: [UInt8], at firstByte: Instant) {
    if position > 0 {
      bytes.removeSubrange(0..<position)
      // What was held before the newest read is gone when the rest is from that read alone.
      if position >= boundary { oldest = newest }
      position = 0
    }
    boundary = bytes.count
    if boundary == 0 { oldest = firstByte }
    newest = firstByte
    bytes.append(contentsOf: read)
  }

  /// The next sentence, refusal or binary frame; nil if more bytes are needed.
  ///
  /// - Parameter isLast: whether no more will come.
  mutating func next(isLast: Bool = false) -> Item? {
    guard position < bytes.count else { return nil }
    let finding = scanner.next(bytes, from: position, isLast: isLast)
    switch finding {
    case .sentence(let start, _, let next):
      position = next
      return Item(finding: finding, firstByte: start < boundary ? oldest : newest)
    case .refused(_, let start, _, let next):
      position = next
      return Item(finding: finding, firstByte: start < boundary ? oldest : newest)
    case .binary(_, let next):
      position = next
      return Item(finding: finding, firstByte: newest)
    case .incomplete(let keepFrom):
      position = isLast ? bytes.count : keepFrom
      return nil
    }
  }
}
