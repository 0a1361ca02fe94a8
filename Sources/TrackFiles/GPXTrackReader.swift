import CExpat
import Clocks
import Geodesy
import GNSS
import Records
import Text

/// Reads GPX 1.0 and 1.1, pushed in chunks of any size, through expat.
///
/// Points of tracks become fixes, the start of a `<trkseg>` a break, waypoints tags; routes are plans and are passed over.
/// A point that makes no sense is counted in ``skipped``. Documents that declare entities, or nest or hold tags beyond
/// what a track needs, are refused; nothing outside the document is ever opened.
public struct GPXTrackReader: ~Copyable {
  /// The bytes handed to expat at a time, which bounds the events in memory.
  private static let chunkBytes = 65_536
  /// The longest single tag or comment, bytes: expat keeps it until its end.
  private static let tokenLimit = 1_048_576

  private let parser: XML_Parser?
  private let box = GPXDocumentBox()
  private var fed = 0

  /// A reader at the start of a file.
  public init() {
    parser = XML_ParserCreate(nil)
    box.document.parser = parser
    XML_SetUserData(parser, Unmanaged.passUnretained(box).toOpaque())
    XML_SetElementHandler(
      parser,
      { data, name, attributes in GPXDocumentBox.from(data)?.document.startElement(name, attributes) },
      { data, name in GPXDocumentBox.from(data)?.document.endElement(name) })
    XML_SetCharacterDataHandler(parser) { data, text, count in GPXDocumentBox.from(data)?.document.take(text, count) }
    XML_SetEntityDeclHandler(parser) { data, _, _, _, _, _, _, _, _ in
      GPXDocumentBox.from(data)?.document.refuse("it declares entities, which a track never needs")
    }
  }

  deinit { XML_ParserFree(parser) }

  /// Points passed over.
  public var skipped: SkippedRows { box.document.skipped }

  /// Takes the next bytes of the file and hands over what they hold.
  ///
  /// - Throws: ``Fault`` (data) with line and column where the XML is broken; what stands before has been handed over.
  public mutating func push(_ bytes: [UInt8], _ body: (TrackEvent) -> Void) throws(Fault) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let chunk = rest.prefix(Self.chunkBytes)
      rest = rest.dropFirst(chunk.count)
      try parse(chunk, isFinal: false, body)
    }
  }

  /// Ends the document.
  ///
  /// - Throws: ``Fault`` (data) if it is cut off, or is not GPX.
  public mutating func finish(_ body: (TrackEvent) -> Void) throws(Fault) {
    try parse([], isFinal: true, body)
    guard box.document.isGPX else {
      throw Fault(.data, "the document holds no <gpx>", remedy: "give a GPX 1.0 or 1.1 file")
    }
  }

  private mutating func parse(
    _ chunk: ArraySlice<UInt8>, isFinal: Bool, _ body: (TrackEvent) -> Void
  ) throws(Fault) {
    let status = chunk.withUnsafeBytes { buffer in
      XML_Parse(
        parser, buffer.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(buffer.count), isFinal ? 1 : 0)
    }
    fed += chunk.count
    box.document.drain(body)
    if let refusal = box.document.refusal { throw fault(refusal, remedy: "give a plain GPX file") }
    guard status != XML_STATUS_ERROR else {
      let words = XML_ErrorString(XML_GetErrorCode(parser)).map { String(cString: $0) } ?? "unknown error"
      throw fault("the XML is broken (\(words))", remedy: "what stands before this place was read")
    }
    if !isFinal, fed - Int(XML_GetCurrentByteIndex(parser)) > Self.tokenLimit {
      throw fault("a single tag is longer than a megabyte", remedy: "give a plain GPX file")
    }
  }

  private func fault(_ message: String, remedy: String) -> Fault {
    let line = Int(XML_GetCurrentLineNumber(parser))
    let column = Int(XML_GetCurrentColumnNumber(parser)) + 1
    return Fault(.data, message, remedy: remedy, place: "line \(line), column \(column)")
  }
}
