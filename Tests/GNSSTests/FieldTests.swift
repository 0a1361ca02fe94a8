import Clocks
import Geodesy
import Testing

@testable import GNSS

@Suite struct FieldTests {
  @Test(arguments: [
    ("12.50", 12.5), ("-0.5", -0.5), ("+3", 3), ("007", 7), (".5", 0.5), ("5.", 5), ("0000.0", 0), ("00013", 13),
    ("123456789012345", 123_456_789_012_345),
  ])
  func `a number is read as it stands`(_ text: String, _ value: Double) {
    var fields = cursor(text + ",7")
    #expect(fields.nextDouble() == value)
    #expect(fields.nextInt() == 7)
  }

  @Test(arguments: [
    "", ".", "-", "nan", "inf", "1e3", "0x10", "1.2.3", "--1", "1-", " 1", "1 ", "1.-3", "XXXXX",
    "9999999999999999999999",
  ])
  func `what is no number is unknown and does not spoil the next field`(_ text: String) {
    var fields = cursor(text + ",7")
    #expect(fields.nextDecimal() == nil)
    #expect(fields.nextInt() == 7)
    #expect(fields.isAtEnd)
  }

  @Test(arguments: [
    "9223372036854775807", "99999999999999999999999999", "-9223372036854775808", "0.99999999999999999999",
  ])
  func `huge numbers never trap`(_ text: String) {
    for read in [FieldCursor.decimal, FieldCursor.whole, FieldCursor.hexadecimal] {
      var fields = cursor(text)
      read(&fields)
      #expect(fields.isAtEnd)
    }
  }

  @Test func `behind the last field everything is unknown`() {
    var fields = cursor("1")
    #expect(fields.nextInt() == 1)
    #expect(fields.nextInt() == nil)
    #expect(fields.nextLetter() == nil)
    #expect(fields.nextText() == nil)
    #expect(fields.nextTimeOfDay() == nil)
    #expect(fields.nextPosition() == nil)
  }

  @Test(arguments: [
    ("4807.038,N,01131.000,E", 48_117_300_000, 11_516_666_667),
    ("807.038,S,1131.000,W", -8_117_300_000, -11_516_666_667),
    ("5400.600088,N,00247.100099,W", 54_010_001_467, -2_785_001_650), ("0000.0,N,00000.0,E", 0, 0),
    ("9000.0000,S,18000.0000,W", -90_000_000_000, -180_000_000_000), ("4807,N,01131,E", 48_116_666_667, 11_516_666_667),
    ("3403.47162781,N,11711.80928227,W", 34_057_860_464, -117_196_821_371),
    ("0000.000000001,N,00000.000000030,E", 0, 1),
  ])
  func `positions are exact to the nanodegree`(_ text: String, _ latitude: Int64, _ longitude: Int64) {
    var fields = cursor(text)
    let position = fields.nextPosition()
    #expect(position?.coordinate.latitudeNanodegrees == latitude)
    #expect(position?.coordinate.longitudeNanodegrees == longitude)
  }

  @Test(arguments: [
    "4860.000,N,01131.000,E", "9000.001,N,01131.000,E", "4807.038,N,18000.001,E", "4807.038,X,01131.000,E",
    "4807.038,,01131.000,E", "4807.038,N,,", ",,01131.000,E", "-4807.038,N,01131.000,E", "48O7.038,N,01131.000,E",
    "4807.0.38,N,01131.000,E", "123456.0,N,01131.000,E", "8960.000000,N,00000.000000,E",
  ])
  func `half a position or an impossible one is none`(_ text: String) {
    var fields = cursor(text + ",5")
    #expect(fields.nextPosition() == nil)
    #expect(fields.nextInt() == 5)
  }

  @Test(arguments: [
    ("000000", 0), ("235959.999", 86_399_999_000_000), ("111309.", 40_389_000_000_000),
    ("123519.0001", 45_319_000_100_000),
    ("235960", 86_400_000_000_000), ("123519.1234567891", 45_319_123_456_789),
  ])
  func `times of day`(_ text: String, _ nanoseconds: Int64) {
    var fields = cursor(text)
    #expect(fields.nextTimeOfDay()?.nanoseconds == nanoseconds)
  }

  @Test(arguments: [
    "246000", "12351", "1235199", "12:35:19", "1235x9", "126019", "120061", "123060", "", ".1", "222521.0 ",
  ])
  func `impossible times are unknown`(_ text: String) {
    var fields = cursor(text)
    #expect(fields.nextTimeOfDay() == nil)
  }

  @Test(arguments: [
    ("230394", "1994-03-23"), ("280511", "2011-05-28"), ("290224", "2024-02-29"), ("010169", "2069-01-01"),
  ])
  func `dates`(_ text: String, _ iso: String) {
    var fields = cursor(text)
    #expect(fields.nextDate() == UnixTime(iso: iso)?.date)
  }

  @Test(arguments: ["320124", "300224", "000000", "2208-1", "+10124", "1012024", "10124", ""])
  func `impossible dates are unknown`(_ text: String) {
    var fields = cursor(text)
    #expect(fields.nextDate() == nil)
  }

  @Test(arguments: ["99.99", "99", "0.00", "0", "-1.0", ""])
  func `receivers' words for no dilution`(_ text: String) {
    var fields = cursor(text)
    #expect(fields.nextDilution() == nil)
  }

  @Test func `an escaped text`() {
    var fields = cursor("xx^24xx^2")
    #expect(fields.nextText()?.unescaped == "xx$xx^2")
  }

  @Test func `positions agree within their last digits`() {
    let five = StatedPosition(nanodegrees: 1_000_000_000, unit: 167)
    #expect(five.agrees(with: StatedPosition(nanodegrees: 1_000_000_180, unit: 16)))
    #expect(!five.agrees(with: StatedPosition(nanodegrees: 1_000_000_200, unit: 16)))
  }

  @Test func `positions agree across the date line`() {
    let east = StatedPosition(latitude: 0, longitude: 179_999_999_999, unit: 16)
    let west = StatedPosition(latitude: 0, longitude: -179_999_999_999, unit: 16)
    #expect(east.agrees(with: west))
  }
}

extension FieldCursor {
  fileprivate static func decimal(_ fields: inout FieldCursor) { _ = fields.nextDecimal() }
  fileprivate static func whole(_ fields: inout FieldCursor) { _ = fields.nextInt() }
  fileprivate static func hexadecimal(_ fields: inout FieldCursor) { _ = fields.nextHexadecimal() }
}

extension StatedPosition {
  fileprivate init(nanodegrees: Int64, unit: Int64) { self.init(latitude: nanodegrees, longitude: 0, unit: unit) }

  fileprivate init(latitude: Int64, longitude: Int64, unit: Int64) {
    let place = Coordinate(latitudeNanodegrees: latitude, longitudeNanodegrees: longitude)
    self.init(coordinate: place ?? StatedPosition.origin, unitNanodegrees: unit)
  }

  private static let origin = Coordinate(latitudeDegrees: 0, longitudeDegrees: 0).unsafelyUnwrapped
}
