import Clocks
import GNSS
import Geodesy
import Records
import Testing
import Text

@testable import Commands

@Suite("What `plot` draws")
struct PlotSelectionTests {
  private static func selection(
    day: String? = nil, trip: String? = nil, since: String? = nil, until: String? = nil
  ) throws -> PlotSelection {
    let times = TimeArgument(now: try #require(UnixTime(iso: "2026-11-30T14:05:09Z")), isLocal: false)
    return try PlotSelection(
      day: day, trip: trip, span: (since.flatMap { UnixTime(iso: $0) }, until.flatMap { UnixTime(iso: $0) }), times)
  }

  private static func holds(_ selection: PlotSelection, _ time: String?, trip: UInt32 = 1, _ body: Body) -> Bool {
    let utc = time.flatMap { UnixTime(iso: $0) }.map { UTCStamp($0, .satellites) }
    let record = Record(sequence: SequenceNumber(1), boot: BootID(bits: 1), at: .zero, utc: utc, body: body)
    return selection.holds(record, trip: trip)
  }

  private static let tag = Body.tag(Tag(source: .button))

  @Test(arguments: [
    ("2026-11-29", "2026-11-29T00:00:00Z", "2026-11-30T00:00:00Z"),
    ("today", "2026-11-30T00:00:00Z", "2026-12-01T00:00:00Z"),
    ("Yesterday", "2026-11-29T00:00:00Z", "2026-11-30T00:00:00Z"),
    ("2024-02-28", "2024-02-28T00:00:00Z", "2024-02-29T00:00:00Z"),
  ])
  func `a day is its first moment to that of the next`(day: String, since: String, until: String) throws {
    let selection = try Self.selection(day: day)
    #expect(selection.since?.description == since)
    #expect(selection.until?.description == until)
    #expect(!selection.isNewestTrip)
  }

  @Test func `a day and a span are what both hold`() throws {
    let selection = try Self.selection(day: "today", since: "2026-11-30T08:00:00Z", until: "2027-01-01T00:00:00Z")
    #expect(selection.since?.description == "2026-11-30T08:00:00Z")
    #expect(selection.until?.description == "2026-12-01T00:00:00Z")
  }

  @Test func `nothing named means the newest trip`() throws {
    #expect(try Self.selection().isNewestTrip)
    #expect(try !Self.selection(since: "2026-11-30T08:00:00Z").isNewestTrip)
    #expect(try Self.selection(trip: "3").trip == 3)
  }

  @Test(
    arguments: [("3d", nil), ("12:00", nil), ("2026-02-30", nil), ("", nil), ("today", "1")] as [(String, String?)])
  func `what is no day is refused`(day: String, trip: String?) {
    #expect(throws: Fault.self) { try Self.selection(day: day, trip: trip) }
  }

  @Test(arguments: ["0", "-1", "one", "", "99999999999"])
  func `what is no trip is refused`(trip: String) {
    let fault = #expect(throws: Fault.self) { try Self.selection(trip: trip) }
    #expect(fault?.code == .usage)
  }

  @Test func `a span holds what lies in it, and every hole`() throws {
    let selection = try Self.selection(since: "2026-11-30T08:00:00Z", until: "2026-11-30T09:00:00Z")
    #expect(Self.holds(selection, "2026-11-30T08:00:00Z", Self.tag))
    #expect(!Self.holds(selection, "2026-11-30T09:00:00Z", Self.tag))
    #expect(!Self.holds(selection, nil, Self.tag))
    #expect(Self.holds(selection, nil, .gap(Gap(reason: .noFix))))
    #expect(
      Self.holds(selection, "2026-11-30T09:00:01Z", .gesture(Gesture(press: SequenceNumber(1), kind: .long))))
    let trip = try Self.selection(trip: "2")
    #expect(Self.holds(trip, nil, trip: 2, Self.tag))
    #expect(!Self.holds(trip, nil, trip: 1, Self.tag))
  }
}

@Suite("Which trip a record belongs to")
struct TripOrderTests {
  private static func told(_ bodies: [Body]) -> [String] {
    var order = TripOrder()
    var told: [String] = []
    for (index, body) in bodies.enumerated() {
      let record = Record(
        sequence: SequenceNumber(UInt64(index + 1)), boot: BootID(bits: 1), at: .zero, utc: nil, body: body)
      for known in order.take(record) { told.append("\(known.sequence.value) in \(order.trip)") }
    }
    for known in order.finish() { told.append("\(known.sequence.value) in \(order.trip)") }
    return told
  }

  private static let tag = Body.tag(Tag(source: .button))
  private static let fix = Body.fix(FixRecord(fix: Fix(), reason: .every))

  private static func trip(_ number: UInt32) -> Body { .trip(Trip(number: number, reason: .first)) }

  @Test func `a tag before a trip's first fix belongs to it, any other to the trip it was made in`() {
    #expect(
      Self.told([Self.tag, Self.trip(1), Self.tag, Self.fix, Self.tag, Self.trip(2), Self.tag, Self.fix]) == [
        "2 in 1", "1 in 1", "3 in 1", "4 in 1", "5 in 1", "6 in 2", "7 in 2", "8 in 2",
      ])
  }

  @Test func `a tag comes before its place, and is not lost without any fix`() throws {
    let location = TagLocation(
      tag: SequenceNumber(1), coordinate: try #require(Coordinate(latitudeDegrees: 47, longitudeDegrees: 8)),
      altMSLMeters: nil, method: .firstFixAfter, ageSeconds: nil, horizontalAccuracyMeters: nil)
    #expect(
      Self.told([Self.tag, Self.trip(1), .located(location), Self.fix]) == ["2 in 1", "1 in 1", "3 in 1", "4 in 1"])
    #expect(Self.told([Self.tag, .gap(Gap(reason: .noFix))]) == ["2 in 0", "1 in 0"])
  }

  @Test func `what a press meant comes behind the press`() {
    let long = Body.gesture(Gesture(press: SequenceNumber(1), kind: .long))
    #expect(
      Self.told([
        Self.tag, long, Self.trip(1), Self.fix, Self.tag, .gesture(Gesture(press: SequenceNumber(5), kind: .long)),
      ])
        == ["3 in 1", "1 in 1", "2 in 1", "4 in 1", "5 in 1", "6 in 1"])
  }

  @Test func `a checkpoint tells the trip where its beginning is gone`() {
    let checkpoint = Body.checkpoint(Checkpoint(trip: 7, lastFixUTC: nil, pendingTags: []))
    #expect(Self.told([checkpoint, Self.fix]) == ["1 in 7", "2 in 7"])
  }
}
