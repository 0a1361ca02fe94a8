import Clocks

/// A time of day in UTC: nanoseconds since midnight, 0...86,400,999,999,999 (second 60 is the leap second).
struct TimeOfDay: Equatable {
  /// Nanoseconds since midnight.
  var nanoseconds: Int64
}

extension FieldCursor {
  /// A field `hhmmss`, `hhmmss.` or `hhmmss.fff` with any count of decimals.
  ///
  /// - Returns: nil for anything else, for an hour above 23, a minute above 59, or a second above 60 (which only the
  ///   last minute of an hour has).
  mutating func nextTimeOfDay() -> TimeOfDay? {
    let whole = takeDigits()
    var nanoseconds: Int64 = 0
    if takePoint() {
      let fraction = takeDigits(limit: 9)
      nanoseconds = fraction.value
      for _ in min(fraction.count, 9)..<9 { nanoseconds *= 10 }
    }
    let hour = whole.value / 10_000
    let minute = whole.value / 100 % 100
    let second = whole.value % 100
    guard skipRest(), whole.count == 6, hour < 24, minute < 60, second < 60 || second == 60 && minute == 59 else {
      return nil
    }
    return TimeOfDay(nanoseconds: (hour * 3_600 + minute * 60 + second) * 1_000_000_000 + nanoseconds)
  }

  /// A field `ddmmyy`; years 00 to 69 are 2000 to 2069, the others 1970 to 1999.
  ///
  /// - Returns: nil for anything else, impossible days included.
  mutating func nextDate() -> CivilDate? {
    let digits = takeDigits()
    guard skipRest(), digits.count == 6 else { return nil }
    let value = Int(digits.value)
    let year = value % 100
    return CivilDate(year: year < 70 ? 2_000 + year : 1_900 + year, month: value / 100 % 100, day: value / 10_000)
  }
}
