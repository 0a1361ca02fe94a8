import Clocks
import Geodesy
import Testing
import Text

@testable import Commands

@Suite("waymark declination")
struct DeclinationCommandTests {
  private static func report(
    _ latitude: String, _ longitude: String, altitude: String? = nil, date: String? = "2026.91"
  ) throws -> MagneticReport {
    let now = try #require(UnixTime(iso: "2027-01-01"))
    let model = try MagneticModel.builtIn()
    return try MagneticReport(
      latitude: latitude, longitude: longitude, altitude: altitude, date: date, TimeArgument(now: now, isLocal: false),
      model)
  }

  private static func json(_ report: MagneticReport) -> String { String(decoding: report.json, as: UTF8.self) }

  private static func fault(_ words: String...) -> Fault? {
    do throws(Fault) {
      _ = try Arguments(words, for: .declination)
      return nil
    } catch {
      return error
    }
  }

  @Test func `a negative number is an operand, and only where numbers are asked for`() throws {
    let arguments = try Arguments(["-33.9", "--json", "-.5", "--altitude", "-20"], for: .declination)
    #expect(arguments.operands == ["-33.9", "-.5"])
    #expect(arguments.has(.json))
    #expect(Self.fault("-x", "5")?.message == "there is no option -x")
    #expect(throws: Fault.self) { try Arguments(["-5"], for: .tag) }
  }

  @Test func `two numbers are needed, and no third`() {
    #expect(Self.fault()?.message == "LAT is missing")
    #expect(Self.fault("-33.9")?.message == "LON is missing")
    #expect(Self.fault("1", "2", "3")?.message == "`3` is one word too many")
  }

  @Test(arguments: [
    ("nan", "5"), ("5", "inf"), ("0x10", "5"), ("47,3", "8"), ("", "5"), ("5", "1e1"), ("5-", "5"), ("--5", "5"),
    ("1.2.3", "5"), (".", "5"), ("５", "5"), ("90.000001", "5"), ("-91", "5"), ("5", "180.1"), ("5", "-181"),
    ("111111111111111111111111111", "5"),
  ])
  func `what is no place is refused with a remedy`(latitude: String, longitude: String) {
    do {
      _ = try Self.report(latitude, longitude)
      Issue.record("accepted: \(latitude) \(longitude)")
    } catch {
      let fault = error as? Fault
      #expect(fault?.code == .usage)
      #expect(fault?.remedy != nil)
    }
  }

  @Test(arguments: [
    ("850001", "2026"), ("-10001", "2026"), ("x", "2026"), ("0", "inf"), ("0", "20x"), ("0", "2026.1.2"),
  ])
  func `a height or a date that makes no sense is refused`(altitude: String, date: String) {
    #expect(throws: Fault.self) { try Self.report("5", "5", altitude: altitude, date: date) }
  }

  @Test(arguments: [
    ("2026.5", "2026.500000"), ("2026", "2026.000000"), ("2026-07-02T12:00", "2026.500000"), ("now", "2027.000000"),
    ("365d", "2026.000000"),
  ])
  func `a date is a decimal year or a time`(date: String, year: String) throws {
    #expect(Self.json(try Self.report("1", "2", date: date)).contains("\"decimal_year\":\(year),"))
  }

  @Test func `without a date it is now`() throws {
    #expect(Self.json(try Self.report("1", "2", date: nil)).contains("\"decimal_year\":2027.000000,"))
  }

  /// A row of the published test values: year 2025, 28 km, 89 N 121 W.
  @Test func `programs get the published values`() throws {
    let json = Self.json(try Self.report("89", "-121", altitude: "28000", date: "2025.0"))
    for part in [
      "\"x_nT\":-255.388", "\"y_nT\":-1482.460", "\"z_nT\":56194.288", "\"h_nT\":1504.298", "\"f_nT\":56214.419",
      "\"declination_deg\":-99.7", "\"inclination_deg\":88.4", "\"declination_deg_per_year\":2.4917",
      "\"inclination_deg_per_year\":-0.00998", "\"h_nT_per_year\":10.285", "\"x_nT_per_year\":62.7237",
      "\"y_nT_per_year\":-21.2427", "\"z_nT_per_year\":18.0751", "\"f_nT_per_year\":18.3439", "\"uncertainty_deg\":3.6",
      "\"zone\":\"blackout\"", "\"model\":\"WMM-2025\"", "\"valid_from\":2025.0", "\"valid_until\":2030.0",
      "\"validity\":\"current\"", "\"altitude_m\":28000.000",
    ] {
      #expect(json.contains(part), "\(part) in \(json)")
    }
    #expect(!json.contains("years_outside"))
  }

  @Test(arguments: [("52.52", "13.405"), ("-33.9", "18.4"), ("85.8", "139"), ("-90", "180"), ("0", "-0")])
  func `people get one screen, in columns`(latitude: String, longitude: String) throws {
    let lines = try Self.report(latitude, longitude, altitude: "-430").text
    #expect(lines.count <= 24)
    #expect(lines.allSatisfy { $0.count <= 80 && $0.utf8.count == $0.count })
    #expect(Set(lines[4...11].map(\.count)).count == 1)
  }

  @Test func `how the declination is used is said where it can be`() throws {
    #expect(try Self.report("52.52", "13.405").text.last == "true direction = magnetic direction + 5.20 degrees")
    #expect(
      try Self.report("-33.9", "18.4").text.last?.hasPrefix("true direction = magnetic direction - 26.8") == true)
    #expect(try Self.report("85.8", "139").text.last?.hasPrefix("total F") == true)
  }

  @Test func `outside of the model's years, and near the magnetic poles, a note says so`() throws {
    #expect(try Self.report("47", "8").notes.isEmpty)
    let expired = try Self.report("47", "8", date: "2031.5")
    #expect(expired.notes.first?.contains("expired 1.5 years before") == true)
    #expect(Self.json(expired).contains("\"validity\":\"expired\",\"years_outside\":1.500"))
    let early = try Self.report("47", "8", date: "2024-07-02")
    #expect(early.notes.first?.contains("0.5 years too early") == true)
    #expect(Self.json(early).contains("\"validity\":\"early\""))
    #expect(
      try Self.report("85.8", "139").notes == [
        "the horizontal field is very weak here (under 2000 nT): a compass is not to be relied on"
      ])
    #expect(try Self.report("78", "-100").notes.count == 1)
  }
}
