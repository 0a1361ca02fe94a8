import Clocks
import Testing

@testable import GNSS

/// A receiver on a line, second by second: each sentence is a read of its own, 50 ms after the one before.
private struct Line {
  var decoder = ReceiverDecoder(options: replay)
  /// The second of each published epoch, and the second in which it was published.
  var published: [(of: Int, in: Int, fix: Fix)] = []
  private var second = 0

  /// A second in which these sentences come; `T` stands for the time, `P` for the place. `.` at the end: the line is
  /// then silent long enough for the deadline.
  mutating func hear(_ contents: String...) {
    let now = second
    var at = Instant(boot: Int64(second) * 1_000_000_000)
    var arrived: [Fix] = []
    for content in contents {
      if content == "." {
        if let deadline = decoder.nextDeadline { decoder.handleDeadline(at: deadline) { arrived.append($0.fix) } }
        continue
      }
      let bytes: [UInt8]
      if content.hasPrefix("!") {
        bytes = Array("$GP\(content.dropFirst())*00\r\n".utf8)
      } else {
        let time =
          "12" + (second / 60 < 10 ? "0" : "") + "\(second / 60)" + (second % 60 < 10 ? "0" : "") + "\(second % 60)"
        bytes = Array(
          sentence(
            "GP"
              + content.split(separator: "T", omittingEmptySubsequences: false).joined(separator: time)
              .split(separator: "@", omittingEmptySubsequences: false).joined(separator: "4807.038,N,01131.000,E")
          ).utf8)
      }
      decoder.receive(bytes, at: at) { arrived.append($0.fix) }
      at = at + .milliseconds(50)
    }
    for fix in arrived {
      let seconds = (fix.details.timeOfDayNanoseconds ?? 0) / 1_000_000_000 - 43_200
      published.append((Int(seconds), now, fix))
    }
    second += 1
  }

  /// The seconds whose fix was published in a later one.
  var late: [Int] { published.filter { $0.of != $0.in }.map(\.of) }
  /// The seconds that were published more than once.
  var doubled: [Int] { published.map(\.of).filter { second in published.count { $0.of == second } > 1 } }
}

private let rmc = "RMC,T,A,@,1,2,230324,,,A"
private let gga = "GGA,T,@,1,08,0.9,5,M,46.9,M,,"
private let gll = "GLL,@,T,A,A"
private let gsv = "GSV,1,1,01,21,65,060,31"
private let gsa = "GSA,A,3,21,,,,,,,,,,,,1.7,0.9,1.4"

@Suite struct CycleTests {
  @Test func `after two cycles a fix is published with its last sentence`() {
    var line = Line()
    for _ in 0..<10 { line.hear(rmc, gga, gll) }
    #expect(line.late == [0, 1])
    #expect(line.published.map(\.of) == Array(0..<10))
  }

  @Test func `what comes only sometimes is no end`() {
    var line = Line()
    for second in 0..<30 {
      if second % 5 == 4 { line.hear(rmc, gga, gsv, gsv, "TXT,01,01,02,hello") } else { line.hear(rmc, gga) }
    }
    #expect(line.late == [0, 1])
  }

  @Test func `GSA every fifth second delays one fix, then none`() {
    var line = Line()
    for second in 0..<60 { if second % 5 < 1 { line.hear(rmc, gga, gsa) } else { line.hear(rmc, gga) } }
    #expect(line.late.filter { $0 > 2 }.count <= 1)
  }

  @Test func `a sentence that is switched off delays one fix`() {
    var line = Line()
    for _ in 0..<10 { line.hear(rmc, gga, gll) }
    for _ in 0..<10 { line.hear(rmc, gga) }
    #expect(line.late == [0, 1, 10])
    #expect(line.published.count == 20)
  }

  @Test func `a sentence that is switched on is missed once`() {
    var line = Line()
    for _ in 0..<10 { line.hear(rmc) }
    for _ in 0..<10 { line.hear(rmc, gga) }
    #expect(line.late == [0, 1])
    #expect(line.doubled == [])
    #expect(line.published.dropFirst(11).allSatisfy { $0.fix.altMSLMeters == 5 })
  }

  @Test func `a damaged last sentence delays its own fix and no other`() {
    var line = Line()
    for second in 0..<20 { if second == 10 { line.hear(rmc, gga, "!GLL,") } else { line.hear(rmc, gga, gll) } }
    #expect(line.late == [0, 1, 10])
    #expect(line.published.allSatisfy { $0.fix.isPositioned })
  }

  @Test func `the end that several sentences of one type make is counted`() {
    var line = Line()
    for _ in 0..<10 { line.hear(rmc, gga, gsa, gsa, gsa) }
    #expect(line.late == [0, 1])
    #expect(line.published.dropFirst(2).allSatisfy { $0.fix.dilution.position == 1.7 })
  }

  @Test func `hundreds of strange talkers do not stop the learning`() {
    var text = ""
    for second in 0..<50 {
      let time = "1200" + (second < 10 ? "0" : "") + "\(second)"
      let strange = "\(UnicodeScalar(UInt8(65 + second % 26)))\(second % 10)"
      text += sentence("\(strange)VTG,,T,,M,1.0,N,1.9,K,A")
      text += sentence("GPRMC,\(time),A,4807.038,N,01131.000,E,1,2,230324,,,A")
      text += sentence("GPGGA,\(time),4807.038,N,01131.000,E,1,08,0.9,5,M,46.9,M,,")
    }
    #expect(fixes(text).count == 50)
    #expect(fixes(text).suffix(10).allSatisfy { $0.altMSLMeters == 5 })
  }

  @Test func `silence publishes what is open`() {
    var line = Line()
    line.hear(rmc, gga, ".")
    #expect(line.published.map(\.of) == [0])
    #expect(!line.decoder.isMidEpoch)
    #expect(line.decoder.nextDeadline == nil)
  }

  @Test func `before the period is known, a tenth of a second of silence ends an epoch`() {
    var decoder = ReceiverDecoder(options: replay)
    #expect(decoder.nextDeadline == nil)
    decoder.receive(Array(sentence("GPRMC,120000,A,4807.038,N,01131.000,E,1,2,230324,,,A").utf8), at: .zero) { _ in }
    #expect(decoder.isMidEpoch)
    let deadline = decoder.nextDeadline
    #expect(deadline.map { (100...250).contains($0.boot / 1_000_000) } == true)
    var published = 0
    decoder.handleDeadline(at: Instant(boot: 1_000_000)) { _ in published += 1 }
    #expect(published == 0)
    if let deadline { decoder.handleDeadline(at: deadline) { _ in published += 1 } }
    #expect(published == 1)
    decoder.finish { _ in published += 1 }
    #expect(published == 1)
  }

  @Test func `a pause inside of a sentence does not cost it`() {
    var decoder = ReceiverDecoder(options: replay)
    let text = Array(sentence("GPRMC,120000,A,4807.038,N,01131.000,E,1,2,230324,,,A").utf8)
    var published = 0
    decoder.receive(Array(text[..<30]), at: .zero) { _ in published += 1 }
    if let deadline = decoder.nextDeadline { decoder.handleDeadline(at: deadline) { _ in published += 1 } }
    decoder.receive(Array(text[30...]), at: Instant(boot: 2_000_000_000)) { _ in published += 1 }
    decoder.finish { _ in published += 1 }
    #expect(published == 1)
    #expect(decoder.statistics.refused == 0)
  }

  @Test func `silence frees a sentence that a false binary frame covers`() {
    var decoder = ReceiverDecoder(options: replay)
    let text = Array(sentence("GPRMC,120000,A,4807.038,N,01131.000,E,1,2,230324,,,A").utf8)
    var published = 0
    decoder.receive([0xB5, 0x62, 1, 2, 0, 8] + text, at: .zero) { _ in published += 1 }
    #expect(published == 0)
    if let deadline = decoder.nextDeadline { decoder.handleDeadline(at: deadline) { _ in published += 1 } }
    #expect(published == 1)
  }

  @Test func `an epoch is stamped with the first byte of its first sentence`() {
    var decoder = ReceiverDecoder(options: replay)
    var stamps: [Int64] = []
    let first = Array(sentence("GPRMC,120000,A,4807.038,N,01131.000,E,1,2,230324,,,A").utf8)
    let second = Array(sentence("GPRMC,120001,A,4807.038,N,01131.000,E,1,2,230324,,,A").utf8)
    decoder.receive(Array(first[..<20]), at: Instant(boot: 10)) { stamps.append($0.firstByte.boot) }
    decoder.receive(Array(first[20...] + second[..<5]), at: Instant(boot: 20)) { stamps.append($0.firstByte.boot) }
    decoder.receive(Array(second[5...]), at: Instant(boot: 30)) { stamps.append($0.firstByte.boot) }
    decoder.finish { stamps.append($0.firstByte.boot) }
    #expect(stamps == [10, 20])
  }
}
