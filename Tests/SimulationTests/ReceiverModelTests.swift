import Clocks
import Geodesy
import Testing

@testable import Simulation

@Suite("A receiver made of numbers")
struct ReceiverModelTests {
  private static let start = UnixTime(milliseconds: 1_778_918_400_000)

  /// A receiver that stands still.
  private static func receiver(seed: UInt64 = 7, outages: [ReceiverModel.Outage] = []) -> ReceiverModel {
    var journey = Journey(latitudeDegrees: 46.94, longitudeDegrees: 6.73, altMSLMeters: 972, seed: 1)
    journey.stand(seconds: 600)
    var receiver = ReceiverModel(path: journey.path, start: start, outages: outages, seed: seed)
    receiver.powerOn(at: start)
    return receiver
  }

  /// The fields of the sentences of one epoch; nil if it is silent.
  private static func epoch(_ receiver: inout ReceiverModel, at seconds: Int64) -> [[String]]? {
    guard let burst = receiver.burst(at: start + .seconds(seconds)) else { return nil }
    return String(decoding: burst.bytes, as: UTF8.self).split(separator: "\r\n").map { line in
      let body = line.dropFirst().prefix { $0 != "*" }
      return body.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
  }

  @Test func `it learns the time, then the date, then the place`() {
    var receiver = Self.receiver()
    var log: [Int64: [[String]]] = [:]
    for second in 1...40 { log[Int64(second)] = Self.epoch(&receiver, at: Int64(second)) }
    #expect(log[8]?[0] == ["GPRMC", "", "V", "", "", "", "", "", "", "", "", "", "N"])
    #expect(log[9]?[0] == ["GPRMC", "080009.00", "V", "", "", "", "", "", "", "", "", "", "N"])
    #expect(log[18]?[0] == ["GPRMC", "080018.00", "V", "", "", "", "", "", "", "160526", "", "", "N"])
    #expect(log[30]?[0][2] == "V")
    #expect(log[31]?[0].prefix(3) == ["GPRMC", "080031.00", "A"])
    #expect(log[30]?[2].prefix(9) == ["GPGGA", "080030.00", "", "", "", "", "0", "00", "99.99"])
    #expect(log[31]?[2][6] == "1")
  }

  @Test func `every sentence has a right checksum`() {
    var receiver = Self.receiver()
    for second in 1...120 {
      guard let burst = receiver.burst(at: Self.start + .seconds(second)) else { continue }
      for line in burst.bytes.split(separator: UInt8(ascii: "\n")) {
        let text = String(decoding: line, as: UTF8.self)
        let body = text.dropFirst().prefix { $0 != "*" }
        #expect(LogBurstsTests.sentence(String(body)) == text + "\n")
      }
    }
  }

  @Test func `its errors are as large as it says, drift, and are the same for the same seed`() throws {
    let truth = try #require(Coordinate(latitudeDegrees: 46.94, longitudeDegrees: 6.73))
    var inside = 0
    var total = 0
    var jumps: [Double] = []
    for seed in UInt64(0)..<20 {
      var receiver = Self.receiver(seed: seed)
      var last: Coordinate?
      for second in Int64(60)..<360 {
        guard let gga = Self.epoch(&receiver, at: second)?[2], let hdop = Double(gga[8]) else { continue }
        let place = try #require(Self.coordinate(gga))
        total += 1
        // 5 m x 1.07 for each unit of HDOP is what a logger takes as the 68 % radius.
        if place.distanceMeters(to: truth) < hdop * 5.35 { inside += 1 }
        if let last { jumps.append(last.distanceMeters(to: place)) }
        last = place
      }
    }
    #expect(total == 20 * 300)
    #expect((0.68...0.999).contains(Double(inside) / Double(total)))
    #expect((0.2...1.5).contains(jumps.sorted()[jumps.count / 2]))
    var one = Self.receiver(seed: 3)
    var other = Self.receiver(seed: 3)
    for second in 1...50 {
      #expect(one.burst(at: Self.start + .seconds(second)) == other.burst(at: Self.start + .seconds(second)))
    }
  }

  @Test func `few satellites go with a large dilution`() {
    var receiver = Self.receiver()
    var first: [String]?
    var later: [String]?
    for second in Int64(1)...300 {
      let gga = Self.epoch(&receiver, at: second)?[2]
      if second == 31 { first = gga }
      if second == 300 { later = gga }
    }
    #expect(Double(first?[8] ?? "") ?? 0 > Double(later?[8] ?? "") ?? 0)
    #expect(Int(first?[7] ?? "") ?? 0 < Int(later?[7] ?? "") ?? 0)
  }

  @Test func `in a tunnel it talks without a place, and needs a moment afterwards`() {
    var receiver = Self.receiver(outages: [.init(.noSky, seconds: 100...150)])
    var valid: [Int64] = []
    for second in Int64(32)...200 {
      if Self.epoch(&receiver, at: second)?[0][2] == "A" { valid.append(second) }
    }
    #expect(valid.contains(99) && !valid.contains(100) && !valid.contains(151))
    #expect((152...154).contains(valid.first { $0 > 100 } ?? 0))
  }

  @Test func `silence is silence, and so is a receiver without power`() {
    var receiver = Self.receiver(outages: [.init(.silent, seconds: 100...150)])
    #expect(Self.epoch(&receiver, at: 99) != nil)
    #expect(Self.epoch(&receiver, at: 120) == nil)
    #expect(Self.epoch(&receiver, at: 151) != nil)
    receiver.powerOff()
    #expect(Self.epoch(&receiver, at: 152) == nil)
    receiver.powerOn(at: Self.start + .seconds(160))
    #expect(Self.epoch(&receiver, at: 165)?[0][1] == "")
  }

  @Test func `a slow line delivers the same bytes later`() {
    var receiver = Self.receiver()
    let burst = receiver.burst(at: Self.start + .seconds(50)) ?? Burst(delay: .zero, bytes: [])
    let pieces = burst.pieces(baud: 9_600)
    #expect(pieces.flatMap(\.bytes) == burst.bytes)
    #expect(pieces.allSatisfy { (1...16).contains($0.bytes.count) })
    let took = (pieces.last?.delay ?? .zero) - burst.delay
    #expect(abs(took.seconds - Double(burst.bytes.count) / 960) < 1e-6)
  }

  private static func coordinate(_ gga: [String]) -> Coordinate? {
    guard let latitude = Double(gga[2]), let longitude = Double(gga[4]) else { return nil }
    func degrees(_ value: Double) -> Double {
      let whole = (value / 100).rounded(.down)
      return whole + (value - whole * 100) / 60
    }
    return Coordinate(
      latitudeDegrees: degrees(latitude) * (gga[3] == "S" ? -1 : 1),
      longitudeDegrees: degrees(longitude) * (gga[5] == "W" ? -1 : 1))
  }
}
