import Clocks
import Testing

@testable import GNSS

private let place = "4807.038,N,01131.000,E"

private func rmc(_ time: String, _ status: String = "A", place: String = place, date: String = "230324") -> String {
  sentence("GPRMC,\(time),\(status),\(place),1,2,\(date),,,\(status == "A" ? "A" : "N")")
}

private func gga(_ time: String, quality: Int = 1, place: String = place, altitude: String = "5") -> String {
  sentence("GPGGA,\(time),\(place),\(quality),08,0.9,\(altitude),M,46.9,M,,")
}

@Suite struct EpochTests {
  @Test func `sentences of one time are one fix`() {
    let all = fixes(rmc("123519") + gga("123519.000") + sentence("GPGLL,\(place),123519.0,A,A"))
    #expect(all.count == 1)
    #expect(all.first?.iso == "2024-03-23T12:35:19Z")
    #expect(all.first?.altMSLMeters == 5)
    #expect(all.first?.altHAEMeters == 51.9)
    #expect(all.first?.mode == .threeDimensional)
  }

  @Test func `nothing outlives its epoch`() {
    let all = fixes(
      gga("123519.00") + sentence("GPVTG,084.4,T,,M,010.0,N,018.5,K,A")
        + sentence("GPRMC,123520.00,A,\(place),,,230324,,,A"))
    #expect(all.count == 2)
    #expect(all.first?.trackDegrees == 84.4)
    #expect(all.last?.trackDegrees == nil)
    #expect(all.last?.speedMetersPerSecond == nil)
    #expect(all.last?.altMSLMeters == nil)
    #expect(all.last?.satellitesUsed == nil)
  }

  @Test(arguments: [
    [gga("123519"), rmc("123519", "V")], [rmc("123519"), gga("123519", quality: 0)],
    [rmc("123519"), sentence("GPGLL,\(place),123519,V,N")],
    [rmc("123519"), sentence("GNGNS,123519,,,,,NN,00,99.99,,,,")],
    [
      sentence(
        "PUBX,00,123519.00,0000.00000,N,00000.00000,E,0.000,NF,5303302,3750001,0.000,0.00,0.000,,99.99,99.99,99.99,0,0,0"
      ), rmc("123519"),
    ],
  ])
  func `one sentence that denies the fix is enough`(_ contradicting: [String]) {
    let all = epochs(contradicting.joined())
    #expect(all.map(\.fix.mode) == [.none])
    #expect(all.first?.fix.coordinate == nil)
    #expect(all.first?.fix.time != nil)
  }

  @Test func `the GNS of one system says nothing about the combined position`() {
    let all = fixes(sentence("GNGNS,123519,\(place),AANN,06,1,5,46.9,,,V") + sentence("GLGNS,123519,,,,,,6,,,,1.0,0"))
    #expect(all.count == 1)
    #expect(all.first?.satellitesUsed == 6)
  }

  @Test func `positions that contradict each other are none`() {
    let all = epochs(rmc("123519") + gga("123519", place: "4807.138,N,01131.000,E"))
    #expect(all.map(\.fix.mode) == [.none])
    #expect(all.first?.fix.details.isContradictory == true)
  }

  @Test func `two of three sentences win`() {
    let all = fixes(
      rmc("123519", place: "4807.138,N,01131.000,E") + gga("123519") + sentence("GPGLL,\(place),123519,A,A"))
    #expect(all.first?.coordinate?.latitudeNanodegrees == 48_117_300_000)
  }

  @Test func `two receivers on one line are heard after a while`() {
    let text = (10..<20).map { rmc("1235\($0)") + gga("1235\($0)", place: "4807.138,N,01131.000,E") }.joined()
    #expect(fixes(text).count == 7)
  }

  @Test func `a plotter is not heard beside the receiver`() {
    let text = (10..<14).map { rmc("1235\($0)") + sentence("IIGLL,4900.000,N,01131.000,E,1235\($0),A,A") }.joined()
    #expect(fixes(text).map { $0.coordinate?.latitudeNanodegrees } == Array(repeating: 48_117_300_000, count: 4))
  }

  @Test func `a plotter alone is heard`() {
    let text = (10..<14).map { sentence("IIGLL,4900.000,N,01131.000,E,1235\($0),A,A") }.joined()
    #expect(fixes(text).count == 4)
  }

  @Test func `a clock that stands still gives one fix`() {
    #expect(fixes(String(repeating: rmc("000000.00"), count: 5)).count == 1)
  }

  @Test func `epochs without a time or a fix are told apart by what repeats`() {
    let cycle = sentences(
      "GPGGA,,,,,,0,,,,M,,M,,", "GPGLL,,,,,,V,N", "GPGSA,A,1,,,,,,,,,,,,,,,", "GPRMC,,V,,,,,,,,,,N",
      "GPVTG,,T,,M,,N,,K,N")
    let all = epochs(cycle + cycle + cycle)
    #expect(all.map(\.fix.mode) == [.none, .none, .none])
    #expect(all.allSatisfy { $0.fix.time == nil })
  }

  @Test func `times of one epoch may be a few milliseconds apart once the period is known`() {
    // A Trimble R1 stamps the sentences of one epoch 10 to 20 ms apart.
    let text = (10..<20).map { gga("1235\($0).00") + rmc("1235\($0).02") }.joined()
    #expect(fixes(text).suffix(6).allSatisfy { $0.altMSLMeters == 5 && $0.speedMetersPerSecond != nil })
  }

  @Test func `ten fixes a second are ten fixes`() {
    let text = (0..<10).map { gga("123519.\($0)0", altitude: "\($0)") + rmc("123519.\($0)0") }.joined()
    #expect(fixes(text).map(\.altMSLMeters) == (0..<10).map { Double($0) })
    #expect(fixes(text).last?.iso == "2024-03-23T12:35:19.900Z")
  }

  @Test func `a clock that is set back goes on from there, flagged`() {
    let all = fixes(rmc("123519.71") + rmc("123519.40") + rmc("123520.40"))
    #expect(all.map(\.details.isStepBack) == [false, true, false])
    #expect(all.map(\.iso) == ["2024-03-23T12:35:19.710Z", "2024-03-23T12:35:19.400Z", "2024-03-23T12:35:20.400Z"])
  }

  @Test func `the dimension is GSA's word, else that of the height`() {
    let gsa = sentence("GPGSA,A,2,31,23,16,,,,,,,,,,2.4,0.9,1.0")
    #expect(fixes(gga("165044") + gsa).first?.mode == .twoDimensional)
    #expect(fixes(gga("165044", altitude: "")).first?.mode == .twoDimensional)
    #expect(fixes(gga("165044")).first?.mode == .threeDimensional)
  }

  @Test func `satellites beyond twelve are counted by GSA`() {
    let all = fixes(
      sentence("GNGGA,123519,\(place),2,12,0.54,83.1,M,-29.5,M,,0000")
        + sentences(
          "GNGSA,A,3,29,20,18,16,51,13,44,26,,,,,0.99,0.54,0.83,1",
          "GNGSA,A,3,82,73,74,67,81,83,68,,,,,,0.99,0.54,0.83,2",
          "GNGSA,A,3,03,05,30,27,15,,,,,,,,0.99,0.54,0.83,3"))
    #expect(all.first?.satellitesUsed == 20)
    #expect(all.first?.details.usedBySystem[.gps] == 6)
    #expect(all.first?.details.usedBySystem[.sbas] == 2)
    #expect(all.first?.details.usedBySystem[.glonass] == 7)
    #expect(all.first?.details.usedBySystem[.galileo] == 5)
  }

  @Test func `a foreign datum is flagged`() {
    #expect(fixes(sentence("GPDTM,W72,,0,N,0,E,0,W84") + rmc("123519")).first?.details.isDatumForeign == true)
    #expect(fixes(sentence("GPDTM,W84,,0,N,0,E,0,W84") + rmc("123519")).first?.details.isDatumForeign == false)
  }

  @Test func `a refused sentence changes nothing`() {
    let good = rmc("123519") + gga("123519")
    let damaged = good.replacing("0.9", with: "0.8", maxReplacements: 1)
    #expect(fixes(damaged).first?.dilution.horizontal == nil)
    #expect(fixes(damaged).first?.altMSLMeters == nil)
    #expect(fixes(damaged).count == 1)
  }
}

extension String {
  fileprivate func replacing(_ text: String, with other: String, maxReplacements: Int) -> String {
    var result = Array(utf8)
    let pattern = Array(text.utf8)
    for start in 0...(result.count - pattern.count) where Array(result[start..<start + pattern.count]) == pattern {
      result.replaceSubrange(start..<start + pattern.count, with: Array(other.utf8))
      break
    }
    return String(decoding: result, as: UTF8.self)
  }
}
