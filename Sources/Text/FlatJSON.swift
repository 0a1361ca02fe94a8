/// Reads one flat JSON object (RFC 8259): names with texts, numbers, `true`, `false` or `null`; no lists, no objects
/// inside. That is all a request needs, and a general decoder costs the daemon 3 MB of memory.
public struct FlatJSON {
  /// A value.
  public enum Value: Equatable, Sendable {
    /// A text.
    case text(String)
    /// A number; always finite.
    case number(Double)
    /// `true` or `false`.
    case flag(Bool)
    /// `null`.
    case null
  }

  /// The most members an object may have.
  public static let maximumMembers = 64

  private let bytes: ArraySlice<UInt8>
  private var position: Int

  /// Reads an object that fills `bytes` but for white space.
  ///
  /// - Throws: 65 for anything else: damaged UTF-8, a name twice, half a surrogate pair, a number that is none.
  public static func object(_ bytes: ArraySlice<UInt8>) throws(Fault) -> [String: Value] {
    var reader = FlatJSON(bytes: bytes, position: bytes.startIndex)
    let members = try reader.readObject()
    reader.skipSpace()
    guard reader.position == bytes.endIndex else { throw reader.fault("something follows the object") }
    return members
  }

  private mutating func readObject() throws(Fault) -> [String: Value] {
    guard takes("{") else { throw fault("this is no JSON object") }
    var members: [String: Value] = [:]
    if takes("}") { return members }
    repeat {
      skipSpace()
      let name = try readText()
      guard takes(":") else { throw fault("a colon is missing") }
      guard members.updateValue(try readValue(), forKey: name) == nil else { throw fault("a name comes twice") }
      guard members.count <= Self.maximumMembers else { throw fault("there are too many members") }
    } while takes(",")
    guard takes("}") else { throw fault("a comma or closing brace is missing") }
    return members
  }

  private mutating func readValue() throws(Fault) -> Value {
    skipSpace()
    switch next {
    case UInt8(ascii: "\""): return .text(try readText())
    case let byte? where byte == UInt8(ascii: "-") || (0x30...0x39).contains(byte): return .number(try readNumber())
    case UInt8(ascii: "t") where takes(word: "true"): return .flag(true)
    case UInt8(ascii: "f") where takes(word: "false"): return .flag(false)
    case UInt8(ascii: "n") where takes(word: "null"): return .null
    default: throw fault("a value is missing, or is a list or an object")
    }
  }

  private mutating func readText() throws(Fault) -> String {
    guard take() == UInt8(ascii: "\"") else { throw fault("a quote is missing") }
    var text: [UInt8] = []
    while let byte = take() {
      switch byte {
      case UInt8(ascii: "\""):
        guard let valid = String(validating: text, as: UTF8.self) else { throw fault("a text is not UTF-8") }
        return valid
      case UInt8(ascii: "\\"): try readEscape(into: &text)
      case 0..<0x20: throw fault("a text holds a control character")
      default: text.append(byte)
      }
    }
    throw fault("a text does not end")
  }

  private mutating func readEscape(into text: inout [UInt8]) throws(Fault) {
    switch take() {
    case UInt8(ascii: "n"): text.append(0x0A)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "r"): text.append(0x0D)
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0C)
    case UInt8(ascii: "u"):
      var code = try readHex()
      if (0xD800..<0xDC00).contains(code) {
        guard takes(word: "\\u") else { throw fault("half a surrogate pair") }
        let low = try readHex()
        guard (0xDC00..<0xE000).contains(low) else { throw fault("half a surrogate pair") }
        code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)
      }
      guard let scalar = Unicode.Scalar(code), let encoded = UTF8.encode(scalar) else {
        throw fault("half a surrogate pair")
      }
      text.append(contentsOf: encoded)
    case let byte? where byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte == UInt8(ascii: "/"):
      text.append(byte)
    default: throw fault("an escape is none of JSON's")
    }
  }

  private mutating func readHex() throws(Fault) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = take(), let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
        throw fault("an escape lacks a digit")
      }
      value = value << 4 | UInt32(digit)
    }
    return value
  }

  private mutating func readNumber() throws(Fault) -> Double {
    let start = position
    if next == UInt8(ascii: "-") { position += 1 }
    let whole = position
    guard skipDigits() > 0, position == whole + 1 || bytes[whole] != UInt8(ascii: "0") else {
      throw fault("a number starts with 0 or has no digit")
    }
    if next == UInt8(ascii: ".") {
      position += 1
      guard skipDigits() > 0 else { throw fault("a number ends with its point") }
    }
    if next == UInt8(ascii: "e") || next == UInt8(ascii: "E") {
      position += 1
      if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { position += 1 }
      guard skipDigits() > 0 else { throw fault("a number ends with its exponent") }
    }
    guard let value = Double(String(decoding: bytes[start..<position], as: UTF8.self)), value.isFinite else {
      throw fault("a number is too large")
    }
    return value
  }

  private var next: UInt8? { position < bytes.endIndex ? bytes[position] : nil }

  private mutating func take() -> UInt8? {
    guard let byte = next else { return nil }
    position += 1
    return byte
  }

  private mutating func takes(_ character: Unicode.Scalar) -> Bool {
    skipSpace()
    guard next == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  private mutating func takes(word: StaticString) -> Bool {
    let rest = bytes[position...].prefix(word.utf8CodeUnitCount)
    guard word.withUTF8Buffer({ rest.elementsEqual($0) }) else { return false }
    position += rest.count
    return true
  }

  private mutating func skipSpace() {
    while let byte = next, byte == 0x20 || (0x09...0x0D).contains(byte) && byte != 0x0B && byte != 0x0C {
      position += 1
    }
  }

  private mutating func skipDigits() -> Int {
    let start = position
    while let byte = next, (0x30...0x39).contains(byte) { position += 1 }
    return position - start
  }

  private func fault(_ message: String) -> Fault {
    Fault(
      .data, "\(message), at byte \(position - bytes.startIndex + 1)",
      remedy: "send one JSON object a line, such as {\"command\":\"status\"}")
  }
}
