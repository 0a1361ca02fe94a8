import Geodesy
import Text

extension ByteWriter {
  /// Appends degrees given in nanodegrees, exactly: 7 decimals (1 cm), 8 or 9 where they say more.
  mutating func put(nanodegrees value: Int64) {
    if value % 100 == 0 {
      put(number: Int(value / 100), decimals: 7)
    } else if value % 10 == 0 {
      put(number: Int(value / 10), decimals: 8)
    } else {
      put(number: Int(value), decimals: 9)
    }
  }

  /// Appends a number without the zeros at the end of its decimals, at most 9 of them. `value` must be
  /// ``Double/writable``.
  mutating func put(trimmed value: Double, decimals: Int) {
    var scaled = value
    for _ in 0..<decimals { scaled *= 10 }
    guard var whole = Int(exactly: scaled.rounded(.toNearestOrAwayFromZero)) else {
      put(value, decimals: decimals)
      return
    }
    var rest = decimals
    while rest > 0, whole % 10 == 0 {
      whole /= 10
      rest -= 1
    }
    put(number: whole, decimals: rest)
  }

  /// Appends a number given in units of 10^-`decimals`, like `put(scaled:decimals:)`, in one piece: a point has a dozen
  /// numbers, and appending digit by digit took half of the time of an export.
  mutating func put(number value: Int, decimals: Int) {
    var digits: InlineArray<24, UInt8> = .init(repeating: UInt8(ascii: "0"))
    var rest = UInt64(value.magnitude)
    var first = 24
    var left = decimals
    repeat {
      let (quotient, remainder) = rest.quotientAndRemainder(dividingBy: 10)
      first -= 1
      digits[first] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: remainder)
      rest = quotient
      left -= 1
      if left == 0 {
        first -= 1
        digits[first] = UInt8(ascii: ".")
      }
    } while rest > 0 || left >= 0
    if value < 0 {
      first -= 1
      digits[first] = UInt8(ascii: "-")
    }
    digits.span.withUnsafeBufferPointer { bytes.append(contentsOf: $0[first...]) }
  }
}

extension Double {
  /// The number if a file can hold it: finite and of a size that a measurement has. Anything else is unknown.
  var writable: Double? { magnitude < 1e9 ? self : nil }

  /// A direction as GPX and CSV want it: 0..<360 in hundredths of a degree, since 359.996 must not become 360.
  var courseHundredths: Int? {
    guard magnitude < 1e6 else { return nil }
    let hundredths = Int((self * 100).rounded()) % 36_000
    return hundredths < 0 ? hundredths + 36_000 : hundredths
  }
}

extension Coordinate {
  /// The same place with a longitude below 180 degrees: the GPX schema has 180 as -180 (`maxExclusive`).
  var longitudeNanodegreesBelow180: Int64 {
    longitudeNanodegrees == 180_000_000_000 ? -180_000_000_000 : longitudeNanodegrees
  }
}
