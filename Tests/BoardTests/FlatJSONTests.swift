import Testing
import Text

@testable import Board

@Suite("Requests in JSON")
struct FlatJSONTests {
  private static func read(_ text: String) throws(Fault) -> [String: FlatJSON.Value] {
    try FlatJSON.object(Array(text.utf8)[...])
  }

  @Test func `all kinds of values are read`() throws {
    let members = try Self.read(
      " { \"a\" : \"x\\n\\\"\\u00e4\\ud83d\\ude00\\/\" , \"b\":-1.5e2,\"c\":true,\"d\":false,\"e\":null,\"f\":0 } \r")
    #expect(
      members == [
        "a": .text("x\n\"\u{e4}\u{1F600}/"), "b": .number(-150), "c": .flag(true), "d": .flag(false), "e": .null,
        "f": .number(0),
      ])
    #expect(try Self.read("{}").isEmpty)
  }

  @Test(arguments: [
    "", "[]", "1", "{", "}", "{\"a\"}", "{\"a\":}", "{\"a\":1,}", "{\"a\":1}x", "{a:1}", "{\"a\":01}", "{\"a\":1.}",
    "{\"a\":.5}", "{\"a\":1e}", "{\"a\":+1}", "{\"a\":-}", "{\"a\":1e999}", "{\"a\":NaN}", "{\"a\":\"\\x\"}",
    "{\"a\":\"\\ud800\"}", "{\"a\":\"\\ud800\\u0041\"}", "{\"a\":\"\\udc00\"}", "{\"a\":\"\\u12\"}", "{\"a\":\"\n\"}",
    "{\"a\":\"", "{\"a\":1,\"a\":2}", "{\"a\":[]}", "{\"a\":{}}", "{\"a\":tru}", "{\"a\" 1}", "{\"a\":1 \"b\":2}",
    "{'a':1}", "// {}", "{\"a\":1}{\"a\":1}",
  ])
  func `what is no flat object is refused`(text: String) {
    let fault = #expect(throws: Fault.self) { try Self.read(text) }
    #expect(fault?.code == .data)
    #expect(fault?.remedy != nil)
  }

  @Test func `bytes that are no UTF-8 are refused`() {
    for bytes: [UInt8] in [[0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xE2, 0x82]] {
      #expect(throws: Fault.self) { try FlatJSON.object(Array("{\"a\":\"".utf8)[...] + bytes + Array("\"}".utf8)) }
    }
  }

  @Test func `what Waymark writes comes back the same`() throws {
    var random = Seeded(seed: 7)
    for _ in 0..<2_000 {
      let text = String(
        String.UnicodeScalarView(
          (0..<Int.random(in: 0...12, using: &random)).compactMap { _ in
            Unicode.Scalar(UInt32.random(in: 0...(Bool.random(using: &random) ? 0x7F : 0x10FFFF), using: &random))
          }))
      var line = JSONLine()
      line.put("text", text)
      line.put("flag", true)
      let bytes = line.finish()
      #expect(try FlatJSON.object(bytes[...]) == ["text": .text(text), "flag": .flag(true)], "seed 7: \(text)")
    }
  }

  @Test func `no bytes whatever bring it down`() {
    var random = Seeded(seed: 11)
    let pieces = [
      "{", "}", "\"", "\\", "\\u", "d83d", ":", ",", "1", "-", "e", ".", "true", "null", " ", "a", "\u{0}", "é",
    ]
    var accepted = 0
    for _ in 0..<50_000 {
      var bytes: [UInt8] = []
      for _ in 0..<Int.random(in: 0...14, using: &random) {
        bytes += Array((pieces.randomElement(using: &random) ?? "").utf8)
        if Int.random(in: 0..<20, using: &random) == 0 { bytes.append(UInt8.random(in: 0...255, using: &random)) }
      }
      if Bool.random(using: &random) { bytes = Array("{\"a\":".utf8) + bytes + [UInt8(ascii: "}")] }
      if (try? FlatJSON.object(bytes[...])) != nil { accepted += 1 }
      _ = try? ControlRequest(line: bytes[...])
    }
    #expect(accepted > 0)
  }
}

@Suite("Requests")
struct ControlRequestTests {
  @Test(arguments: [
    ("{\"command\":\"status\"}", ControlRequest.status), ("{\"command\":\"flush\"}", .flush),
    ("{\"command\":\"follow\"}", .follow), ("{\"command\":\"tag\"}", .tag(text: nil)),
    ("{\"command\":\"tag\",\"text\":null}", .tag(text: nil)),
    ("{\"text\":\"bridge\",\"command\":\"tag\"}", .tag(text: "bridge")),
  ])
  func `commands are read`(line: String, request: ControlRequest) throws {
    #expect(try ControlRequest(line: Array(line.utf8)[...]) == request)
  }

  @Test(arguments: [
    "{}", "{\"command\":1}", "{\"command\":\"reboot\"}", "{\"command\":\"status\",\"text\":\"x\"}",
    "{\"command\":\"tag\",\"text\":1}", "{\"command\":\"tag\",\"txt\":\"x\"}",
  ])
  func `wrong ones are refused with a remedy`(line: String) {
    let fault = #expect(throws: Fault.self) { try ControlRequest(line: Array(line.utf8)[...]) }
    #expect(fault?.code == .usage)
    #expect(fault?.remedy != nil)
  }
}

/// SplitMix64, so that a failure can be repeated.
struct Seeded: RandomNumberGenerator {
  var state: UInt64
  init(seed: UInt64) { state = seed }
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
