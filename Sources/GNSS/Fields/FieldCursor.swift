/// Walks through the fields of one sentence, from the first comma to the star, without making a `String`.
///
/// Every `next...` takes one whole field, whatever it holds: a field that is not what was asked for is nil and the
/// next call starts behind the next comma. Behind the last field everything is nil, as if it were empty, because a
/// receiver of an older version of the standard sends fewer fields.
///
/// It and all that it gives borrow the bytes: neither outlives the call that takes the sentence. A pointer rather than an
/// array, because counting references would cost a seventh of all time; it is only read between ``position`` and
/// ``end``, which never lie outside of it.
struct FieldCursor {
  let bytes: UnsafeBufferPointer<UInt8>
  /// Where the next field begins; behind ``end`` when all have been taken.
  var position: Int
  /// Where the star stands.
  let end: Int

  /// Starts at the field that begins at `start`; `end` is where the star stands, at most the count of bytes. A
  /// sentence without any field has `start` behind `end`.
  init(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int, to end: Int) {
    self.bytes = bytes
    position = max(0, start)
    self.end = min(end, bytes.count)
  }

  /// Whether all fields have been taken.
  var isAtEnd: Bool { position > end }

  /// The byte the next field starts with; nil if it is empty.
  var peek: UInt8? { position < end && bytes[position] != comma ? bytes[position] : nil }

  /// Whether more than one field is left.
  var hasComma: Bool {
    stop(from: position) < end
  }

  /// Steps over whole fields.
  mutating func skip(_ count: Int = 1) {
    for _ in 0..<count { skipRest() }
  }

  /// Goes behind the comma that ends this field.
  ///
  /// - Returns: whether the cursor already stood at the end of the field, so that nothing was left over.
  @discardableResult
  @inline(__always)
  mutating func skipRest() -> Bool {
    if position >= end || bytes[position] == comma {
      position += 1
      return true
    }
    let stop = stop(from: position)
    position = stop + 1
    return false
  }

  /// Gives every byte of the field at the cursor to `look`, and goes behind its comma.
  @inline(__always)
  mutating func scan(_ look: (UInt8) -> Void) {
    var index = position
    while index < end {
      let byte = bytes[index]
      if byte == comma { break }
      look(byte)
      index += 1
    }
    position = index + 1
  }

  /// Steps over decimal digits.
  ///
  /// - Parameter limit: how many of them make up the value, at most 18; what comes behind only counts.
  @inline(__always)
  mutating func takeDigits(limit: Int = 18) -> (value: Int64, count: Int) {
    let start = position
    let end = end
    let bytes = bytes
    var index = start
    var value: Int64 = 0
    while index < end {
      let digit = bytes[index] &- UInt8(ascii: "0")
      if digit > 9 { break }
      if index - start < limit { value = value &* 10 &+ Int64(digit) }
      index += 1
    }
    position = index
    return (value, index - start)
  }

  /// Steps over a point.
  @inline(__always)
  mutating func takePoint() -> Bool {
    guard position < end, bytes[position] == UInt8(ascii: ".") else { return false }
    position += 1
    return true
  }

  /// Steps over one sign.
  ///
  /// - Returns: whether it is a minus.
  @inline(__always)
  mutating func takeSign() -> Bool {
    guard position < end, bytes[position] == UInt8(ascii: "-") || bytes[position] == UInt8(ascii: "+") else {
      return false
    }
    position += 1
    return bytes[position - 1] == UInt8(ascii: "-")
  }

  /// Where the field that a place lies in ends: at its comma or at the end of all.
  private func stop(from start: Int) -> Int {
    var index = start
    while index < end && bytes[index] != comma { index += 1 }
    return index
  }

  /// A field of exactly one character.
  mutating func nextLetter() -> UInt8? {
    let start = position
    skipRest()
    return position == start + 2 && start < end ? bytes[start] : nil
  }

  /// A field of text, as the range of its bytes; nil if it is empty.
  mutating func nextText() -> FieldText? {
    let start = position
    skipRest()
    let stop = position - 1
    return stop > start && start < end ? FieldText(bytes: bytes, start: start, end: stop) : nil
  }

  /// All that is left, commas included.
  mutating func rest() -> FieldText? {
    let start = position
    position = end + 1
    return start < end ? FieldText(bytes: bytes, start: start, end: end) : nil
  }
}

/// The bytes of a text field, where they lie; as short-lived as the cursor.
struct FieldText {
  let bytes: UnsafeBufferPointer<UInt8>
  let start: Int
  let end: Int

  /// How many bytes.
  var count: Int { end - start }

  /// The byte at an offset inside the text.
  subscript(offset: Int) -> UInt8 { bytes[start + offset] }

  /// Whether the text is this literal, whatever the case of its letters.
  func isEqual(_ literal: StaticString) -> Bool { count == literal.utf8CodeUnitCount && contains(literal, at: 0) }

  /// Where the literal first stands, whatever the case of its letters.
  func offset(of literal: StaticString) -> Int? {
    let length = literal.utf8CodeUnitCount
    guard length <= count else { return nil }
    for offset in 0...(count - length) where contains(literal, at: offset) { return offset }
    return nil
  }

  /// Whether the literal stands at an offset, whatever the case of its letters.
  func contains(_ literal: StaticString, at offset: Int) -> Bool {
    guard offset + literal.utf8CodeUnitCount <= count else { return false }
    return literal.withUTF8Buffer { letters in
      for index in 0..<letters.count where letters[index].upperCased != self[offset + index].upperCased { return false }
      return true
    }
  }

  /// The text with the standard's escapes resolved: `^24` is `$` (NMEA 0183 version 3, section 5.1.3).
  var unescaped: String {
    var plain: [UInt8] = []
    plain.reserveCapacity(count)
    var offset = 0
    while offset < count {
      if self[offset] == UInt8(ascii: "^"), offset + 2 < count, let high = self[offset + 1].hexadecimalValue,
        let low = self[offset + 2].hexadecimalValue
      {
        plain.append(high << 4 | low)
        offset += 3
      } else {
        plain.append(self[offset])
        offset += 1
      }
    }
    return String(decoding: plain, as: UTF8.self)
  }
}

extension UInt8 {
  /// The letter in upper case; other bytes as they are.
  var upperCased: UInt8 { self >= UInt8(ascii: "a") && self <= UInt8(ascii: "z") ? self & 0xDF : self }

  /// 0 to 9 for a decimal digit.
  @inline(__always)
  var decimalValue: UInt8? {
    let value = self &- UInt8(ascii: "0")
    return value <= 9 ? value : nil
  }

  /// 0 to 15 for a hexadecimal digit of either case.
  var hexadecimalValue: UInt8? {
    if let value = decimalValue { return value }
    let letter = upperCased
    return letter >= UInt8(ascii: "A") && letter <= UInt8(ascii: "F") ? letter - UInt8(ascii: "A") + 10 : nil
  }
}

private let comma = UInt8(ascii: ",")
