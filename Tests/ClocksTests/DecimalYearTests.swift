import Clocks
import Testing

@Suite("The decimal year")
struct DecimalYearTests {
  /// A moment, its year, the days of that year that are over by then, and all of its days.
  private static let moments: [(String, Int, Double, Double)] = [
    ("2025-01-01", 2025, 0, 365), ("2026-07-02T12:00", 2026, 182.5, 365), ("2026-11-30", 2026, 333, 365),
    ("2028-07-02", 2028, 183, 366), ("2028-02-29", 2028, 59, 366), ("2028-12-31", 2028, 365, 366),
    ("2027-12-31", 2027, 364, 365), ("2100-03-01", 2100, 59, 365), ("2000-03-01", 2000, 60, 366),
    ("1970-01-01", 1970, 0, 365), ("1969-12-31T12:00", 1969, 364.5, 365), ("1678-01-01", 1678, 0, 365),
  ]

  @Test(arguments: moments)
  func `a year is as long as the calendar makes it`(text: String, year: Int, days: Double, length: Double) throws {
    #expect(abs(try #require(UnixTime(iso: text)).decimalYear - Double(year) - days / length) < 1e-12)
  }

  @Test func `it goes on without a step over the turn of the year`() throws {
    for year in 2023...2033 {
      let turn = try #require(UnixTime(iso: "\(year)-01-01"))
      #expect(turn.decimalYear == Double(year))
      let before = UnixTime(nanoseconds: turn.nanoseconds - 1_000_000)
      #expect(before.decimalYear < Double(year))
      #expect(Double(year) - before.decimalYear < 1e-9)
    }
  }

  @Test func `the ends of what can be held do not trap`() {
    #expect((1677.0...1678).contains(UnixTime(nanoseconds: .min).decimalYear))
    #expect((2262.0...2263).contains(UnixTime(nanoseconds: .max).decimalYear))
  }

  @Test(arguments: [1_678.5, 1_970.0, 2_024.999, 2_026.91, 2_028.5, 2_261.9])
  func `a decimal year names a moment that has it`(year: Double) throws {
    #expect(abs(try #require(UnixTime(decimalYear: year)).decimalYear - year) < 1e-9)
  }

  @Test(arguments: [Double.nan, .infinity, -5, 0, 1_677.9, 2_262, 1e300])
  func `a year that cannot be held names none`(year: Double) {
    #expect(UnixTime(decimalYear: year) == nil)
  }
}
