import Clocks
import GNSS
import Records
import Testing
import Text

@testable import TrackFiles

@Suite("Presses that are no tags, in files and lines")
struct GestureTests {
  /// A tag at 2 s, a mode change at 4 s, a power off at 8 s and a press that the power failed in.
  private static func day() -> Journal {
    var journal = Journal()
    journal.add(.trip(Trip(number: 1, reason: .first)), at: 1)
    journal.fix(at: 1)
    let tag = journal.press(at: 2)
    journal.gesture(tag, .short, at: 2.2)
    journal.located(tag, at: 3)
    journal.fix(at: 3)
    let long = journal.press(at: 4)
    journal.fix(at: 5)
    journal.gesture(long, .long, at: 6.5)
    journal.add(.mode(ModeChange(mode: .highAccuracy, reason: .button)), at: 6.5)
    let veryLong = journal.press(at: 8)
    journal.fix(at: 9)
    journal.gesture(veryLong, .veryLong, at: 16)
    journal.add(.stop(.powerOff), at: 16)
    journal.add(.start(Start(reason: .powerOn, version: "1")), at: 20)
    let cut = journal.press(at: 21)
    journal.add(.start(Start(reason: .crash, version: "1")), at: 22)
    journal.located(cut, at: 23)
    journal.fix(at: 23)
    return journal
  }

  @Test func `what is no tag is no waypoint, and the events of the day tell what it was`() {
    var files = DayFiles()
    var folder = Folder()
    for record in Self.day().records { folder.apply(files.apply(record)) }
    #expect(folder.mistake == nil)
    #expect(folder.text("2026-11-30.gpx").components(of: "<wpt") == 2)
    #expect(folder.text("2026-11-30.csv").components(of: ",tag,") == 2)
    let rows = folder.text("2026-11-30-events.csv").split(separator: "\n").map { row in
      row.split(separator: ",", omittingEmptySubsequences: false)
    }
    #expect(rows.allSatisfy { $0.count == 25 })
    let told = rows.map { "\($0[0]) \($0[2]) \($0[3]) \($0[11])" }.filter { !$0.contains("start") }
    #expect(
      told == [
        "time kind reason text", "2026-11-30T12:00:01.000Z trip first ",
        "2026-11-30T12:00:06.500Z gesture mode_change ",
        "2026-11-30T12:00:06.500Z mode button high_accuracy", "2026-11-30T12:00:16.000Z gesture power_off ",
        "2026-11-30T12:00:16.000Z stop power_off ",
      ])
  }

  @Test func `until it is known what it was, a press stands among the events as a tag`() {
    var journal = Journal()
    journal.fix(at: 1)
    let press = journal.press(at: 2)
    var files = DayFiles()
    var folder = Folder()
    folder.apply(files.apply(journal.records))
    #expect(folder.text("2026-11-30-events.csv").components(of: ",tag,button,") == 1)
    journal.gesture(press, .long, at: 4.5)
    folder.apply(files.apply(journal.records))
    #expect(folder.text("2026-11-30-events.csv").components(of: ",tag,button,") == 0)
  }

  @Test(arguments: [true, false])
  func `a press that waits for its clock is taken back as well`(isGestureDated: Bool) {
    var journal = Journal()
    let press = journal.press(at: 2, dated: false)
    journal.gesture(press, .long, at: 4.5, dated: isGestureDated)
    journal.add(.clock(ClockReading()), at: 5)
    journal.fix(at: 6)
    var files = DayFiles()
    var folder = Folder()
    folder.apply(files.apply(journal.records))
    let events = folder.text("2026-11-30-events.csv")
    #expect(events.components(of: ",tag,") == 0 && events.components(of: ",gesture,mode_change,") == 1)
  }

  @Test func `an export has no place for them and does not count them as missing`() {
    let records = Self.day().records
    let gpx = export(records, as: "gpx")
    #expect(gpx.text.components(of: "<wpt") == 2)
    #expect(gpx.counts.tags == 2 && gpx.counts.unplacedTags == 0)
    let all = export(records, as: "jsonl")
    #expect(all.text.components(of: "\n") == records.count)
  }

  @Test func `a trip does not count them`() {
    var tally = TripTally()
    for record in Self.day().records { tally.take(record) }
    #expect(tally.trips.map(\.tags) == [2])
  }

  @Test func `a trip that begins while the button is held keeps its own count`() {
    var journal = Journal()
    journal.add(.trip(Trip(number: 1, reason: .first)), at: 1)
    journal.fix(at: 1)
    let press = journal.press(at: 2)
    journal.add(.trip(Trip(number: 2, reason: .longPause)), at: 3)
    _ = journal.tag("mine", at: 3.5)
    journal.gesture(press, .long, at: 5)
    var tally = TripTally()
    for record in journal.records { tally.take(record) }
    #expect(tally.trips.map(\.tags) == [0, 1])
  }

  @Test(arguments: [
    (Gesture.Kind.short, "gesture tag 7 was a short press and stays", "tag"),
    (.long, "gesture tag 7 was a long press: mode change, no place", "mode_change"),
    (.veryLong, "gesture tag 7 was a very long press: power off, no place", "power_off"),
  ])
  func `a line says what the press was`(kind: Gesture.Kind, text: String, word: String) throws {
    var journal = Journal()
    journal.gesture(SequenceNumber(7), kind, at: 1)
    let record = try #require(journal.records.first)
    #expect(RecordText.line(record) == "2026-11-30 12:00:01Z " + text)
    #expect(RecordText.line(record).count <= 80)
    #expect(
      String(decoding: RecordJSON.line(record), as: UTF8.self).hasSuffix(
        "\"type\":\"gesture\",\"time\":\"2026-11-30T12:00:01.000Z\",\"time_quality\":\"satellites\","
          + "\"boot\":\"000000000000b007\",\"at_s\":1.000,\"tag\":7,\"reason\":\"\(word)\"}\n"))
  }

  @Test func `a line says what the mode is`() throws {
    var journal = Journal()
    journal.add(.mode(ModeChange(mode: .significantChange, reason: .button)), at: 1)
    let record = try #require(journal.records.first)
    #expect(RecordText.line(record) == "2026-11-30 12:00:01Z mode    significant change by button")
    #expect(
      String(decoding: RecordJSON.line(record), as: UTF8.self).hasSuffix(
        "\"logger_mode\":\"significant_change\",\"reason\":\"button\"}\n"))
  }
}
