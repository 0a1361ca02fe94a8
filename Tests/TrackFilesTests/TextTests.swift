import Clocks
import GNSS
import Geodesy
import Records
import Testing
import Text

@testable import TrackFiles

/// Texts that a tag may hold and that have broken other programs.
let hostileTexts: [String] = [
  "", " ", "plain", "a,b;c", "\"quoted\"", "line\nbreak", "carriage\r\nreturn", "tab\there", "<b>&amp;]]></b>", "=1+1",
  "+49", "-5", "@SUM(A1)", "'already", "''", "\u{1B}[2J\u{07}", "\u{9B}31m", "\u{7F}", "e\u{301}", "👩‍👩‍👧‍👦", "שלום",
  "\u{202E}evil", "\u{FFFE}", "\u{FEFF}bom", "\u{2028}ls", "\0nul", String(repeating: "10 kB ", count: 1_700),
  "<!--", "<![CDATA[", "&#0;", "%s%n", "'; DROP TABLE t; --", "NaN", "1,5",
]

@Suite struct TextTests {
  @Test(arguments: hostileTexts)
  func `a hostile text survives GPX and CSV, and nothing in them drives a terminal`(text: String) throws {
    var journal = Journal()
    journal.fix(at: 1)
    let tag = journal.tag(text, at: 1.5)
    journal.located(tag, at: 2)
    journal.fix(at: 2)
    let exported = export(journal.records)
    let expected = String(
      String.UnicodeScalarView(
        text.unicodeScalars.map { scalar in
          switch scalar.value {
          case 9, 10, 13: scalar
          case 0..<0x20, 0xFFFE: "\u{FFFD}"
          default: scalar
          }
        }))
    for chunk in [1, 3, 100_000] {
      let gpx = try readGPX(exported.gpx, chunk: chunk)
      #expect(texts(gpx.events) == [expected])
      let csv = try readCSV(exported.csv, chunk: chunk)
      let inCSV = Self.inCSV(text)
      #expect(texts(csv.events) == [inCSV.isEmpty ? nil : inCSV])
      #expect(csv.events.count == 3 && gpx.events.count == 3)
    }
    for file in [exported.gpx, exported.csv] {
      #expect(!file.unicodeScalars.contains { $0.value < 9 || (0x0E..<0x20).contains($0.value) })
      #expect(!file.unicodeScalars.contains { (0x7F..<0xA0).contains($0.value) })
    }
    for record in journal.records {
      let line = RecordText.line(record)
      #expect(!line.unicodeScalars.contains { $0.value < 0x20 || (0x7F..<0xA0).contains($0.value) })
      #expect(line.count <= 80)
      #expect(RecordJSON.line(record).dropLast().allSatisfy { $0 >= 0x20 })
    }
  }

  /// What a CSV keeps of a text: line ends become line feeds, controls are replaced.
  private static func inCSV(_ text: String) -> String {
    var scalars = String.UnicodeScalarView()
    var previous: Unicode.Scalar = " "
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x0A where previous == "\r": break
      case 0x0A, 0x0D, 0x2028: scalars.append("\n")
      case 9: scalars.append(scalar)
      case 0..<0x20, 0x7F..<0xA0: scalars.append("\u{FFFD}")
      default: scalars.append(scalar)
      }
      previous = scalar
    }
    return String(scalars)
  }

  private func texts(_ events: [TrackEvent]) -> [String?] {
    events.compactMap { if case .tag(let tag) = $0 { .some(tag.text) } else { nil } }
  }

  @Test func `no formula reaches a spreadsheet`() {
    for text in ["=1", "+1", "-1", "@a", "\t=1"] {
      var out = ByteWriter()
      out.putCSV(text: text)
      #expect(out.string.hasPrefix("\"'"))
    }
  }

  @Test(arguments: [
    (0, "0.0000000"), (1, "0.000000001"), (-1, "-0.000000001"), (-500_000_000, "-0.5000000"),
    (179_999_999_990, "179.99999999"), (-180_000_000_000, "-180.0000000"), (12_345_678_900, "12.3456789"),
  ])
  func `coordinates are written exactly with 7 to 9 decimals and read back`(nanodegrees: Int64, text: String) {
    var out = ByteWriter()
    out.put(nanodegrees: nanodegrees)
    #expect(out.string == text)
    #expect(DecimalText(text.utf8)?.nano == nanodegrees)
  }

  @Test(arguments: [
    ("1e3", 1_000.0), (" +12.5 ", 12.5), ("-.5", -0.5), ("5.", 5), ("1,5", 1.5), ("1E-3", 0.001),
    ("0.1", 0.1), ("123456789012345678901234567890", 1.234_567_890_123_456_8e29), ("48.100000001", 48.100000001),
  ])
  func `numbers are read`(text: String, value: Double) {
    #expect(DecimalText(text.utf8)?.double == value)
  }

  @Test(arguments: ["", " ", "nan", "inf", "1.2.3", "0x10", "1e", "e5", "--1", "12 3", "1e999", "9e400", "-"])
  func `what is no number is none`(text: String) {
    #expect(DecimalText(text.utf8)?.double == nil)
  }

  @Test(arguments: ["1e999", "99999999999999999999", "1e30", "-1e11"])
  func `a huge number is no coordinate and traps nothing`(text: String) {
    #expect(DecimalText(text.utf8)?.nano == nil)
  }

  @Test func `bounds are left out across the date line and hold 180 degrees as -180`() {
    var journal = Journal()
    journal.fix(at: 1, 10, 179.9)
    journal.fix(at: 2, 11, -179.9)
    #expect(!export(journal.records).gpx.contains("<bounds"))
    var other = Journal()
    other.fix(at: 1, -10, -179)
    other.fix(at: 2, 11, 180)
    let gpx = export(other.records).gpx
    #expect(
      gpx.contains(#"<bounds minlat="-10.0000000" minlon="-180.0000000" maxlat="11.0000000" maxlon="-179.0000000"/>"#))
    #expect(!gpx.contains("\"180.0"))
  }
}

@Suite struct RecordLineTests {
  private static func sample() -> [Record] {
    var journal = Journal()
    journal.add(.start(Start(reason: .powerCut, version: "0.1.0")), at: 0.25, dated: false)
    journal.add(.clock(ClockReading()), at: 1)
    journal.add(.clock(ClockReading(stepMilliseconds: -1_500)), at: 1)
    journal.add(.trip(Trip(number: 7, reason: .longPause)), at: 2)
    journal.add(.gap(Gap(reason: .receiverSilent, sinceLastFixSeconds: 61.5)), at: 3)
    journal.fix(at: 4, -48.1, 179.5) {
      $0.mode = .threeDimensional
      $0.altMSLMeters = 512.25
      $0.speedMetersPerSecond = 1.42
      $0.trackDegrees = 90
      $0.satellitesUsed = 9
      $0.dilution.horizontal = 0.9
      $0.dilution.position = 1.5
      $0.dilution.vertical = 1.2
      $0.quality = .autonomous
      $0.horizontalAccuracyMeters = 3
      $0.accuracySource = .dilution
    }
    let tag = journal.tag("a \"bridge\"\u{1B}[2J and more words than a line of eighty columns could ever hold", at: 5)
    journal.located(tag, at: 6)
    journal.add(.checkpoint(Checkpoint(trip: 7, lastFixUTC: nil, pendingTags: [])), at: 7)
    journal.add(.stop(.terminated), at: 8)
    return journal.records
  }

  @Test func `records as JSON lines`() {
    let lines = Self.sample().map { String(decoding: RecordJSON.line($0), as: UTF8.self) }.joined()
    #expect(
      lines == """
        {"seq":1,"type":"start","boot":"000000000000b007","at_s":0.250,"reason":"power_cut","version":"0.1.0"}
        {"seq":2,"type":"clock","time":"2026-11-30T12:00:01.000Z","time_quality":"satellites",\
        "boot":"000000000000b007","at_s":1.000}
        {"seq":3,"type":"clock","time":"2026-11-30T12:00:01.000Z","time_quality":"satellites",\
        "boot":"000000000000b007","at_s":1.000,"step_ms":-1500}
        {"seq":4,"type":"trip","time":"2026-11-30T12:00:02.000Z","time_quality":"satellites",\
        "boot":"000000000000b007","at_s":2.000,"trip":7,"reason":"long_pause"}
        {"seq":5,"type":"gap","time":"2026-11-30T12:00:03.000Z","time_quality":"satellites",\
        "boot":"000000000000b007","at_s":3.000,"reason":"receiver_silent","since_last_fix_s":61.500}
        {"seq":6,"type":"fix","time":"2026-11-30T12:00:04.000Z","time_quality":"satellites",\
        "boot":"000000000000b007","at_s":4.000,"mode":3,"lat":-48.1000000,"lon":179.5000000,"altMSL":512.250,\
        "speed":1.420,"track":90.00,"hdop":0.90,"pdop":1.50,"vdop":1.20,"used":9,"quality":"autonomous",\
        "horizontalAccuracy":3.000,"accuracySource":"dilution","reason":"every"}
        {"seq":7,"type":"tag","time":"2026-11-30T12:00:05.000Z","time_quality":"satellites",\
        "boot":"000000000000b007","at_s":5.000,"reason":"command",\
        "text":"a \\"bridge\\"\\u001b[2J and more words than a line of eighty columns could ever hold"}
        {"seq":8,"type":"located","time":"2026-11-30T12:00:06.000Z","time_quality":"satellites",\
        "boot":"000000000000b007","at_s":6.000,"tag":7,"lat":48.1000000,"lon":11.5000000,"altMSL":500.000,\
        "method":"first_fix_after","age_s":0.500,"horizontalAccuracy":3.000}
        {"seq":9,"type":"checkpoint","time":"2026-11-30T12:00:07.000Z","time_quality":"satellites",\
        "boot":"000000000000b007","at_s":7.000,"trip":7,"pending_tags":0,"logger_mode":"auto"}
        {"seq":10,"type":"stop","time":"2026-11-30T12:00:08.000Z","time_quality":"satellites",\
        "boot":"000000000000b007","at_s":8.000,"reason":"terminated"}

        """)
  }

  @Test func `records as lines for people, in UTC and in local time`() {
    let lines = Self.sample().map { RecordText.line($0) }
    #expect(
      lines == [
        "boot +0.250 s        start   power cut, version 0.1.0",
        "2026-11-30 12:00:01Z clock   known",
        "2026-11-30 12:00:01Z clock   moved by -1.500 s",
        "2026-11-30 12:00:02Z trip    7 long pause",
        "2026-11-30 12:00:03Z gap     receiver silent 61.5 s since the last fix",
        "2026-11-30 12:00:04Z fix     48.10000 S 179.50000 E 512 m 1.4 m/s every 3d/9",
        "2026-11-30 12:00:05Z tag     7 command a \"bridge\"\\u{1b}[2J and more words than …",
        "2026-11-30 12:00:06Z located 48.10000 N  11.50000 E tag 7 first fix 0.5 s later",
        "2026-11-30 12:00:07Z checkpoint trip 7, tags without a place: 0",
        "2026-11-30 12:00:08Z stop    terminated",
      ])
    #expect(
      RecordText.line(Self.sample()[3], offsetSeconds: -12_600) == "2026-11-30 08:30:02-03:30 trip    7 long pause"
    )
    #expect(lines.allSatisfy { $0.count <= 80 })
  }

  @Test func `a line is cut by columns and not by characters`() {
    #expect("日本語テキスト".cut(to: 7) == "日本語…")
    #expect("日本語".cut(to: 6) == "日本語")
    #expect("e\u{301}e\u{301}".cut(to: 2) == "e\u{301}e\u{301}")
  }
}
