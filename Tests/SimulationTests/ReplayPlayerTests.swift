import Clocks
import Geodesy
import GNSS
import LoggerCore
import Records
import Testing
import TrackFiles

@testable import Simulation

@Suite("A recording played into a board")
struct ReplayPlayerTests {
  private static func play(_ player: ReplayPlayer) throws -> (records: [Record], moments: [Instant]) {
    let flash = FaultyFlash()
    var board = VirtualBoard(store: flash)
    try board.powerOn(boot: BootID(bits: 1))
    var player = player
    var moments: [Instant] = []
    while let next = player.nextMoment {
      #expect(player.played <= player.total)
      let moment = player.step(on: &board)
      #expect(moment == next)
      moments.append(next)
    }
    #expect(player.step(on: &board) == nil)
    #expect(player.played == player.total)
    try board.stop(.endOfInput)
    var records: [Record] = []
    try StoredJournal(flash).forEachRecord { records.append($0) }
    return (records, moments)
  }

  private static func place(_ latitude: Double, _ longitude: Double) -> Coordinate? {
    Coordinate(latitudeDegrees: latitude, longitudeDegrees: longitude)
  }

  private static func point(_ seconds: Int64?, _ latitude: Double) -> TrackEvent {
    var fix = Fix()
    fix.mode = .twoDimensional
    fix.coordinate = place(latitude, 7)
    fix.time = seconds.map { UTCStamp(DemoDay.start + .seconds($0), .satellites) }
    return .fix(fix)
  }

  private static func seconds(_ moments: [Instant]) -> [Double] { moments.map { ($0 - .zero).seconds } }

  @Test func `a log keeps its gaps and gives its fixes`() throws {
    var log = ""
    for second in [0, 1, 2, 3, 120, 121, 122] {
      let minutes = second / 60
      log += LogBurstsTests.position(
        "08\(minutes < 10 ? "0" : "")\(minutes)\(second % 60 < 10 ? "0" : "")\(second % 60).00")
    }
    let (records, moments) = try Self.play(ReplayPlayer(log: Array(log.utf8), from: .zero))
    #expect(Self.seconds(moments) == [0, 1, 2, 3, 120, 121, 122])
    let fixes = records.filter { if case .fix = $0.body { true } else { false } }
    let gaps = records.compactMap { if case .gap(let gap) = $0.body { gap.reason } else { nil } }
    #expect(fixes.count == 7)
    #expect(gaps == [.receiverSilent])
    #expect(fixes.first?.utc?.time == DemoDay.start)
  }

  @Test func `a track keeps its times, and a point without one comes a second later`() throws {
    let track = [Self.point(0, 47), Self.point(5, 47.001), Self.point(nil, 47.002), Self.point(30, 47.003)]
    let (records, moments) = try Self.play(ReplayPlayer(track: track, from: Instant.zero + .seconds(10)))
    #expect(Self.seconds(moments) == [10, 15, 16, 41])
    let fixes = records.filter { if case .fix = $0.body { true } else { false } }
    #expect(fixes.count == 4)
    #expect(fixes.last?.utc?.time == DemoDay.start + .seconds(30))
  }

  @Test func `time that steps back moves the clock on by a second`() throws {
    let track = [Self.point(100, 47), Self.point(40, 47.001), Self.point(41, 47.002)]
    let (_, moments) = try Self.play(ReplayPlayer(track: track, from: .zero))
    #expect(Self.seconds(moments) == [0, 1, 2])
  }

  @Test func `a waypoint becomes a tag at its time, or where the track passed it`() throws {
    let near = try #require(Self.place(47.0301, 7.0002))
    let timed = ImportedTag(text: "timed", coordinate: near, time: UTCStamp(DemoDay.start + .seconds(12), .satellites))
    let untimed = ImportedTag(text: "untimed", coordinate: near)
    var track: [TrackEvent] = [.tag(timed), .tag(untimed)]
    for step in Int64(0)...5 { track.append(Self.point(step * 10, 47 + Double(step) * 0.01)) }
    let (records, moments) = try Self.play(ReplayPlayer(track: track, from: .zero))
    #expect(Self.seconds(moments) == [0, 10, 12, 20, 30, 30, 40, 50])
    let tags = records.compactMap { record -> (String?, Instant)? in
      if case .tag(let tag) = record.body { (tag.text, record.at) } else { nil }
    }
    #expect(tags.map(\.0) == ["timed", "untimed"])
    let located = records.compactMap { if case .located(let place) = $0.body { place } else { nil } }
    #expect(located.count == 2)
    #expect(located.last.map { $0.coordinate.latitudeDegrees }.map { abs($0 - 47.03) < 0.0101 } == true)
  }

  @Test func `a waypoint outside the track's time is put where the track was nearest`() throws {
    let near = try #require(Self.place(47.0199, 7))
    let late = ImportedTag(text: "late", coordinate: near, time: UTCStamp(DemoDay.start + .seconds(9_999), .satellites))
    var track: [TrackEvent] = [.tag(late)]
    for step in Int64(0)...5 { track.append(Self.point(step * 10, 47 + Double(step) * 0.01)) }
    let (_, moments) = try Self.play(ReplayPlayer(track: track, from: .zero))
    #expect(Self.seconds(moments) == [0, 10, 20, 20, 30, 40, 50])
  }

  @Test func `nothing to play ends at once`() throws {
    let (none, _) = try Self.play(ReplayPlayer(log: [], from: .zero))
    #expect(none.last?.body == .stop(.endOfInput))
    let (tracks, moments) = try Self.play(ReplayPlayer(track: [], from: .zero))
    #expect(tracks.last?.body == .stop(.endOfInput))
    #expect(moments.isEmpty)
  }

  @Test(arguments: 0..<50)
  func `any bytes can be played`(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let bytes = (0..<3_000).map { _ in UInt8(truncatingIfNeeded: random.next()) }
    let (records, _) = try Self.play(ReplayPlayer(log: bytes, from: .zero))
    #expect(records.last?.body == .stop(.endOfInput))
  }

  @Test func `wild dates in a track do no harm`() throws {
    var far = Fix()
    far.mode = .twoDimensional
    far.coordinate = Self.place(1, 1)
    far.time = UTCStamp(UnixTime(nanoseconds: .max), .satellites)
    var early = far
    early.time = UTCStamp(UnixTime(nanoseconds: .min), .satellites)
    let (records, _) = try Self.play(
      ReplayPlayer(track: [.fix(early), .fix(far), .fix(early), Self.point(0, 47)], from: .zero))
    #expect(records.last?.body == .stop(.endOfInput))
  }
}
