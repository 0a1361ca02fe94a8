import Text

extension ByteWriter {
  /// Appends text as XML character data.
  ///
  /// Characters that XML 1.0 (section 2.2) forbids even as references become U+FFFD. A carriage return is written as a
  /// reference, or a reader would turn it into a line feed; so are the controls and marks that drive a terminal.
  mutating func putXML(text: String) {
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x26: put("&amp;")
      case 0x3C: put("&lt;")
      case 0x3E: put("&gt;")
      case 0x22: put("&quot;")
      case 0x09, 0x0A, 0x20..<0x7F: put(byte: UInt8(truncatingIfNeeded: scalar.value))
      case 0x0D, 0x7F..<0xA0, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069:
        put("&#")
        put(Int(scalar.value))
        put(";")
      case 0..<0x20, 0xFFFE, 0xFFFF: put("\u{FFFD}")
      default: bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
      }
    }
  }
}
