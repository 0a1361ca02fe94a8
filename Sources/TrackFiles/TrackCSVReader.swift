import Clocks
import Geodesy
import GNSS
import Records
import Text

/// Reads tracks from CSV: Waymark's own and any other whose header names its columns; pushed in chunks of any size.
///
/// Columns are found by name (`lat`, `latitude`, `ele_m`, `speed (km/h)`, ...). A row that makes no sense is passed over
/// and counted in ``skipped``.
public struct TrackCSVReader: Sendable {
  /// Rows passed over.
  public private(set) var skipped = SkippedRows()

  private var rows = CSVRows()
  private var header: [UInt8]? = []
  private var columns: CSVColumns?
  private var hadPoint = false
  private var lastTrip: [UInt8] = []

  /// A reader at the start of a file.
  public init() {}

  /// Takes the next bytes of the file and hands over what they hold.
  ///
  /// - Throws: ``Fault`` (data) if the first line is not a header with latitude and longitude.
  public mutating func push(
    _ bytes: some Sequence<UInt8>, _ body: (TrackEvent) -> Void
  ) throws(Fault) {
    for byte in bytes {
      if header != nil {
        try takeHeader(byte)
      } else if rows.push(byte) {
        takeRow(body)
      }
    }
  }

  /// Hands over what the last line holds, if it did not end with a newline.
  ///
  /// - Throws: ``Fault`` (data) if there was no header.
  public mutating func finish(_ body: (TrackEvent) -> Void) throws(Fault) {
    if header != nil { try takeHeader(0x0A) }
    if rows.finish() { takeRow(body) }
  }

  private mutating func takeHeader(_ byte: UInt8) throws(Fault) {
    guard byte == 0x0A || (header?.count ?? 0) > 16_384 else {
      if byte != 0x0D { header?.append(byte) }
      return
    }
    guard let header, let columns = CSVColumns(header: header) else {
      throw Fault(
        .data, "the first line names no columns for latitude and longitude",
        remedy: "start the file with a header such as time,lat,lon,ele", place: "line 1")
    }
    self.columns = columns
    self.header = nil
    rows.delimiter = columns.delimiter
    _ = rows.push(0x0A)  // the header is line 1 for the rows, too
  }

  private mutating func takeRow(_ body: (TrackEvent) -> Void) {
    guard let columns, rows.count > 0 else { return }
    guard !rows.isBroken else {
      skipped.add(line: rows.line, "too long, or a quote that is not closed")
      return
    }
    let row = Row(rows: rows, columns: columns)
    guard let coordinate = row.coordinate else {
      skipped.add(line: rows.line, "no latitude within 90 and longitude within 180 degrees")
      return
    }
    let time: UTCStamp?
    switch row.time {
    case .success(let found): time = found
    case .failure:
      skipped.add(line: rows.line, "the time cannot be read")
      return
    }
    if columns.index[.reason] != nil, row.text(.reason).elementsEqual("tag".utf8) {
      let text = row.tagText
      body(.tag(ImportedTag(text: text, coordinate: coordinate, altMSLMeters: row.number(.altMSL), time: time)))
      return
    }
    if hadPoint, row.startsSegment || !row.text(.trip).elementsEqual(lastTrip) { body(.segmentBreak) }
    if !row.text(.trip).elementsEqual(lastTrip) { lastTrip = Array(row.text(.trip)) }
    hadPoint = true
    body(.fix(row.fix(at: coordinate, time: time)))
  }
}

/// One row of a CSV by the meaning of its columns.
private struct Row {
  let rows: CSVRows
  let columns: CSVColumns

  func text(_ meaning: CSVColumns.Meaning) -> ArraySlice<UInt8> {
    columns.index[meaning].map { rows.field($0) } ?? []
  }

  func number(_ meaning: CSVColumns.Meaning) -> Double? {
    guard let index = columns.index[meaning] else { return nil }
    return DecimalText(rows.field(index))?.double?.writable
  }

  private func count(_ meaning: CSVColumns.Meaning) -> Int? {
    number(meaning).flatMap { $0 >= 0 && $0 < 10_000 ? Int($0) : nil }
  }

  var coordinate: Coordinate? {
    guard let latitude = DecimalText(text(.latitude))?.nano, let longitude = DecimalText(text(.longitude))?.nano else {
      return nil
    }
    return Coordinate(latitudeNanodegrees: latitude, longitudeNanodegrees: longitude)
  }

  /// Nil if the row has no time; a failure if it cannot be read.
  var time: Result<UTCStamp?, UnreadableTime> {
    let bytes = text(.time).drop(while: \.isBlank)
    let date = text(.date)
    if bytes.isEmpty && date.isEmpty { return .success(nil) }
    var words = String(decoding: bytes, as: UTF8.self)
    if !date.isEmpty { words = String(decoding: date, as: UTF8.self) + (words.isEmpty ? "" : "T" + words) }
    if let time = UnixTime(iso: words) { return .success(UTCStamp(time, .satellites)) }
    guard date.isEmpty, let seconds = DecimalText(bytes)?.double, seconds > 0 else { return .failure(UnreadableTime()) }
    // 11 digits and more are milliseconds: as seconds they would be beyond the year 5000.
    let milliseconds = seconds < 1e11 ? seconds * 1_000 : seconds
    guard milliseconds < 9e12 else { return .failure(UnreadableTime()) }
    return .success(UTCStamp(UnixTime(milliseconds: Int64(milliseconds.rounded())), .satellites))
  }

  var startsSegment: Bool {
    guard columns.isOwn else { return false }
    let reason = FixRecord.Reason(label: text(.reason))
    return reason == .afterGap || reason == .start
  }

  var tagText: String? {
    var bytes = text(.text)
    if bytes.isEmpty { return nil }
    guard columns.isOwn else { return String(decoding: bytes, as: UTF8.self) }
    if bytes.first == UInt8(ascii: "'") { bytes = bytes.dropFirst() }
    var scalars = String.UnicodeScalarView()
    for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
      scalars.append(scalar == "\u{2028}" ? "\n" : scalar)
    }
    return String(scalars)
  }

  func fix(at coordinate: Coordinate, time: UTCStamp?) -> Fix {
    var fix = Fix()
    fix.time = time
    fix.coordinate = coordinate
    fix.altMSLMeters = number(.altMSL)
    fix.altHAEMeters = number(.altHAE)
    fix.geoidSeparationMeters = number(.geoidSeparation)
    fix.speedMetersPerSecond = number(.speed).flatMap { $0 >= 0 ? $0 * columns.speedUnit : nil }
    fix.trackDegrees = number(.track)?.courseHundredths.map { Double($0) / 100 }
    fix.dilution.horizontal = number(.hdop)
    fix.dilution.vertical = number(.vdop)
    fix.dilution.position = number(.pdop)
    fix.satellitesUsed = count(.used)
    fix.satellitesInView = count(.inView)
    fix.quality = Fix.Quality(label: text(.quality))
    fix.horizontalAccuracyMeters = number(.accuracy)
    if fix.horizontalAccuracyMeters != nil {
      fix.accuracySource = Fix.AccuracySource(label: text(.accuracySource)) ?? .imported
    }
    fix.verticalAccuracyMeters = number(.verticalAccuracy)
    fix.setMode(word: text(.mode))
    return fix
  }
}

/// A time that is there and makes no sense.
private struct UnreadableTime: Error {}

extension Fix {
  /// Sets the mode (and the quality, if the word tells it) of an imported point from GPX's `fixType` or a number as in
  /// NMEA and gpsd; what says nothing is 3D if there is a height.
  mutating func setMode(word: some Collection<UInt8>) {
    let guess: Mode = altMSLMeters != nil || altHAEMeters != nil ? .threeDimensional : .twoDimensional
    switch String(decoding: word, as: UTF8.self) {
    case "2d", "2D", "2": mode = .twoDimensional
    case "3d", "3D", "3": mode = .threeDimensional
    case "dgps":
      mode = guess
      if quality == nil { quality = .differential }
    case "pps":
      mode = guess
      if quality == nil { quality = .precise }
    default: mode = guess
    }
  }
}
