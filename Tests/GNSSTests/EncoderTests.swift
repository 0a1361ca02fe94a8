import Clocks
import Geodesy
import Testing
import Text

@testable import GNSS

private func encoded(_ sentences: [NMEAEncoder.Sentence], _ fix: Fix, _ encoder: NMEAEncoder = .precise) -> String {
  var writer = ByteWriter()
  for sentence in sentences { encoder.put(sentence, of: fix, to: &writer) }
  return writer.string
}

private func randomFix(_ generator: inout SeededGenerator) -> Fix {
  var fix = Fix()
  let edge = [0, 90, 180, -90, -180, 30, 0.5, 1.0 / 120, 59.5 / 60, -0.5 / 60, 45]
  var latitude = Int64.random(in: -90_000_000_000...90_000_000_000, using: &generator)
  var longitude = Int64.random(in: -180_000_000_000...180_000_000_000, using: &generator)
  if Int.random(in: 0..<4, using: &generator) == 0 {
    latitude = Int64(((edge.randomElement(using: &generator) ?? 0) / 2 * 1e9).rounded())
    longitude = Int64(((edge.randomElement(using: &generator) ?? 0) * 1e9).rounded())
  }
  fix.coordinate = Coordinate(latitudeNanodegrees: latitude, longitudeNanodegrees: longitude)
  fix.mode = .threeDimensional
  fix.time = UTCStamp(
    UnixTime(milliseconds: Int64.random(in: 946_684_800_000...3_155_760_000_000, using: &generator)), .satellites)
  fix.quality = .differential
  fix.altMSLMeters = Double(Int.random(in: -10_000_000...9_000_000_0, using: &generator)) / 1_000
  fix.geoidSeparationMeters = Double(Int.random(in: -106_000...85_000, using: &generator)) / 1_000
  fix.speedMetersPerSecond = Double(Int.random(in: 0...500_000, using: &generator)) / 1_000
  fix.trackDegrees = Double(Int.random(in: 0...3_599, using: &generator)) / 10
  fix.dilution.horizontal = Double(Int.random(in: 1...9_000, using: &generator)) / 100
  fix.dilution.position = Double(Int.random(in: 1...9_000, using: &generator)) / 100
  fix.dilution.vertical = Double(Int.random(in: 1...9_000, using: &generator)) / 100
  fix.satellitesUsed = Int.random(in: 3...60, using: &generator)
  fix.horizontalAccuracyMeters = Double(Int.random(in: 100...100_000, using: &generator)) / 1_000
  fix.verticalAccuracyMeters = Double(Int.random(in: 100...100_000, using: &generator)) / 1_000
  return fix
}

@Suite struct EncoderTests {
  @Test(arguments: 0..<300)
  func `a fix that is written as sentences of every type and read again is the same`(_ seed: Int) {
    var generator = SeededGenerator(seed: seed)
    let fix = randomFix(&generator)
    let all = fixes(encoded([.zda, .rmc, .gga, .gns, .gll, .vtg, .gsa, .gst], fix))
    #expect(all.count == 1, "seed \(seed)")
    guard let read = all.first else { return }
    #expect(read.time?.time == fix.time?.time, "seed \(seed)")
    #expect(read.coordinate == fix.coordinate, "seed \(seed)")
    #expect(read.mode == .threeDimensional)
    #expect(read.quality == fix.quality)
    #expect(read.altMSLMeters == fix.altMSLMeters, "seed \(seed)")
    #expect(read.geoidSeparationMeters == fix.geoidSeparationMeters, "seed \(seed)")
    #expect(read.trackDegrees == fix.trackDegrees, "seed \(seed)")
    #expect(read.dilution == fix.dilution, "seed \(seed)")
    #expect(read.satellitesUsed == fix.satellitesUsed, "seed \(seed)")
    #expect(abs((read.speedMetersPerSecond ?? .nan) - (fix.speedMetersPerSecond ?? 0)) < 1e-5, "seed \(seed)")
    #expect(abs((read.horizontalAccuracyMeters ?? .nan) - (fix.horizontalAccuracyMeters ?? 0)) < 1e-5, "seed \(seed)")
    #expect(read.accuracySource == .gst)
    #expect(read.verticalAccuracyMeters == fix.verticalAccuracyMeters, "seed \(seed)")
  }

  @Test(arguments: [NMEAEncoder.Sentence.rmc, .gga, .gns, .gll])
  func `each sentence alone carries the position exactly, everywhere`(_ sentence: NMEAEncoder.Sentence) {
    let latitudes: [Int64] = [
      0, 1, -1, 90_000_000_000, -90_000_000_000, 500_000_000, 8_333_333, 59_999_999_999, -47_285_233_512,
    ]
    let longitudes: [Int64] = [
      0, 1, -1, 180_000_000_000, -180_000_000_000, 500_000_000, -8_333_333, 179_999_999_999, 8_565_265_107,
    ]
    for (latitude, longitude) in zip(latitudes, longitudes) {
      for longitude in [longitude, -longitude] {
        var fix = Fix()
        fix.mode = .twoDimensional
        fix.coordinate = Coordinate(latitudeNanodegrees: latitude, longitudeNanodegrees: longitude)
        fix.time = UTCStamp(UnixTime(milliseconds: 1_764_500_400_123), .satellites)
        let read = fixes(encoded([sentence], fix)).first
        #expect(read?.coordinate == fix.coordinate)
        #expect(read?.details.timeOfDayNanoseconds == 39_600_123_000_000)
      }
    }
  }

  @Test(arguments: 0...9)
  func `fewer decimals stay within half of the last one`(_ decimals: Int) {
    var encoder = NMEAEncoder()
    encoder.minuteDecimals = decimals
    var unit = 1e9 / 60
    for _ in 0..<decimals { unit /= 10 }
    for latitude in [59_999_999_999, 47_285_233_512, 999_999_999, 1] as [Int64] {
      var fix = Fix()
      fix.mode = .twoDimensional
      fix.coordinate = Coordinate(latitudeNanodegrees: latitude, longitudeNanodegrees: -latitude)
      fix.time = UTCStamp(UnixTime(milliseconds: 0), .satellites)
      let read = fixes(encoded([.gll], fix, encoder)).first?.coordinate
      #expect(read.map { Double(abs($0.latitudeNanodegrees - latitude)) <= unit / 2 + 1 } == true)
      #expect(read.map { Double(abs($0.longitudeNanodegrees + latitude)) <= unit / 2 + 1 } == true)
    }
  }

  @Test func `without a fix there are no positions`() {
    var fix = Fix()
    fix.mode = .none
    let all = epochs(encoded(NMEAEncoder.Sentence.allCases, fix))
    #expect(all.map(\.fix.mode) == [.none])
    #expect(encoded([.rmc], fix) == "$GNRMC,,V,,,,,,,,,,N*4D\r\n")
  }

  @Test(arguments: [(359.9, 359.9), (0.1, 0.1), (0, 0), (360, 0)])
  func `tracks wrap at north`(_ written: Double, _ read: Double) {
    let text = sentence("GPRMC,120000,A,4807.038,N,01131.000,E,1,\(written),230324,,,A")
    #expect(fixes(text).first?.trackDegrees == read)
  }

  @Test func `satellites used and in view are read again`() {
    var fix = Fix()
    fix.mode = .threeDimensional
    fix.time = UTCStamp(UnixTime(milliseconds: 0), .satellites)
    fix.coordinate = Coordinate(latitudeDegrees: 1, longitudeDegrees: 1)
    let sky =
      (1...9).map {
        Satellite(
          system: .gps, id: $0, elevationDegrees: 10 * ($0 - 1), azimuthDegrees: 40 * ($0 - 1),
          signalToNoise: $0 == 3 ? nil : 40)
      } + [
        Satellite(system: .galileo, id: 12),
        Satellite(system: .sbas, id: 40, elevationDegrees: 30, azimuthDegrees: 180),
      ]
    var writer = ByteWriter()
    let encoder = NMEAEncoder()
    encoder.putSky(sky, to: &writer)
    encoder.put(.rmc, of: fix, to: &writer)
    encoder.putGSA(used: [1, 2, 40], of: .gps, in: fix, to: &writer)
    encoder.putGSA(used: [12], of: .galileo, in: fix, to: &writer)
    var decoder = ReceiverDecoder(options: replay)
    var read: [Fix] = []
    decoder.receive(writer.bytes, at: .zero) { read.append($0.fix) }
    decoder.finish { read.append($0.fix) }
    #expect(Set(decoder.sky.satellites.map(\.id)) == Set(sky.map(\.id)))
    #expect(sky.allSatisfy(decoder.sky.satellites.contains))
    #expect(read.first?.satellitesInView == 11)
    #expect(read.first?.satellitesUsed == 4)
    #expect(read.first?.details.usedBySystem[.sbas] == 1)
    #expect(read.first?.details.usedBySystem[.galileo] == 1)
  }

  @Test func `a command gets its checksum`() {
    var writer = ByteWriter()
    NMEAEncoder.put(content: "PMTK220,1000", to: &writer)
    #expect(writer.string == "$PMTK220,1000*1F\r\n")
  }
}
