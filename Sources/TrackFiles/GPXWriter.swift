import Clocks
import Geodesy
import GNSS
import Records
import Text

/// Writes GPX piece by piece: head, waypoints, points, foot.
///
/// Elements stand in the order of the schema (gpx11.xsd); speed and course are Garmin's TrackPointExtension v2, what GPX
/// has no word for is in ``namespace``. GPX 1.0 (gpx10.xsd) has speed and course of its own, and no room for words that
/// a strict reader does not know. One `<trk>` a trip, one `<trkseg>` a continuous piece, opened by their first
/// point, so that none is ever empty.
public struct GPXWriter: Sendable {
  /// The XML namespace of Waymark's own elements; `docs/exports.md` lists them.
  public static let namespace = "urn:waymark:gpx:1"

  /// The versions of GPX.
  public enum Version: Sendable {
    /// 1.0, for programs that read speed and course only there.
    case onePointZero
    /// 1.1.
    case onePointOne
  }

  private let version: Version
  private var openTrip: UInt32?
  private var openSegment: Int?

  /// A writer at the start of a file.
  public init(version: Version = .onePointOne) { self.version = version }

  /// Writes everything before the first waypoint.
  ///
  /// - Parameters:
  ///   - name: what the file is about, such as a date.
  ///   - time: the moment the file starts at; left out if nil.
  ///   - bounds: what the file covers; left out if nil.
  public func writeHead(name: String?, time: UnixTime?, bounds: GPXBounds?, to out: inout ByteWriter) {
    if version == .onePointZero {
      out.put(
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <gpx version="1.0" creator="Waymark" xmlns="http://www.topografix.com/GPX/1/0">

        """)
      writeAbout(name: name, time: time, bounds: bounds, to: &out)
      return
    }
    out.put(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <gpx version="1.1" creator="Waymark" xmlns="http://www.topografix.com/GPX/1/1" \
      xmlns:gpxtpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v2" xmlns:wm="urn:waymark:gpx:1">
       <metadata>

      """)
    writeAbout(name: name, time: time, bounds: bounds, to: &out)
    out.put(" </metadata>\n")
  }

  private func writeAbout(name: String?, time: UnixTime?, bounds: GPXBounds?, to out: inout ByteWriter) {
    if let name {
      out.put("  <name>")
      out.putXML(text: name)
      out.put("</name>\n")
    }
    if let time {
      out.put("  <time>")
      out.put(rowTime: time)
      out.put("</time>\n")
    }
    bounds?.write(to: &out)
  }

  /// Writes a tag as a waypoint. All of them come before the first point.
  public func writeWaypoint(_ tag: PlacedTag, to out: inout ByteWriter) {
    let location = tag.location
    Self.put(" <wpt lat=\"", location.coordinate, to: &out)
    if let altitude = location.altMSLMeters?.writable { out.put("<ele>", altitude, "</ele>", decimals: 3) }
    if let utc = tag.utc { Self.put(time: utc.time, to: &out) }
    out.put("<name>")
    let text = tag.tag?.text
    if let text {
      out.putXML(text: text)
    } else {
      out.put("Tag ")
      out.put(Int(truncatingIfNeeded: tag.sequence.value))
    }
    out.put("</name><type>tag</type>")
    if version == .onePointZero {
      out.put("</wpt>\n")
      return
    }
    out.put("<extensions>")
    if let accuracy = location.horizontalAccuracyMeters?.writable {
      out.put("<wm:horizontalAccuracy>", accuracy, "</wm:horizontalAccuracy>", decimals: 3)
    }
    out.put("<wm:method>", location.method.label, "</wm:method>")
    if let age = location.ageSeconds?.writable { out.put("<wm:age>", age, "</wm:age>", decimals: 3) }
    if let source = tag.tag?.source { out.put("<wm:source>", source.label, "</wm:source>") }
    if let heading = tag.heading { Self.put(heading, to: &out) }
    if text == nil { out.put("<wm:unnamed>true</wm:unnamed>") }
    out.put("</extensions></wpt>\n")
  }

  /// Writes a point, and what closes and opens tracks and segments before it.
  ///
  /// - Parameters:
  ///   - record: the fix; without a position nothing is written.
  ///   - time: its time.
  ///   - trip: a change makes a new `<trk>`; 0 has no number.
  ///   - segment: a change makes a new `<trkseg>`.
  ///   - heading: which way the board pointed.
  public mutating func writePoint(
    _ record: FixRecord, time: UnixTime, trip: UInt32, segment: Int, heading: HeadingRecord? = nil,
    to out: inout ByteWriter
  ) {
    guard let coordinate = record.fix.coordinate else { return }
    if openTrip != trip || openSegment != segment { open(trip: trip, segment: segment, to: &out) }
    let fix = record.fix
    Self.put("   <trkpt lat=\"", coordinate, to: &out)
    if let altitude = fix.meanSeaLevelMeters?.writable { out.put("<ele>", altitude, "</ele>", decimals: 3) }
    Self.put(time: time, to: &out)
    if version == .onePointZero { Self.putMotion(ofOnePointZero: fix, to: &out) }
    if let separation = fix.geoidSeparationMeters?.writable {
      out.put("<geoidheight>", separation, "</geoidheight>", decimals: 3)
    }
    if let word = fix.gpxFix { out.put("<fix>", word, "</fix>") }
    if let used = fix.satellitesUsed, used >= 0 {
      out.put("<sat>")
      out.put(used)
      out.put("</sat>")
    }
    if let value = fix.dilution.horizontal?.writable { out.put("<hdop>", value, "</hdop>", decimals: 2) }
    if let value = fix.dilution.vertical?.writable { out.put("<vdop>", value, "</vdop>", decimals: 2) }
    if let value = fix.dilution.position?.writable { out.put("<pdop>", value, "</pdop>", decimals: 2) }
    if version == .onePointZero {
      out.put("</trkpt>\n")
      return
    }
    Self.putMotion(of: fix, to: &out)
    Self.putOwn(of: fix, to: &out)
    out.put("<wm:reason>", record.reason.label, "</wm:reason>")
    if let heading { Self.put(heading, to: &out) }
    out.put("</extensions></trkpt>\n")
  }

  /// Writes what ends the file. Nothing is closed: more points may be written over it.
  public func writeFoot(to out: inout ByteWriter) {
    if openTrip != nil { out.put("  </trkseg>\n </trk>\n") }
    out.put("</gpx>\n")
  }

  /// Goes on where another count of the segments is ahead by so many.
  mutating func renumberSegments(by shift: Int) { openSegment = openSegment.map { $0 &+ shift } }

  private mutating func open(trip: UInt32, segment: Int, to out: inout ByteWriter) {
    if openTrip != nil { out.put("  </trkseg>\n") }
    if openTrip != trip {
      if openTrip != nil { out.put(" </trk>\n") }
      if trip == 0 {
        out.put(" <trk>\n  <name>Track</name>\n")
      } else {
        out.put(" <trk>\n  <name>Trip ")
        out.put(Int(trip))
        out.put("</name>\n  <number>")
        out.put(Int(trip))
        out.put("</number>\n")
      }
    }
    out.put("  <trkseg>\n")
    openTrip = trip
    openSegment = segment
  }
}

extension GPXWriter {
  private static func put(_ open: StaticString, _ coordinate: Coordinate, to out: inout ByteWriter) {
    out.put(open)
    out.put(nanodegrees: coordinate.latitudeNanodegrees)
    out.put("\" lon=\"")
    out.put(nanodegrees: coordinate.longitudeNanodegreesBelow180)
    out.put("\">")
  }

  private static func put(time: UnixTime, to out: inout ByteWriter) {
    out.put("<time>")
    out.put(rowTime: time)
    out.put("</time>")
  }

  /// Opens the extensions, with speed and course.
  private static func putMotion(of fix: Fix, to out: inout ByteWriter) {
    let speed = fix.speedMetersPerSecond?.writable
    let course = fix.trackDegrees?.courseHundredths
    guard speed != nil || course != nil else {
      out.put("<extensions>")
      return
    }
    out.put("<extensions><gpxtpx:TrackPointExtension>")
    if let speed { out.put("<gpxtpx:speed>", speed, "</gpxtpx:speed>", decimals: 3) }
    if let course {
      out.put("<gpxtpx:course>")
      out.put(trimmed: Double(course) / 100, decimals: 2)
      out.put("</gpxtpx:course>")
    }
    out.put("</gpxtpx:TrackPointExtension>")
  }

  private static func putMotion(ofOnePointZero fix: Fix, to out: inout ByteWriter) {
    if let course = fix.trackDegrees?.courseHundredths {
      out.put("<course>", Double(course) / 100, "</course>", decimals: 2)
    }
    if let speed = fix.speedMetersPerSecond?.writable { out.put("<speed>", speed, "</speed>", decimals: 3) }
  }

  private static func putOwn(of fix: Fix, to out: inout ByteWriter) {
    if let altitude = fix.altHAEMeters?.writable { out.put("<wm:altHAE>", altitude, "</wm:altHAE>", decimals: 3) }
    if let accuracy = fix.horizontalAccuracyMeters?.writable {
      out.put("<wm:horizontalAccuracy>", accuracy, "</wm:horizontalAccuracy>", decimals: 3)
      if let source = fix.accuracySource { out.put("<wm:accuracySource>", source.label, "</wm:accuracySource>") }
    }
    if let accuracy = fix.verticalAccuracyMeters?.writable {
      out.put("<wm:verticalAccuracy>", accuracy, "</wm:verticalAccuracy>", decimals: 3)
    }
    if let count = fix.satellitesInView, count >= 0 {
      out.put("<wm:inView>")
      out.put(count)
      out.put("</wm:inView>")
    }
    // The usual quality would only make every point longer; <fix> says the rest.
    if let quality = fix.quality, quality != .autonomous { out.put("<wm:quality>", quality.label, "</wm:quality>") }
  }
}

extension GPXWriter {
  private static func put(_ heading: HeadingRecord, to out: inout ByteWriter) {
    for (element, value) in heading.shown {
      out.put("<wm:")
      out.put(element.name)
      out.put(">")
      out.put(trimmed: value, decimals: 2)
      out.put("</wm:")
      out.put(element.name)
      out.put(">")
    }
  }
}

extension ByteWriter {
  /// Appends a number between two tags. Whole tags, since a million points are made of many small pieces.
  fileprivate mutating func put(_ open: StaticString, _ value: Double, _ close: StaticString, decimals: Int) {
    put(open)
    put(trimmed: value, decimals: decimals)
    put(close)
  }

  /// Appends a word between two tags.
  fileprivate mutating func put(_ open: StaticString, _ word: StaticString, _ close: StaticString) {
    put(open)
    put(word)
    put(close)
  }
}

extension Fix {
  /// Height above mean sea level, from the other height and the separation if need be.
  var meanSeaLevelMeters: Double? {
    if let altMSLMeters { return altMSLMeters }
    guard let altHAEMeters, let geoidSeparationMeters else { return nil }
    return altHAEMeters - geoidSeparationMeters
  }

  /// GPX's `fixType`.
  fileprivate var gpxFix: StaticString? {
    switch quality {
    case .differential, .fixedRTK, .floatRTK: "dgps"
    case .precise: "pps"
    default: mode == .unknown ? nil : mode.label
    }
  }
}
