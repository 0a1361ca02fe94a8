import Clocks
import GNSS
import Geodesy
import Records
import Testing
import Text

@testable import TrackFiles

@Suite struct ExportFormatTests {
  private static let names = ExportFormat.all.map(\.name)

  /// Two trips with a gap in the first, a tag, and a last piece of one point.
  private var sample: Journal {
    var journal = Journal()
    journal.add(.start(Start(reason: .first, version: "1")), at: 0)
    journal.add(.trip(Trip(number: 1, reason: .first)), at: 0)
    for second in 1...3 {
      journal.fix(at: Double(second), 48 + Double(second) / 1_000, 11) { $0.altMSLMeters = 500 + Double(second) }
    }
    let tag = journal.tag("bridge", at: 3.5)
    journal.add(.gap(Gap(reason: .noFix)), at: 4)
    for second in 10...11 { journal.fix(at: Double(second), 48.1, 11 + Double(second) / 1_000) }
    journal.located(tag, at: 10)
    journal.add(.trip(Trip(number: 2, reason: .longPause)), at: 50_000)
    journal.fix(at: 50_001, 48.2, 11.2, reason: .every) { $0.speedMetersPerSecond = 1.25 }
    return journal
  }

  @Test func `names and ends of files are told apart`() {
    #expect(Set(Self.names).count == Self.names.count)
    let ends = ExportFormat.all.flatMap(\.extensions)
    #expect(Set(ends).count == ends.count)
    #expect(ExportFormat.of(path: "/tmp/a.b/Day.GPX")?.name == "gpx")
    #expect(ExportFormat.of(path: "day.ndjson")?.name == "jsonl")
    #expect(ExportFormat.of(path: "/a.gpx/day") == nil && ExportFormat.of(path: "day.txt") == nil)
    #expect(ExportFormat.named("gpx2") == nil)
  }

  @Test(arguments: names)
  func `every format holds every point and the tag, ends in a line feed and can be empty`(name: String) {
    let marks = [
      "gpx": ("<trkpt", "<wpt"), "gpx1.0": ("<trkpt", "<wpt"), "csv": (",every,", ",tag,"),
      "kml": ("<when>2", "<Point>"),
      "geojson": ("[1", "\"type\":\"tag\""), "nmea": ("$GNRMC", "WPL"),
      "jsonl": ("\"type\":\"fix\"", "\"type\":\"tag\""),
    ]
    let (text, counts) = export(sample.records, as: name)
    let (point, tag) = marks[name] ?? ("none", "none")
    // A tag is a position too in GeoJSON, and has a time in KML.
    let extra = name == "geojson" || name == "kml" ? 1 : 0
    #expect(text.components(of: point) == 6 + extra, "\(text)")
    #expect(text.components(of: tag) == 1, "\(text)")
    #expect(counts.points == 6 && counts.tags == 1 && counts.leftOut == nil)
    #expect(text.utf8.last == 0x0A)
    let empty = export([], as: name).text
    #expect(empty.utf8.last == 0x0A || name == "nmea" || name == "jsonl")
  }

  @Test(arguments: names)
  func `a selection by trip and time holds nothing else`(name: String) {
    let journal = sample
    let second = export(journal.records, as: name, ExportSelection(trips: [2]))
    #expect(second.counts.points == 1 && second.counts.tags == 0)
    let first = export(journal.records, as: name, ExportSelection(trips: [1, 7]))
    #expect(first.counts.points == 5 && first.counts.tags == 1)
    let zero = journal.zero
    let span = export(
      journal.records, as: name, ExportSelection(since: zero + .seconds(2), until: zero + .seconds(10)))
    #expect(span.counts.points == 2 && span.counts.tags == 1)
  }

  @Test(arguments: names)
  func `records that come between the passes are left for another time`(name: String) throws {
    let records = sample.records
    var exporter = TrackExporter(try #require(ExportFormat.named(name)))
    for record in records.dropLast() { exporter.survey(record) }
    var out = ByteWriter()
    exporter.begin(to: &out)
    for record in records { exporter.write(record, to: &out) }
    exporter.finish(to: &out)
    #expect(exporter.counts.points == 5)
  }

  @Test func `what is left out is counted by its reason`() {
    var journal = Journal()
    journal.fix(at: 5)
    journal.fix(at: 4)
    journal.fix(at: 6, reason: .outlier)
    journal.fix(at: 7) { $0.coordinate = nil }
    _ = journal.tag("nowhere", at: 7.5)
    let tag = journal.tag("crowded", at: 8)
    journal.fix(at: 8)
    journal.located(tag, at: 8)
    journal.boot = BootID(bits: 9)
    journal.fix(at: 9, dated: false)
    let counts = export(journal.records, as: "csv").counts
    #expect(counts.points == 2 && counts.tags == 0)
    #expect(
      counts.leftOut == "1 fix without a time, 1 fix out of order, 1 fix without a place, 1 fix that cannot be true, "
        + "1 tag without a place, 1 tag without a time of their own")
    let all = export(journal.records, as: "jsonl")
    #expect(all.counts.leftOut == nil)
    #expect(all.text.components(of: "\n") == journal.records.count)
  }

  @Test(arguments: hostileTexts, names)
  func `a hostile text breaks no format and drives no terminal`(text: String, name: String) throws {
    var journal = Journal()
    journal.fix(at: 1)
    let tag = journal.tag(text, at: 1.5)
    journal.located(tag, at: 2)
    journal.fix(at: 2)
    let file = export(journal.records, as: name).text
    #expect(!file.unicodeScalars.contains { $0.value < 9 || (0x0E..<0x20).contains($0.value) })
    #expect(!file.unicodeScalars.contains { (0x7F..<0xA0).contains($0.value) })
    let lines = file.utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
    switch name {
    case "jsonl": #expect(lines.count == 5)
    case "csv": #expect(lines.count == 5)
    case "nmea":
      #expect(lines.dropLast().allSatisfy { $0.count < 82 && $0.first == UInt8(ascii: "$") }, "\(file)")
      #expect(file.utf8.allSatisfy { $0 == 0x0D || $0 == 0x0A || (0x20..<0x7F).contains($0) })
    case "geojson": #expect(file.components(of: "{") == file.components(of: "}") || text.contains("{"))
    default: #expect(file.components(of: "<!") == 0 && !file.contains("]]>"))
    }
  }

  @Test func `a line of GeoJSON is cut at the date line, at the latitude where it crosses`() {
    var journal = Journal()
    journal.fix(at: 0, 10, 179.9)
    journal.fix(at: 10, 12, -179.9)
    journal.fix(at: 20, 14, 179.7)
    let text = export(journal.records, as: "geojson").text
    #expect(text.components(of: "LineString") == 3)
    #expect(text.contains("[180.0000000,11.0000000]") && text.contains("[-180.0000000,11.0000000]"))
    #expect(text.contains("[-180.0000000,12.5000000]") && text.contains("[180.0000000,12.5000000]"))
    #expect(text.contains("\"coordTimes\":[\"2026-11-30T12:00:00Z\",\"2026-11-30T12:00:05Z\"]"))
  }

  @Test(arguments: [(179.0, -179.0, 0.5), (-179.5, 178.5, 0.25), (180, -179, 0), (-180, 179, 0), (180, -180, 0)])
  func `the date line is crossed the short way`(from: Double, to: Double, fraction: Double) throws {
    let start = try #require(Coordinate(latitudeDegrees: 0, longitudeDegrees: from))
    let end = try #require(Coordinate(latitudeDegrees: 8, longitudeDegrees: to))
    let crossing = try #require(DateLineCrossing(from: start, to: end))
    #expect(crossing.fraction == fraction)
    #expect(crossing.end.longitudeDegrees == (from > 0 ? 180 : -180))
    #expect(crossing.start.longitudeDegrees == -crossing.end.longitudeDegrees)
    #expect(crossing.end.latitudeDegrees == 8 * fraction)
    #expect(DateLineCrossing(from: start, to: start) == nil)
  }

  @Test func `a piece too long for memory is written in parts that meet, and no time is written twice`() {
    var journal = Journal()
    let count = KMLExport.pieceLimit + 1
    for second in 0..<count { journal.fix(at: Double(second), 48, 11 + Double(second) / 1e5) }
    let kml = export(journal.records, as: "kml").text
    #expect(kml.components(of: "<when>") == count && kml.components(of: "<gx:coord>") == count)
    #expect(kml.components(of: "<gx:Track>") == 2 && kml.components(of: "<LineString>") == 2)
    for part in kml.split(separator: "<gx:Track>").dropFirst() {
      let times = part.split(separator: "<gx:coord>").first.map { String($0).components(of: "<when>") }
      #expect(times == String(part).components(of: "<gx:coord>"))
    }
  }
}
