import Clocks
import Geodesy
import Text

/// What a receiver twin says of an epoch when its place moves: the sentences that it was told to send, in the words of
/// NMEA 0183, with what is unknown left empty.
///
/// It is written into one buffer and makes no text, because a simulated month has a hundred thousand of these.
struct TwinView: Sendable {
  /// The epoch.
  var time: UnixTime
  /// Whether the receiver knows the time.
  var isDated: Bool
  /// The position; nil without one.
  var position: SkyModel.Measurement?
  /// Geoid above the ellipsoid, metres.
  var geoidSeparationMeters = 47.9

  private static let knots = 3_600 / 1_852.0
  /// What the receiver believes one unit of dilution to be, metres on each axis; it knows of no reflections.
  private static let believedMeters = 2.1

  /// All sentences that are due.
  func epoch(_ body: TwinBody) -> [UInt8] {
    var out = ByteWriter(capacity: 640)
    for sentence in TwinBody.Sentence.allCases {
      guard let rate = body.settings.rates[sentence], rate > 0, body.epochs % rate == 0 else { continue }
      switch sentence {
      case .rmc: frame(&out) { recommended(&$0) }
      case .gga: frame(&out) { fixData(&$0) }
      case .gll: frame(&out) { geographic(&$0) }
      case .vtg: frame(&out) { course(&$0) }
      case .gsa: frame(&out) { active(&$0) }
      case .gsv: inView(&out)
      case .gst: frame(&out) { errors(&$0) }
      case .zda: frame(&out) { date(&$0) }
      }
    }
    return out.bytes
  }

  private func frame(_ out: inout ByteWriter, _ write: (inout ByteWriter) -> Void) {
    out.put("$")
    let first = out.bytes.count
    write(&out)
    var sum: UInt8 = 0
    for index in first..<out.bytes.count { sum ^= out.bytes[index] }
    out.put("*")
    for nibble in [sum >> 4, sum & 15] {
      out.put(byte: nibble < 10 ? UInt8(ascii: "0") + nibble : UInt8(ascii: "A") + nibble - 10)
    }
    out.put("\r\n")
  }

  private func recommended(_ out: inout ByteWriter) {
    out.put("GNRMC,")
    putTime(&out)
    out.put(position == nil ? ",V," : ",A,")
    putPlace(&out)
    out.put(",")
    if let position { out.put(position.speedMetersPerSecond * Self.knots, decimals: 3) }
    out.put(",")
    if let track = position?.trackDegrees { out.put(min(track, 359.99), decimals: 2) }
    out.put(",")
    if isDated {
      let date = time.date
      out.put(date.day, width: 2)
      out.put(date.month, width: 2)
      out.put(date.year % 100, width: 2)
    }
    out.put(position == nil ? ",,,N" : ",,,A")
  }

  private func fixData(_ out: inout ByteWriter) {
    out.put("GNGGA,")
    putTime(&out)
    out.put(",")
    putPlace(&out)
    guard let position else { return out.put(",0,00,99.99,,,,,,") }
    out.put(",1,")
    out.put(position.satellitesUsed, width: 2)
    out.put(",")
    out.put(position.horizontalDilution, decimals: 2)
    out.put(",")
    out.put(position.altMSLMeters, decimals: 1)
    out.put(",M,")
    out.put(geoidSeparationMeters, decimals: 1)
    out.put(",M,,")
  }

  private func geographic(_ out: inout ByteWriter) {
    out.put("GNGLL,")
    putPlace(&out)
    out.put(",")
    putTime(&out)
    out.put(position == nil ? ",V,N" : ",A,A")
  }

  private func course(_ out: inout ByteWriter) {
    out.put("GNVTG,")
    if let track = position?.trackDegrees { out.put(min(track, 359.99), decimals: 2) }
    out.put(",T,,M,")
    if let position { out.put(position.speedMetersPerSecond * Self.knots, decimals: 3) }
    out.put(",N,")
    if let position { out.put(position.speedMetersPerSecond * 3.6, decimals: 3) }
    out.put(position == nil ? ",K,N" : ",K,A")
  }

  private func active(_ out: inout ByteWriter) {
    guard let position else { return out.put("GNGSA,A,1,,,,,,,,,,,,,99.99,99.99,99.99") }
    out.put("GNGSA,A,3")
    for index in 0..<12 {
      out.put(",")
      if index < position.satellitesUsed { out.put(index * 2 + 3, width: 2) }
    }
    let horizontal = position.horizontalDilution
    let vertical = position.verticalDilution
    for dilution in [(horizontal * horizontal + vertical * vertical).squareRoot(), horizontal, vertical] {
      out.put(",")
      out.put(dilution, decimals: 2)
    }
  }

  private func inView(_ out: inout ByteWriter) {
    guard position != nil else { return frame(&out) { $0.put("GPGSV,1,1,00") } }
    frame(&out) { $0.put("GPGSV,2,1,08,05,61,201,41,07,33,077,38,08,24,046,35,13,47,262,40") }
    frame(&out) { $0.put("GPGSV,2,2,08,15,18,293,33,21,12,331,29,28,52,129,42,30,71,078,44") }
  }

  private func errors(_ out: inout ByteWriter) {
    out.put("GNGST,")
    putTime(&out)
    guard let position else { return out.put(",,,,,,,") }
    let axis = Self.believedMeters * position.horizontalDilution
    out.put(",14,")
    out.put(axis, decimals: 1)
    out.put(",")
    out.put(axis, decimals: 1)
    out.put(",12,")
    out.put(axis, decimals: 1)
    out.put(",")
    out.put(axis, decimals: 1)
    out.put(",")
    out.put(axis * 1.7, decimals: 1)
  }

  private func date(_ out: inout ByteWriter) {
    out.put("GNZDA,")
    guard isDated else { return out.put(",,,,,") }
    putTime(&out)
    let date = time.date
    out.put(",")
    out.put(date.day, width: 2)
    out.put(",")
    out.put(date.month, width: 2)
    out.put(",")
    out.put(date.year, width: 4)
    out.put(",00,00")
  }

  private func putTime(_ out: inout ByteWriter) {
    guard isDated else { return }
    let hundredths = Int(time.nanosecondsOfDay / 10_000_000)
    let seconds = hundredths / 100
    out.put(seconds / 3_600 * 10_000 + seconds / 60 % 60 * 100 + seconds % 60, width: 6)
    out.put(".")
    out.put(hundredths % 100, width: 2)
  }

  /// Latitude and longitude with five decimals of a minute, 1.9 cm.
  private func putPlace(_ out: inout ByteWriter) {
    guard let place = position?.coordinate else { return out.put(",,,") }
    put(place.latitudeNanodegrees, degreeDigits: 2, &out)
    out.put(place.latitudeNanodegrees < 0 ? ",S," : ",N,")
    put(place.longitudeNanodegrees, degreeDigits: 3, &out)
    out.put(place.longitudeNanodegrees < 0 ? ",W" : ",E")
  }

  private func put(_ nanodegrees: Int64, degreeDigits: Int, _ out: inout ByteWriter) {
    // 1e-5 minutes are 1e9 / 6e6 nanodegrees.
    let units = Int((nanodegrees.magnitude * 6 + 500) / 1_000)
    let (degrees, rest) = units.quotientAndRemainder(dividingBy: 6_000_000)
    out.put(degrees, width: degreeDigits)
    out.put(rest / 100_000, width: 2)
    out.put(".")
    out.put(rest % 100_000, width: 5)
  }
}
