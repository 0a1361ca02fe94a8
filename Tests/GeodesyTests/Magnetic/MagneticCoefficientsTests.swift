import Geodesy
import Testing

@Suite("A file of magnetic coefficients")
struct MagneticCoefficientsTests {
  /// A whole model of degree 2.
  private static let small = """
        2030.0            WMM-2030        12/10/2029
      1  0  -29300.0       0.0       12.0        0.0
      1  1   -1400.0    4500.0        9.0      -21.0
      2  0   -2600.0       0.0      -11.0        0.0
      2  1    2950.0   -3200.0       -5.0      -27.0
      2  2    1650.0    -900.0       -8.0      -11.0
    999999999999999999999999999999999999999999999999
    999999999999999999999999999999999999999999999999

    """

  private static func error(_ text: String) -> MagneticModelError? {
    do throws(MagneticModelError) {
      _ = try MagneticModel(coefficients: text.utf8)
      return nil
    } catch {
      return error
    }
  }

  /// The small model with one line replaced; a line counts from 1.
  private static func changed(_ line: Int, _ replacement: String?) -> String {
    var lines = small.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if let replacement { lines[line - 1] = replacement } else { lines.remove(at: line - 1) }
    return lines.joined(separator: "\n")
  }

  @Test func `the one that is built in is the published one, byte for byte`() throws {
    let package = "/" + #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
    let published = try contents(of: package + "/share/WMM2025.COF")
    let made = try String(decoding: contents(of: package + "/Sources/CMagnetic/wmm.c"), as: UTF8.self)
    let quoted = made.split(separator: "\n").filter { $0.hasPrefix("  \"") }
    let text = quoted.map { $0.dropFirst(3).prefix { $0 != "\\" } + "\n" }.joined()
    #expect(Array(text.utf8) == published)
  }

  @Test func `the one that is built in tells what it is`() throws {
    let model = try MagneticModel.builtIn()
    #expect(model.name == "WMM-2025")
    #expect(model.published == "11/13/2024")
    #expect(model.degree == 12)
    #expect(model.validFromYear == 2025)
    #expect(model.validUntilYear == 2030)
  }

  @Test func `line ends of Windows, tabs, a missing last line end and blank lines at the end are read`() throws {
    let windows = Self.small.split(separator: "\n").joined(separator: "\r\n")
    #expect(try MagneticModel(coefficients: windows.utf8).degree == 2)
    let tabs = Self.small.split(separator: " ").joined(separator: "\t")
    #expect(try MagneticModel(coefficients: tabs.utf8).name == "WMM-2030")
    #expect(try MagneticModel(coefficients: (Self.small + "\n \n").utf8).validUntilYear == 2035)
  }

  @Test(arguments: [
    (1, "", MagneticModelError.Reason.header), (1, "2030.0 WMM-2030", .header), (1, "nan WMM-2030 12/10/2029", .header),
    (1, "20300 WMM-2030 12/10/2029", .header), (1, "2030.0 WMM\u{1b}[31m 12/10/2029", .header),
    (2, "  1  0  -29300.0       0.0       12.0", .fields), (2, "  1  0  1 2 3 4 5", .fields), (2, "", .fields),
    (2, "  x  0  1 2 3 4", .fields), (2, "  -1  0  1 2 3 4", .fields), (2, " 1 99999999999999999999 1 2 3 4", .fields),
    (3, "  1  1   nan    4500.0        9.0      -21.0", .value),
    (3, "  1  1   1.0    inf        9.0      -21.0", .value),
    (3, "  1  1   0x10    4500.0        9.0      -21.0", .value), (3, " 1 1 1.0.0 1 2 3", .value),
    (3, "  1  1   1e300    4500.0        9.0      -21.0", .value), (3, " 1 1 1000000 1 2 3", .value),
    (3, "  251  0  1 2 3 4", .degree(limit: 250)), (3, "  9223372036854775807  0  1 2 3 4", .degree(limit: 250)),
    (4, "  3  0  1 2 3 4", .expected(degree: 2, order: 0)), (4, "  1  1  1 2 3 4", .expected(degree: 2, order: 0)),
    (5, "  2  2  1 2 3 4", .expected(degree: 2, order: 1)), (5, "99999999", .expected(degree: 2, order: 1)),
    (2, "99999999", .expected(degree: 1, order: 0)), (8, "  3  0  1 2 3 4", .trailing),
  ])
  func `a wrong line is named, and what is wrong with it`(
    line: Int, text: String, reason: MagneticModelError.Reason
  ) {
    #expect(Self.error(Self.changed(line, text)) == MagneticModelError(line: line, reason: reason))
  }

  @Test func `a line that is missing is missed where it should be`() {
    #expect(Self.error(Self.changed(4, nil)) == MagneticModelError(line: 4, reason: .expected(degree: 2, order: 0)))
  }

  @Test func `an empty file and one of a single endless line are refused`() {
    #expect(Self.error("") == MagneticModelError(line: 1, reason: .header))
    #expect(Self.error(String(repeating: "9", count: 1_000_000)) == MagneticModelError(line: 1, reason: .header))
    let tail = Self.changed(3, String(repeating: " ", count: 1_000_000))
    #expect(Self.error(tail) == MagneticModelError(line: 3, reason: .fields))
  }

  @Test func `every cut of the file is an error, never half a model`() throws {
    let whole = Array(Self.small.utf8)
    // Four nines close it; there are two lines of 48.
    let complete = whole.count - 2 * 49 + 4
    for length in 0..<complete {
      #expect(throws: MagneticModelError.self, "cut to \(length) bytes") {
        try MagneticModel(coefficients: whole[..<length])
      }
    }
    #expect(try MagneticModel(coefficients: whole[..<complete]).degree == 2)
  }

  @Test func `whatever bytes are changed, it is read or refused, and what is read is finite`() throws {
    let seed = UInt64(20_250_101)
    var random = Seeded(state: seed)
    let place = try #require(Coordinate(latitudeDegrees: 47, longitudeDegrees: 8))
    for _ in 0..<2_000 {
      var bytes = Array(Self.small.utf8)
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let at = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: bytes[at] = UInt8.random(in: .min ... .max, using: &random)
        case 1: bytes[at] = Array("0123456789 .-\n".utf8).randomElement(using: &random) ?? 0
        case 2: bytes.remove(at: at)
        default: bytes.insert(contentsOf: Array(bytes[at...].prefix(20)), at: at)
        }
      }
      guard let model = try? MagneticModel(coefficients: bytes) else { continue }
      let field = try #require(model.field(at: place, heightMeters: 0, year: 2031))
      #expect(field.totalNanotesla.isFinite, "seed \(seed), \(String(decoding: bytes, as: UTF8.self))")
    }
  }

  @Test func `each error tells people what is wrong`() {
    let reasons: [MagneticModelError.Reason] = [
      .header, .fields, .value, .expected(degree: 4, order: 2), .degree(limit: 250), .truncated, .trailing,
    ]
    let texts = Set(reasons.map { MagneticModelError(line: 1, reason: $0).description })
    #expect(texts.count == reasons.count)
    #expect(texts.contains("degree 4, order 2 should be here"))
  }
}
