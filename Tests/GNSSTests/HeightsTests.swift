import GNSS
import Geodesy
import Testing

@Suite("The heights of a fix")
struct FixHeightsTests {
  private static func fix(altMSL: Double? = nil, altHAE: Double? = nil, separation: Double? = nil) -> Fix {
    var fix = Fix()
    fix.mode = .threeDimensional
    fix.coordinate = Coordinate(latitudeDegrees: 40.75, longitudeDegrees: -74)
    fix.altMSLMeters = altMSL
    fix.altHAEMeters = altHAE
    fix.geoidSeparationMeters = separation
    return fix
  }

  @Test func `a receiver without a geoid gets its height above the sea, also west of Greenwich`() throws {
    let fix = Self.fix(altHAE: 0).heightsCompleted(by: .egm96)
    #expect(abs(try #require(fix.altMSLMeters) - 32.7) < 1)
    #expect(fix.details.geoidSeparationSource == .model)
  }

  @Test func `what the receiver said stays, and is told apart from the model`() {
    let fix = Self.fix(altMSL: 10, separation: -30).heightsCompleted(by: .egm96)
    #expect(fix.altMSLMeters == 10)
    #expect(fix.altHAEMeters == -20)
    #expect(fix.details.geoidSeparationSource == .receiver)
    #expect(fix.heightsCompleted(by: .egm96) == fix)
  }

  @Test func `without a place or a height nothing is added`() {
    var placeless = Self.fix(altMSL: 10)
    placeless.coordinate = nil
    #expect(placeless.heightsCompleted(by: .egm96) == placeless)
    #expect(Self.fix().heightsCompleted(by: .egm96) == Self.fix())
  }
}
