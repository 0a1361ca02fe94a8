import Geodesy
import Glibc
import Testing

/// One row of the test values that are published with a model.
struct PublishedRow: CustomTestStringConvertible {
  let text: String
  private let columns: [Double]

  init?(_ line: some StringProtocol) {
    guard !line.hasPrefix("#") else { return nil }
    text = String(line)
    columns = line.split(separator: " ").compactMap { Double($0) }
    guard columns.count == 18 else { return nil }
  }

  static func all(in text: String) -> [PublishedRow] { text.split(separator: "\n").compactMap { PublishedRow($0) } }

  var testDescription: String { text }

  func field(by model: MagneticModel) throws -> MagneticField {
    let place = try #require(Coordinate(latitudeDegrees: columns[2], longitudeDegrees: columns[3]))
    return try #require(model.field(at: place, heightMeters: columns[1] * 1_000, year: columns[0]))
  }

  /// 1e-3 nT: the published X is 7e-4 nT off what four independent programs compute. D and I have two decimals there.
  func expectAgreement(_ field: MagneticField) {
    #expect(field.validity == .current)
    let turn = abs(field.declinationDegrees - columns[4]).truncatingRemainder(dividingBy: 360)
    #expect(min(turn, 360 - turn) < 0.005_001, "D of \(text)")
    #expect(abs(field.inclinationDegrees - columns[5]) < 0.005_001, "I of \(text)")
    let values = [
      field.horizontalNanotesla, field.northNanotesla, field.eastNanotesla, field.downNanotesla, field.totalNanotesla,
    ]
    for (index, value) in values.enumerated() {
      #expect(abs(value - columns[6 + index]) < 1e-3, "column \(7 + index) of \(text)")
    }
    let rates = [
      field.declinationDegreesPerYear, field.inclinationDegreesPerYear, field.horizontalNanoteslaPerYear,
      field.northNanoteslaPerYear, field.eastNanoteslaPerYear, field.downNanoteslaPerYear,
      field.totalNanoteslaPerYear,
    ]
    for (index, rate) in rates.enumerated() {
      #expect(abs(rate - columns[11 + index]) < 1e-5, "column \(12 + index) of \(text)")
    }
  }
}

@Suite("The published values of the World Magnetic Model")
struct PublishedValuesTests {
  /// A published file: `shared/data/wmm` beside the package, or under WAYMARK_SHARED.
  private static func shared(_ name: String) throws -> [UInt8]? {
    let package = "/" + #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
    let places = [getenv("WAYMARK_SHARED").map { String(cString: $0) }, package + "/../shared"]
    for place in places.compactMap({ $0 }) {
      let path = place + "/data/wmm/" + name
      if access(path, R_OK) == 0 { return try contents(of: path) }
    }
    print("skipped: \(name) is in neither ../shared/data/wmm beside the package nor WAYMARK_SHARED")
    return nil
  }

  @Test(arguments: PublishedRow.all(in: PublishedRows.wmm2025))
  func `the model that is built in gives a row of them`(row: PublishedRow) throws {
    row.expectAgreement(try row.field(by: try .builtIn()))
  }

  @Test func `the rows of the fixture are there`() {
    #expect(PublishedRow.all(in: PublishedRows.wmm2025).count == 12)
  }

  @Test func `the model that is built in gives all hundred`() throws {
    guard let table = try Self.shared("WMM2025_FINAL_TEST_VALUES_HIGHPREC.txt") else { return }
    let rows = PublishedRow.all(in: String(decoding: table, as: UTF8.self))
    #expect(rows.count == 100)
    let model = try MagneticModel.builtIn()
    for row in rows { row.expectAgreement(try row.field(by: model)) }
  }

  @Test func `the high-resolution model gives all hundred of its own`() throws {
    guard let file = try Self.shared("WMMHR2025.COF"),
      let table = try Self.shared("WMMHR2025_FINAL_TEST_VALUES_HIGHPREC.txt")
    else { return }
    let model = try MagneticModel(coefficients: file)
    #expect(model.name == "WMMHR-2025")
    #expect(model.degree == 133)
    let rows = PublishedRow.all(in: String(decoding: table, as: UTF8.self))
    #expect(rows.count == 100)
    for row in rows { row.expectAgreement(try row.field(by: model)) }
  }
}

/// A whole file.
func contents(of path: String) throws -> [UInt8] {
  let file = try #require(fopen(path, "r"))
  defer { fclose(file) }
  var bytes: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: 65_536)
  while true {
    let count = fread(&buffer, 1, buffer.count, file)
    if count == 0 { return bytes }
    bytes += buffer[..<count]
  }
}
