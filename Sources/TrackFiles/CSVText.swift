import Text

extension ByteWriter {
  /// Appends what a person wrote as a quoted CSV field (RFC 4180); nothing for nil, `""` for an empty text.
  ///
  /// - A text that starts with `=`, `+`, `-`, `@`, a tab or a carriage return would be a formula to a spreadsheet: it
  ///   gets an apostrophe in front, and so does one that starts with an apostrophe, so that ``TrackCSVReader`` can take
  ///   exactly one away again.
  /// - The end of a line becomes U+2028: RFC 4180 allows a line feed between quotes, but gpsbabel and others read line by
  ///   line and fail on it. ``TrackCSVReader`` makes it a line feed again.
  /// - Control characters other than tab become U+FFFD: a CSV has no escape for them.
  mutating func putCSV(text: String?) {
    guard let text else { return }
    put("\"")
    if let first = text.utf8.first, Self.startsFormula(first) { put("'") }
    var previous: UInt32 = 0
    for scalar in text.unicodeScalars {
      defer { previous = scalar.value }
      switch scalar.value {
      case 0x22: put("\"\"")
      case 0x0A where previous == 0x0D: break
      case 0x0A, 0x0D: put("\u{2028}")
      case 0x09, 0x20..<0x7F: put(byte: UInt8(truncatingIfNeeded: scalar.value))
      case 0..<0x20, 0x7F..<0xA0: put("\u{FFFD}")
      default: bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
      }
    }
    put("\"")
  }

  private static func startsFormula(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "@"), UInt8(ascii: "'"), 0x09, 0x0D: true
    default: false
    }
  }
}
