import Clocks
import Geodesy
import GNSS
import Records
import Text

/// Writes the rows of the main CSV: dated, located, one a time.
///
/// The names of the columns are those that gpsbabel's `unicsv` knows, where it has one; all are in `docs/exports.md`. It
/// takes every column with `heading` in its name for the course, so none has it.
public struct CSVWriter: Sendable {
  /// A writer.
  public init() {}

  /// Writes the first line.
  public func writeHeader(to out: inout ByteWriter) {
    out.put(
      """
      time,lat,lon,ele,hae,geoid_sep,speed,course,hdop,vdop,pdop,sat,in_view,fix,quality,hacc,hacc_source,vacc,reason,\
      name,age_s,trip,seq,\
      hdg_mag,hdg_true,hdg_acc,declination,pitch,roll

      """)
  }

  /// Writes a fix; without a position nothing is written.
  public func writeFix(
    _ record: FixRecord, time: UnixTime, trip: UInt32, sequence: SequenceNumber, heading: HeadingRecord? = nil,
    to out: inout ByteWriter
  ) {
    guard let coordinate = record.fix.coordinate else { return }
    let fix = record.fix
    out.put(rowTime: time)
    out.putCSV(coordinate)
    out.putField(fix.meanSeaLevelMeters, decimals: 3)
    out.putField(fix.altHAEMeters, decimals: 3)
    out.putField(fix.geoidSeparationMeters, decimals: 3)
    out.putField(fix.speedMetersPerSecond, decimals: 3)
    out.putField(fix.trackDegrees?.courseHundredths.map { Double($0) / 100 }, decimals: 2)
    out.putField(fix.dilution.horizontal, decimals: 2)
    out.putField(fix.dilution.vertical, decimals: 2)
    out.putField(fix.dilution.position, decimals: 2)
    out.putField(fix.satellitesUsed)
    out.putField(fix.satellitesInView)
    out.putField(fix.mode.label)
    out.putField(fix.quality?.label)
    out.putField(fix.horizontalAccuracyMeters, decimals: 3)
    out.putField(fix.accuracySource?.label)
    out.putField(fix.verticalAccuracyMeters, decimals: 3)
    out.putField(record.reason.label)
    out.put(",,")
    out.putField(trip == 0 ? nil : Int(trip))
    out.putField(Int(truncatingIfNeeded: sequence.value))
    out.putFields(heading)
    out.put("\n")
  }

  /// Writes a tag that has a place and a time.
  public func writeTag(_ tag: PlacedTag, time: UnixTime, trip: UInt32, to out: inout ByteWriter) {
    out.put(rowTime: time)
    out.putCSV(tag.location.coordinate)
    out.putField(tag.location.altMSLMeters, decimals: 3)
    out.put(",,,,,,,,,,,")
    out.putField(tag.location.horizontalAccuracyMeters, decimals: 3)
    out.put(",,,tag,")
    out.putCSV(text: tag.tag?.text)
    out.putField(tag.location.ageSeconds, decimals: 3)
    out.putField(trip == 0 ? nil : Int(trip))
    out.putField(Int(truncatingIfNeeded: tag.sequence.value))
    out.putFields(tag.heading)
    out.put("\n")
  }
}

extension ByteWriter {
  /// Appends `,lat,lon`.
  mutating func putCSV(_ coordinate: Coordinate) {
    put(byte: UInt8(ascii: ","))
    put(nanodegrees: coordinate.latitudeNanodegrees)
    put(byte: UInt8(ascii: ","))
    put(nanodegrees: coordinate.longitudeNanodegrees)
  }

  /// Appends a comma and a number; an empty field if it is unknown.
  mutating func putField(_ value: Double?, decimals: Int) {
    put(byte: UInt8(ascii: ","))
    if let value = value?.writable { put(trimmed: value, decimals: decimals) }
  }

  /// Appends a comma and a whole number; an empty field if it is unknown.
  mutating func putField(_ value: Int?) {
    put(byte: UInt8(ascii: ","))
    if let value { put(number: value, decimals: 0) }
  }

  /// Appends a comma and a word; an empty field if it is unknown.
  mutating func putField(_ word: StaticString?) {
    put(byte: UInt8(ascii: ","))
    if let word { put(word) }
  }
}
