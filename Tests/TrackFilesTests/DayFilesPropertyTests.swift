import Clocks
import GNSS
import Geodesy
import Records
import Testing
import Text

@testable import TrackFiles

/// Random journals as a logger could write them: boots with and without a clock, trips, gaps, tags located at once,
/// later or never, presses that turn out to be none, headings in time, late or of nothing, midnight, and now and then a
/// time that goes back.
func randomJournal(seed: UInt64, count: Int) -> [Record] {
  var random = Seeded(seed)
  var journal = Journal()
  var seconds = 0.0
  var isDated = Bool.random(using: &random)
  var trip: UInt32 = 0
  var pending: [SequenceNumber] = []
  var held: SequenceNumber?
  var headless: [SequenceNumber] = []
  journal.zero = journal.zero + .seconds(Int.random(in: 0...86_400, using: &random))
  func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }
  while journal.records.count < count {
    seconds += [0.001, 1, 1, 1, 5, 600, 50_000].randomElement(using: &random) ?? 1
    if chance(3) {
      if chance(50) { journal.add(.stop(.terminated), at: seconds, dated: isDated) }
      journal.zero = journal.zero + .seconds(seconds + Double(Int.random(in: 1...40_000, using: &random)))
      journal.boot = BootID(bits: random.next())
      seconds = Double(Int.random(in: 1...20, using: &random))
      isDated = false
      journal.add(.start(Start(reason: .powerCut, version: "1")), at: seconds, dated: false)
    }
    if chance(12) {
      pending.append(
        journal.tag(
          chance(70) ? "tag, \(journal.records.count)" : chance(40) ? String(repeating: "long ", count: 300) : nil,
          at: seconds, dated: isDated))
    }
    if let newest = pending.last, newest == journal.records.last?.sequence { headless.append(newest) }
    if let held {
      let kind: Gesture.Kind = chance(50) ? .short : chance(80) ? .long : .veryLong
      journal.gesture(held, kind, at: seconds, dated: isDated)
      if kind.isTag { pending.append(held) }
      headless.append(held)
      if kind == .long { journal.add(.mode(ModeChange(mode: .off, reason: .button)), at: seconds, dated: isDated) }
    }
    held = chance(8) ? journal.press(at: seconds, dated: isDated) : nil
    if chance(4) { journal.add(.gap(Gap(reason: .noFix)), at: seconds, dated: isDated) }
    if chance(2) {
      trip += 1
      journal.add(.trip(Trip(number: trip, reason: .longPause)), at: seconds, dated: isDated)
    }
    if !isDated, chance(15) {
      isDated = true
      journal.add(.clock(ClockReading()), at: seconds)
    }
    if !headless.isEmpty, chance(40) {
      let index = Int.random(in: 0..<headless.count, using: &random)
      journal.heading(
        .tag(headless.remove(at: index)), at: seconds, .random(in: 0...360, using: &random), dated: isDated)
    }
    if !pending.isEmpty, chance(pending.count < 4 ? 5 : 40) {
      let index = Int.random(in: 0..<pending.count, using: &random)
      journal.located(pending.remove(at: index), at: seconds, dated: isDated)
    }
    let utc = chance(3) ? journal.zero + .seconds(seconds - 2) : nil
    journal.fix(
      at: seconds, Double(Int.random(in: -90...90, using: &random)), Double(Int.random(in: -180...180, using: &random)),
      dated: isDated, utc: utc)
    if chance(20) {
      let late = chance(80) ? 0 : Int.random(in: 1...4, using: &random)
      let fix = SequenceNumber(UInt64(max(journal.records.count - late, 1)))
      if chance(20) { journal.add(.gap(Gap(reason: .noFix)), at: seconds, dated: isDated) }
      journal.heading(.fix(fix), at: seconds, .random(in: 0...360, using: &random), dated: isDated)
    }
  }
  return journal.records
}

@Suite struct DayFilesPropertyTests {
  @Test(arguments: 1...12)
  func `after every batch every file is complete, and how records were cut into batches does not show`(
    seed: UInt64
  ) throws {
    let records = randomJournal(seed: seed, count: 160)
    var random = Seeded(seed &+ 1_000)
    var whole = Daemon()
    whole.apply(records)
    var daemon = Daemon()
    var rest = records[...]
    while !rest.isEmpty {
      let batch = rest.prefix(Int.random(in: 1...7, using: &random))
      rest = rest.dropFirst(batch.count)
      daemon.apply(Array(batch))
      #expect(daemon.folder.mistake == nil, "seed \(seed)")
      for (name, bytes) in daemon.folder.files {
        if name.hasSuffix(".gpx") {
          let (events, skipped) = try readGPX(bytes, chunk: 65_536)
          #expect(skipped.count == 0 && !events.isEmpty, "seed \(seed) \(name)")
          let times = events.compactMap { if case .fix(let fix) = $0 { fix.time?.time } else { nil } }
          #expect(isAscending(times), "seed \(seed) \(name)")
        } else if !name.hasSuffix("-events.csv") {
          #expect(isAscending(firstColumn(bytes)), "seed \(seed) \(name)")
        } else {
          #expect(columnCounts(bytes) == [25], "seed \(seed) \(name)")
        }
      }
    }
    for name in Set(whole.folder.files.keys).union(daemon.folder.files.keys) {
      #expect(whole.folder.text(name) == daemon.folder.text(name), "seed \(seed) \(name)")
    }
  }

  @Test func `the random journals reach what they are for`() {
    var rebuilds = 0
    var notes: Set<String> = []
    var waypoints = 0
    for seed in UInt64(1)...12 {
      var daemon = Daemon()
      daemon.apply(randomJournal(seed: seed, count: 160))
      rebuilds += daemon.folder.rebuilds.count
      for name in daemon.folder.files.keys {
        let text = daemon.folder.text(name)
        waypoints += text.components(of: "<wpt")
        for note in ["time_not_ascending", "time_unknown"] where text.contains(note) { notes.insert(note) }
      }
    }
    #expect(rebuilds > 5 && waypoints > 50 && notes.count == 2, "\(rebuilds) \(waypoints) \(notes)")
  }

  @Test(arguments: 21...32)
  func `the days together hold what an export holds`(seed: UInt64) throws {
    let records = randomJournal(seed: seed, count: 200)
    var daemon = Daemon()
    daemon.apply(records)
    let exported = export(records)
    var rows: Set<String> = []
    var points = 0
    for (name, bytes) in daemon.folder.files where name.hasSuffix(".csv") && !name.hasSuffix("-events.csv") {
      let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").dropFirst().map(String.init)
      rows.formUnion(lines)
      points += lines.count
      let gpx = daemon.folder.text(String(name.dropLast(3)) + "gpx")
      #expect(gpx.components(of: "<trkpt") == lines.count { !$0.contains(",tag,") }, "seed \(seed)")
    }
    #expect(rows.count == points)
    // The export sorts tags in where the days cannot, and sees going back over midnight: it may know more tags.
    let lines = exported.csv.split(separator: "\n").dropFirst().map(String.init)
    #expect(isAscending(firstColumn(Array(exported.csv.utf8))), "seed \(seed)")
    let fixes = rows.filter { !$0.contains(",tag,") }
    #expect(fixes.isSuperset(of: lines.filter { !$0.contains(",tag,") }), "seed \(seed)")
    #expect(Set(lines).isSuperset(of: rows.subtracting(fixes)), "seed \(seed)")
    for (name, bytes) in daemon.folder.files where name.hasSuffix("-events.csv") {
      #expect(columnCounts(bytes) == [25], "\(name), seed \(seed)")
    }
  }

  private func isAscending(_ values: [some Comparable]) -> Bool {
    zip(values, values.dropFirst()).allSatisfy { $0 < $1 }
  }

  private func firstColumn(_ bytes: [UInt8]) -> [UnixTime] {
    String(decoding: bytes, as: UTF8.self).split(separator: "\n").dropFirst()
      .compactMap { UnixTime(iso: $0.prefix { $0 != "," }) }
  }

  private func columnCounts(_ bytes: [UInt8]) -> Set<Int> {
    var rows = CSVRows()
    var counts: Set<Int> = []
    for byte in bytes where rows.push(byte) { counts.insert(rows.count) }
    return counts
  }
}
