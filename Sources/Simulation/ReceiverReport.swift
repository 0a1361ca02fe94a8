import Clocks
import Geodesy
import Text

/// One epoch in a receiver's own words: RMC, VTG, GGA, GSA and now and then GSV, with what is unknown left empty as
/// NMEA 0183 wants it.
///
/// It shares no code with what the logger reads sentences with, so that a mistake in one does not hide in the other.
struct ReceiverReport {
  /// The epoch; nil while the time is unknown.
  var time: UnixTime?
  /// Whether the date is known, too.
  var isDated = false
  /// The position; nil without a fix.
  var position: SkyModel.Measurement?
  /// Geoid above the ellipsoid, metres.
  var geoidSeparationMeters = 0.0
  /// The satellites in view.
  var satellites: [SkyModel.Satellite] = []
  /// Whether this epoch lists them.
  var tellsSatellitesInView = false

  private static let knotsPerMeterPerSecond = 3_600 / 1_852.0

  /// All sentences of the epoch.
  var bytes: [UInt8] {
    var out = ByteWriter(capacity: 512)
    sentence(&out) { recommendedMinimum(&$0) }
    sentence(&out) { courseAndSpeed(&$0) }
    sentence(&out) { fixData(&$0) }
    sentence(&out) { activeSatellites(&$0) }
    if tellsSatellitesInView { satellitesInView(&out) }
    return out.bytes
  }

  /// Frames what `write` puts: `$`, checksum, CR LF.
  private func sentence(_ out: inout ByteWriter, _ write: (inout ByteWriter) -> Void) {
    out.put("$")
    let first = out.bytes.count
    write(&out)
    let checksum = out.bytes[first...].reduce(0, ^)
    out.put("*")
    for nibble in [checksum >> 4, checksum & 15] {
      out.put(byte: nibble < 10 ? UInt8(ascii: "0") + nibble : UInt8(ascii: "A") + nibble - 10)
    }
    out.put("\r\n")
  }

  private func recommendedMinimum(_ out: inout ByteWriter) {
    out.put("GPRMC,")
    put(timeOfDay: time, &out)
    out.put(position == nil ? ",V," : ",A,")
    put(position?.coordinate, &out)
    out.put(",")
    if let position { out.put(position.speedMetersPerSecond * Self.knotsPerMeterPerSecond, decimals: 3) }
    out.put(",")
    if let track = position?.trackDegrees { out.put(min(track, 359.99), decimals: 2) }
    out.put(",")
    if isDated, let date = time?.date {
      out.put(date.day, width: 2)
      out.put(date.month, width: 2)
      out.put(date.year % 100, width: 2)
    }
    out.put(position == nil ? ",,,N" : ",,,A")
  }

  private func courseAndSpeed(_ out: inout ByteWriter) {
    out.put("GPVTG,")
    if let track = position?.trackDegrees { out.put(min(track, 359.99), decimals: 2) }
    out.put(",T,,M,")
    if let position { out.put(position.speedMetersPerSecond * Self.knotsPerMeterPerSecond, decimals: 3) }
    out.put(",N,")
    if let position { out.put(position.speedMetersPerSecond * 3.6, decimals: 3) }
    out.put(position == nil ? ",K,N" : ",K,A")
  }

  private func fixData(_ out: inout ByteWriter) {
    out.put("GPGGA,")
    put(timeOfDay: time, &out)
    out.put(",")
    put(position?.coordinate, &out)
    guard let position else {
      out.put(",0,00,99.99,,,,,,")
      return
    }
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

  private func activeSatellites(_ out: inout ByteWriter) {
    out.put(position == nil ? "GPGSA,A,1" : "GPGSA,A,3")
    let used = position.map {
      satellites.sorted { $0.elevationDegrees > $1.elevationDegrees }.prefix($0.satellitesUsed)
    }
    for index in 0..<12 {
      out.put(",")
      if let used, index < used.count { out.put(used[index].number, width: 2) }
    }
    guard let position else {
      out.put(",99.99,99.99,99.99")
      return
    }
    let horizontal = position.horizontalDilution
    let vertical = position.verticalDilution
    for dilution in [(horizontal * horizontal + vertical * vertical).squareRoot(), horizontal, vertical] {
      out.put(",")
      out.put(dilution, decimals: 2)
    }
  }

  private func satellitesInView(_ out: inout ByteWriter) {
    // Without a fix only half of them are received well enough to be listed.
    let listed = position == nil ? Array(satellites.prefix(satellites.count / 2)) : satellites
    let count = max(1, (listed.count + 3) / 4)
    for index in 0..<count {
      sentence(&out) { out in
        out.put("GPGSV,")
        out.put(count)
        out.put(",")
        out.put(index + 1)
        out.put(",")
        out.put(listed.count, width: 2)
        for satellite in listed[min(index * 4, listed.count)..<min(index * 4 + 4, listed.count)] {
          out.put(",")
          out.put(satellite.number, width: 2)
          out.put(",")
          out.put(satellite.elevationDegrees, width: 2)
          out.put(",")
          out.put(satellite.azimuthDegrees, width: 3)
          out.put(",")
          out.put(satellite.signalDecibelHertz, width: 2)
        }
      }
    }
  }

  private func put(timeOfDay time: UnixTime?, _ out: inout ByteWriter) {
    guard let time else { return }
    let milliseconds = Int(time.nanosecondsOfDay / 1_000_000)
    let seconds = milliseconds / 1_000
    out.put(seconds / 3_600 * 10_000 + seconds / 60 % 60 * 100 + seconds % 60, width: 6)
    out.put(".")
    out.put(milliseconds % 1_000 / 10, width: 2)
  }

  /// Latitude and longitude as degrees and minutes with five decimals (1.9 cm), as receivers of this kind write them.
  private func put(_ coordinate: Coordinate?, _ out: inout ByteWriter) {
    guard let coordinate else {
      out.put(",,,")
      return
    }
    put(nanodegrees: coordinate.latitudeNanodegrees, degreeDigits: 2, &out)
    out.put(coordinate.latitudeNanodegrees < 0 ? ",S," : ",N,")
    put(nanodegrees: coordinate.longitudeNanodegrees, degreeDigits: 3, &out)
    out.put(coordinate.longitudeNanodegrees < 0 ? ",W" : ",E")
  }

  private func put(nanodegrees: Int64, degreeDigits: Int, _ out: inout ByteWriter) {
    // 1e-5 minutes are 1e9 / 6e6 nanodegrees.
    let units = Int((nanodegrees.magnitude * 6 + 500) / 1_000)
    let (degrees, rest) = units.quotientAndRemainder(dividingBy: 6_000_000)
    out.put(degrees, width: degreeDigits)
    out.put(rest / 100_000, width: 2)
    out.put(".")
    out.put(rest % 100_000, width: 5)
  }
}
