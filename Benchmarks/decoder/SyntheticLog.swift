import Clocks
import GNSS
import Geodesy
import Text

/// A log as a multi-system receiver writes it once a second: RMC, VTG, GGA, two GSA, ten GSV, GLL and GST.
struct SyntheticLog {
  private let encoder = NMEAEncoder()
  private var second = 0

  /// Appends one second.
  mutating func putSecond(to writer: inout ByteWriter) {
    var fix = Fix()
    fix.time = UTCStamp(UnixTime(milliseconds: 1_764_500_400_000 + Int64(second) * 1_000), .satellites)
    fix.mode = .threeDimensional
    fix.quality = .differential
    fix.coordinate = Coordinate(
      latitudeNanodegrees: 47_285_233_500 + Int64(second % 9_999) * 8_391,
      longitudeNanodegrees: 8_565_265_100 + Int64(second % 9_999) * 12_577)
    fix.altMSLMeters = 499.5 + Double(second % 70) / 10
    fix.geoidSeparationMeters = 48
    fix.speedMetersPerSecond = 1.4 + Double(second % 13) / 10
    fix.trackDegrees = Double(second % 3_600) / 10
    fix.satellitesUsed = 12
    fix.dilution.horizontal = 0.9
    fix.dilution.position = 1.7
    fix.dilution.vertical = 1.4
    fix.horizontalAccuracyMeters = 3.2
    fix.verticalAccuracyMeters = 5
    for sentence in [NMEAEncoder.Sentence.rmc, .vtg, .gga] { encoder.put(sentence, of: fix, to: &writer) }
    put("GNGSA,A,3,01,05,12,17,22,25,31,,,,,,1.70,0.90,1.40,1", &writer)
    put("GNGSA,A,3,65,72,74,81,88,,,,,,,,1.70,0.90,1.40,2", &writer)
    putSky("GP", first: 1, count: 14, &writer)
    putSky("GL", first: 65, count: 11, &writer)
    putSky("GA", first: 1, count: 9, &writer)
    encoder.put(.gll, of: fix, to: &writer)
    encoder.put(.gst, of: fix, to: &writer)
    second += 1
  }

  private func putSky(_ talker: String, first: Int, count: Int, _ writer: inout ByteWriter) {
    let sentences = (count + 3) / 4
    for number in 0..<sentences {
      var content = "\(talker)GSV,\(sentences),\(number + 1),\(count)"
      for index in (number * 4)..<min(count, number * 4 + 4) {
        let strength = index % 5 == 4 ? "" : "\(20 + (index * 7 + second) % 30)"
        content +=
          ",\(first + index),\((index * 13 + second / 60) % 90),\((index * 53 + second / 30) % 360),\(strength)"
      }
      put(content, &writer)
    }
  }

  private func put(_ content: String, _ writer: inout ByteWriter) { NMEAEncoder.put(content: content, to: &writer) }
}
