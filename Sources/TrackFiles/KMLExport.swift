import Clocks
import Geodesy
import GNSS
import Records
import Text

/// One KML 2.2 document: tags as Placemarks, each piece of the track as a `gx:Track`, which knows the times, and as a
/// `LineString` for programs that do not know `gx:Track`.
///
/// Google Earth wants all `when` of a track before all its `gx:coord`, so a piece is gathered in memory; one of more
/// than ``pieceLimit`` points is written in several parts.
struct KMLExport: TrackExport {
  /// Points in a part at most: half a megabyte in memory, and a text that no XML reader finds too long.
  static let pieceLimit = 16_384

  private struct Position {
    var coordinate: Coordinate
    var altitude: Double?
    var time: UnixTime
  }

  private let title: String?
  private var key: (trip: UInt32, segment: Int)?
  private var piece: [Position] = []
  /// Whether the first position of the piece ends the part before, and stands here only for the line.
  private var continues = false

  init(title: String?) { self.title = title }

  mutating func begin(_ survey: ExportSurvey, to out: inout ByteWriter) {
    out.put(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2">
      <Document>
      <name>
      """)
    out.putXML(text: title ?? "Waymark")
    out.put(
      """
      </name>
      <Style id="track"><LineStyle><color>ff0055ff</color><width>4</width></LineStyle></Style>

      """)
    for tag in survey.tags { Self.writeTag(tag.placed, to: &out) }
  }

  mutating func write(_ point: ExportPoint, to out: inout ByteWriter) {
    guard let coordinate = point.record.fix.coordinate else { return }
    if key.map({ $0.trip != point.trip || $0.segment != point.segment }) ?? true {
      writePiece(to: &out)
      piece.removeAll(keepingCapacity: true)
      continues = false
      key = (point.trip, point.segment)
    } else if piece.count >= Self.pieceLimit {
      writePiece(to: &out)
      piece.removeSubrange(..<(piece.count - 1))
      continues = true
    }
    piece.append(
      Position(
        coordinate: coordinate, altitude: point.record.fix.meanSeaLevelMeters?.writable, time: point.utc.time))
  }

  mutating func finish(to out: inout ByteWriter) {
    writePiece(to: &out)
    out.put("</Document>\n</kml>\n")
  }

  // MARK: - Pieces

  private func writePiece(to out: inout ByteWriter) {
    let track = piece[(continues ? 1 : 0)...]
    guard !track.isEmpty else { return }
    startPlacemark(to: &out)
    out.put("<gx:Track>\n")
    for position in track {
      out.put("<when>")
      out.put(rowTime: position.time)
      out.put("</when>\n")
    }
    for position in track {
      out.put("<gx:coord>")
      Self.put(position.coordinate, position.altitude, separator: " ", to: &out)
      out.put("</gx:coord>\n")
    }
    out.put("</gx:Track></Placemark>\n")
    if piece.count > 1 { writeLines(to: &out) }
  }

  private func writeLines(to out: inout ByteWriter) {
    startPlacemark(to: &out)
    // Several lines only where the date line cuts the piece.
    out.put("<MultiGeometry><LineString><tessellate>1</tessellate><coordinates>\n")
    var last: Position?
    for position in piece {
      if let last, let crossing = DateLineCrossing(from: last.coordinate, to: position.coordinate) {
        Self.put(crossing.end, position.altitude, separator: ",", to: &out)
        out.put("\n</coordinates></LineString><LineString><tessellate>1</tessellate><coordinates>\n")
        Self.put(crossing.start, position.altitude, separator: ",", to: &out)
        out.put("\n")
      }
      Self.put(position.coordinate, position.altitude, separator: ",", to: &out)
      out.put("\n")
      last = position
    }
    out.put("</coordinates></LineString></MultiGeometry></Placemark>\n")
  }

  private func startPlacemark(to out: inout ByteWriter) {
    out.put("<Placemark><name>")
    if let trip = key?.trip, trip > 0 {
      out.put("Trip ")
      out.put(Int(trip))
    } else {
      out.put("Track")
    }
    out.put("</name><styleUrl>#track</styleUrl>")
  }

  // MARK: - Texts

  private static func writeTag(_ tag: PlacedTag, to out: inout ByteWriter) {
    out.put("<Placemark><name>")
    if let text = tag.tag?.text {
      out.putXML(text: text)
    } else {
      out.put("Tag ")
      out.put(Int(truncatingIfNeeded: tag.sequence.value))
    }
    out.put("</name>")
    if let time = tag.utc?.time {
      out.put("<TimeStamp><when>")
      out.put(rowTime: time)
      out.put("</when></TimeStamp>")
    }
    if let shown = tag.heading?.shown, !shown.isEmpty {
      out.put("<ExtendedData>")
      for (number, value) in shown {
        out.put("<Data name=\"")
        out.put(number.name)
        out.put("\"><value>")
        out.put(trimmed: value, decimals: 2)
        out.put("</value></Data>")
      }
      out.put("</ExtendedData>")
    }
    out.put("<Point><coordinates>")
    put(tag.location.coordinate, tag.location.altMSLMeters?.writable, separator: ",", to: &out)
    out.put("</coordinates></Point></Placemark>\n")
  }

  private static func put(
    _ coordinate: Coordinate, _ altitude: Double?, separator: StaticString, to out: inout ByteWriter
  ) {
    out.put(nanodegrees: coordinate.longitudeNanodegrees)
    out.put(separator)
    out.put(nanodegrees: coordinate.latitudeNanodegrees)
    guard let altitude else { return }
    out.put(separator)
    out.put(trimmed: altitude, decimals: 3)
  }
}
