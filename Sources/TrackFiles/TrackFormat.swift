/// The formats that can be played.
public enum TrackFormat: Sendable, CaseIterable {
  /// Sentences of a receiver.
  case nmea
  /// Rows with a header.
  case csv
  /// GPX 1.0 or 1.1.
  case gpx
  /// None of these.
  case unknown

  /// Tells the format from the first bytes of a file; a few kilobytes are enough.
  public static func detect(firstBytes bytes: [UInt8]) -> TrackFormat {
    let head = bytes.prefix(4_096)
    if head.starts(with: [0xFE, 0xFF]) || head.starts(with: [0xFF, 0xFE]) { return .gpx }  // XML in UTF-16
    let text = head.starts(with: [0xEF, 0xBB, 0xBF]) ? head.dropFirst(3) : head
    guard let start = text.firstIndex(where: { !$0.isBlank }) else { return .unknown }
    if text[start] == UInt8(ascii: "<") { return looksLikeGPX(text[start...]) ? .gpx : .unknown }
    if looksLikeHeader(text[start...]) { return .csv }
    // A recording may begin in the middle of a sentence, or with what the receiver said at another speed.
    return holdsSentence(text[start...]) ? .nmea : .unknown
  }

  private static func looksLikeGPX(_ text: ArraySlice<UInt8>) -> Bool {
    var rest = text
    while let open = rest.firstIndex(of: UInt8(ascii: "<")) {
      rest = rest[rest.index(after: open)...]
      if rest.starts(with: "gpx".utf8) || rest.prefix(40).contains(UInt8(ascii: ":")) && rest.hasLocalName("gpx") {
        return true
      }
    }
    return false
  }

  /// A header has words for latitude and longitude in its first line.
  private static func looksLikeHeader(_ text: ArraySlice<UInt8>) -> Bool {
    let line = text.prefix { $0 != 0x0A && $0 != 0x0D }
    return CSVColumns(header: line) != nil
  }

  /// Whether a line starts like `$GPRMC,`: `$` or `!`, then at least five capitals or digits, then a comma.
  private static func holdsSentence(_ text: ArraySlice<UInt8>) -> Bool {
    for (index, byte) in zip(text.indices, text) where byte == UInt8(ascii: "$") || byte == UInt8(ascii: "!") {
      let address = text[(index + 1)...].prefix { (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) }
      if address.count >= 4, address.count <= 8, address.endIndex < text.endIndex,
        text[address.endIndex] == UInt8(ascii: ",")
      {
        return true
      }
    }
    return false
  }
}

extension UInt8 {
  /// Space, tab, or the end of a line.
  var isBlank: Bool { self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0D }
}

extension ArraySlice<UInt8> {
  /// Whether a tag that starts here is `prefix:name`.
  fileprivate func hasLocalName(_ name: String) -> Bool {
    guard let colon = prefix(40).firstIndex(of: UInt8(ascii: ":")) else { return false }
    let isPrefix = self[startIndex..<colon].allSatisfy { $0 > 0x20 && $0 != UInt8(ascii: ">") }
    return isPrefix && self[(colon + 1)...].starts(with: name.utf8)
  }
}
