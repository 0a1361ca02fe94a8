import Testing
import Text

@testable import GNSS

@Suite struct JSONTests {
  private func line(_ text: String) -> String {
    var json = ByteWriter()
    for epoch in epochs(text) { epoch.putJSON(to: &json) }
    return json.string
  }

  @Test func `an epoch is one line with what is known`() {
    #expect(
      line(
        sentences("GPGGA,123519,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,", "GPRMC,123519.5,V,,,,,,,230394,,"))
        == #"{"mode":3,"lat":48.117300000,"lon":11.516666667,"altMSL":545.4,"altHAE":592.3,"geoidSep":46.9,"hdop":0.9,"#
        + #""used":8,"quality":1,"horizontalAccuracy":"# + "\(accuracy)" + #","accuracySource":"dilution"}"# + "\n"
        + #"{"time":"1994-03-23T12:35:19.500Z","mode":1}"# + "\n")
  }

  private var accuracy: String {
    var text = ByteWriter()
    text.put(trimmed: 0.9 * (AccuracyClaims.rangeErrorMeters(.autonomous) ?? 0) * 1.07, decimals: 2)
    return text.string
  }

  @Test(arguments: [
    (0, 3, "0"), (1.5, 3, "1.5"), (-0.05, 2, "-0.05"), (100, 2, "100"), (0.0004, 3, "0"), (-12.340, 3, "-12.34"),
    (0.5, 0, "1"), (1e30, 3, "0"), (-0.0004, 3, "0"), (10, 0, "10"),
  ])
  func `numbers without the zeros at their end`(_ value: Double, _ decimals: Int, _ text: String) {
    var json = ByteWriter()
    json.put(trimmed: value, decimals: decimals)
    #expect(json.string == text)
  }

  @Test(arguments: [
    (Int64(0), "0.000000000"), (-1, "-0.000000001"), (-180_000_000_000, "-180.000000000"),
    (.min, "-9223372036.854775808"),
  ])
  func `nanodegrees are written exactly`(_ value: Int64, _ text: String) {
    var json = ByteWriter()
    json.put(fixed: value, decimals: 9)
    #expect(json.string == text)
  }

  @Test func `counts for people`() {
    var decoder = ReceiverDecoder(options: replay)
    decoder.receive(Array((sentence("GPRMC,,V,,,,,,,,,,N") + "$GPRMC,,V*00\r\n").utf8), at: .zero) { _ in }
    decoder.finish { _ in }
    var text = ByteWriter()
    decoder.statistics.putText(to: &text)
    #expect(text.string.hasPrefix("sentences: 1\n  1 RMC\ntalkers\n  1 GP\nrefused: 1\n  1 checksum\n"))
  }
}
