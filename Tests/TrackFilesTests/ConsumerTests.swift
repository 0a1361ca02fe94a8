import Clocks
import GNSS
import Geodesy
import Glibc
import Records
import Testing
import Text

@testable import TrackFiles

/// Where the strict consumers are; nil, with a word why, where they are not.
private let shared: String? = {
  let package = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
  let places = [getenv("WAYMARK_SHARED").map { String(cString: $0) }, "/" + package + "/../shared"]
  let tools = "command -v xmllint && command -v gpsbabel && command -v ogrinfo && command -v sqlite3"
  guard system("{ \(tools) && /usr/bin/python3 -c 'import gpxpy'; } >/dev/null 2>&1") == 0 else {
    print("skipped: the strict consumers of exports are not installed (xmllint, gpsbabel, ogrinfo, sqlite3, gpxpy)")
    return nil
  }
  for place in places {
    if let place, access(place + "/accept/accept.sh", R_OK) == 0 { return place }
  }
  print("skipped: the strict consumers of exports need ../shared/accept or WAYMARK_SHARED")
  return nil
}()

@Suite(.serialized) struct ConsumerTests {
  @Test(.enabled(if: shared != nil))
  func `strict readers accept the files of a hostile day`() throws {
    var journal = Journal()
    journal.add(.start(Start(reason: .first, version: "1")), at: 0)
    journal.fix(at: 1, 89.999999999, 180)
    for (index, text) in hostileTexts.enumerated() {
      let tag = journal.tag(text, at: Double(index) + 1.5)
      if index % 2 == 0 { journal.heading(.tag(tag), at: Double(index) + 1.6, accuracy: index % 3 == 0 ? nil : 0) }
      journal.located(tag, at: Double(index) + 2, -90, -180)
      if index % 7 == 0 { journal.add(.gap(Gap(reason: .noFix)), at: Double(index) + 2) }
      if index % 11 == 0 {
        journal.add(.trip(Trip(number: UInt32(index) + 1, reason: .longPause)), at: Double(index) + 2)
      }
      journal.fix(at: Double(index) + 2, 0, 0) {
        $0.altMSLMeters = -0.0004
        $0.geoidSeparationMeters = 1e300
        $0.speedMetersPerSecond = .nan
        $0.trackDegrees = 360
        $0.dilution.horizontal = .infinity
        $0.satellitesUsed = 12
        $0.mode = .threeDimensional
      }
      journal.heading(.fix(journal.last), at: Double(index) + 2.1, accuracy: index % 3 == 0 ? nil : 180)
    }
    var daemon = Daemon()
    daemon.apply(journal.records)
    let exported = export(journal.records)
    for (name, bytes) in daemon.folder.files where !name.hasSuffix("-events.csv") { try accept(name, bytes) }
    try accept("export.gpx", Array(exported.gpx.utf8))
    try accept("export.csv", Array(exported.csv.utf8))
    for name in ["geojson", "kml"] { try accept("export." + name, Array(export(journal.records, as: name).text.utf8)) }
  }

  @Test(.enabled(if: shared != nil))
  func `the tracks of the collection go through GPX and CSV unchanged and are accepted`() throws {
    for name in ["gpx-korita-hike", "adsb-savan10", "still-zedf9p", "gpx-mtk-day"] {
      var events: [TrackEvent] = []
      var reader = TrackCSVReader()
      try reader.push(try contents("\(shared ?? "")/tracks/\(name).csv")) { events.append($0) }
      try reader.finish { events.append($0) }
      #expect(reader.skipped.count == 0 && events.count > 100)
      var journal = Journal()
      for event in events {
        guard case .fix(let fix) = event, let time = fix.time else { continue }
        journal.add(.fix(FixRecord(fix: fix, reason: .every)), at: 0, utc: time.time)
      }
      let exported = export(journal.records)
      #expect(try readGPX(exported.gpx, chunk: 65_536).events == events, "\(name)")
      #expect(try readCSV(exported.csv, chunk: 65_536).events == events, "\(name)")
      try accept("\(name).gpx", Array(exported.gpx.utf8))
      try accept("\(name).csv", Array(exported.csv.utf8))
    }
  }

  @Test(.enabled(if: shared != nil))
  func `gpsbabel takes no heading for the course`() throws {
    var journal = Journal()
    for second in 1...3 {
      journal.fix(at: Double(second)) { $0.trackDegrees = 90 }
      journal.heading(.fix(journal.last), at: Double(second) + 0.1)
    }
    var template = Array("/tmp/waymark-course-XXXXXX".utf8CString)
    let folder = try #require(mkdtemp(&template).map { String(cString: $0) })
    defer { system("rm -r '\(folder)'") }
    let csv = export(journal.records).csv
    #expect(csv.components(of: "211.25") == 3)
    let file = try #require(fopen("\(folder)/a.csv", "w"))
    fwrite(csv, 1, csv.utf8.count, file)
    fclose(file)
    system("cd '\(folder)' && gpsbabel -t -i unicsv -f a.csv -o gpx -F b.gpx 2>/dev/null")
    let read = try String(decoding: contents(folder + "/b.gpx"), as: UTF8.self)
    #expect(read.components(of: "<course>90.0") == 3 && read.components(of: "<course>") == 3, "\(read)")
  }

  private func accept(_ name: String, _ bytes: [UInt8]) throws {
    var template = Array("/tmp/waymark-tracks-XXXXXX".utf8CString)
    let folder = try #require(mkdtemp(&template).map { String(cString: $0) })
    let path = folder + "/" + name
    let file = try #require(fopen(path, "w"))
    fwrite(bytes, 1, bytes.count, file)
    fclose(file)
    let status = system("bash '\(shared ?? "")/accept/accept.sh' '\(path)' >'\(folder)/log' 2>&1")
    let log = try String(decoding: contents(folder + "/log"), as: UTF8.self)
    #expect(status == 0, "\(name): \(log)")
    if name.hasSuffix(".csv") {
      let rows = bytes.count { $0 == 0x0A } - 1
      let command = "gpsbabel -t -i unicsv -f '\(path)' -o unicsv,utc=0 -F - 2>>'\(folder)/log' | tail -n +2 | wc -l"
      #expect(system("test \(rows) = $(\(command))") == 0, "\(name): gpsbabel reads other than \(rows) rows")
    }
    if status == 0 { system("rm -r '\(folder)'") }
  }

  private func contents(_ path: String) throws -> [UInt8] {
    let file = try #require(fopen(path, "r"))
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while case let count = fread(&buffer, 1, buffer.count, file), count > 0 { bytes += buffer.prefix(count) }
    return bytes
  }
}
