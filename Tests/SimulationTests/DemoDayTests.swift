import Clocks
import Controls
import Geodesy
import Journal
import LoggerCore
import Records
import Terminal
import Testing

@testable import Simulation

@Suite("The made-up day")
struct DemoDayTests {
  /// All that a day leaves behind.
  struct Outcome: Equatable, Sendable {
    var records: [Record] = []
    var moments: [DemoMoment] = []
    var lights: [Pattern] = []
    var files: [String: [UInt8]] = [:]
  }

  /// One day for all tests that only look.
  static let usual = Result { try run(seed: 1) }

  static func run(seed: UInt64, commitDelay: Duration = .zero) throws -> Outcome {
    var outcome = Outcome()
    let flash = FaultyFlash()
    let folder = MemoryFolder()
    var board = VirtualBoard(store: flash, folder: folder, commitDelay: commitDelay)
    try DemoDay.run(on: &board, seed: seed) { outcome.moments.append($0) }
    try StoredJournal(flash).forEachRecord { outcome.records.append($0) }
    outcome.files = folder.files
    outcome.lights = board.lights.map(\.pattern)
    #expect(board.isFinished && board.folderFault == nil)
    return outcome
  }

  @Test func `it has its tags, one trip, two holes and a good end`() throws {
    let day = try Self.usual.get()
    let tags = day.records.filter { if case .tag = $0.body { true } else { false } }
    let places = day.records.compactMap { if case .located(let place) = $0.body { place } else { nil } }
    let trips = day.records.filter { if case .trip = $0.body { true } else { false } }
    let gaps = day.records.compactMap { if case .gap(let gap) = $0.body { gap.reason } else { nil } }
    let starts = day.records.compactMap { if case .start(let start) = $0.body { start.reason } else { nil } }
    #expect(tags.count == 3)
    #expect(places.map(\.tag) == tags.map(\.sequence))
    #expect(places.map(\.method) == [.firstFixAfter, .interpolated, .interpolated])
    #expect(places.first?.ageSeconds.map { (18...20).contains($0) } == true)
    #expect(trips.count == 1)
    #expect(gaps == [.noFix, .notRunning])
    #expect(starts == [.first, .powerCut])
    #expect(day.records.last?.body == .stop(.terminated))
    for pattern in [Pattern.seen, .saved, .located] { #expect(day.lights.filter { $0 == pattern }.count == 3) }
  }

  @Test func `each second under the sky has its fix, and only the tunnel and the power cut have none`() throws {
    let day = try Self.usual.get()
    let times = day.records.compactMap { record -> UnixTime? in
      if case .fix = record.body { record.utc?.time } else { nil }
    }
    let holes = zip(times, times.dropFirst()).map { ($1 - $0).seconds }.filter { $0 != 1 }
    #expect(holes.count == 2)
    #expect(holes.allSatisfy { (60...200).contains($0) })
    #expect(times.count > 16_000)
    #expect(zip(day.records, day.records.dropFirst()).allSatisfy { $0.sequence < $1.sequence })
  }

  @Test func `its places are where it really was`() throws {
    let day = try Self.usual.get()
    var path = DemoDay(seed: 1).path
    var errors: [Double] = []
    for record in day.records {
      guard case .fix(let fix) = record.body, let place = fix.fix.coordinate, let time = record.utc?.time,
        let truth = path.point(at: (time - DemoDay.start).seconds)
      else { continue }
      errors.append(place.distanceMeters(to: truth.coordinate))
    }
    errors.sort()
    #expect(errors[errors.count / 2] < 5)
    #expect(errors[errors.count * 99 / 100] < 20)
    #expect((errors.last ?? 0) < 60)
  }

  @Test func `the same seed tells the same day, another seed another`() throws {
    let usual = try Self.usual.get()
    #expect(try Self.run(seed: 1) == usual)
    #expect(try Self.run(seed: 5).records != usual.records)
  }

  @Test func `it is told like this`() throws {
    let lines = try Self.usual.get().moments.map(\.line)
    #expect(
      lines.prefix(4) == [
        "08:00:00  power on at the car park; the board has no clock",
        "08:00:00  the logger starts with a new journal",
        "08:00:12  button pressed, LED \"seen\": tag 1",
        "08:00:12  LED \"saved\": tag 1 is on the card",
      ])
    #expect(lines.contains("08:00:31  first fix after 31 s"))
    #expect(lines.contains { $0.hasSuffix("waymark tag \"spring, good water\", LED \"seen\": tag 3") })
    #expect(lines.contains { $0.hasSuffix("power is back: the journal is whole, the trip goes on") })
    #expect(lines.last?.hasSuffix("stopped in good order") == true)
    #expect(lines.allSatisfy { $0.count <= 79 })
    #expect(lines == lines.sorted { $0.prefix(8) < $1.prefix(8) })
  }

  @Test func `its picture has three pieces and three tags`() throws {
    var picture = TrackPicture()
    for record in try Self.usual.get().records { picture.take(record) }
    #expect(picture.segmentCount == 3)
    #expect(picture.tags.allSatisfy { $0.location != nil })
    #expect((25_000...40_000).contains(picture.lengthMeters))
    let lines = picture.plot.lines(columns: 80, rows: 23, theme: TerminalTheme(isColoured: false, isUnicode: true))
    #expect((18...23).contains(lines.count))
    #expect(lines.last?.contains("1-3 tags") == true)
  }

  @Test func `a slow card changes nothing that is kept`() throws {
    let quick = try Self.usual.get().records.filter { if case .fix = $0.body { true } else { false } }
    let slow = try Self.run(seed: 1, commitDelay: .milliseconds(900)).records.filter {
      if case .fix = $0.body { true } else { false }
    }
    #expect(quick.map(\.utc).suffix(200) == slow.map(\.utc).suffix(200))
    // What was on its way into the card when the plug was pulled is gone.
    #expect(quick.count - slow.count <= 31)
  }
}
