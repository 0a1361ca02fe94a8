import Clocks
import Foundation
import GNSS
import Geodesy
import Records
import Testing

@Suite("Bytes per fix")
struct SizeTests {
  /// A ride at 1 Hz with everything that a receiver can say, with the noise and the resolution of a real one.
  static func ride(count: Int, seed: UInt64) -> [Record] {
    var random = RandomRecords(seed: seed)
    var latitude = 47.1
    var longitude = 8.3
    var height = 430.0
    var speed = 4.0
    var track = 40.0
    var dilution = (0.9, 1.6, 1.3)
    var satellites = (11, 17)
    return (0..<count).map { index in
      speed = min(max(speed + Double.random(in: -0.4...0.4, using: &random), 0.2), 12)
      track += Double.random(in: -4...4, using: &random)
      latitude += speed * cos(track * .pi / 180) / 111_195
      longitude += speed * sin(track * .pi / 180) / 111_195 / cos(latitude * .pi / 180)
      height += Double.random(in: -0.4...0.4, using: &random)
      if random.chance(15) { dilution.0 = Double(Int.random(in: 80...110, using: &random)) / 100 }
      if random.chance(15) { dilution.1 = Double(Int.random(in: 140...180, using: &random)) / 100 }
      if random.chance(15) { dilution.2 = Double(Int.random(in: 110...150, using: &random)) / 100 }
      if random.chance(10) { satellites.0 = Int.random(in: 9...13, using: &random) }
      if random.chance(10) { satellites.1 = Int.random(in: 15...19, using: &random) }
      let place = (
        latitude + Double.random(in: -2e-6...2e-6, using: &random),
        longitude + Double.random(in: -2e-6...2e-6, using: &random)
      )
      return record(
        index: index, place: place, height: height, speed: speed, track: track, dilution: dilution,
        satellites: satellites, accuracy: dilution.0 * 2.5 + Double.random(in: 0...0.3, using: &random),
        jitter: Int64.random(in: -30...30, using: &random))
    }
  }

  static func record(
    index: Int, place: (Double, Double), height: Double?, speed: Double?, track: Double?,
    dilution: (Double, Double, Double), satellites: (Int, Int), accuracy: Double, jitter: Int64
  ) -> Record {
    var fix = Fix()
    // Decimal minutes with five decimals.
    fix.coordinate = Coordinate(
      latitudeDegrees: (place.0 * 6e6).rounded() / 6e6, longitudeDegrees: (place.1 * 6e6).rounded() / 6e6)
    fix.mode = .threeDimensional
    fix.quality = .differential
    fix.altMSLMeters = height.map { ($0 * 10).rounded() / 10 }
    fix.geoidSeparationMeters = 47.3
    fix.altHAEMeters = fix.altMSLMeters.map { $0 + 47.3 }
    fix.speedMetersPerSecond = speed
    fix.trackDegrees = track
    fix.dilution.horizontal = dilution.0
    fix.dilution.position = dilution.1
    fix.dilution.vertical = dilution.2
    fix.satellitesUsed = satellites.0
    fix.satellitesInView = satellites.1
    fix.horizontalAccuracyMeters = accuracy
    fix.verticalAccuracyMeters = accuracy * 1.6
    fix.accuracySource = .receiver
    let utc = UTCStamp(UnixTime(milliseconds: 1_790_000_000_000 + Int64(index) * 1_000), .satellites)
    fix.time = utc
    return Record(
      sequence: SequenceNumber(UInt64(index + 1)), boot: BootID(bits: 0x1234_5678_9ABC_DEF0),
      at: Instant(boot: (100_000 + Int64(index) * 1_000 + jitter) * 1_000_000), utc: utc,
      body: .fix(FixRecord(fix: fix, reason: .every)))
  }

  /// Bytes a fix, with the header of 24 bytes of each frame.
  static func bytesPerFix(_ records: [Record], perFrame: Int) throws -> Double {
    var bytes = 0
    for start in stride(from: 0, to: records.count, by: perFrame) {
      let part = Array(records[start..<min(start + perFrame, records.count)])
      let frame = CodecTests.encoded(part)
      bytes += frame.payload.count + 24
      #expect(try CodecTests.decoded(frame) == part)
    }
    return Double(bytes) / Double(records.count)
  }

  @Test(arguments: [30, 130])
  func `a ride at 1 Hz takes at most 20 bytes a fix`(perFrame: Int) throws {
    let bytes = try Self.bytesPerFix(Self.ride(count: 3_900, seed: 5), perFrame: perFrame)
    print("synthetic ride, \(perFrame) fixes a frame: \(bytes) bytes a fix")
    #expect(bytes <= 20)
  }

  @Test func `standing still takes at most 7 bytes a fix`() throws {
    let records = (0..<3_900).map {
      Self.record(
        index: $0, place: (47.1, 8.3), height: 430, speed: 0, track: nil, dilution: (0.9, 1.6, 1.3),
        satellites: (11, 17), accuracy: 2.5, jitter: Int64($0 % 7))
    }
    let bytes = try Self.bytesPerFix(records, perFrame: 30)
    print("standing still, 30 fixes a frame: \(bytes) bytes a fix")
    #expect(bytes <= 7)
  }

  @Test func `a real ride takes at most 20 bytes a fix`() throws {
    let shared =
      ProcessInfo.processInfo.environment["WAYMARK_SHARED"]
      ?? URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "shared").path()
    let path = shared + "/tracks/fit-elemnt-ride.csv"
    guard let data = FileManager.default.contents(atPath: path) else {
      print("skipped: \(path) is not there")
      return
    }
    var random = RandomRecords(seed: 1)
    let lines = String(decoding: data, as: UTF8.self).split(separator: "\n").dropFirst()
    let records = lines.enumerated().compactMap { index, line -> Record? in
      let fields = line.split(separator: ",", omittingEmptySubsequences: false)
      guard let latitude = Double(fields[1]), let longitude = Double(fields[2]) else { return nil }
      let dilution = 0.9 + Double(Int.random(in: 0...2, using: &random)) / 100
      return Self.record(
        index: index, place: (latitude, longitude), height: Double(fields[3]), speed: Double(fields[4]),
        track: Double(fields[5]), dilution: (dilution, 1.6, 1.3), satellites: (11, 17), accuracy: dilution * 2.5,
        jitter: Int64.random(in: -30...30, using: &random))
    }
    for perFrame in [30, 130] {
      let bytes = try Self.bytesPerFix(Self.renumbered(records), perFrame: perFrame)
      print("real ride of \(records.count) fixes, \(perFrame) fixes a frame: \(bytes) bytes a fix")
      #expect(bytes <= 20)
    }
  }

  private static func renumbered(_ records: [Record]) -> [Record] {
    records.enumerated().map { index, record in
      var record = record
      record.sequence = SequenceNumber(UInt64(index + 1))
      return record
    }
  }
}
