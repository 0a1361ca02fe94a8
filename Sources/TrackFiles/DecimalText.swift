import Glibc

/// A decimal number as it stands in a file, read without losing a digit of a coordinate.
struct DecimalText {
  private var isNegative = false
  private var mantissa: UInt64 = 0
  private var exponent = 0

  /// Reads `-12.345`, `+1e3`, `,5`; blanks around it are passed over, a comma counts as a point.
  ///
  /// - Returns: nil for anything else, `nan` and `inf` included.
  init?(_ bytes: some Collection<UInt8>) {
    var rest = bytes[...]
    while let first = rest.first, first.isBlank { rest = rest.dropFirst() }
    if rest.first == UInt8(ascii: "-") || rest.first == UInt8(ascii: "+") {
      isNegative = rest.first == UInt8(ascii: "-")
      rest = rest.dropFirst()
    }
    var digits = 0
    var isAfterPoint = false
    while let byte = rest.first {
      if byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") {
        take(digit: UInt64(byte - UInt8(ascii: "0")), isAfterPoint: isAfterPoint)
        digits += 1
      } else if !isAfterPoint, byte == UInt8(ascii: ".") || byte == UInt8(ascii: ",") {
        isAfterPoint = true
      } else {
        break
      }
      rest = rest.dropFirst()
    }
    guard digits > 0 else { return nil }
    if rest.first == UInt8(ascii: "e") || rest.first == UInt8(ascii: "E") {
      guard takeExponent(rest.dropFirst()) else { return nil }
      return
    }
    guard rest.allSatisfy(\.isBlank) else { return nil }
  }

  private mutating func take(digit: UInt64, isAfterPoint: Bool) {
    if mantissa < 100_000_000_000_000_000 {
      mantissa = mantissa * 10 + digit
      if isAfterPoint { exponent -= 1 }
    } else if !isAfterPoint {
      exponent += 1  // 18 digits are kept
    }
  }

  /// Reads what follows an `e`; an exponent that no measurement has is cut to 400.
  private mutating func takeExponent(_ bytes: some Sequence<UInt8>) -> Bool {
    var isNegative = false
    var value = 0
    var digits = 0
    for (index, byte) in bytes.enumerated() {
      switch byte {
      case UInt8(ascii: "-") where index == 0: isNegative = true
      case UInt8(ascii: "+") where index == 0: break
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        value = min(400, value * 10 + Int(byte - UInt8(ascii: "0")))
        digits += 1
      case _ where byte.isBlank && digits > 0: break
      default: return false
      }
    }
    exponent += isNegative ? -value : value
    return digits > 0
  }

  /// The number; nil if it is too large for one.
  var double: Double? {
    let magnitude = Double(mantissa)
    let value: Double
    switch exponent {
    case -22...0: value = magnitude / Self.powers[-exponent]
    case 1...22: value = magnitude * Self.powers[exponent]
    default: value = magnitude * pow(10, Double(exponent))
    }
    guard value.isFinite else { return nil }
    return isNegative ? -value : value
  }

  /// The number in units of 10^-9, rounded half away from zero; nil if that does not fit.
  var nano: Int64? {
    let shift = exponent + 9
    var value = mantissa
    if shift >= 0 {
      guard shift < 19 || mantissa == 0 else { return nil }
      for _ in 0..<min(shift, 18) {
        let (next, overflow) = value.multipliedReportingOverflow(by: 10)
        if overflow { return nil }
        value = next
      }
    } else if shift < -19 {
      value = 0
    } else {
      for step in 0..<(-shift) {
        let isLast = step == -shift - 1
        value = isLast ? (value + 5) / 10 : value / 10
      }
    }
    guard let positive = Int64(exactly: value) else { return nil }
    return isNegative ? -positive : positive
  }

  /// Powers of ten that a `Double` holds exactly.
  private static let powers: [Double] = (0...22).map { power in (0..<power).reduce(1.0) { unit, _ in unit * 10 } }
}
