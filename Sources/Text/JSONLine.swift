/// One JSON object on one line, written key by key.
///
/// Unknown values are left out: a `nil` writes nothing, because absent is how Waymark says unknown. Keys are literals
/// and are not escaped. Call ``finish()`` once.
public struct JSONLine: Sendable {
  /// The bytes written so far.
  public private(set) var out: ByteWriter
  private var isFirst = true

  /// Opens an object.
  public init() {
    out = ByteWriter(capacity: 384)
    out.put("{")
  }

  private mutating func key(_ key: StaticString) {
    if !isFirst { out.put(",") }
    isFirst = false
    out.put("\"")
    out.put(key)
    out.put("\":")
  }

  /// Writes a text; control characters and quotes are escaped.
  public mutating func put(_ key: StaticString, _ value: String?) {
    guard let value else { return }
    self.key(key)
    out.putJSON(string: value)
  }

  /// Writes a whole number.
  public mutating func put(_ key: StaticString, _ value: Int?) {
    guard let value else { return }
    self.key(key)
    out.put(value)
  }

  /// Writes `true` or `false`.
  public mutating func put(_ key: StaticString, _ value: Bool?) {
    guard let value else { return }
    self.key(key)
    if value { out.put("true") } else { out.put("false") }
  }

  /// Writes a number with a fixed count of decimals; one that is not finite counts as unknown.
  public mutating func put(_ key: StaticString, _ value: Double?, decimals: Int) {
    guard let value, value.isFinite else { return }
    self.key(key)
    out.put(value, decimals: decimals)
  }

  /// Writes a number given in units of 10^-`decimals`.
  public mutating func put(_ key: StaticString, scaled value: Int?, decimals: Int) {
    guard let value else { return }
    self.key(key)
    out.put(scaled: value, decimals: decimals)
  }

  /// Writes a value that `write` puts as complete JSON (a nested object, a list, a quoted time).
  public mutating func put(_ key: StaticString, raw write: (inout ByteWriter) -> Void) {
    self.key(key)
    write(&out)
  }

  /// Closes the object with a newline.
  ///
  /// - Returns: the line, newline included.
  public mutating func finish() -> [UInt8] {
    out.put("}\n")
    return out.bytes
  }
}

extension ByteWriter {
  /// Appends a JSON string with its quotes (RFC 8259, section 7). Control characters, DEL and the C1 block are escaped,
  /// so that a hostile text cannot drive a terminal that shows the line.
  public mutating func putJSON(string: String) {
    put(byte: UInt8(ascii: "\""))
    for scalar in string.unicodeScalars {
      switch scalar.value {
      case 0x22: put("\\\"")
      case 0x5C: put("\\\\")
      case 0x0A: put("\\n")
      case 0x0D: put("\\r")
      case 0x09: put("\\t")
      case 0..<0x20, 0x7F..<0xA0:
        put("\\u00")
        put(hex: UInt8(truncatingIfNeeded: scalar.value))
      default: bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
      }
    }
    put(byte: UInt8(ascii: "\""))
  }

  /// Appends a byte as two lower-case hexadecimal digits.
  public mutating func put(hex byte: UInt8) {
    for nibble in [byte >> 4, byte & 15] {
      put(byte: nibble < 10 ? UInt8(ascii: "0") + nibble : UInt8(ascii: "a") + nibble - 10)
    }
  }
}
