import Configuration
import Testing
import Text

@Suite("What is no TOML")
struct SyntaxTests {
  private static func faults(_ text: [UInt8]) -> [String] {
    ConfigurationFile.parse(text, path: "w.toml").faults.map(\.description)
  }

  @Test(arguments: [
    (
      "[receiver]\ndevice = /dev/ttyAMA0\n",
      "w.toml:2:10: device: this is not TOML (value: could not determine value type); write it like `device = \"/dev/ttyACM0\"`"
    ),
    (
      "[receiver]\nspeed 9600\n",
      "w.toml:2:7: this is not TOML (key-value pair: expected '=', saw '9'); a line is `[section]`, `key = value` or `# remark`; text stands in double quotes"
    ),
    (
      "[receiver\nspeed = 5\n",
      "w.toml:1:10: this is not TOML (table header: expected ']', saw '\\n'); a section begins like `[receiver]`"
    ),
    ("[receiver]\nspeed = 4800\nspeed = 9600\n", "w.toml:3:9: speed is set already; keep one of the lines"),
    ("[trip]\n[receiver]\n[trip]\nq = 1\n", "w.toml:3:1: the section [trip] is there already; join the two"),
  ])
  func `a syntax error has its place and a remedy`(text: String, line: String) {
    #expect(Self.faults(Array(text.utf8)) == [line])
  }

  @Test func `reading goes on behind a line that is no TOML`() {
    let text =
      "[receiver]\ndevice = /dev/x\nspeed = 9600 Bd\nspede = 1\n[storage\ndata = '/x'\n[trip]\nresume_within_h = -1\n"
    let places = ConfigurationFile.parse(Array(text.utf8), path: "w.toml").faults.map(\.place)
    #expect(places == ["w.toml:2:10", "w.toml:3:14", "w.toml:4:1", "w.toml:5:9", "w.toml:8:19"])
  }

  @Test(arguments: [
    ([0xFF, 0xFE, 0x5B, 0x00] as [UInt8], "w.toml:1:1: the file is UTF-16 text; save it as UTF-8"),
    (
      Array("# H\u{F6}he\n[trip]\n".unicodeScalars.map { UInt8($0.value) }),
      "w.toml:1:3: this is not UTF-8; save the file as UTF-8"
    ),
    (
      [0x7F, 0x45, 0x4C, 0x46, 0x00],
      "w.toml:1:1: the file is no text; give the path of a TOML file; `waymark config reference` shows what it may hold"
    ),
  ])
  func `what is no UTF-8 text is said to be so`(text: [UInt8], line: String) {
    #expect(Self.faults(text) == [line])
  }

  @Test func `a megabyte is refused without looking at it`() {
    let faults = Self.faults([UInt8](repeating: UInt8(ascii: "a"), count: 1 << 20))
    #expect(faults.count == 1)
    #expect(faults.first?.contains("larger than 65536 bytes") == true)
  }

  @Test(arguments: [
    "a" + String(repeating: ".a", count: 32_000) + " = 1", "[a" + String(repeating: ".a", count: 32_000) + "]",
    "a = " + String(repeating: "[", count: 65_000), "a = " + String(repeating: "{a=", count: 20_000),
    String(repeating: "a.b.c.d = 1\n", count: 5_000), String(repeating: "[[a]]\n", count: 10_000),
    String(repeating: "\"\u{1b}[2J\" = 1\n", count: 5), "\"" + String(repeating: "k", count: 60_000) + "\" = 1",
    "[receiver]\n" + String(repeating: "k", count: 60_000) + " = 1",
    "[receiver]\ndevice = \"\"\"" + String(repeating: "/\n", count: 30_000),
  ])
  func `hostile text is refused in short lines that cannot drive a terminal`(text: String) {
    let faults = Self.faults(Array(text.utf8))
    #expect(!faults.isEmpty)
    for fault in faults {
      #expect(fault.utf8.count < 400)
      #expect(fault.printable == fault)
    }
  }

  @Test func `a thousand unknown keys are a thousand complaints`() {
    let text = "[receiver]\n" + (0..<1_000).map { "key\($0) = 1\n" }.joined()
    #expect(Self.faults(Array(text.utf8)).count == 1_000)
  }

  @Test func `no bytes bring the parser down`() {
    var random = Seeded(seed: 1)
    let pieces = [
      "[", "]", "=", "\"", "'", "receiver", "speed", ".", "\n", "#", "{", "}", "9", "-", "\\u", "nan", "\u{e9}", ",",
    ]
    for round in 0..<3_000 {
      var text: [UInt8] = []
      for _ in 0..<Int.random(in: 0..<40, using: &random) {
        if round.isMultiple(of: 2) {
          text.append(contentsOf: pieces[Int.random(in: pieces.indices, using: &random)].utf8)
        } else {
          text.append(UInt8.random(in: 1...255, using: &random))
        }
      }
      let result = ConfigurationFile.parse(text, path: "w.toml")
      #expect(
        result.faults.allSatisfy {
          $0.code == .configuration && $0.remedy != nil && $0.place?.hasPrefix("w.toml:") == true
        },
        "seed 1, round \(round): \(text)")
    }
  }
}

/// A generator that gives the same numbers for the same seed (SplitMix64).
struct Seeded: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
