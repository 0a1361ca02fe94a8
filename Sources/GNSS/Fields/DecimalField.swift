/// A decimal number exactly as a field states it: `12.50` is 1250 with 2 decimals.
struct Decimal: Equatable {
  /// All digits without the point, with the sign.
  var digits: Int64
  /// How many of the digits stand behind the point, 0 to 18.
  var decimals: Int

  /// The nearest `Double`: one rounding, because powers of ten up to 10^22 are exact.
  var double: Double { decimals == 0 ? Double(digits) : Double(digits) / powersOfTen[decimals] }
}

/// 10^0 to 10^18.
private let powersOfTen: [Double] = (0..<19).map { power in (0..<power).reduce(1) { unit, _ in unit * 10 } }

extension FieldCursor {
  /// A number: one sign, digits, one point; at least one digit. No exponent, no `nan`, no `inf`, no hexadecimal.
  ///
  /// - Returns: nil for an empty field, for anything else, or for more than 17 digits before the point. Decimals beyond
  ///   the 18th digit are cut off.
  mutating func nextDecimal() -> Decimal? {
    let isNegative = takeSign()
    let whole = takeDigits()
    var digits = whole.value
    var decimals = 0
    var hasDigit = whole.count > 0
    if takePoint() {
      let room = max(0, 18 - whole.count)
      let fraction = takeDigits(limit: room)
      decimals = min(fraction.count, room)
      for _ in 0..<decimals { digits = digits &* 10 }
      digits = digits &+ fraction.value
      hasDigit = hasDigit || fraction.count > 0
    }
    guard skipRest(), hasDigit, whole.count <= 17 else { return nil }
    return Decimal(digits: isNegative ? -digits : digits, decimals: decimals)
  }

  /// A number as the nearest `Double`.
  mutating func nextDouble() -> Double? { nextDecimal()?.double }

  /// A number from a range; outside it, it is unknown.
  mutating func nextDouble(in range: ClosedRange<Double>) -> Double? {
    guard let value = nextDouble(), range.contains(value) else { return nil }
    return value
  }

  /// A whole number of decimal digits with an optional sign, from a range; outside it, it is unknown.
  mutating func nextInt(in range: ClosedRange<Int> = 0...Int(Int32.max)) -> Int? {
    // Half of the stream is whole numbers in GSV: an empty field is known at once, and the loop writes nothing.
    let end = end
    let bytes = bytes
    var index = position
    guard index < end, bytes[index] != UInt8(ascii: ",") else {
      position = index + 1
      return nil
    }
    let isNegative = bytes[index] == UInt8(ascii: "-")
    if isNegative || bytes[index] == UInt8(ascii: "+") { index += 1 }
    let start = index
    var value = 0
    while index < end {
      let digit = bytes[index] &- UInt8(ascii: "0")
      if digit > 9 { break }
      value = value &* 10 &+ Int(digit)
      index += 1
    }
    let count = index - start
    position = index
    guard skipRest(), count > 0, count <= 18 else { return nil }
    if isNegative { value = -value }
    return value >= range.lowerBound && value <= range.upperBound ? value : nil
  }

  /// A whole number of one to eight hexadecimal digits.
  mutating func nextHexadecimal() -> Int? {
    var value = 0
    var count = 0
    var isValid = true
    scan { byte in
      guard let digit = byte.hexadecimalValue else {
        isValid = false
        return
      }
      count += 1
      value = (value & 0xFFF_FFFF) << 4 | Int(digit)
    }
    return isValid && (1...8).contains(count) ? value : nil
  }

  /// A dilution of precision: from 0.01 to 99; receivers say 0.00, 99, 99.9 and 99.99 for none.
  mutating func nextDilution() -> Double? {
    guard let value = nextDouble(), value > 0, value < 99 else { return nil }
    return value
  }

  /// A direction of 0...360 degrees; 360 is 0.
  mutating func nextDirection() -> Double? {
    guard let value = nextDouble(in: 0...360) else { return nil }
    return value == 360 ? 0 : value
  }
}
