import Testing
import Text

@Suite struct BearingTests {
  @Test(arguments: [
    (0.0, 0.0), (359.994, 359.99), (359.995, 0), (359.9999, 0), (360, 0), (-0.001, 0), (-0.01, 359.99), (725.5, 5.5),
    (90.004, 90), (90.006, 90.01),
  ])
  func `a direction is never printed as 360`(degrees: Double, printed: Double) {
    #expect(degrees.bearingToPrint == printed)
    var writer = ByteWriter()
    writer.put(degrees.bearingToPrint, decimals: 2)
    #expect(!writer.string.hasPrefix("360") && !writer.string.hasPrefix("-"))
  }

  @Test func `what is no direction stays as it is`() {
    #expect(Double.nan.bearingToPrint.isNaN)
    #expect(Double.infinity.bearingToPrint == .infinity)
  }
}
