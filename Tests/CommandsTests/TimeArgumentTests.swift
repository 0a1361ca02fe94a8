import Clocks
import Testing
import Text

@testable import Commands

@Suite("Times on the command line")
struct TimeArgumentTests {
  private static func parse(_ text: String) throws -> String {
    let now = try #require(UnixTime(iso: "2026-11-30T14:05:09Z"))
    return try TimeArgument(now: now, isLocal: false).parse(text, option: "--since").description
  }

  @Test(arguments: [
    ("2026-11-30", "2026-11-30T00:00:00Z"), ("2026-11-30T14:05", "2026-11-30T14:05:00Z"),
    ("2026-11-30 14:05:09.5", "2026-11-30T14:05:09.500Z"), ("2026-11-30T14:05:09+01:00", "2026-11-30T13:05:09Z"),
    ("08:30", "2026-11-30T08:30:00Z"), ("today", "2026-11-30T00:00:00Z"), ("yesterday", "2026-11-29T00:00:00Z"),
    ("now", "2026-11-30T14:05:09Z"), ("45s", "2026-11-30T14:04:24Z"), ("90m", "2026-11-30T12:35:09Z"),
    ("2h", "2026-11-30T12:05:09Z"), ("3d", "2026-11-27T14:05:09Z"), ("1w", "2026-11-23T14:05:09Z"),
  ])
  func `every form of the manual is read`(text: String, expected: String) throws {
    #expect(try Self.parse(text) == expected)
  }

  @Test(arguments: ["", "soon", "2026-02-30", "25:00", "2026-11-30T", "-2h", "2x", "99999999999999999999h", "１h"])
  func `anything else is refused with the forms`(text: String) throws {
    let fault = #expect(throws: Fault.self) { try Self.parse(text) }
    #expect(fault?.code == .usage)
    #expect(fault?.remedy?.contains("2h") == true)
  }

  @Test(arguments: [
    ("2026-11-30", "2026-11-30T00:00:00Z", "2026-12-01T00:00:00Z"),
    ("2024-02-28", "2024-02-28T00:00:00Z", "2024-02-29T00:00:00Z"),
    ("today", "2026-11-30T00:00:00Z", "2026-12-01T00:00:00Z"),
    ("Yesterday", "2026-11-29T00:00:00Z", "2026-11-30T00:00:00Z"),
  ])
  func `a day goes from its first moment to that of the next`(text: String, since: String, until: String) throws {
    let now = try #require(UnixTime(iso: "2026-11-30T14:05:09Z"))
    let day = try TimeArgument(now: now, isLocal: false).day(text, option: "--day")
    #expect(day.since.description == since && day.until.description == until)
  }

  @Test(arguments: ["", "2026-13-01", "2026-11-31", "2h", "now", "2026-11-30T10:00", "14:05", "----------"])
  func `what is no day is refused`(text: String) throws {
    let now = try #require(UnixTime(iso: "2026-11-30T14:05:09Z"))
    let fault = #expect(throws: Fault.self) { try TimeArgument(now: now, isLocal: false).day(text, option: "--day") }
    #expect(fault?.code == .usage)
    #expect(fault?.remedy == "write 2026-11-30, today or yesterday")
  }
}
