import Clocks
import Testing

@Suite("UTC")
struct UnixTimeTests {
  @Test(arguments: [
    "1678-01-01T00:00:00Z", "1969-12-31T23:59:59.999Z", "1970-01-01T00:00:00Z", "2000-02-29T12:00:00Z",
    "2026-11-30T14:05:09.500Z", "2261-12-31T23:59:59.999Z",
  ])
  func `what is written is read back`(text: String) throws {
    #expect(try #require(UnixTime(iso: text)).description == text)
  }

  @Test(arguments: [
    "9999-12-31", "0001-01-01", "1900-02-29", "2026-13-01", "2026-11-31", "2026-11-30T24:00", "2026-11-30T12:60",
    "2026-11-30T12:00:61Z", "2026-11-30T12:00:00.Z", "2026-11-30T12:00Zx", "2026-11-30T12:00+1", "26-11-30", "x",
  ])
  func `what is no time, or lies beyond what can be held, is refused`(text: String) {
    #expect(UnixTime(iso: text) == nil)
  }

  @Test func `extremes are cut and never trap`() {
    #expect(UnixTime(nanoseconds: .min).wholeMilliseconds.nanoseconds <= -9_223_372_036_854_000_000)
    #expect(UnixTime(milliseconds: .max).nanoseconds == .max)
    #expect(UnixTime(CivilDate(daysSinceEpoch: 3_000_000)).date.year == 2261)
  }

  @Test func `days and dates agree over eight centuries`() throws {
    for day in stride(from: -200_000, through: 200_000, by: 13) {
      let date = CivilDate(daysSinceEpoch: day)
      #expect(date.daysSinceEpoch == day)
      #expect(CivilDate(year: date.year, month: date.month, day: date.day) == date)
    }
  }
}
