import Clocks
import Geodesy
import Text

/// Members of a JSON object, written straight into a buffer that is used again and again: a line costs no allocation.
/// An unknown value writes nothing.
extension ByteWriter {
  /// Writes a key, with a comma unless it is the first.
  mutating func key(_ key: StaticString) {
    if bytes.last != UInt8(ascii: "{") { put(",") }
    put("\"")
    put(key)
    put("\":")
  }

  /// Writes a whole number.
  mutating func member(_ key: StaticString, _ value: Int?) {
    guard let value else { return }
    self.key(key)
    put(fixed: Int64(value), decimals: 0)
  }

  /// Writes `true` or `false`.
  mutating func member(_ key: StaticString, _ value: Bool?) {
    guard let value else { return }
    self.key(key)
    if value { put("true") } else { put("false") }
  }

  /// Writes a number with at most so many decimals.
  mutating func member(_ key: StaticString, _ value: Double?, decimals: Int) {
    guard let value, value.isFinite else { return }
    self.key(key)
    put(trimmed: value, decimals: decimals)
  }

  /// Writes a text that needs no escapes.
  mutating func member(_ key: StaticString, _ value: StaticString?) {
    guard let value else { return }
    self.key(key)
    put("\"")
    put(value)
    put("\"")
  }

  /// Writes any text.
  mutating func member(_ key: StaticString, text value: String?) {
    guard let value else { return }
    self.key(key)
    putJSON(string: value)
  }

  /// Writes a list, whose elements `write` puts.
  mutating func member(_ key: StaticString, list write: (inout ByteWriter) -> Void) {
    self.key(key)
    put("[")
    write(&self)
    put("]")
  }

  /// Writes `tod`, seconds since midnight UTC.
  mutating func member(timeOfDay: TimeOfDay?) {
    guard let timeOfDay else { return }
    key("tod")
    put(trimmed: Double(timeOfDay.nanoseconds) / 1e9, decimals: 6)
  }

  /// Writes `lat` and `lon`, degrees.
  mutating func member(position: StatedPosition?) {
    guard let position else { return }
    member(coordinate: position.coordinate)
  }

  /// Writes `lat` and `lon`, degrees, exactly.
  mutating func member(coordinate: Coordinate) {
    key("lat")
    put(fixed: coordinate.latitudeNanodegrees, decimals: 9)
    key("lon")
    put(fixed: coordinate.longitudeNanodegrees, decimals: 9)
  }

  /// Writes `date`, ISO 8601.
  mutating func member(date: CivilDate?) {
    guard let date else { return }
    key("date")
    put("\"")
    put(date: date)
    put("\"")
  }

  /// Writes a mode letter.
  mutating func member(_ key: StaticString, _ mode: PositioningMode?) {
    guard let mode, mode.quality != nil || mode.isNone else { return }
    self.key(key)
    put("\"")
    put(byte: mode.letter)
    put("\"")
  }

  /// Writes `gnss`, the name of a satellite system.
  mutating func member(system: SatelliteSystem?) { member("gnss", system?.name) }

  /// Writes a number rounded to so many decimals, without the zeros at its end; 0 if it does not fit 18 digits.
  mutating func put(trimmed value: Double, decimals: Int) {
    var unit = 1.0
    for _ in 0..<decimals { unit *= 10 }
    put(
      fixed: Int64(exactly: (value * unit).rounded(.toNearestOrAwayFromZero)) ?? 0, decimals: decimals, isTrimmed: true)
  }

  /// Writes a whole number of units of 10^-`decimals` in one go.
  ///
  /// - Parameter isTrimmed: whether zeros at the end of the fraction are left out.
  mutating func put(fixed value: Int64, decimals: Int, isTrimmed: Bool = false) {
    var digits: InlineArray<24, UInt8> = .init(repeating: UInt8(ascii: "0"))
    var first = 24
    var end = 24
    var rest = value.magnitude
    var place = 0
    repeat {
      if place == decimals && decimals > 0 && end > first {
        first -= 1
        digits[first] = UInt8(ascii: ".")
      }
      let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
      rest = quotient
      if isTrimmed && digit == 0 && place < decimals && end == first {
        end -= 1
        first = end
      } else {
        first -= 1
        digits[first] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: digit)
      }
      place += 1
    } while rest > 0 || place <= decimals
    if value < 0 && value != 0 {
      first -= 1
      digits[first] = UInt8(ascii: "-")
    }
    digits.span.withUnsafeBufferPointer { bytes.append(contentsOf: UnsafeBufferPointer(rebasing: $0[first..<end])) }
  }
}
