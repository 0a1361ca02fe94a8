import Testing

@testable import GNSS

private let gga = sentence("GPGGA,120000,4807.038,N,01131.000,E,1,08,0.9,5,M,46.9,M,,")
private func gga(quality: Int) -> String {
  sentence("GPGGA,120000,4807.038,N,01131.000,E,\(quality),08,1.0,5,M,46.9,M,,")
}
private let gst = sentence("GPGST,120000,3.2,6.6,4.7,47.3,3.0,4.0,9.0")
private let gbs = sentence("GPGBS,120000,1.2,1.6,3.1,,,,,,")
private let pubx = sentence(
  "PUBX,00,120000.00,4807.03800,N,01131.00000,E,51.900,G3,2.5,4.5,0.085,39.63,-0.007,,0.9,1.4,1.1,8,0,0")

@Suite struct AccuracyTests {
  @Test(arguments: [
    (gga + gst + gbs + pubx, 2.675, Fix.AccuracySource.receiver, 4.5), (gga + gst + gbs, 5.35, .gst, 9.0),
    (gga + gbs, 2.14, .gbs, 3.1), (gga + sentence("PGRME,2.5,M,3.3,M,4.0,M"), 3.2, .garmin, 3.3),
    (gga + sentence("PQTMEPE,2,1.0,1.0,2.0,1.414,2.449"), 1.51298, .receiver, 2.0),
  ])
  func `the best source wins`(_ text: String, _ radius: Double, _ source: Fix.AccuracySource, _ vertical: Double) {
    let fix = fixes(text).first
    #expect(fix?.accuracySource == source)
    #expect(abs((fix?.horizontalAccuracyMeters ?? 0) - radius) < 1e-6)
    #expect(fix?.verticalAccuracyMeters == vertical)
  }

  @Test func `without any statement the dilution is worth something`() {
    let fix = fixes(gga).first
    #expect(fix?.accuracySource == .dilution)
    #expect(fix?.horizontalAccuracyMeters == 0.9 * (AccuracyClaims.rangeErrorMeters(.autonomous) ?? 0) * 1.07)
    #expect(fix?.verticalAccuracyMeters == nil)
  }

  @Test(arguments: [6, 7, 8])
  func `dead reckoning, manual input and simulators have no accuracy`(_ quality: Int) {
    let fix = fixes(gga(quality: quality)).first
    #expect(fix?.isPositioned == true)
    #expect(fix?.horizontalAccuracyMeters == nil)
    #expect(fix?.quality?.rawValue == UInt8(quality))
  }

  @Test func `a fixed carrier phase is better than a floating one, and that better than none`() {
    let radii = [4, 5, 1].map { fixes(gga(quality: $0)).first?.horizontalAccuracyMeters ?? .nan }
    #expect(radii[0] < radii[1] && radii[1] < radii[2])
  }

  @Test func `no accuracy is ever nothing`() {
    let fix = fixes(gga + sentence("GPGST,120000,0.1,,,,0.001,0.001,0.001")).first
    #expect(fix?.horizontalAccuracyMeters == 0.01)
    #expect(fix?.verticalAccuracyMeters == 0.01)
    #expect(fixes(gga + sentence("GPGST,120000,0.1,,,,0,0,0")).first?.accuracySource == .dilution)
  }

  @Test func `the range residual of GST is no accuracy`() {
    let fix = fixes(gga + sentence("GNGST,120000,228650,2.5,2.4,126,3.0,4.0,3.1")).first
    #expect(fix?.horizontalAccuracyMeters.map { abs($0 - 5.35) < 1e-9 } == true)
  }
}
