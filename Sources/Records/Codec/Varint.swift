/// Variable-length numbers: seven bits a byte, least significant first, the top bit set on all but the last (LEB128).
extension [UInt8] {
  mutating func append(varint value: UInt64) {
    var rest = value
    while rest >= 0x80 {
      append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    append(UInt8(truncatingIfNeeded: rest))
  }

  /// Signed: 0, -1, 1, -2, ... become 0, 1, 2, 3, ...
  mutating func append(zigzag value: Int64) { append(varint: UInt64(bitPattern: value << 1 ^ value >> 63)) }

  mutating func append(fixed64 value: UInt64) {
    for shift in stride(from: UInt64(0), to: 64, by: 8) { append(UInt8(truncatingIfNeeded: value >> shift)) }
  }

  mutating func append(double value: Double) { append(fixed64: value.bitPattern) }

  mutating func append(text: String) {
    append(varint: UInt64(text.utf8.count))
    append(contentsOf: text.utf8)
  }
}

/// Takes apart what the extension above put together. Past the end it gives zeros and remembers that it did, so that
/// the reading code stays straight and is checked once a record.
struct ByteSource {
  private let bytes: ArraySlice<UInt8>
  private var index: Int
  /// Whether something was malformed: an end too early, or a number of more than 64 bits.
  private(set) var isMalformed = false

  init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    index = bytes.startIndex
  }

  var isAtEnd: Bool { index >= bytes.endIndex }

  mutating func byte() -> UInt8 {
    guard index < bytes.endIndex else {
      isMalformed = true
      return 0
    }
    defer { index += 1 }
    return bytes[index]
  }

  mutating func varint() -> UInt64 {
    var value: UInt64 = 0
    var shift: UInt64 = 0
    while true {
      let byte = byte()
      if shift == 63, byte > 1 {
        isMalformed = true
        return 0
      }
      value |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return value }
      shift += 7
    }
  }

  mutating func zigzag() -> Int64 {
    let value = varint()
    return Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1)
  }

  mutating func fixed64() -> UInt64 {
    var value: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 64, by: 8) { value |= UInt64(byte()) << shift }
    return value
  }

  mutating func double() -> Double { Double(bitPattern: fixed64()) }

  /// The next bytes, counted by a varint before them.
  mutating func counted() -> ArraySlice<UInt8> {
    let count = varint()
    guard count <= UInt64(bytes.endIndex - index) else {
      isMalformed = true
      index = bytes.endIndex
      return []
    }
    defer { index += Int(count) }
    return bytes[index..<(index + Int(count))]
  }

  mutating func text() -> String { String(decoding: counted(), as: UTF8.self) }
}
