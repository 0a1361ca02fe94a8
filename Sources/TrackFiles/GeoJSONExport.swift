import Clocks
import Geodesy
import GNSS
import Records
import Text

/// One GeoJSON FeatureCollection (RFC 7946): tags as Points, each continuous piece of the track as a LineString with
/// `coordTimes`, a piece of one point as a Point.
///
/// A line never crosses the date line, where it is cut (section 3.1.9), and never grows beyond ``lineLimit`` points,
/// because the times follow the places and wait for them in memory; the next line then begins with the last point.
struct GeoJSONExport: TrackExport {
  /// Points in a line at most: more than a day at one a second.
  static let lineLimit = 100_000

  private struct Position {
    var coordinate: Coordinate
    var altitude: Double?
    var time: UnixTime
  }

  private let title: String?
  private var isFirstFeature = true
  private var key: (trip: UInt32, segment: Int)?
  /// The last point of the line; while ``times`` is empty it is not written yet, since it may remain the only one.
  private var last: Position?
  /// The times of the points that are written.
  private var times: [UnixTime] = []

  init(title: String?) { self.title = title }

  mutating func begin(_ survey: ExportSurvey, to out: inout ByteWriter) {
    out.put("{\"type\":\"FeatureCollection\",")
    if let title {
      out.put("\"name\":")
      out.putJSON(string: title)
      out.put(",")
    }
    out.put("\"features\":[")
    for tag in survey.tags { writeTag(tag, to: &out) }
  }

  mutating func write(_ point: ExportPoint, to out: inout ByteWriter) {
    guard let coordinate = point.record.fix.coordinate else { return }
    let position = Position(
      coordinate: coordinate, altitude: point.record.fix.meanSeaLevelMeters?.writable, time: point.utc.time)
    if let key, key.trip == point.trip, key.segment == point.segment, let last {
      if let crossing = DateLineCrossing(from: last.coordinate, to: coordinate) {
        cross(crossing, from: last, to: position, out: &out)
      } else if times.count >= Self.lineLimit {
        endLine(to: &out)
        self.last = last
      }
      extend(to: position, out: &out)
    } else {
      endLine(to: &out)
      key = (point.trip, point.segment)
      last = position
    }
  }

  mutating func finish(to out: inout ByteWriter) {
    endLine(to: &out)
    out.put("\n]}\n")
  }

  // MARK: - Lines

  private mutating func extend(to position: Position, out: inout ByteWriter) {
    if times.isEmpty, let first = last {
      startFeature(to: &out)
      out.put("\"geometry\":{\"type\":\"LineString\",\"coordinates\":[\n")
      Self.put(first, to: &out)
      times.append(first.time)
    }
    out.put(",\n")
    Self.put(position, to: &out)
    times.append(position.time)
    last = position
  }

  /// Ends the line at the date line and begins the next one on its other side.
  private mutating func cross(
    _ crossing: DateLineCrossing, from: Position, to: Position, out: inout ByteWriter
  ) {
    let nanoseconds = Double(to.time.nanoseconds - from.time.nanoseconds) * crossing.fraction
    let time = (from.time + .nanoseconds(Int64(nanoseconds))).wholeMilliseconds
    var altitude: Double?
    if let start = from.altitude, let end = to.altitude { altitude = start + (end - start) * crossing.fraction }
    extend(to: Position(coordinate: crossing.end, altitude: altitude, time: time), out: &out)
    endLine(to: &out)
    last = Position(coordinate: crossing.start, altitude: altitude, time: time)
  }

  private mutating func endLine(to out: inout ByteWriter) {
    guard let position = last else { return }
    if times.isEmpty {
      startFeature(to: &out)
      out.put("\"geometry\":{\"type\":\"Point\",\"coordinates\":")
      Self.put(position, to: &out)
      out.put("},\"properties\":{")
      putName(to: &out)
      out.put(",\"time\":\"")
      out.put(rowTime: position.time)
      out.put("\"}}")
    } else {
      out.put("\n]},\"properties\":{")
      putName(to: &out)
      out.put(",\"coordTimes\":[")
      for (index, time) in times.enumerated() {
        if index > 0 { out.put(",") }
        out.put("\"")
        out.put(rowTime: time)
        out.put("\"")
      }
      out.put("]}}")
    }
    times.removeAll(keepingCapacity: true)
    last = nil
  }

  private func putName(to out: inout ByteWriter) {
    guard let trip = key?.trip, trip > 0 else {
      out.put("\"name\":\"Track\"")
      return
    }
    out.put("\"name\":\"Trip ")
    out.put(Int(trip))
    out.put("\",\"trip\":")
    out.put(Int(trip))
  }

  // MARK: - Features

  private mutating func startFeature(to out: inout ByteWriter) {
    if isFirstFeature { out.put("\n") } else { out.put(",\n") }
    isFirstFeature = false
    out.put("{\"type\":\"Feature\",")
  }

  private mutating func writeTag(_ tag: ExportTag, to out: inout ByteWriter) {
    let placed = tag.placed
    startFeature(to: &out)
    out.put("\"geometry\":{\"type\":\"Point\",\"coordinates\":")
    Self.put(placed.location.coordinate, placed.location.altMSLMeters?.writable, to: &out)
    out.put("},\"properties\":")
    var line = JSONLine()
    line.put("name", placed.tag?.text ?? "Tag \(placed.sequence.value)")
    line.put("type", "tag")
    if let utc = placed.utc { line.put("time") { Self.put(utc.time, to: &$0) } }
    line.put("trip", tag.trip == 0 ? nil : Int(tag.trip))
    line.put("method", label: placed.location.method.label)
    line.put("age_s", placed.location.ageSeconds?.writable, decimals: 3)
    line.put("horizontalAccuracy", placed.location.horizontalAccuracyMeters?.writable, decimals: 3)
    line.put("source", label: placed.tag?.source.label)
    for (number, value) in placed.heading?.shown ?? [] {
      line.put(number.name) { $0.put(trimmed: value, decimals: 2) }
    }
    out.bytes += line.finish().dropLast()
    out.put("}")
  }

  private static func put(_ time: UnixTime, to out: inout ByteWriter) {
    out.put("\"")
    out.put(rowTime: time)
    out.put("\"")
  }

  private static func put(_ position: Position, to out: inout ByteWriter) {
    put(position.coordinate, position.altitude, to: &out)
  }

  private static func put(_ coordinate: Coordinate, _ altitude: Double?, to out: inout ByteWriter) {
    out.put("[")
    out.put(nanodegrees: coordinate.longitudeNanodegrees)
    out.put(",")
    out.put(nanodegrees: coordinate.latitudeNanodegrees)
    if let altitude {
      out.put(",")
      out.put(trimmed: altitude, decimals: 3)
    }
    out.put("]")
  }
}
