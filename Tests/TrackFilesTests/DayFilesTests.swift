import Clocks
import GNSS
import Geodesy
import Records
import Testing
import Text

@testable import TrackFiles

@Suite struct DayFilesTests {
  @Test func `a walk with a tag and a tunnel makes these three files`() {
    var journal = Journal()
    journal.add(.start(Start(reason: .first, version: "0.1.0")), at: 0)
    journal.add(.trip(Trip(number: 1, reason: .first)), at: 1)
    journal.fix(at: 1, 48.1, 11.5, reason: .start) {
      $0.mode = .threeDimensional
      $0.altMSLMeters = 512.25
      $0.geoidSeparationMeters = 47.5
      $0.speedMetersPerSecond = 0
      $0.trackDegrees = 359.999
      $0.dilution.horizontal = 0.9
      $0.satellitesUsed = 9
      $0.satellitesInView = 14
      $0.quality = .differential
      $0.horizontalAccuracyMeters = 2.5
      $0.accuracySource = .gst
    }
    let tag = journal.tag("bridge <1> & \"2\"", at: 1.5)
    journal.located(tag, at: 2)
    journal.fix(at: 2, 48.100000001, -180)
    journal.add(.gap(Gap(reason: .noFix, sinceLastFixSeconds: 90)), at: 92)
    journal.fix(at: 100, 0, 0, reason: .afterGap)
    _ = journal.tag(nil, at: 101)
    var files = DayFiles()
    var folder = Folder()
    folder.apply(files.apply(journal.records))
    #expect(folder.mistake == nil)
    #expect(folder.rebuilds.isEmpty)
    #expect(
      withoutReserve(folder.text("2026-11-30.gpx")) == """
        <?xml version="1.0" encoding="UTF-8"?>
        <gpx version="1.1" creator="Waymark" xmlns="http://www.topografix.com/GPX/1/1" \
        xmlns:gpxtpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v2" xmlns:wm="urn:waymark:gpx:1">
         <metadata>
          <name>2026-11-30</name>
          <time>2026-11-30T12:00:01Z</time>
         </metadata>
         <wpt lat="48.1000000" lon="11.5000000"><ele>500</ele><time>2026-11-30T12:00:01.500Z</time>\
        <name>bridge &lt;1&gt; &amp; &quot;2&quot;</name><type>tag</type><extensions>\
        <wm:horizontalAccuracy>3</wm:horizontalAccuracy><wm:method>first_fix_after</wm:method><wm:age>0.5</wm:age>\
        <wm:source>command</wm:source></extensions></wpt>
         <trk>
          <name>Trip 1</name>
          <number>1</number>
          <trkseg>
           <trkpt lat="48.1000000" lon="11.5000000"><ele>512.25</ele><time>2026-11-30T12:00:01Z</time>\
        <geoidheight>47.5</geoidheight><fix>dgps</fix><sat>9</sat><hdop>0.9</hdop><extensions>\
        <gpxtpx:TrackPointExtension><gpxtpx:speed>0</gpxtpx:speed><gpxtpx:course>0</gpxtpx:course>\
        </gpxtpx:TrackPointExtension><wm:horizontalAccuracy>2.5</wm:horizontalAccuracy>\
        <wm:accuracySource>gst</wm:accuracySource><wm:inView>14</wm:inView><wm:quality>differential</wm:quality>\
        <wm:reason>start</wm:reason></extensions></trkpt>
           <trkpt lat="48.100000001" lon="-180.0000000"><time>2026-11-30T12:00:02Z</time><fix>2d</fix><extensions>\
        <wm:reason>every</wm:reason></extensions></trkpt>
          </trkseg>
          <trkseg>
           <trkpt lat="0.0000000" lon="0.0000000"><time>2026-11-30T12:01:40Z</time><fix>2d</fix><extensions>\
        <wm:reason>after_gap</wm:reason></extensions></trkpt>
          </trkseg>
         </trk>
        </gpx>

        """)
    #expect(
      folder.text("2026-11-30.csv") == """
        time,lat,lon,ele,hae,geoid_sep,speed,course,hdop,vdop,pdop,sat,in_view,fix,quality,hacc,hacc_source,vacc,\
        reason,name,age_s,trip,seq,\
        hdg_mag,hdg_true,hdg_acc,declination,pitch,roll
        2026-11-30T12:00:01Z,48.1000000,11.5000000,512.25,,47.5,0,0,0.9,,,9,14,3d,differential,2.5,gst,,start,,,1,3,,,,,,
        2026-11-30T12:00:01.500Z,48.1000000,11.5000000,500,,,,,,,,,,,,3,,,tag,"bridge <1> & ""2""\",0.5,1,4,,,,,,
        2026-11-30T12:00:02Z,48.100000001,-180.0000000,,,,,,,,,,,2d,,,,,every,,,1,6,,,,,,
        2026-11-30T12:01:40Z,0.0000000,0.0000000,,,,,,,,,,,2d,,,,,after_gap,,,1,8,,,,,,

        """)
    #expect(
      folder.text("2026-11-30-events.csv") == """
        time,time_quality,kind,reason,seq,boot,at_s,lat,lon,ele,hacc,text,method,age_s,since_last_fix_s,step_ms,trip,\
        version,note,\
        hdg_mag,hdg_true,hdg_acc,declination,pitch,roll
        2026-11-30T12:00:00.000Z,satellites,start,first,1,000000000000b007,0.000,,,,,,,,,,,"0.1.0",,,,,,,
        2026-11-30T12:00:01.000Z,satellites,trip,first,2,000000000000b007,1.000,,,,,,,,,,1,,,,,,,,
        2026-11-30T12:01:32.000Z,satellites,gap,no_fix,7,000000000000b007,92.000,,,,,,,,90,,1,,,,,,,,
        2026-11-30T12:01:41.000Z,satellites,tag,command,9,000000000000b007,101.000,,,,,,,,,,1,,,,,,,,

        """)
  }

  @Test func `an interpolated tag stands at the time of its place, between the fixes`() throws {
    var journal = Journal()
    journal.fix(at: 1)
    let tag = journal.tag("bridge", at: 0.5)
    let place = try #require(Coordinate(latitudeDegrees: 48.1, longitudeDegrees: 11.5))
    let location = TagLocation(
      tag: tag, coordinate: place, altMSLMeters: nil, method: .interpolated, ageSeconds: 0.5,
      horizontalAccuracyMeters: nil)
    journal.add(.located(location), at: 1.5)
    journal.fix(at: 2)
    var folder = Folder()
    var files = DayFiles()
    folder.apply(files.apply(journal.records))
    let rows = folder.text("2026-11-30.csv").split(separator: "\n").dropFirst()
    #expect(rows.count == 3)
    #expect(rows.contains { $0.hasPrefix("2026-11-30T12:00:01.500Z") && $0.contains("bridge") })
  }

  @Test func `a tag waits among the events until it has its place, then moves to the day of its press`() {
    var journal = Journal()
    journal.zero = UnixTime(iso: "2026-11-30T23:59:50Z") ?? journal.zero
    journal.fix(at: 1)
    let tag = journal.tag("midnight", at: 5)
    var files = DayFiles()
    var folder = Folder()
    folder.apply(files.apply(journal.records))
    #expect(folder.text("2026-11-30-events.csv").contains("midnight"))
    journal.located(tag, at: 15)
    journal.fix(at: 15)
    folder.apply(files.apply(journal.records))
    #expect(!folder.text("2026-11-30-events.csv").contains("midnight"))
    #expect(folder.text("2026-11-30.csv").contains("midnight"))
    #expect(folder.text("2026-11-30.gpx").contains("midnight"))
    #expect(folder.text("2026-12-01.csv").contains("2026-12-01T00:00:05Z"))
    #expect(folder.rebuilds.isEmpty && folder.mistake == nil)
  }

  @Test func `of a tag and a fix of the same moment the fix has the row`() {
    var journal = Journal()
    journal.fix(at: 1)
    let tag = journal.tag("same", at: 2)
    journal.located(tag, at: 2)
    var files = DayFiles()
    var folder = Folder()
    folder.apply(files.apply(journal.records))
    #expect(folder.text("2026-11-30.csv").contains("same"))
    journal.fix(at: 2)
    folder.apply(files.apply(journal.records))
    #expect(!folder.text("2026-11-30.csv").contains("same"))
    #expect(folder.text("2026-11-30.csv").contains("12:00:02Z"))
    #expect(folder.text("2026-11-30-events.csv").contains("same_time_as_a_fix"))
    #expect(folder.text("2026-11-30.gpx").contains("<name>same</name>"))
    #expect(folder.mistake == nil)
  }

  @Test func `records from before the clock was known are dated backwards`() {
    var journal = Journal()
    journal.add(.start(Start(reason: .first, version: "1")), at: 2, dated: false)
    _ = journal.tag("early", at: 3, dated: false)
    journal.fix(at: 4, dated: false)
    var files = DayFiles()
    var folder = Folder()
    folder.apply(files.apply(journal.records))
    #expect(folder.files.isEmpty)
    journal.add(.clock(ClockReading()), at: 10)
    folder.apply(files.apply(journal.records))
    #expect(folder.text("2026-11-30.csv").contains("2026-11-30T12:00:04Z"))
    #expect(folder.text("2026-11-30-events.csv").contains("2026-11-30T12:00:03.000Z,satellites,tag,command"))
  }

  @Test func `what never gets a time stands among the events of the next day that has one`() {
    var journal = Journal()
    _ = journal.tag("lost in time", at: 3, dated: false)
    let found = journal.tag("placed, not dated", at: 4, dated: false)
    journal.boot = BootID(bits: 2)
    journal.fix(at: 1)
    journal.located(found, at: 1)
    var files = DayFiles()
    var folder = Folder()
    folder.apply(files.apply(journal.records))
    let events = folder.text("2026-11-30-events.csv")
    #expect(events.contains(#",,tag,command,1,000000000000b007,3.000,,,,,"lost in time",,,,,,,time_unknown"#))
    #expect(events.contains(#"48.1000000,11.5000000,500,3,"placed, not dated",first_fix_after"#))
    #expect(events.components(of: "placed, not dated") == 1)
    #expect(folder.text("2026-11-30.gpx").contains("<name>placed, not dated</name>"))
    #expect(!folder.text("2026-11-30.csv").contains("placed"))
  }

  @Test func `a fix whose time goes back is kept among the events and breaks nothing`() {
    var journal = Journal()
    journal.fix(at: 10)
    journal.fix(at: 11, utc: journal.zero + .seconds(9))
    journal.fix(at: 12, utc: journal.zero + .seconds(10))
    journal.fix(at: 13)
    var files = DayFiles()
    var folder = Folder()
    folder.apply(files.apply(journal.records))
    #expect(folder.text("2026-11-30.csv").split(separator: "\n").count == 3)
    #expect(folder.text("2026-11-30.gpx").components(of: "<trkpt") == 2)
    #expect(folder.text("2026-11-30-events.csv").components(of: "time_not_ascending") == 2)
  }

  @Test func `more waypoints than there is room for ask for a rebuild, which makes room`() {
    var journal = Journal()
    let zero = journal.zero
    for second in 0..<40 {
      let tag = journal.tag(String(repeating: "long text ", count: 20) + "\(second)", at: Double(second))
      journal.located(tag, at: Double(second) + 0.5)
      journal.fix(at: Double(second) + 0.5)
    }
    var daemon = Daemon()
    for record in journal.records { daemon.apply([record]) }
    #expect(daemon.folder.rebuilds.count >= 1 && daemon.folder.rebuilds.count <= 3)
    #expect(daemon.folder.mistake == nil)
    let gpx = daemon.folder.text("2026-11-30.gpx")
    #expect(gpx.components(of: "<wpt") == 40)
    #expect(gpx.components(of: "<trkpt") == 40)
    #expect(daemon.folder.rebuilds.allSatisfy { $0 == zero.date })
    var fresh = Daemon()
    fresh.apply(journal.records)
    #expect(fresh.folder.files == daemon.folder.files)
  }

  @Test(arguments: [4_096, 5_000, 1 << 20, 3 << 20, 5_250_000, 17 << 20, 200 << 20])
  func `room for waypoints grows fast, but never to a text that libxml2 refuses`(needed: Int) {
    let reserve = DayFiles.reserve(after: DayFiles.usualReserve, needed: needed)
    // XML_MAX_TEXT_LENGTH
    #expect(reserve - needed < 10_000_000)
    #expect(reserve >= min(2 * needed, needed + 4_000_000))
  }

  @Test func `a tag located days later asks for a rebuild of its own day only`() {
    var journal = Journal()
    journal.fix(at: 1)
    let tag = journal.tag("late", at: 2)
    for day in 1...4 { journal.fix(at: Double(day) * 86_400) }
    journal.located(tag, at: 4 * 86_400 + 1)
    var daemon = Daemon()
    daemon.apply(journal.records)
    #expect(daemon.folder.rebuilds == [journal.zero.date])
    #expect(daemon.folder.text("2026-11-30.csv").contains("late"))
    #expect(!daemon.folder.text("2026-11-30-events.csv").contains("late"))
  }

  @Test func `a start in the middle of the journal leaves earlier days alone and goes on with today`() {
    var journal = Journal()
    for hour in 0..<30 { journal.fix(at: Double(hour) * 3_600) }
    var whole = DayFiles()
    var expected = Folder()
    expected.apply(whole.apply(journal.records))
    let today = CivilDate(daysSinceEpoch: journal.zero.date.daysSinceEpoch + 1)
    var resumed = DayFiles(startingAt: today)
    var folder = Folder()
    folder.apply(resumed.apply(journal.records.dropFirst(5)))
    #expect(folder.rebuilds.isEmpty)
    #expect(folder.files.keys.sorted() == ["2026-12-01.csv", "2026-12-01.gpx"])
    #expect(folder.text("2026-12-01.gpx") == expected.text("2026-12-01.gpx"))
  }

  @Test func `too many records without a time ask for a rebuild when the clock comes`() {
    var journal = Journal()
    for second in 0..<50 { journal.fix(at: Double(second), dated: false) }
    journal.add(.clock(ClockReading()), at: 60)
    journal.fix(at: 61)
    var daemon = Daemon(DayFiles(waitingLimit: 10))
    for record in journal.records { daemon.apply([record]) }
    #expect(daemon.folder.rebuilds == [journal.zero.date])
    #expect(daemon.folder.text("2026-11-30.gpx").components(of: "<trkpt") == 51)
  }

  @Test func `nothing makes no file`() {
    var files = DayFiles()
    #expect(files.apply([]).isEmpty)
    #expect(export([]).gpx.hasSuffix(" <metadata>\n  <name>test</name>\n </metadata>\n</gpx>\n"))
  }
}

/// What the board does with the actions: writes, and renders days anew.
struct Daemon {
  private(set) var folder = Folder()
  private var files: DayFiles
  private var records: [Record] = []

  init(_ files: DayFiles = DayFiles()) { self.files = files }

  mutating func apply(_ batch: [Record]) {
    records += batch
    let actions = files.apply(batch)
    folder.apply(actions)
    for case .rebuild(let day) in actions { rebuild(day) }
  }

  private mutating func rebuild(_ day: CivilDate) {
    var dater = RecordDater()
    for record in records { dater.take(record) }
    var renderer = files.renderer(for: day)
    for _ in 0..<10 {
      let actions = renderer.apply(records.map { dater.dated($0) })
      if actions.contains(.rebuild(day)) {
        renderer = renderer.renderer(for: day)
        continue
      }
      folder.apply(actions)
      break
    }
    files.adopt(renderer, for: day)
  }
}

extension String {
  /// How often a text occurs.
  func components(of part: String) -> Int {
    var count = 0
    var rest = utf8[...]
    let needle = Array(part.utf8)
    while let first = needle.first, let index = rest.firstIndex(of: first) {
      rest = rest[index...]
      if rest.starts(with: needle) { count += 1 }
      rest = rest.dropFirst()
    }
    return count
  }
}
