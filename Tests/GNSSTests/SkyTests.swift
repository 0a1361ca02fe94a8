import Testing

@testable import GNSS

private func decoder(_ contents: String...) -> ReceiverDecoder {
  var decoder = ReceiverDecoder(options: replay)
  decoder.receive(Array(contents.map(sentence).joined().utf8), at: .zero) { _ in }
  return decoder
}

private let first = "GPGSV,2,1,05,01,10,010,30,02,10,020,30,03,10,030,30,04,10,040,30"

@Suite struct SkyTests {
  @Test func `a whole set is published`() {
    let sky = decoder(first, "GPGSV,2,2,05,05,-1,360,").sky
    #expect(sky.inView == 5)
    #expect(sky.satellites.last == Satellite(system: .gps, id: 5, elevationDegrees: -1, azimuthDegrees: 360))
    #expect(sky.satellites.first?.signalToNoise == 30)
  }

  @Test func `a set with a gap is not`() {
    #expect(decoder("GPGSV,3,1,09,01,10,010,30", "GPGSV,3,3,09,09,10,090,30").sky.inView == nil)
    #expect(decoder("GPGSV,2,2,05,05,10,050,").sky.inView == nil)
    #expect(decoder(first).sky.inView == nil)
  }

  @Test func `systems add up, signals of one system do not`() {
    let sky = decoder(
      "GPGSV,1,1,02,01,10,010,30,02,10,020,30,1", "GPGSV,1,1,01,01,10,010,28,8", "GAGSV,1,1,01,05,42,071,39,7"
    ).sky
    #expect(sky.inView == 3)
    #expect(sky.satellites.map(\.signal) == [1, 1, 8, 7])
    #expect(sky.satellites.map(\.system) == [.gps, .gps, .gps, .galileo])
  }

  @Test func `a number above the count adds its satellites`() {
    let sky = decoder("GPGSV,3,4,10,25,17,310,40,8").sky
    #expect(sky.satellites.map(\.id) == [25])
  }

  @Test(
    arguments: [
      (5, "GP", nil, SatelliteSystem.gps), (40, "GP", nil, .sbas), (70, "GN", nil, .glonass), (5, "GN", 3, .galileo),
      (193, "QZ", nil, .qzss), (193, "GN", nil, .qzss), (110, "GN", nil, .galileo), (210, "GN", nil, .beidou),
      (901, "GN", nil, .navic), (5, "GB", nil, .beidou),
    ] as [(Int, StaticString, Int?, SatelliteSystem)])
  func `a satellite's system follows from its id, its talker and what is stated`(
    _ id: Int, _ talker: StaticString, _ stated: Int?, _ system: SatelliteSystem
  ) throws {
    #expect(SatelliteSystem(id: id, talker: try #require(Talker(talker)), stated: stated) == system)
  }

  @Test func `the receiver's health`() {
    let decoder = decoder("GPTXT,01,01,02,u-blox ag - www.u-blox.com", "GPTXT,01,01,02,ANTSTATUS=OPEN")
    #expect(decoder.health.antenna == .open)
    #expect(decoder.health.restarts == 1)
    #expect(decoder.health.family == .ublox)
    #expect(decoder.statistics.family == .ublox)
  }
}
