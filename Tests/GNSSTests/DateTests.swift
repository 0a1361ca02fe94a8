import Clocks
import Testing

@testable import GNSS

private let place = "4807.038,N,01131.000,E"
private func rmc(_ time: String, _ date: String, status: String = "A") -> String {
  sentence("GPRMC,\(time),\(status),\(status == "A" ? place : ",,,"),1,2,\(date),,,\(status == "A" ? "A" : "N")")
}
private func gga(_ time: String) -> String { sentence("GPGGA,\(time),\(place),1,08,0.9,5,M,46.9,M,,") }

@Suite struct DateTests {
  @Test func `midnight passes before the sentence with the new date`() {
    let all = fixes(rmc("235959", "311223") + gga("235959") + gga("000000") + rmc("000000", "010124"))
    #expect(all.map(\.iso) == ["2023-12-31T23:59:59Z", "2024-01-01T00:00:00Z"])
  }

  @Test func `days go on without a date, leap day included`() {
    let all = fixes(
      rmc("235958", "280224") + gga("235959") + gga("000000") + gga("110000") + gga("220000") + gga("000000"))
    #expect(
      all.map(\.iso).suffix(4) == [
        "2024-02-29T00:00:00Z", "2024-02-29T11:00:00Z", "2024-02-29T22:00:00Z", "2024-03-01T00:00:00Z",
      ])
  }

  @Test func `the leap second is no step back`() {
    let all = fixes(rmc("235959", "311216") + rmc("235960", "311216") + rmc("000000", "010117"))
    #expect(all.count == 3)
    #expect(
      zip(all, all.dropFirst()).allSatisfy { ($0.time?.time.nanoseconds ?? 0) <= ($1.time?.time.nanoseconds ?? -1) })
    #expect(!all.contains { $0.details.isStepBack })
  }

  @Test func `a bad date once keeps the running one`() {
    let all = fixes(rmc("123519", "230324") + rmc("123520", "000000") + rmc("123521", "230324"))
    #expect(all.map(\.iso) == ["2024-03-23T12:35:19Z", "2024-03-23T12:35:20Z", "2024-03-23T12:35:21Z"])
  }

  @Test func `ZDA tells the day and stamps nothing, even two seconds ahead`() {
    let all = fixes(gga("193223") + sentence("GPZDA,193225.00,23,12,2007,00,00") + gga("193224"))
    #expect(all.map(\.iso) == ["2007-12-23T19:32:23Z", "2007-12-23T19:32:24Z"])
  }

  @Test func `ZDA just behind midnight does not shift the epoch before it`() {
    let all = fixes(
      rmc("235958", "311223") + gga("235959") + sentence("GPZDA,000000.00,01,01,2024,00,00") + gga("000000"))
    #expect(all.map(\.iso).suffix(2) == ["2023-12-31T23:59:59Z", "2024-01-01T00:00:00Z"])
  }

  @Test func `without a date there is no time, but a time of day`() {
    let all = fixes(gga("123519"))
    #expect(all.first?.time == nil)
    #expect(all.first?.details.timeOfDayNanoseconds == 45_319_000_000_000)
  }

  @Test func `an assumed date holds until a sentence states one`() {
    let options = ReceiverDecoder.Options(assumedDate: CivilDate(year: 2019, month: 3, day: 8), isLive: false)
    let all = fixes(gga("235959") + gga("000000") + rmc("000001", "230324"), options)
    #expect(all.map(\.iso) == ["2019-03-08T23:59:59Z", "2019-03-09T00:00:00Z", "2024-03-23T00:00:01Z"])
    #expect(all.map { $0.time?.quality } == [.host, .host, .satellites])
  }

  @Test func `back-fill dates what came before the first date`() {
    var backfill = DateBackfill()
    var all: [String?] = []
    for epoch in epochs(gga("235958") + gga("235959") + gga("000000") + rmc("000001", "230324") + gga("000002")) {
      backfill.take(epoch) { all.append($0.fix.iso) }
    }
    backfill.finish { all.append($0.fix.iso) }
    #expect(
      all == [
        "2024-03-22T23:59:58Z", "2024-03-22T23:59:59Z", "2024-03-23T00:00:00Z", "2024-03-23T00:00:01Z",
        "2024-03-23T00:00:02Z",
      ])
  }

  @Test func `back-fill gives up in order when no date comes`() {
    var backfill = DateBackfill()
    var count = 0
    for epoch in epochs(gga("235958") + gga("235959")) { backfill.take(epoch) { _ in count += 1 } }
    #expect(count == 0)
    backfill.finish { _ in count += 1 }
    #expect(count == 2)
  }
}

@Suite struct RolloverTests {
  @Test(arguments: [
    ("140405", "2024-11-28T12:00:05Z", "2024-11-28T12:00:00Z"),
    ("110704", "2024-02-25T12:00:00Z", "2024-02-25T12:00:00Z"),
    ("230324", "2024-03-23T12:00:00Z", "2024-03-23T12:00:00Z"),
    ("311214", "2014-12-31T12:00:00Z", "2014-12-31T12:00:00Z"),
    ("010180", "2024-03-23T12:00:00Z", nil),
  ])
  func `a date is moved by whole eras to come nearest to the trusted clock`(
    _ date: String, _ now: String, _ iso: String?
  ) {
    #expect(fixes(rmc("120000", date), live(now)).first?.iso == iso)
  }

  @Test func `a repair is flagged`() {
    #expect(fixes(rmc("120000", "140405"), live("2024-11-28")).first?.details.rolloverWeeks == 1_024)
    #expect(fixes(rmc("120000", "230324"), live("2024-03-23")).first?.details.rolloverWeeks == 0)
  }

  @Test(arguments: ["060180", "220899"])
  func `the first minutes of an era mean that the receiver does not know`(_ date: String) {
    let all = fixes(rmc("000231", date), live("2024-03-23"))
    #expect(all.count == 1)
    #expect(all.first?.time == nil)
    #expect(fixes(rmc("000231", date)).first?.time == nil)
  }

  @Test func `unless the clock says that an era has just begun`() {
    #expect(fixes(rmc("000231", "220899"), live("2019-04-07")).first?.iso == "2019-04-07T00:02:31Z")
  }

  @Test func `without a clock no date is before the one this program was built`() {
    let all = fixes(rmc("120000", "140406"), ReceiverDecoder.Options())
    #expect(all.first.flatMap(\.time).map { $0.time.date.daysSinceEpoch >= Rollover.buildDay - 7 } == true)
    #expect(
      all.first?.time?.time.date.daysSinceEpoch.isMultiple(of: 7)
        == UnixTime(iso: "2006-04-14")?.date.daysSinceEpoch.isMultiple(of: 7))
  }

  @Test func `a replay keeps its dates`() {
    #expect(fixes(rmc("120000", "140405")).first?.iso == "2005-04-14T12:00:00Z")
  }

  @Test func `the decision holds for the session, wherever dates wander`() {
    var decoder = ReceiverDecoder(options: live("2024-11-28"))
    var weeks: [Int16] = []
    for second in 0..<50 {
      let text = rmc("1200" + (second < 10 ? "0" : "") + "\(second)", "140405")
      decoder.receive(Array(text.utf8), at: .zero) { weeks.append($0.fix.details.rolloverWeeks) }
    }
    #expect(Set(weeks) == [1_024])
  }

  @Test func `a clock that becomes trusted later decides anew`() {
    var decoder = ReceiverDecoder()
    var times: [String?] = []
    decoder.receive(Array((rmc("120000", "060307") + rmc("120001", "060307")).utf8), at: .zero) {
      times.append($0.fix.iso)
    }
    decoder.setReferenceDate(UnixTime(iso: "2026-11-05"))
    decoder.receive(Array((rmc("120002", "060307") + rmc("120003", "060307")).utf8), at: .zero) {
      times.append($0.fix.iso)
    }
    decoder.finish { times.append($0.fix.iso) }
    #expect(times.last == "2026-10-20T12:00:03Z")
  }
}

@Suite struct LeapSecondTests {
  private func qualities(_ text: String) -> [ClockQuality?] { epochs(text).map { $0.fix.time?.quality } }

  @Test func `a receiver that is seen to start is not believed at once`() {
    let cold = sentence("GPRMC,,V,,,,,,,,,,N")
    #expect(qualities(cold + cold + rmc("120000", "230324")) == [nil, nil, .satellitesUnconfirmed])
  }

  @Test func `a receiver that runs already is`() { #expect(qualities(rmc("120000", "230324")) == [.satellites]) }

  @Test func `after twelve and a half minutes satellites have told`() {
    let cold = sentence("GPRMC,,V,,,,,,,,,,N")
    #expect(
      qualities(cold + rmc("120000", "230324") + rmc("121229", "230324") + rmc("121231", "230324")).suffix(2) == [
        .satellitesUnconfirmed, .satellites,
      ])
  }

  @Test func `u-blox says it itself`() {
    let unknown = sentence("PUBX,04,120000.00,230324,556567.00,2306,18D,-384839,-53.623,16")
    let known = sentence("PUBX,04,120001.00,230324,556568.00,2306,18,-384839,-53.623,16")
    #expect(qualities(unknown + rmc("120000", "230324")) == [.satellitesUnconfirmed])
    #expect(qualities(known + rmc("120001", "230324")) == [.satellites])
  }
  @Test func `a clock of before this program was written is no reference`() {
    var decoder = ReceiverDecoder()
    var times: [String?] = []
    decoder.setReferenceDate(UnixTime(iso: "1970-01-01T00:00:30Z"))
    decoder.receive(Array((rmc("120000", "120327") + rmc("120001", "120327")).utf8), at: .zero) {
      times.append($0.fix.iso)
    }
    #expect(times.first == "2027-03-12T12:00:00Z")
  }

  @Test func `a recording that is played through a live port keeps its dates where no rollover explains them`() {
    var decoder = ReceiverDecoder()
    var times: [String?] = []
    decoder.setReferenceDate(UnixTime(iso: "2026-11-30"))
    decoder.receive(Array((rmc("120000", "140415") + rmc("120001", "140415")).utf8), at: .zero) {
      times.append($0.fix.iso)
    }
    #expect(times.first == "2015-04-14T12:00:00Z")
  }
}
