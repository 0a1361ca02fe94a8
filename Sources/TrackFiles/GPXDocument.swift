import CExpat
import Clocks
import Geodesy
import GNSS
import Glibc
import Records

/// Keeps the document where expat's callbacks find it.
final class GPXDocumentBox {
  var document = GPXDocument()

  /// The box behind expat's user data.
  static func from(_ data: UnsafeMutableRawPointer?) -> GPXDocumentBox? {
    data.map { Unmanaged<GPXDocumentBox>.fromOpaque($0).takeUnretainedValue() }
  }
}

/// What expat's callbacks fill: the state of a GPX document while it is read.
struct GPXDocument {
  /// Deeper than any GPX with extensions; expat would keep a name for every level.
  private static let depthLimit = 64
  /// The longest text of an element that is kept; the rest is cut off.
  private static let textLimit = 32_768

  var parser: XML_Parser?
  private(set) var skipped = SkippedRows()
  private(set) var isGPX = false
  private(set) var refusal: String?

  private var events: [TrackEvent] = []
  private var depth = 0
  private var point: GPXPoint?
  private var pointDepth = 0
  private var text: [UInt8] = []
  private var hadPoint = false
  private var isBreakDue = false

  /// Hands over the events so far.
  mutating func drain(_ body: (TrackEvent) -> Void) {
    for event in events { body(event) }
    events.removeAll(keepingCapacity: true)
  }

  /// Stops the parser for this reason.
  mutating func refuse(_ reason: String) {
    if refusal == nil { refusal = reason }
    XML_StopParser(parser, XML_Bool(XML_FALSE))
  }

  mutating func startElement(
    _ name: UnsafePointer<XML_Char>?, _ attributes: UnsafeMutablePointer<UnsafePointer<XML_Char>?>?
  ) {
    depth += 1
    guard depth <= Self.depthLimit else { return refuse("its elements are nested too deeply") }
    text.removeAll(keepingCapacity: true)
    guard point == nil else { return }
    switch GPXElement(name) {
    case .gpx: isGPX = true
    case .trkseg: isBreakDue = hadPoint
    case .trkpt: begin(isWaypoint: false, attributes)
    case .wpt: begin(isWaypoint: true, attributes)
    default: break
    }
  }

  mutating func take(_ characters: UnsafePointer<XML_Char>?, _ count: Int32) {
    guard point != nil, let characters, count > 0, text.count < Self.textLimit else { return }
    characters.withMemoryRebound(to: UInt8.self, capacity: Int(count)) { bytes in
      text.append(contentsOf: UnsafeBufferPointer(start: bytes, count: min(Int(count), Self.textLimit - text.count)))
    }
  }

  mutating func endElement(_ name: UnsafePointer<XML_Char>?) {
    defer { depth -= 1 }
    guard point != nil else { return }
    if depth == pointDepth {
      end()
    } else {
      if let element = GPXElement(name) { point?.set(element, isDirect: depth == pointDepth + 1, text) }
      text.removeAll(keepingCapacity: true)
    }
  }

  private mutating func begin(isWaypoint: Bool, _ attributes: UnsafeMutablePointer<UnsafePointer<XML_Char>?>?) {
    var new = GPXPoint(isWaypoint: isWaypoint, line: Int(XML_GetCurrentLineNumber(parser)))
    var index = 0
    while let attributes, let name = attributes[index], let value = attributes[index + 1] {
      if strcmp(name, "lat") == 0 {
        new.latitude = Self.nanodegrees(value)
      } else if strcmp(name, "lon") == 0 {
        new.longitude = Self.nanodegrees(value)
      }
      index += 2
    }
    point = new
    pointDepth = depth
  }

  private mutating func end() {
    guard let point else { return }
    self.point = nil
    switch point.event {
    case .success(let event):
      if !point.isWaypoint {
        if isBreakDue { events.append(.segmentBreak) }
        isBreakDue = false
        hadPoint = true
      }
      events.append(event)
    case .failure(let reason):
      skipped.add(line: point.line, reason.text)
    }
  }

  private static func nanodegrees(_ value: UnsafePointer<XML_Char>) -> Int64? {
    DecimalText(UnsafeRawBufferPointer(start: value, count: strlen(value)))?.nano
  }
}
