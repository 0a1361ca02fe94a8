import Clocks
import GNSS
import Geodesy
import Records
import Testing
import Text

@testable import TrackFiles

@Suite struct ReaderTests {
  @Test func `columns are found by their names, whatever their order, delimiter and unit`() throws {
    let text = """
      \u{FEFF}"Longitude";"Latitude";"Altitude (m)";"Speed (km/h)";"Course";"Timestamp";"Satellites"
      11,5;48,1;512,5;36;360;2026-11-30 12:00:00;9
      """
    let (events, skipped) = try readCSV(text)
    #expect(skipped.count == 0)
    guard case .fix(let fix) = events.first else {
      Issue.record("no fix in \(events)")
      return
    }
    #expect(fix.coordinate == Coordinate(latitudeNanodegrees: 48_100_000_000, longitudeNanodegrees: 11_500_000_000))
    #expect(fix.altMSLMeters == 512.5)
    #expect(fix.speedMetersPerSecond == 10)
    #expect(fix.trackDegrees == 0)
    #expect(fix.time?.time.description == "2026-11-30T12:00:00Z")
    #expect(fix.satellitesUsed == 9)
    #expect(fix.mode == .threeDimensional)
  }

  @Test(arguments: [
    ("1764504000", "2025-11-30T12:00:00Z"), ("1764504000500", "2025-11-30T12:00:00.500Z"),
    ("1764504000.25", "2025-11-30T12:00:00.250Z"), ("2026-11-30T13:00:00+01:00", "2026-11-30T12:00:00Z"),
  ])
  func `times are ISO, seconds or milliseconds`(time: String, expected: String) throws {
    let (events, _) = try readCSV("time,lat,lon\n\(time),1,2\n")
    guard case .fix(let fix) = events.first else {
      Issue.record("no fix in \(events)")
      return
    }
    #expect(fix.time?.time.description == expected)
  }

  @Test func `a bad row is counted with its line and is never the end`() throws {
    let text = """
      time,lat,lon,name
      2026-11-30T12:00:00Z,1,2,
      garbage
      2026-11-30T12:00:01Z,95,2,
      2026-02-30T12:00:01Z,1,2,
      2026-11-30T12:00:02Z,1e999,2,
      2026-11-30T12:00:03Z,,2,"two
      lines"

      2026-11-30T12:00:04Z,0,0,
      2026-11-30T12:00:05Z,1,2,"never closed
      """
    let (events, skipped) = try readCSV(text)
    #expect(events.count == 2)
    #expect(skipped.count == 6)
    #expect(
      skipped.told.map { $0.prefix { $0 != ":" } } == ["line 3", "line 4", "line 5", "line 6", "line 7", "line 11"])
  }

  @Test func `a quote that is never closed costs one row of a long file`() throws {
    var text = "time,lat,lon,name\n2026-11-30T12:00:00Z,1,2,\"open\n"
    for _ in 0..<8_000 { text += "2026-11-30T13:00:00Z,1,2,\n" }
    let (events, skipped) = try readCSV(text, chunk: 1_000)
    #expect(skipped.count == 1)
    #expect(events.count > 4_000)
  }

  @Test(arguments: ["", "\n", "1,2,3\n", "time,ele\n"])
  func `a file without a header is refused with a remedy`(text: String) {
    let fault = #expect(throws: Fault.self) { _ = try readCSV(text) }
    #expect(fault?.remedy != nil)
  }

  @Test func `GPX 1.0 with its own speed, foreign prefixes and waypoints is read`() throws {
    let text = """
      <?xml version="1.0" encoding="ISO-8859-1"?>
      <gpx version="1.0" creator="other" xmlns="http://www.topografix.com/GPX/1/0"><wpt lat="1" lon="2"><ele>3</ele>
      <name>caf\u{E9}</name></wpt><rte><rtept lat="5" lon="5"/></rte><trk><name>n</name><trkseg>
      <trkpt lat="48.1" lon="11.5"><ele>5e2</ele><time> 2026-11-30T12:00:00Z </time><course>360</course>
      <speed>1.5</speed><fix>dgps</fix><sat>7</sat><hdop>1.1</hdop></trkpt></trkseg><trkseg></trkseg><trkseg>
      <trkpt lat="48.2" lon="11.5"><extensions><foo:speed>2</foo:speed></extensions></trkpt></trkseg></trk></gpx>
      """
    let latin1 = text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
    let (events, skipped) = try readGPX(latin1)
    #expect(skipped.count == 0)
    #expect(events.count == 4)
    guard events.count == 4, case .tag(let tag) = events[0], case .fix(let first) = events[1],
      case .fix(let second) = events[3]
    else {
      Issue.record("\(events)")
      return
    }
    #expect(tag.text == "café" && tag.altMSLMeters == 3 && tag.time == nil)
    #expect(first.altMSLMeters == 500 && first.speedMetersPerSecond == 1.5 && first.trackDegrees == 0)
    #expect(first.quality == .differential && first.satellitesUsed == 7 && first.dilution.horizontal == 1.1)
    #expect(events[2] == .segmentBreak)
    #expect(second.speedMetersPerSecond == 2 && second.time == nil && second.mode == .twoDimensional)
  }

  @Test func `bad points of a GPX are counted with their line`() throws {
    let text = """
      <gpx><trk><trkseg>
      <trkpt lat="91" lon="0"/>
      <trkpt lon="0"/>
      <trkpt lat="nan" lon="0"/>
      <trkpt lat="1" lon="0"><time>2026-02-30T00:00:00Z</time></trkpt>
      <trkpt lat="1" lon="0"><ele>1e99999999999</ele></trkpt>
      </trkseg></trk></gpx>
      """
    let (events, skipped) = try readGPX(text)
    #expect(events.count == 1)
    #expect(skipped.told.map { $0.prefix(6) } == ["line 2", "line 3", "line 4", "line 5"])
  }

  @Test(arguments: [
    """
    <!DOCTYPE gpx [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]><gpx><wpt lat="1" lon="1">
    <name>&b;</name></wpt></gpx>
    """,
    "<!DOCTYPE gpx [<!ENTITY f SYSTEM \"file:///etc/passwd\">]><gpx><wpt lat=\"1\" lon=\"1\"><name>&f;</name></wpt></gpx>",
    String(repeating: "<gpx>", count: 100_000),
    "<gpx a=\"" + String(repeating: "x", count: 3_000_000),
    "<gpx><trk>", "<gpx></trk>", "not xml", "", "<kml></kml>", "<gpx>\u{0}</gpx>",
  ])
  func `hostile or broken XML is refused with a place and a remedy`(text: String) {
    let fault = #expect(throws: Fault.self) { _ = try readGPX(text, chunk: 100_000) }
    #expect(fault?.code == .data && fault?.remedy != nil)
  }

  @Test func `random damage to files never traps a reader`() throws {
    var journal = Journal()
    for second in 0..<30 {
      journal.fix(at: Double(second)) { $0.altMSLMeters = 100 }
      let tag = journal.tag("tag \"\(second)\"", at: Double(second) + 0.5)
      journal.located(tag, at: Double(second) + 0.6)
    }
    let exported = export(journal.records)
    for seed in UInt64(1)...300 {
      var random = Seeded(seed)
      for text in [exported.gpx, exported.csv] {
        var bytes = Array(text.utf8)
        for _ in 0..<Int.random(in: 1...6, using: &random) {
          let index = Int.random(in: 0..<bytes.count, using: &random)
          switch Int.random(in: 0...2, using: &random) {
          case 0: bytes[index] = UInt8.random(in: 0...255, using: &random)
          case 1: bytes.remove(at: index)
          default: bytes.removeLast(min(bytes.count - 1, Int.random(in: 0...200, using: &random)))
          }
        }
        var count = 0
        if text == exported.gpx {
          var reader = GPXTrackReader()
          do {
            try reader.push(bytes) { _ in count += 1 }
            try reader.finish { _ in count += 1 }
          } catch { #expect(error.code == .data, "seed \(seed)") }
        } else {
          var reader = TrackCSVReader()
          do {
            try reader.push(bytes) { _ in count += 1 }
            try reader.finish { _ in count += 1 }
          } catch { #expect(error.code == .data, "seed \(seed)") }
        }
        #expect(count <= 200, "seed \(seed)")
      }
    }
  }

  @Test(arguments: [
    ("$GPRMC,1,A\r\n", TrackFormat.nmea), ("9.5,M*47\r\n$GNGGA,12", .nmea), ("\u{7F}\u{10}$PUBX,00,", .nmea),
    ("!AIVDM,1,1", .nmea), ("time,lat,lon\n1,2,3", .csv), ("\u{FEFF}lat;lon\n", .csv), ("<?xml?>\n<gpx a='1'>", .gpx),
    ("<?xml version='1.0'?><!-- c --><g:gpx xmlns:g='x'>", .gpx), ("<kml>", .unknown), ("", .unknown),
    ("\n\n", .unknown),
    ("hello world", .unknown), ("1,2,3\n", .unknown), ("price $5, paid", .unknown),
  ])
  func `the format is told from the first bytes`(text: String, format: TrackFormat) {
    #expect(TrackFormat.detect(firstBytes: Array(text.utf8)) == format)
  }

  @Test(arguments: 41...48)
  func `what is written is read back the same`(seed: UInt64) throws {
    var random = Seeded(seed)
    var journal = Journal()
    let zero = journal.zero
    var expected: [Fix] = []
    for second in 0..<50 {
      journal.fix(at: Double(second) + 0.125) { fix in
        fix.coordinate = Coordinate(
          latitudeNanodegrees: .random(in: -90_000_000_000...90_000_000_000, using: &random),
          longitudeNanodegrees: .random(in: -180_000_000_000..<180_000_000_000, using: &random))
        func maybe(_ range: ClosedRange<Int>, _ unit: Double) -> Double? {
          Bool.random(using: &random) ? Double(Int.random(in: range, using: &random)) / unit : nil
        }
        fix.altMSLMeters = maybe(-500_000...9_000_000, 1_000)
        fix.altHAEMeters = fix.altMSLMeters == nil ? nil : maybe(-500_000...9_000_000, 1_000)
        fix.geoidSeparationMeters = maybe(-100_000...90_000, 1_000)
        fix.speedMetersPerSecond = maybe(0...300_000, 1_000)
        fix.trackDegrees = maybe(0...35_999, 100)
        fix.dilution.horizontal = maybe(0...9_999, 100)
        fix.dilution.vertical = maybe(0...9_999, 100)
        fix.dilution.position = maybe(0...9_999, 100)
        fix.satellitesUsed = maybe(0...40, 1).map { Int($0) }
        fix.satellitesInView = maybe(0...60, 1).map { Int($0) }
        fix.horizontalAccuracyMeters = maybe(0...99_999, 1_000)
        if fix.horizontalAccuracyMeters != nil {
          fix.accuracySource = Fix.AccuracySource.allCases.randomElement(using: &random)
        }
        fix.verticalAccuracyMeters = maybe(0...99_999, 1_000)
        fix.quality = [nil, .differential, .precise, .fixedRTK, .estimated].randomElement(using: &random) ?? nil
        fix.mode = fix.altMSLMeters == nil ? .twoDimensional : .threeDimensional
        var timed = fix
        timed.time = UTCStamp(zero + .milliseconds(second * 1_000 + 125), .satellites)
        expected.append(timed.quantised)
      }
    }
    let exported = export(journal.records)
    let gpx = try readGPX(exported.gpx).events.compactMap { if case .fix(let fix) = $0 { fix } else { nil } }
    let csv = try readCSV(exported.csv).events.compactMap { if case .fix(let fix) = $0 { fix } else { nil } }
    // A GPX point without a height of its own may have got one from the other height and the separation: not here.
    for (read, kind) in [(gpx, "GPX"), (csv, "CSV")] {
      #expect(read.count == expected.count, "\(kind), seed \(seed)")
      let wrong = zip(read, expected).first { $0 != $1 }
      #expect(wrong == nil, "\(kind), seed \(seed): \(String(describing: wrong))")
    }
  }
}
