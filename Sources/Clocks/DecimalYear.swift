extension UnixTime {
  /// The time as a decimal year, which is how models of the Earth count: 2026.5 is noon of 2 July 2026. A year is as
  /// long as the calendar makes it, 365 or 366 days.
  public var decimalYear: Double {
    let date = date
    guard let start = CivilDate(year: date.year, month: 1, day: 1),
      let end = CivilDate(year: date.year + 1, month: 1, day: 1)
    else { return Double(date.year) }
    // Wrapping, because the first day that can be held begins before the first nanosecond that can.
    let ofDay = nanoseconds &- Int64(date.daysSinceEpoch) &* 86_400_000_000_000
    let day = Double(date.daysSinceEpoch - start.daysSinceEpoch) + Double(ofDay) / 86_400e9
    return Double(date.year) + day / Double(end.daysSinceEpoch - start.daysSinceEpoch)
  }
}

extension UnixTime {
  /// The moment that a decimal year names, to the nanoseconds that a double tells; nil outside of what can be held.
  public init?(decimalYear: Double) {
    guard (1_678..<2_262).contains(decimalYear) else { return nil }
    let year = Int(decimalYear)
    guard let start = CivilDate(year: year, month: 1, day: 1), let end = CivilDate(year: year + 1, month: 1, day: 1)
    else { return nil }
    let length = Double(end.daysSinceEpoch - start.daysSinceEpoch) * 86_400e9
    self = UnixTime(start) + .nanoseconds(Int64((decimalYear - Double(year)) * length))
  }
}
