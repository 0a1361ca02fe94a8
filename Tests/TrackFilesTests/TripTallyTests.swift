import Clocks
import GNSS
import Geodesy
import Glibc
import LocationServices
import Records
import Testing
import Text

@testable import TrackFiles

@Suite("What a trip amounts to")
struct TripTallyTests {
  private static let metersPerDegree = Coordinate.meanRadiusMeters * .pi / 180

  /// Degrees north of 48 for metres.
  private static func north(_ meters: Double) -> Double { 48 + meters / metersPerDegree }

  private static func tally(_ journal: Journal) throws -> TripSummary {
    try #require(trips(journal).first)
  }

  private static func trips(_ journal: Journal) -> [TripSummary] {
    var tally = TripTally()
    for record in journal.records { tally.take(record) }
    return tally.trips
  }

  private static func started() -> Journal {
    var journal = Journal()
    journal.add(.trip(Trip(number: 1, reason: .first)), at: 0)
    return journal
  }

  @Test(arguments: [nil, 1.4] as [Double?])
  func `a walk has its length and its time, with Doppler speed and without`(speed: Double?) throws {
    var journal = Self.started()
    for second in 0...600 {
      journal.fix(at: Double(second), Self.north(1.4 * Double(second))) {
        $0.speedMetersPerSecond = speed
        $0.horizontalAccuracyMeters = 4
      }
    }
    let trip = try Self.tally(journal)
    #expect(trip.number == 1)
    #expect(trip.fixes == 601)
    #expect(trip.elapsedSeconds == 600)
    #expect(abs(trip.distanceMeters - 840) < 10)
    #expect(abs(trip.movingSeconds - 600) < 8)
    #expect(abs(try #require(trip.maximumSpeedMetersPerSecond) - 1.4) < 0.01)
    #expect(trip.ascentMeters == nil)
    #expect(trip.start?.time.description == "2026-11-30T12:00:00Z")
    #expect(trip.end?.time.description == "2026-11-30T12:10:00Z")
  }

  @Test(arguments: [nil, 0.2] as [Double?], [1, 2, 3])
  func `a night in one place is no way and no motion`(speed: Double?, seed: Int) throws {
    var random = SplitMix(seed: seed)
    var journal = Self.started()
    // Drift as receivers have it: it wanders, and comes back.
    var (x, y) = (0.0, 0.0)
    for minute in 0..<600 {
      x = x * 0.95 + Double.random(in: -0.8...0.8, using: &random)
      y = y * 0.95 + Double.random(in: -0.8...0.8, using: &random)
      journal.fix(at: Double(minute) * 60, Self.north(y), 11.5 + x / Self.metersPerDegree) {
        $0.speedMetersPerSecond = speed
        $0.horizontalAccuracyMeters = 3
      }
    }
    let trip = try Self.tally(journal)
    #expect(trip.distanceMeters < 20, "seed \(seed)")
    #expect(trip.movingSeconds < 60, "seed \(seed)")
  }

  @Test func `a hole counts neither as way nor as motion`() throws {
    var journal = Self.started()
    for second in 0...10 {
      journal.fix(at: Double(second), Self.north(10 * Double(second))) { $0.speedMetersPerSecond = 10 }
    }
    journal.add(.gap(Gap(reason: .noFix)), at: 20)
    for second in 100...110 {
      journal.fix(at: Double(second), Self.north(10 * Double(second))) { $0.speedMetersPerSecond = 10 }
    }
    let trip = try Self.tally(journal)
    #expect(abs(trip.distanceMeters - 200) < 0.1)
    #expect(abs(trip.movingSeconds - 20) < 0.001)
    #expect(trip.gaps == 1)
    #expect(trip.elapsedSeconds == 110)
  }

  @Test func `a rest between two thinned fixes is not motion`() throws {
    var journal = Self.started()
    journal.fix(at: 0, Self.north(0)) { $0.speedMetersPerSecond = 1.4 }
    journal.fix(at: 10, Self.north(14)) { $0.speedMetersPerSecond = 0 }
    // An hour later it goes on.
    journal.fix(at: 3_610, Self.north(17)) { $0.speedMetersPerSecond = 1.5 }
    journal.fix(at: 3_620, Self.north(32)) { $0.speedMetersPerSecond = 1.5 }
    let trip = try Self.tally(journal)
    #expect(abs(trip.distanceMeters - 32) < 0.1)
    #expect(abs(trip.movingSeconds - 22) < 3)
  }

  @Test func `outliers are told and count for nothing`() throws {
    var journal = Self.started()
    for second in 0...10 { journal.fix(at: Double(second), Self.north(Double(second))) { $0.speedMetersPerSecond = 1 } }
    journal.fix(at: 11, Self.north(50_000), reason: .outlier) { $0.speedMetersPerSecond = 300 }
    journal.fix(at: 12, Self.north(12)) { $0.speedMetersPerSecond = 1 }
    let trip = try Self.tally(journal)
    #expect(trip.outliers == 1)
    #expect(trip.fixes == 12)
    #expect(abs(trip.distanceMeters - 12) < 0.01)
    #expect(trip.maximumSpeedMetersPerSecond == 1)
  }

  @Test func `trips are told apart, and a tag before the first fix belongs to what follows`() {
    var journal = Journal()
    _ = journal.tag("before", at: 0)
    journal.add(.trip(Trip(number: 1, reason: .first)), at: 1)
    journal.fix(at: 1)
    journal.add(.trip(Trip(number: 2, reason: .longPause)), at: 9_000)
    journal.fix(at: 9_000)
    _ = journal.tag("in it", at: 9_001)
    _ = journal.tag("again", at: 9_002)
    #expect(Self.trips(journal).map(\.number) == [1, 2])
    #expect(Self.trips(journal).map(\.tags) == [1, 2])
  }

  @Test func `where the beginning of the journal is gone a checkpoint tells the trip`() {
    var journal = Journal()
    journal.add(.checkpoint(Checkpoint(trip: 7, lastFixUTC: nil, pendingTags: [])), at: 0)
    journal.fix(at: 1)
    journal.add(.checkpoint(Checkpoint(trip: 7, lastFixUTC: nil, pendingTags: [])), at: 2)
    journal.fix(at: 3)
    #expect(Self.trips(journal).map(\.number) == [7])
    #expect(Self.trips(journal).map(\.fixes) == [2])
  }

  @Test func `without any clock a trip still has a length`() throws {
    var journal = Self.started()
    for second in 0...100 {
      journal.fix(at: Double(second), Self.north(Double(second) * 2), dated: false) { $0.speedMetersPerSecond = 2 }
    }
    let trip = try Self.tally(journal)
    #expect(trip.start == nil)
    #expect(abs(trip.distanceMeters - 200) < 0.1)
    #expect(trip.movingSeconds == 100)
  }

  @Test func `nonsense adds nothing and ends nothing`() throws {
    var journal = Self.started()
    journal.fix(at: 5, Self.north(0)) { $0.speedMetersPerSecond = .nan }
    journal.fix(at: 1, Self.north(100)) { $0.altMSLMeters = .infinity }
    journal.boot = BootID(bits: 2)
    journal.fix(at: 0, Self.north(200), dated: false)
    let trip = try Self.tally(journal)
    #expect(trip.fixes == 3)
    #expect(abs(trip.distanceMeters - 200) < 0.1)
    #expect(trip.movingSeconds == 0)
    #expect(trip.elapsedSeconds == nil)
  }
}

@Suite("Ascent and descent")
struct ClimbTests {
  private static func climb(_ heights: [Double], accuracy: Double? = nil) -> (up: Double, down: Double) {
    var meter = ClimbMeter()
    for height in heights { meter.take(height, accuracyMeters: accuracy) }
    let done = meter.finished
    return (done.ascentMeters, done.descentMeters)
  }

  @Test func `a mountain is as high as it is`() {
    let up = Array(stride(from: 500.0, through: 1_500, by: 2))
    #expect(Self.climb(up + up.reversed()) == (1_000, 1_000))
  }

  @Test(arguments: [1, 2, 3, 4])
  func `noise climbs no mountain`(seed: Int) {
    var random = SplitMix(seed: seed)
    let flat = (0..<5_000).map { _ in 500 + Double.random(in: -4.9...4.9, using: &random) }
    #expect(Self.climb(flat) == (0, 0), "seed \(seed)")
  }

  @Test func `a stated accuracy that is worse raises the threshold`() {
    let wave = (0..<50).map { $0.isMultiple(of: 10) ? 500.0 : 500 + 20 * sin(Double($0) / 10 * .pi).magnitude }
    #expect(Self.climb(wave).up > 50)
    #expect(Self.climb(wave, accuracy: 20) == (0, 0))
  }

  @Test(arguments: [0, 10, 20])
  func `a spike is passed over, also at an end`(index: Int) {
    var heights = [Double](repeating: 500, count: 21)
    heights[index] = 900
    #expect(Self.climb(heights) == (0, 0))
    heights[index] = 100
    #expect(Self.climb(heights) == (0, 0))
  }

  @Test(arguments: 1...30)
  func `up minus down is what the height has changed, but for the threshold`(seed: Int) {
    var random = SplitMix(seed: seed)
    var height = 1_000.0
    var slope = 0.0
    var heights: [Double] = []
    for _ in 0..<2_000 {
      slope = slope * 0.99 + Double.random(in: -0.2...0.2, using: &random)
      height += slope
      heights.append(height)
    }
    let (up, down) = Self.climb(heights)
    #expect(abs(up - down - (heights[heights.count - 1] - heights[0])) < 20, "seed \(seed)")
    #expect(up >= 0 && down >= 0)
    var total = 0.0
    for (left, right) in zip(heights, heights.dropFirst()) { total += max(0, right - left) }
    #expect(up <= total + 0.001, "seed \(seed)")
  }

  @Test func `a receiver that gives only heights above the ellipsoid climbs too`() throws {
    var journal = Journal()
    for step in 0...100 {
      journal.fix(at: Double(step)) {
        $0.mode = .threeDimensional
        $0.altHAEMeters = 500 + Double(step)
      }
    }
    var tally = TripTally()
    for record in journal.records { tally.take(record) }
    let trip = try #require(tally.trips.first)
    #expect(abs(try #require(trip.ascentMeters) - 100) < 0.1)
    #expect(trip.descentMeters == 0)
  }
}

@Suite("Trips as text")
struct TripTextTests {
  private static func sample() throws -> TripSummary {
    var trip = TripSummary(number: 12)
    trip.start = UTCStamp(try #require(UnixTime(iso: "2026-11-30T22:05:30Z")), .satellites)
    trip.end = UTCStamp(try #require(UnixTime(iso: "2026-12-01T01:44:09Z")), .satellites)
    trip.elapsedSeconds = 13_119
    trip.distanceMeters = 27_467.7
    trip.movingSeconds = 12_859
    trip.maximumSpeedMetersPerSecond = 18.148
    trip.ascentMeters = 525.2
    trip.descentMeters = 949.4
    trip.fixes = 16_758
    trip.gaps = 2
    trip.tags = 3
    return trip
  }

  @Test func `the table looks like this`() throws {
    var empty = TripSummary(number: 0)
    empty.fixes = 1
    let lines =
      [TripText.header(zone: "UTC"), TripText.line(try Self.sample()) { _ in 0 }]
      + [TripText.line(try Self.sample()) { _ in 3_600 * 3 }, TripText.line(empty) { _ in 0 }]
    #expect(
      lines == [
        "trip  start (UTC)       end     distance  moving  ascent descent km/h gaps tags",
        "  12  2026-11-30 22:05  01:44+1d 27.47 km    3:34   525 m   949 m   65    2    3",
        "  12  2026-12-01 01:05  04:44   27.47 km    3:34   525 m   949 m   65    2    3",
        "   -  no time                        0 m    0:00       -       -    -    0    0",
      ])
    #expect(lines.allSatisfy { $0.count <= 80 })
  }

  @Test func `the JSON has these keys, and only what is known`() throws {
    #expect(
      String(decoding: TripText.json(try Self.sample()), as: UTF8.self)
        == #"{"trip":12,"start":"2026-11-30T22:05:30.000Z","end":"2026-12-01T01:44:09.000Z","elapsed_s":13119.000,"#
        + #""distance_m":27467.7,"moving_s":12859.0,"max_speed":18.148,"ascent_m":525.2,"descent_m":949.4,"#
        + #""fixes":16758,"outliers":0,"gaps":2,"tags":3}"# + "\n")
    #expect(
      String(decoding: TripText.json(TripSummary(number: 0)), as: UTF8.self)
        == #"{"trip":0,"distance_m":0.0,"moving_s":0.0,"fixes":0,"outliers":0,"gaps":0,"tags":0}"# + "\n")
  }

  @Test(arguments: [
    (0, "0 m"), (999.4, "999 m"), (999.6, "1.00 km"), (99_994, "99.99 km"), (99_996, "100.0 km"), (.nan, "-"),
  ])
  func `lengths are said with a fitting unit`(meters: Double, text: String) {
    #expect(TripText.distance(meters) == text)
  }
}

private struct SplitMix: RandomNumberGenerator {
  private var state: UInt64

  init(seed: Int) { state = UInt64(bitPattern: Int64(seed)) &* 0x2545_F491_4F6C_DD1D &+ 1 }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
    return value ^ value >> 31
  }
}
