import GNSS
import Geodesy
import Records
import Text

/// The track as a receiver would have said it: RMC, GGA and, for what is known beyond them, GSA and GST of each point.
///
/// Tags stand before it as WPL, whose names are what NMEA 0183 can say: printable ASCII without its own signs.
struct NMEAExport: TrackExport {
  /// The longest name, so that a sentence keeps to the 82 characters of the standard.
  static let nameLimit = 34

  private let encoder: NMEAEncoder = {
    var encoder = NMEAEncoder()
    encoder.talker = .combined
    // 1e-7 minutes are 0.2 mm; three decimals carry the milliseconds that the journal keeps.
    encoder.minuteDecimals = 7
    encoder.secondDecimals = 3
    return encoder
  }()

  mutating func begin(_ survey: ExportSurvey, to out: inout ByteWriter) {
    for tag in survey.tags { writeWaypoint(tag.placed, to: &out) }
  }

  mutating func write(_ point: ExportPoint, to out: inout ByteWriter) {
    var fix = point.record.fix
    fix.time = point.utc
    fix.altMSLMeters = fix.meanSeaLevelMeters
    if fix.mode < .twoDimensional { fix.mode = fix.altMSLMeters == nil ? .twoDimensional : .threeDimensional }
    encoder.put(.rmc, of: fix, to: &out)
    encoder.put(.gga, of: fix, to: &out)
    encoder.put(.gsa, of: fix, to: &out)
    if fix.horizontalAccuracyMeters != nil || fix.verticalAccuracyMeters != nil {
      encoder.put(.gst, of: fix, to: &out)
    }
  }

  mutating func finish(to out: inout ByteWriter) {}

  private func writeWaypoint(_ tag: PlacedTag, to out: inout ByteWriter) {
    var line = ByteWriter(capacity: 96)
    line.put("GPWPL,")
    Self.putAngle(tag.location.coordinate.latitudeNanodegrees, degreeDigits: 2, to: &line)
    if tag.location.coordinate.latitudeNanodegrees < 0 { line.put(",S,") } else { line.put(",N,") }
    Self.putAngle(tag.location.coordinate.longitudeNanodegrees, degreeDigits: 3, to: &line)
    if tag.location.coordinate.longitudeNanodegrees < 0 { line.put(",W,") } else { line.put(",E,") }
    line.put(text: Self.name(of: tag))
    NMEAEncoder.put(content: line.string, to: &out)
  }

  /// What NMEA can say of a tag's text; its number if there is none.
  static func name(of tag: PlacedTag) -> String {
    guard let text = tag.tag?.text, !text.isEmpty else { return "Tag \(tag.sequence.value)" }
    let reserved = Array("$!,*\\^~".unicodeScalars)
    var name = ""
    for scalar in text.unicodeScalars.prefix(nameLimit) {
      let isSayable = (0x20..<0x7F).contains(scalar.value) && !reserved.contains(scalar)
      name.unicodeScalars.append(isSayable ? scalar : "?")
    }
    return name
  }

  private static func putAngle(_ nanodegrees: Int64, degreeDigits: Int, to out: inout ByteWriter) {
    // Tenths of a microminute: 7 decimals, rounded.
    let units = (Int(nanodegrees.magnitude) * 60 + 50) / 100
    let (degrees, rest) = units.quotientAndRemainder(dividingBy: 600_000_000)
    out.put(degrees, width: degreeDigits)
    out.put(rest / 10_000_000, width: 2)
    out.put(".")
    out.put(rest % 10_000_000, width: 7)
  }
}
