import Clocks
import Testing

@testable import Simulation

@Suite("A log cut into bursts")
struct LogBurstsTests {
  /// A sentence with its frame.
  static func sentence(_ body: String) -> String {
    let sum = body.utf8.reduce(0, ^)
    let digits = Array("0123456789ABCDEF")
    return "$\(body)*\(digits[Int(sum >> 4)])\(digits[Int(sum & 15)])\r\n"
  }

  static func position(_ time: String, valid: Bool = true) -> String {
    valid
      ? sentence("GPRMC,\(time),A,4656.50000,N,00644.20000,E,1.0,90.0,160526,,,A")
      : sentence("GPRMC,\(time),V,,,,,,,160526,,,N")
  }

  private static func cut(_ log: String) -> [(wait: Duration, text: String)] {
    var bursts = LogBursts(bytes: Array(log.utf8))
    var result: [(Duration, String)] = []
    while let burst = bursts.next() { result.append((burst.wait, String(decoding: burst.bytes, as: UTF8.self))) }
    return result
  }

  @Test func `sentences of one time belong together, and those without time to the ones before`() {
    let first = Self.position("080000.00") + Self.sentence("GPVTG,90.0,T,,M,1.0,N,1.9,K,A")
    let second = Self.position("080001.00") + Self.sentence("GPGSA,A,3,,,,,,,,,,,,,1.5,0.9,1.2")
    let bursts = Self.cut(first + second)
    #expect(bursts.map(\.text) == [first, second])
    #expect(bursts.map(\.wait) == [.zero, .seconds(1)])
  }

  @Test(arguments: [
    ("080000.00", "080000.20", 200), ("080000", "080005", 5_000), ("080000.00", "100000.00", 7_200_000),
    ("235959.00", "000001.50", 2_500), ("080010.00", "080000.00", 1_000), ("000010.00", "235950.00", 1_000),
  ])
  func `the clock follows the times of day, over midnight too, and never goes back`(
    first: String, second: String, milliseconds: Int
  ) {
    let bursts = Self.cut(Self.position(first) + Self.position(second))
    #expect(bursts.map(\.wait) == [.zero, .milliseconds(milliseconds)])
  }

  @Test func `a receiver that sets its clock before the first fix does not move ours`() {
    let bursts = Self.cut(Self.position("000012.00", valid: false) + Self.position("142311.00"))
    #expect(bursts.map(\.wait) == [.zero, .seconds(1)])
  }

  @Test func `a damaged time does not move the clock`() {
    let damaged = Self.position("080001.00").replacing("080001", with: "180001")
    let bursts = Self.cut(Self.position("080000.00") + damaged + Self.position("080002.00"))
    #expect(bursts.map(\.wait) == [.zero, .seconds(2)])
  }

  @Test(arguments: 0..<200)
  func `no byte is lost or moved, whatever the bytes are`(seed: Int) {
    var generator = SeededGenerator(seed: UInt64(seed))
    var log: [UInt8] = []
    for _ in 0..<60 {
      switch generator.next() % 4 {
      case 0: log += Self.position("08000\(generator.next() % 10)").utf8
      case 1: log += (0..<Int(generator.next() % 90)).map { _ in UInt8(truncatingIfNeeded: generator.next()) }
      case 2: log += Self.sentence("GPGLL,,,,,0\(generator.next() % 10)0000,V").utf8.dropLast(Int(generator.next() % 4))
      default: log += "$GPRMC,".utf8
      }
    }
    if seed % 3 == 0 { log += [UInt8](repeating: 0x55, count: 40_000) }
    var bursts = LogBursts(bytes: log)
    var joined: [UInt8] = []
    while let burst = bursts.next() {
      #expect(!burst.bytes.isEmpty && burst.wait >= .zero, "seed \(seed)")
      joined += burst.bytes
    }
    #expect(joined == log, "seed \(seed)")
    #expect(bursts.consumed == log.count)
  }

  @Test func `an empty log has no bursts`() { #expect(Self.cut("").isEmpty) }
}
