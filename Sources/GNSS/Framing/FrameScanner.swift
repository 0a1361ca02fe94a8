/// Finds sentences in bytes.
///
/// It looks at one array from a place on and says what stands there; the caller keeps what is not finished and comes
/// back with more bytes behind it. So the result does not depend on how the stream was cut into reads.
struct FrameScanner {
  /// Longest sentence, from its start character to its star, in bytes. The standard says 82; receivers send more.
  static let maximumLength = 1_024

  /// What was found.
  enum Finding: Equatable {
    /// A sentence with a right checksum: `start` is its `$` or `!`, `star` its star; what follows begins at `next`.
    case sentence(start: Int, star: Int, next: Int)
    /// What looked like a sentence and is none, from its `$` or `!` on and without its terminator.
    case refused(Refusal, start: Int, end: Int, next: Int)
    /// A whole frame of a binary protocol with a right checksum; what follows begins at `next`.
    case binary(start: Int, next: Int)
    /// Nothing more can be said before more bytes come; those before `keepFrom` are done with.
    case incomplete(keepFrom: Int)
  }

  /// How far the sentence that is being received was already looked at, and its checksum up to there; so that a sentence
  /// that comes in many small reads is not scanned from its beginning each time. All relative to its start.
  private var resumeOffset = 1
  private var resumeSum: UInt8 = 0
  private var resumeHasStar = false

  /// Looks for the next thing from `start` on.
  ///
  /// - Parameter isLast: whether no byte will follow, so that what is unfinished must be decided now.
  mutating func next(_ bytes: [UInt8], from start: Int, isLast: Bool) -> Finding {
    var index = start
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "$"), UInt8(ascii: "!"):
        if let finding = sentence(bytes, at: index, isLast: isLast) { return finding }
      case 0xB5, 0xD3, 0xBA:
        switch BinaryFrame.verdict(bytes, at: index) {
        case .frame(let length): return .binary(start: index, next: index + length)
        case .incomplete where !isLast: return .incomplete(keepFrom: index)
        case .incomplete, .none: break
        }
      default: break
      }
      index += 1
    }
    return .incomplete(keepFrom: bytes.count)
  }

  /// Decides about the sentence whose start character stands at `start`; nil if no address follows the character.
  private mutating func sentence(_ bytes: [UInt8], at start: Int, isLast: Bool) -> Finding? {
    if start + 1 < bytes.count, !bytes[start + 1].isAddressCharacter { return nil }
    var index = start + resumeOffset
    var sum = resumeSum
    var hasStar = resumeHasStar
    resumeOffset = 1
    resumeSum = 0
    resumeHasStar = false
    let limit = min(bytes.count, start + Self.maximumLength)
    while index < limit {
      index = bytes.skipPlain(from: index, to: limit, sum: &sum)
      guard index < limit else { break }
      let byte = bytes[index]
      switch byte {
      case UInt8(ascii: "*"):
        // Two right digits end the sentence at once: a terminator may be late or missing. A star whose digits do not fit
        // may be part of a text.
        guard index + 2 < bytes.count || isLast else { return suspend(start, index, sum, hasStar) }
        if index + 2 < bytes.count, let high = bytes[index + 1].hexadecimalValue,
          let low = bytes[index + 2].hexadecimalValue, high << 4 | low == sum
        {
          return .sentence(start: start, star: index, next: index + 3)
        }
        hasStar = true
        sum ^= byte
        index += 1
      case UInt8(ascii: "\r"), UInt8(ascii: "\n"):
        return .refused(hasStar ? .checksum : .unchecked, start: start, end: index, next: index + 1)
      case UInt8(ascii: "$"):
        return .refused(hasStar ? .checksum : .cut, start: start, end: index, next: index)
      case 0x20...0x7E:
        sum ^= byte
        index += 1
      default:
        return .refused(.cut, start: start, end: index, next: index)
      }
    }
    if index - start >= Self.maximumLength { return .refused(.length, start: start, end: index, next: index) }
    return isLast
      ? .refused(hasStar ? .checksum : .cut, start: start, end: index, next: index)
      : suspend(start, index, sum, hasStar)
  }

  private mutating func suspend(_ start: Int, _ index: Int, _ sum: UInt8, _ hasStar: Bool) -> Finding {
    resumeOffset = index - start
    resumeSum = sum
    resumeHasStar = hasStar
    return .incomplete(keepFrom: start)
  }
}

extension UInt8 {
  /// Whether an address can hold it: a capital letter or a digit.
  fileprivate var isAddressCharacter: Bool {
    self >= UInt8(ascii: "A") && self <= UInt8(ascii: "Z") || self >= UInt8(ascii: "0") && self <= UInt8(ascii: "9")
  }
}

extension [UInt8] {
  /// Steps over bytes that neither end nor spoil a sentence, from the plus sign to the tilde, eight at a time.
  ///
  /// - Parameters:
  ///   - start: where to begin.
  ///   - limit: where to stop at the latest, at most ``count``.
  ///   - sum: their exclusive or is added to it.
  /// - Returns: the place of the first byte that needs a closer look, or the limit.
  fileprivate func skipPlain(from start: Int, to limit: Int, sum: inout UInt8) -> Int {
    withUnsafeBytes { raw in
      var index = start
      var total: UInt64 = 0
      while index + 8 <= limit {
        let word = raw.loadUnaligned(fromByteOffset: index, as: UInt64.self)
        let isLow = (word &- 0x2B2B_2B2B_2B2B_2B2B) & ~word
        let isHigh = word | (word &+ 0x0101_0101_0101_0101)
        if (isLow | isHigh) & 0x8080_8080_8080_8080 != 0 { break }
        total ^= word
        index += 8
      }
      total ^= total >> 32
      total ^= total >> 16
      total ^= total >> 8
      sum ^= UInt8(truncatingIfNeeded: total)
      while index < limit, raw[index] > UInt8(ascii: "*"), raw[index] < 0x7F {
        sum ^= raw[index]
        index += 1
      }
      return index
    }
  }
}
