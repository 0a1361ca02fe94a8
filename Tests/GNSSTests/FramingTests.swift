import Testing

@testable import GNSS

private let rmc = sentence("GNRMC,092751.000,A,5321.6802,N,00630.3371,W,0.06,31.66,280511,,,A")
private let bare = String(rmc.dropLast(1))

/// How many sentences of a stream are accepted, and why others are refused.
private func outcome(_ bytes: [UInt8]) -> (accepted: Int, refusals: [String]) {
  var decoder = ReceiverDecoder(options: replay)
  decoder.receive(bytes, at: .zero) { _ in }
  decoder.finish { _ in }
  let statistics = decoder.statistics
  return (statistics.accepted, statistics.refusals.map(\.name))
}

private func outcome(_ text: String) -> (accepted: Int, refusals: [String]) { outcome(Array(text.utf8)) }

@Suite struct FramingTests {
  @Test(arguments: ["\r\n", "\r", "\n", "\r\r\n", "", "\0\0"])
  func `any terminator ends a sentence, none as well`(_ terminator: String) {
    let result = outcome(bare + terminator + bare + terminator)
    #expect(result.accepted == 2)
    #expect(result.refusals == [])
  }

  @Test(arguments: [
    ("$GPTXT,01,01,02,ANTSTATUS=INIT*26\r\n", "checksum"), ("$GPXTE,A,A,0.67,L,N*6g\r\n", "checksum"),
    ("$GPRMC,,V,,,,,,,,,,N*5\r\n", "checksum"), ("$GPGGA,222449,,,,,0,,,M,,M,,*\r\n", "checksum"),
    ("$GPGGA,222449,,,,,0,,,M,,M,,\r\n", "unchecked"), ("$GNRMC,092751.000,A,53", "cut"),
    ("$GPG\u{1}GA,222449*00\r\n", "cut"),
  ])
  func `what is damaged is refused with its reason`(_ text: String, _ reason: String) {
    let result = outcome(text + rmc)
    #expect(result.accepted == (reason == "cut" && !text.hasSuffix("\n") ? 1 : 1))
    #expect(result.refusals == [reason])
  }

  @Test func `lower-case checksums are right`() { #expect(outcome("$GPXTE,A,A,0.67,L,N*6f\r\n").accepted == 1) }

  @Test func `a star may stand in a text`() { #expect(outcome("$GNTXT,01,01,02,a*b*7A\r\n").accepted == 1) }

  @Test(arguments: [
    "$$", "$", "!", "\\g:1-2-73874,n:157036*4A\\", "\u{1}\u{2}$\r", "*****", "$*00\r\n", "GPGSA,A,1*30\r\n",
  ])
  func `junk before a sentence costs nothing`(_ junk: String) { #expect(outcome(junk + rmc).accepted == 1) }

  @Test(arguments: ["$GP,1", "$G,1", "$GPRMCXYZ12345678,1", "$GPrmc,1"])
  func `strange addresses do no harm`(_ address: String) {
    #expect(outcome(sentence(String(address.dropFirst())) + rmc).accepted >= 1)
  }

  @Test func `an endless sentence is given up and the next one read`() {
    let result = outcome("$GPGGA," + String(repeating: "1", count: 100_000) + rmc)
    #expect(result.accepted == 1)
    #expect(result.refusals == ["length"])
  }

  @Test func `1,000 characters are no reason to refuse`() {
    #expect(outcome(sentence("PXYZ," + String(repeating: "1", count: 1_000))).accepted == 1)
  }

  @Test(
    arguments: [
      [0xB5, 0x62, 0x05, 0x01, 0x02, 0x00, 0x06, 0x01, 0x0F, 0x38],
      [0xD3, 0x00, 0x04, 0x4C, 0xE0, 0x00, 0x80, 0xED, 0xED, 0xD6],
      [0xBA, 0xCE, 0x04, 0x00, 0x05, 0x01, 0x24, 0x47, 0x47, 0x47, 0x28, 0x47, 0x4C, 0x48],
    ] as [[UInt8]])
  func `binary frames are stepped over`(_ frame: [UInt8]) {
    var decoder = ReceiverDecoder(options: replay)
    decoder.receive(frame + Array(rmc.utf8) + frame + Array(rmc.utf8), at: .zero) { _ in }
    decoder.finish { _ in }
    #expect(decoder.statistics.accepted == 2)
    #expect(decoder.statistics.binaryFrames == 2)
    #expect(decoder.statistics.refused == 0)
  }

  @Test(arguments: [[0xB5, 0x62], [0xD3], [0xBA, 0xCE]] as [[UInt8]])
  func `what a broken binary frame covered is looked at again`(_ start: [UInt8]) {
    // The length is that of the sentence's first characters: hundreds to thousands of bytes.
    let result = outcome(start + [1, 2, 60, 0] + Array((rmc + rmc).utf8))
    #expect(result.accepted == 2)
  }

  @Test func `a frame that the end cuts off hides nothing`() {
    #expect(outcome([0xB5, 0x62, 1, 2, 0, 8] + Array(rmc.utf8)).accepted == 1)
  }

  @Test func `every cut between two reads gives the same`() {
    let stream = Array((rmc + "$GPX\r\n" + rmc).utf8) + [0xB5, 0x62, 0x05, 0x01, 0x02, 0x00, 0x06, 0x01, 0x0F, 0x38]
    for cut in stream.indices {
      var decoder = ReceiverDecoder(options: replay)
      decoder.receive(Array(stream[..<cut]), at: .zero) { _ in }
      decoder.receive(Array(stream[cut...]), at: .zero) { _ in }
      decoder.finish { _ in }
      #expect(decoder.statistics.accepted == 2, "cut at \(cut)")
      #expect(decoder.statistics.refused == 1, "cut at \(cut)")
      #expect(decoder.statistics.binaryFrames == 1, "cut at \(cut)")
    }
  }
}
