import Clocks
import Geodesy
import Text

/// Turns fixes into sentences: the language of receivers, for the simulator, exports and tests.
///
/// What a fix does not know becomes an empty field. Reading the sentences again gives the same fix, within the decimals
/// chosen here.
public struct NMEAEncoder: Sendable {
  /// The sentences that can be written.
  public enum Sentence: Sendable, CaseIterable {
    /// Recommended minimum.
    case rmc
    /// Fix data.
    case gga
    /// Fix data of several systems.
    case gns
    /// Position and time.
    case gll
    /// Track and speed.
    case vtg
    /// Time and date.
    case zda
    /// Dilutions of precision; without the satellites' ids.
    case gsa
    /// Error statistics.
    case gst
  }

  /// Who speaks.
  public var talker = Talker.combined
  /// Decimals of the minutes of a position, 0...9. Five are 18 mm; nine carry every nanodegree.
  public var minuteDecimals = 5
  /// Decimals of the seconds, 0...9; further ones are cut off.
  public var secondDecimals = 2
  /// Decimals of speeds in knots and km/h, of tracks and of heights.
  public var decimals = 3

  /// An encoder with the precision of a common receiver.
  public init() {}

  /// An encoder that loses nothing that a fix can hold.
  public static var precise: NMEAEncoder {
    var encoder = NMEAEncoder()
    encoder.minuteDecimals = 9
    encoder.secondDecimals = 3
    encoder.decimals = 6
    return encoder
  }

  /// Appends one sentence with its checksum and CR LF.
  public func put(_ sentence: Sentence, of fix: Fix, to writer: inout ByteWriter) {
    let start = writer.bytes.count
    writer.put("$")
    writer.put(byte: UInt8(talker.code >> 8))
    writer.put(byte: UInt8(talker.code & 0xFF))
    switch sentence {
    case .rmc: putRMC(fix, &writer)
    case .gga: putGGA(fix, &writer)
    case .gns: putGNS(fix, &writer)
    case .gll: putGLL(fix, &writer)
    case .vtg: putVTG(fix, &writer)
    case .zda: putZDA(fix, &writer)
    case .gsa: putGSA(fix, &writer)
    case .gst: putGST(fix, &writer)
    }
    writer.putChecksum(from: start)
  }

  /// Appends a sentence of any content, such as a command to a receiver, with its start, checksum and CR LF.
  ///
  /// - Parameter content: what stands between the `$` and the star.
  public static func put(content: String, to writer: inout ByteWriter) {
    let start = writer.bytes.count
    writer.put("$")
    writer.put(text: content)
    writer.putChecksum(from: start)
  }

  private func putRMC(_ fix: Fix, _ writer: inout ByteWriter) {
    writer.put("RMC,")
    putTime(fix, &writer)
    writer.put(fix.isPositioned ? ",A," : ",V,")
    putPosition(fix, &writer)
    writer.put(",")
    writer.put(fix.speedMetersPerSecond.map { $0 / Rank.metersPerSecondInKnot }, decimals: decimals)
    writer.put(",")
    writer.put(fix.trackDegrees, decimals: decimals)
    writer.put(",")
    if let date = fix.time?.time.date {
      writer.put(date.day, width: 2)
      writer.put(date.month, width: 2)
      writer.put(date.year % 100, width: 2)
    }
    writer.put(",,,")
    writer.put(byte: modeLetter(fix))
  }

  private func putGGA(_ fix: Fix, _ writer: inout ByteWriter) {
    writer.put("GGA,")
    putTime(fix, &writer)
    writer.put(",")
    putPosition(fix, &writer)
    writer.put(",")
    writer.put(fix.isPositioned ? Int((fix.quality ?? .autonomous).rawValue) : 0)
    writer.put(",")
    if let used = fix.satellitesUsed { writer.put(used, width: 2) }
    writer.put(",")
    writer.put(fix.dilution.horizontal, decimals: 2)
    writer.put(",")
    writer.put(fix.altMSLMeters, decimals: decimals)
    writer.put(",M,")
    writer.put(fix.geoidSeparationMeters, decimals: decimals)
    writer.put(",M,")
    writer.put(fix.details.correctionAgeSeconds, decimals: 1)
    writer.put(",")
  }

  private func putGNS(_ fix: Fix, _ writer: inout ByteWriter) {
    writer.put("GNS,")
    putTime(fix, &writer)
    writer.put(",")
    putPosition(fix, &writer)
    writer.put(",")
    writer.put(byte: modeLetter(fix))
    writer.put("N,")
    if let used = fix.satellitesUsed { writer.put(used, width: 2) }
    writer.put(",")
    writer.put(fix.dilution.horizontal, decimals: 2)
    writer.put(",")
    writer.put(fix.altMSLMeters, decimals: decimals)
    writer.put(",")
    writer.put(fix.geoidSeparationMeters, decimals: decimals)
    writer.put(",")
    writer.put(fix.details.correctionAgeSeconds, decimals: 1)
    writer.put(",")
  }

  private func putGLL(_ fix: Fix, _ writer: inout ByteWriter) {
    writer.put("GLL,")
    putPosition(fix, &writer)
    writer.put(",")
    putTime(fix, &writer)
    writer.put(fix.isPositioned ? ",A," : ",V,")
    writer.put(byte: modeLetter(fix))
  }

  private func putVTG(_ fix: Fix, _ writer: inout ByteWriter) {
    writer.put("VTG,")
    writer.put(fix.trackDegrees, decimals: decimals)
    writer.put(",T,,M,")
    writer.put(fix.speedMetersPerSecond.map { $0 / Rank.metersPerSecondInKnot }, decimals: decimals)
    writer.put(",N,")
    writer.put(fix.speedMetersPerSecond.map { $0 * 3.6 }, decimals: decimals)
    writer.put(",K,")
    writer.put(byte: modeLetter(fix))
  }

  private func putZDA(_ fix: Fix, _ writer: inout ByteWriter) {
    writer.put("ZDA,")
    putTime(fix, &writer)
    writer.put(",")
    if let date = fix.time?.time.date {
      writer.put(date.day, width: 2)
      writer.put(",")
      writer.put(date.month, width: 2)
      writer.put(",")
      writer.put(date.year, width: 4)
      writer.put(",00,00")
    } else {
      writer.put(",,,,")
    }
  }

  private func putGSA(_ fix: Fix, _ writer: inout ByteWriter) {
    writer.put("GSA,A,")
    writer.put(max(1, Int(fix.mode.rawValue)))
    writer.put(",,,,,,,,,,,,,")
    writer.put(fix.dilution.position, decimals: 2)
    writer.put(",")
    writer.put(fix.dilution.horizontal, decimals: 2)
    writer.put(",")
    writer.put(fix.dilution.vertical, decimals: 2)
  }

  private func putGST(_ fix: Fix, _ writer: inout ByteWriter) {
    writer.put("GST,")
    putTime(fix, &writer)
    writer.put(",,,,,")
    // The error is taken to be round: both deviations are the same part of the radius.
    let deviation = fix.horizontalAccuracyMeters.map { $0 / AccuracyClaims.radiusOverDRMS / 2.0.squareRoot() }
    writer.put(deviation, decimals: decimals)
    writer.put(",")
    writer.put(deviation, decimals: decimals)
    writer.put(",")
    writer.put(fix.verticalAccuracyMeters, decimals: decimals)
  }

  private func putTime(_ fix: Fix, _ writer: inout ByteWriter) {
    guard let nanoseconds = fix.time?.time.nanosecondsOfDay ?? fix.details.timeOfDayNanoseconds else { return }
    let (seconds, fraction) = Int(nanoseconds).quotientAndRemainder(dividingBy: 1_000_000_000)
    writer.put(seconds / 3_600 % 24, width: 2)
    writer.put(seconds / 60 % 60, width: 2)
    writer.put(seconds % 60, width: 2)
    guard secondDecimals > 0 else { return }
    writer.put(".")
    writer.put(fraction / power(9 - secondDecimals), width: min(secondDecimals, 9))
  }

  private func putPosition(_ fix: Fix, _ writer: inout ByteWriter) {
    guard fix.isPositioned, let coordinate = fix.coordinate else {
      writer.put(",,,")
      return
    }
    putAngle(coordinate.latitudeNanodegrees, degreeDigits: 2, &writer)
    writer.put(coordinate.latitudeNanodegrees < 0 ? ",S," : ",N,")
    putAngle(coordinate.longitudeNanodegrees, degreeDigits: 3, &writer)
    writer.put(coordinate.longitudeNanodegrees < 0 ? ",W" : ",E")
  }

  private func putAngle(_ nanodegrees: Int64, degreeDigits: Int, _ writer: inout ByteWriter) {
    let nanominutes = Int(nanodegrees.magnitude) * 60
    let unit = power(9 - minuteDecimals)
    let unitsInDegree = 60_000_000_000 / unit
    // Rounding may reach a whole degree, which then has no minutes.
    let (degrees, units) = ((nanominutes + unit / 2) / unit).quotientAndRemainder(dividingBy: unitsInDegree)
    let unitsInMinute = unitsInDegree / 60
    writer.put(degrees, width: degreeDigits)
    writer.put(units / unitsInMinute, width: 2)
    guard minuteDecimals > 0 else { return }
    writer.put(".")
    writer.put(units % unitsInMinute, width: min(minuteDecimals, 9))
  }

  private func modeLetter(_ fix: Fix) -> UInt8 {
    guard fix.isPositioned else { return UInt8(ascii: "N") }
    return switch fix.quality ?? .autonomous {
    case .autonomous: UInt8(ascii: "A")
    case .differential: UInt8(ascii: "D")
    case .precise: UInt8(ascii: "P")
    case .fixedRTK: UInt8(ascii: "R")
    case .floatRTK: UInt8(ascii: "F")
    case .estimated: UInt8(ascii: "E")
    case .manual: UInt8(ascii: "M")
    case .simulated: UInt8(ascii: "S")
    }
  }

  private func power(_ exponent: Int) -> Int { (0..<max(0, min(9, exponent))).reduce(1) { unit, _ in unit * 10 } }
}

extension ByteWriter {
  /// Writes a number, or nothing if it is unknown.
  fileprivate mutating func put(_ value: Double?, decimals: Int) {
    guard let value, value.isFinite else { return }
    put(value, decimals: decimals)
  }

  /// Writes the star, the exclusive or of all since the start character, CR and LF.
  fileprivate mutating func putChecksum(from start: Int) {
    var sum: UInt8 = 0
    for index in (start + 1)..<bytes.count { sum ^= bytes[index] }
    put("*")
    for nibble in [sum >> 4, sum & 15] {
      put(byte: nibble < 10 ? UInt8(ascii: "0") + nibble : UInt8(ascii: "A") + nibble - 10)
    }
    put("\r\n")
  }
}
