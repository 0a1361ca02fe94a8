import Clocks
import GNSS
import Geodesy
import Records
import Testing
import Text

@testable import TrackFiles

/// Headings of tags and fixes in the pictures of the journal, wherever they come in it.
@Suite struct HeadingTests {
  private static let inXML = """
    <wm:magneticHeading>211.25</wm:magneticHeading><wm:trueHeading>214.75</wm:trueHeading>\
    <wm:headingAccuracy>2</wm:headingAccuracy><wm:declination>3.5</wm:declination><wm:pitch>-12.5</wm:pitch>\
    <wm:roll>4</wm:roll></extensions>
    """
  private static let inCSV = ",211.25,214.75,2,3.5,-12.5,4"

  /// A tag and a fix with headings, and one of each without.
  private var sample: Journal {
    var journal = Journal()
    journal.fix(at: 1)
    let tag = journal.tag("bridge", at: 1.5)
    journal.heading(.tag(tag), at: 1.6)
    journal.located(tag, at: 2)
    journal.fix(at: 2)
    journal.heading(.fix(journal.last), at: 2.1)
    let bare = journal.tag("ford", at: 2.5)
    journal.located(bare, at: 3)
    journal.fix(at: 3)
    return journal
  }

  private func daemon(_ records: [Record], batches: Int = 1) -> Daemon {
    var daemon = Daemon()
    var rest = records[...]
    while !rest.isEmpty {
      daemon.apply(Array(rest.prefix(batches)))
      rest = rest.dropFirst(batches)
    }
    return daemon
  }

  @Test(arguments: [1, 100])
  func `GPX and CSV have the headings of tags and fixes, in exports and in the files of the day`(batches: Int) {
    let exported = export(sample.records)
    let folder = daemon(sample.records, batches: batches).folder
    #expect(folder.rebuilds.isEmpty)
    for gpx in [exported.gpx, folder.text("2026-11-30.gpx")] {
      #expect(gpx.components(of: "<wm:source>command</wm:source>" + Self.inXML) == 1, "\(gpx)")
      #expect(gpx.components(of: "<wm:reason>every</wm:reason>" + Self.inXML) == 1, "\(gpx)")
      #expect(gpx.components(of: "<wm:pitch>") == 2)
    }
    for csv in [exported.csv, folder.text("2026-11-30.csv")] {
      let rows = csv.split(separator: "\n").map(String.init)
      #expect(rows.count == 6)
      #expect(rows.filter { $0.hasSuffix(Self.inCSV) }.map { $0.contains("bridge") } == [true, false], "\(csv)")
      #expect(rows.filter { $0.hasSuffix(",,,,,,") }.count == 3)
    }
    #expect(!export(sample.records, as: "gpx1.0").text.contains("eading"))
  }

  @Test func `GeoJSON and KML have the heading of a tag`() {
    let properties =
      #""magneticHeading":211.25,"trueHeading":214.75,"headingAccuracy":2,"declination":3.5,"pitch":-12.5,"roll":4}}"#
    #expect(export(sample.records, as: "geojson").text.components(of: #""source":"command","# + properties) == 1)
    let kml = export(sample.records, as: "kml").text
    #expect(
      kml.components(
        of: """
          </TimeStamp><ExtendedData><Data name="magneticHeading"><value>211.25</value></Data>\
          <Data name="trueHeading"><value>214.75</value></Data><Data name="headingAccuracy"><value>2</value></Data>\
          <Data name="declination"><value>3.5</value></Data><Data name="pitch"><value>-12.5</value></Data>\
          <Data name="roll"><value>4</value></Data></ExtendedData><Point>
          """) == 1, "\(kml)")
    #expect(kml.components(of: "<ExtendedData>") == 1)
  }

  @Test func `a heading that must not be used is in the log alone, its tilt everywhere`() {
    var journal = Journal()
    let tag = journal.tag("bridge", at: 1)
    journal.heading(.tag(tag), at: 1.1, 90, accuracy: nil)
    journal.located(tag, at: 2)
    journal.fix(at: 2)
    let exported = export(journal.records)
    #expect(exported.gpx.contains("<wm:declination>3.5</wm:declination><wm:pitch>-12.5</wm:pitch><wm:roll>4</wm:roll>"))
    #expect(!exported.gpx.contains("Heading>") && !exported.gpx.contains("headingAccuracy"))
    #expect(exported.csv.components(of: ",,,,3.5,-12.5,4\n") == 1)
    let line = String(decoding: RecordJSON.line(journal.records[1]), as: UTF8.self)
    #expect(
      line.hasSuffix(
        #""tag":1,"magnetic_heading_deg":90.00,"true_heading_deg":93.50,"accuracy_deg":-1.00,"declination_deg":3.50,"#
          + #""pitch_deg":-12.50,"roll_deg":4.00}"# + "\n"), "\(line)")
    #expect(export(journal.records, as: "jsonl").text.components(of: #""type":"heading""#) == 1)
  }

  @Test(
    arguments: [
      (211.25, 2.0, "tag 1: 214.8 deg true +-2.0, declination 3.5 E, pitch -13, roll 4"),
      (356.46, 2, "tag 1: 0.0 deg true +-2.0, declination 3.5 E, pitch -13, roll 4"),
      (90, nil, "tag 1: 93.5 deg true, not to be used, declination 3.5 E"),
      (nil, nil, "tag 1: no heading, declination 3.5 E, pitch -13, roll 4"),
    ] as [(Double?, Double?, String)])
  func `a heading is one line for people`(magnetic: Double?, accuracy: Double?, text: String) {
    var journal = Journal()
    let tag = journal.tag("bridge", at: 1)
    journal.heading(.tag(tag), at: 1.1, magnetic, accuracy: accuracy)
    #expect(RecordText.line(journal.records[1], columns: 100) == "2026-11-30 12:00:01Z heading " + text)
    #expect(RecordText.line(journal.records[1]).count <= 80)
  }

  @Test func `the heading of a fix without a place on earth yet is from magnetic north`() {
    let heading = HeadingRecord(subject: .fix(SequenceNumber(12)), magneticDegrees: 359.96, accuracyDegrees: 3)
    let record = Record(
      sequence: SequenceNumber(13), boot: BootID(bits: 1), at: Instant(boot: 2_000_000_000), utc: nil,
      body: .heading(heading))
    #expect(RecordText.line(record) == "boot +2.000 s        heading fix 12: 0.0 deg magnetic +-3.0")
  }

  @Test func `the newest point of the day gets a heading that comes in a later batch`() {
    var journal = Journal()
    journal.fix(at: 1)
    let fix = journal.last
    journal.add(.gap(Gap(reason: .noFix)), at: 1.05)
    journal.heading(.fix(fix), at: 1.1)
    journal.fix(at: 2)
    var daemon = Daemon()
    for record in journal.records {
      daemon.apply([record])
      #expect(daemon.folder.text("2026-11-30.csv").contains(Self.inCSV) == (record.sequence.value > 2))
      #expect(daemon.folder.text("2026-11-30.gpx").contains(Self.inXML) == (record.sequence.value > 2))
    }
    #expect(daemon.folder.mistake == nil && daemon.folder.rebuilds.isEmpty)
  }

  @Test func `a heading that comes after the next fix is in the log alone`() {
    var journal = Journal()
    journal.fix(at: 1)
    let fix = journal.last
    journal.fix(at: 2)
    journal.heading(.fix(fix), at: 2.1)
    let folder = daemon(journal.records).folder
    let exported = export(journal.records)
    for text in [exported.gpx, exported.csv, folder.text("2026-11-30.gpx"), folder.text("2026-11-30.csv")] {
      #expect(!text.contains("211.25"))
    }
    #expect(export(journal.records, as: "jsonl").text.components(of: "211.25") == 1)
  }

  @Test(arguments: [1, 2, 100])
  func `a heading that comes after the place of its tag has the day rendered anew`(batches: Int) {
    var journal = Journal()
    journal.fix(at: 1)
    let tag = journal.tag("bridge", at: 1.5)
    journal.located(tag, at: 2)
    for second in 2...5 { journal.fix(at: Double(second)) }
    journal.heading(.tag(tag), at: 5.5)
    journal.fix(at: 6)
    let folder = daemon(journal.records, batches: batches).folder
    #expect(folder.rebuilds.count == 1 && folder.mistake == nil)
    let exported = export(journal.records)
    for text in [exported.gpx, folder.text("2026-11-30.gpx")] { #expect(text.components(of: Self.inXML) == 1) }
    for text in [exported.csv, folder.text("2026-11-30.csv")] {
      #expect(text.components(of: Self.inCSV) == 1)
      #expect(text.split(separator: "\n").contains { $0.contains("bridge") && $0.hasSuffix(Self.inCSV) })
    }
  }

  @Test func `a tag without a place has its heading among the events`() {
    var journal = Journal()
    let tag = journal.tag("bridge", at: 1)
    journal.fix(at: 2)
    var daemon = Daemon()
    daemon.apply(journal.records)
    journal.heading(.tag(tag), at: 2.5)
    daemon.apply([journal.records[2]])
    let rows = daemon.folder.text("2026-11-30-events.csv").split(separator: "\n")
    #expect(rows.count == 2 && rows.last?.hasSuffix(Self.inCSV) ?? false, "\(rows)")
  }

  @Test func `headings of a boot that learns the time later are shown too`() {
    var journal = Journal()
    journal.fix(at: 2, dated: false)
    journal.heading(.fix(journal.last), at: 2.1, 100, dated: false)
    let tag = journal.tag("bridge", at: 2.5, dated: false)
    journal.located(tag, at: 3, dated: false)
    journal.fix(at: 3, dated: false)
    journal.heading(.tag(tag), at: 3.1, 50, dated: false)
    journal.add(.clock(ClockReading()), at: 4)
    let folder = daemon(journal.records, batches: 1).folder
    for csv in [folder.text("2026-11-30.csv"), export(journal.records).csv] {
      #expect(csv.components(of: ",100,103.5,2,") == 1 && csv.components(of: ",50,53.5,2,") == 1, "\(csv)")
    }
  }

  @Test func `a tag that is located after a restart keeps its heading`() {
    var journal = Journal()
    journal.fix(at: 1)
    let tag = journal.tag("bridge", at: 1.5)
    journal.heading(.tag(tag), at: 1.6)
    journal.boot = BootID(bits: 2)
    journal.add(.start(Start(reason: .powerCut, version: "1")), at: 5)
    journal.located(tag, at: 7)
    journal.fix(at: 7)
    #expect(export(journal.records).gpx.components(of: Self.inXML) == 1)
    #expect(daemon(journal.records).folder.text("2026-11-30.gpx").components(of: Self.inXML) == 1)
  }

  /// What a reader sees that begins with a checkpoint, as it comes out of the journal's bytes, in front of a record.
  private func tail(_ records: [Record], from index: Int) throws -> [Record] {
    var digest = Digest()
    for record in records[..<index] { digest.apply(record) }
    let moment = records[index]
    let checkpoint = Record(
      sequence: SequenceNumber(moment.sequence.value - 1), boot: moment.boot, at: moment.at, utc: moment.utc,
      body: .checkpoint(digest.checkpoint))
    var encoder = FrameEncoder()
    encoder.append(checkpoint)
    let frame = encoder.finish()
    return try FrameDecoder.records(payload: frame.payload, firstSequence: frame.firstSequence, count: 1)
      + records[index...]
  }

  @Test(arguments: 1...5)
  func `a day rendered from a checkpoint before or behind the heading has it`(index: Int) throws {
    var journal = Journal()
    journal.zero = UnixTime(iso: "2026-11-29T23:59:57Z") ?? journal.zero
    journal.fix(at: 1)
    let tag = journal.tag("bridge", at: 1.5)
    journal.heading(.tag(tag), at: 1.6)
    journal.add(.mode(ModeChange(mode: .auto, reason: .command)), at: 1.7)
    journal.located(tag, at: 4)
    journal.fix(at: 4)
    let records = try tail(journal.records, from: min(index, 4))
    let day = CivilDate(year: 2026, month: 11, day: 29)
    var renderer = DayFiles(startingAt: nil).renderer(for: try #require(day))
    var folder = Folder()
    for record in records { folder.apply(renderer.apply(record)) }
    #expect(folder.text("2026-11-29.gpx").components(of: Self.inXML) == 1)
    #expect(folder.text("2026-11-29.csv").components(of: Self.inCSV) == 1)
    var restarted = DayFiles(startingAt: day)
    folder = Folder()
    folder.apply(restarted.apply(records))
    #expect(folder.text("2026-11-29.gpx").components(of: Self.inXML) == 1)
  }

  @Test(arguments: 1...20)
  func `wherever a reader begins, a tag that is located behind has the heading that the whole journal gives it`(
    seed: UInt64
  ) throws {
    let records = randomJournal(seed: seed, count: 120)
    let whole = Self.headings(export(records, as: "geojson").text)
    var random = Seeded(seed)
    var compared = 0
    for _ in 0..<12 {
      let index = Int.random(in: 1..<records.count, using: &random)
      for (tag, heading) in Self.headings(export(try tail(records, from: index), as: "geojson").text) {
        if !heading.isEmpty { compared += 1 }
        #expect(whole[tag] == heading, "seed \(seed), from \(index), \(tag)")
      }
    }
    #expect(compared > 0, "seed \(seed)")
  }

  /// The headings of the tags of a GeoJSON, by their names; some long texts stand at several tags.
  private static func headings(_ text: String) -> [Substring: Substring] {
    var found: [Substring: Substring] = [:]
    for line in text.split(separator: "\n") where line.contains(#""type":"tag""#) && !line.contains("long long") {
      let name = line.split(separator: #""name":""#).last?.prefix { $0 != "\"" } ?? ""
      found[name] = line.split(separator: #","magneticHeading":"#).dropFirst().first?.prefix { $0 != "}" } ?? ""
    }
    return found
  }

  @Test func `the random journals have headings of every kind`() {
    var (early, late, ofFixes, taken) = (0, 0, 0, 0)
    for seed in UInt64(1)...12 {
      var digest = Digest()
      for record in randomJournal(seed: seed, count: 160) {
        if case .heading(let heading) = record.body {
          if let tag = heading.tag {
            if digest.pendingTags.contains(where: { $0.sequence == tag }) { early += 1 } else { late += 1 }
          } else if heading.subject.sequence.value + 1 == record.sequence.value {
            ofFixes += 1
          } else {
            taken += 1
          }
        }
        digest.apply(record)
      }
    }
    #expect(early > 50 && late > 20 && ofFixes > 100 && taken > 20, "\(early) \(late) \(ofFixes) \(taken)")
  }

  @Test func `headings end no line that is simplified`() {
    var (plain, headed) = (Journal(), Journal())
    for second in 1...200 {
      for isHeaded in [false, true] {
        var journal = isHeaded ? headed : plain
        journal.fix(at: Double(second), 0, Double(second) / 10_000)
        if isHeaded { journal.heading(.fix(journal.last), at: Double(second) + 0.1) }
        if second == 100 { journal.add(.gap(Gap(reason: .noFix)), at: Double(second) + 0.2) }
        if isHeaded { headed = journal } else { plain = journal }
      }
    }
    for name in ["gpx", "csv"] {
      let (without, with) = (
        export(plain.records, as: name, simplify: 5), export(headed.records, as: name, simplify: 5)
      )
      #expect(without.counts.points == 4 && with.counts == without.counts, "\(name)")
      #expect(with.text.components(of: "211.25") == 4, "\(name)")
    }
  }

  @Test func `what is written with headings is read as before`() throws {
    let exported = export(sample.records)
    let (gpx, csv) = (try readGPX(exported.gpx), try readCSV(exported.csv))
    #expect(gpx.skipped.count == 0 && csv.skipped.count == 0)
    #expect(gpx.events.count == 5 && csv.events.count == 5)
    for case .fix(let fix) in gpx.events + csv.events { #expect(fix.trackDegrees == nil) }
  }
}
