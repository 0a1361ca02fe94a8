import Clocks
import Testing
import TrackFiles

@testable import Commands

@Suite("Which trips are listed")
struct TripsCommandTests {
  @Test(
    arguments: [
      (nil, nil, true), ("2026-11-30T09:00:00Z", nil, true), ("2026-11-30T12:00:00Z", nil, true),
      ("2026-11-30T12:00:01Z", nil, false), (nil, "2026-11-30T08:00:00Z", false), (nil, "2026-11-30T08:00:01Z", true),
      ("2026-11-30T09:00:00Z", "2026-11-30T10:00:00Z", true), ("2026-11-30T13:00:00Z", "2026-11-30T14:00:00Z", false),
    ] as [(String?, String?, Bool)])
  func `a trip is listed if any of it lies in the span`(since: String?, until: String?, isListed: Bool) throws {
    var trip = TripSummary(number: 1)
    trip.start = UTCStamp(try #require(UnixTime(iso: "2026-11-30T08:00:00Z")), .satellites)
    trip.end = UTCStamp(try #require(UnixTime(iso: "2026-11-30T12:00:00Z")), .satellites)
    let span = (since.flatMap { UnixTime(iso: $0) }, until.flatMap { UnixTime(iso: $0) })
    #expect(trip.overlaps(since: span.0, until: span.1) == isListed)
  }

  @Test func `one without a time is listed where no span is asked for`() throws {
    let trip = TripSummary(number: 1)
    #expect(trip.overlaps(since: nil, until: nil))
    #expect(!trip.overlaps(since: UnixTime(iso: "2026-11-30T12:00:00Z"), until: nil))
  }
}
