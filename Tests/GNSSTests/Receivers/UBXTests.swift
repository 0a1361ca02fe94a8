import Clocks
import Geodesy
import Testing

@testable import GNSS

private func padded(_ text: String, _ length: Int) -> [UInt8] {
  Array(text.utf8) + [UInt8](repeating: 0, count: length - text.utf8.count)
}

private func version(_ software: String, _ hardware: String, _ extensions: String...) -> UBXFrame {
  UBXFrame(
    0x0A, 0x04, padded(software, 30) + padded(hardware, 10) + extensions.flatMap { padded($0, 30) })
}

@Suite struct UBXTests {
  @Test(arguments: 0..<60) func `a frame survives the line`(_ seed: Int) {
    var generator = SeededGenerator(seed: seed)
    let payload = (0..<Int.random(in: 0...400, using: &generator)).map { _ in
      UInt8.random(in: 0...255, using: &generator)
    }
    let frame = UBXFrame(
      .random(in: 0...255, using: &generator), .random(in: 0...255, using: &generator), payload)
    #expect(UBXFrame(frame.bytes) == frame, "seed \(seed)")
    var broken = frame.bytes
    let place = Int.random(in: 0..<broken.count, using: &generator)
    broken[place] ^= 1 << UInt8.random(in: 0...7, using: &generator)
    #expect(UBXFrame(broken) == nil, "seed \(seed), byte \(place)")
  }

  @Test(
    arguments: [
      (version("7.03 (45969)", "00040007"), ReceiverLanguage.ublox6),
      (version("1.00 (59842)", "00070000", "PROTVER 14.00"), .ublox6),
      (version("ROM CORE 3.01 (107888)", "00080000", "FWVER=SPG 3.01", "PROTVER=18.00"), .ublox8),
      (version("EXT CORE 4.04 (7f89f7)", "00190000", "PROTVER=32.00"), .ubloxM10),
      (version("ROM SPG 5.10 (7b202e)", "000A0000", "PROTVER=34.10", "MOD=MAX-M10S"), .ubloxM10),
      (version("ROM SPG 5.10 (7b202e)", "000A0000"), .ubloxM10),
    ])
  func `the generation decides the language`(_ frame: UBXFrame, _ language: ReceiverLanguage) {
    #expect(ReceiverIdentity(.ubx(frame))?.language == language)
  }

  @Test func `a module's own name is its model`() {
    let frame = version("ROM SPG 5.10 (7b202e)", "000A0000", "PROTVER=34.10", "MOD=MAX-M10S")
    #expect(ReceiverIdentity(.ubx(frame))?.model == "MAX-M10S")
    #expect(frame.version?.protocolHundredths == 3_410)
  }

  @Test func `acknowledgements name what they answer`() {
    let command = ReceiverCommand(.rate, ubx: UBXFrame(0x06, 0x08, [1]))
    #expect(command.verdict(of: .ubx(UBXFrame(0x05, 0x01, [0x06, 0x08]))) == true)
    #expect(command.verdict(of: .ubx(UBXFrame(0x05, 0x00, [0x06, 0x08]))) == false)
    #expect(command.verdict(of: .ubx(UBXFrame(0x05, 0x01, [0x06, 0x01]))) == nil)
    #expect(command.verdict(of: .ubx(UBXFrame(0x05, 0x01, [0x06]))) == nil)
  }

  @Test(arguments: [
    ("PMTK001,220,3", true), ("PMTK001,220,2", false), ("PMTK001,314,3", nil), ("PMTK001,220", nil),
    ("PMTK001,,3", nil), ("PAIR001,220,0", nil),
  ])
  func `MediaTek's answers are understood`(_ sentence: String, _ verdict: Bool?) {
    let command = ReceiverCommand(.rate, sentence: "PMTK220,1000", .pmtk(220))
    #expect(command.verdict(of: .sentence(Array(sentence.utf8))) == verdict)
  }

  @Test(arguments: [
    ("PAIR001,050,0", true), ("PAIR001,050,1", nil), ("PAIR001,050,3", false),
    ("PAIR001,062,0", nil),
    ("PAIR001,99999999999999999999,0", nil),
  ])
  func `Quectel's answers are understood, also that it is still at work`(
    _ sentence: String, _ verdict: Bool?
  ) {
    let command = ReceiverCommand(.rate, sentence: "PAIR050,1000", .pair(50))
    #expect(command.verdict(of: .sentence(Array(sentence.utf8))) == verdict)
  }

  @Test(arguments: [
    ("PMTK705,AXN_2.31_3339_13101700,5632,PA6H,1.0", ReceiverLanguage.mediatek, "PA6H"),
    ("PQTMVERNO,LC76GABNR12A02S,2022/11/16,17:11:45", .pair, "LC76GABNR12A02S"),
    ("PQTMVERNO,LG290P03AANR01A03S,2024/05/31,10:00:00", .generic, "LG290P03AANR01A03S"),
  ])
  func `sentences tell what a receiver is`(
    _ sentence: String, _ language: ReceiverLanguage, _ model: String
  ) {
    let identity = ReceiverIdentity(.sentence(Array(sentence.utf8)))
    #expect(identity?.language == language)
    #expect(identity?.model == model)
  }

  @Test(arguments: [
    "GPTXT,01,01,02,ANTENNA OPEN", "PQTMVERNO,ERROR,1", "PMTK001,605,1", "PAIR001,000,4", "",
  ])
  func `other sentences tell no identity`(_ sentence: String) {
    #expect(ReceiverIdentity(.sentence(Array(sentence.utf8))) == nil)
  }

  @Test func `time and place for aiding have their places in the payload`() throws {
    let time = try #require(UnixTime(iso: "2026-11-30T12:34:56Z"))
    let command = UBloxAiding.time(time, accuracySeconds: 10)
    let frame = try #require(UBXFrame(command.bytes))
    #expect(frame.payload.count == 24)
    #expect(Array(frame.payload.prefix(11)) == [0x10, 0, 0, 0x80, 0xEA, 0x07, 11, 30, 12, 34, 56])
    #expect(frame.payload.littleEndian(at: 16, as: UInt16.self) == 10)
    let place = try #require(Coordinate(latitudeDegrees: 46.85, longitudeDegrees: -6.5))
    let position = try #require(
      UBXFrame(UBloxAiding.position(place, altHAEMeters: -12.5, accuracyMeters: .infinity).bytes))
    #expect(position.payload.count == 20)
    #expect(position.payload.littleEndian(at: 4, as: UInt32.self) == 468_500_000)
    #expect(
      position.payload.littleEndian(at: 8, as: UInt32.self) == UInt32(bitPattern: -65_000_000))
    #expect(position.payload.littleEndian(at: 12, as: UInt32.self) == UInt32(bitPattern: -1_250))
    #expect(position.payload.littleEndian(at: 16, as: UInt32.self) == .max)
  }

  @Test func `a stored database is sent back frame by frame, without what is torn`() {
    let frames = (0..<4).map { UBXFrame(0x13, 0x80, [UInt8](repeating: UInt8($0), count: 20)) }
    let stored = frames.flatMap(\.bytes)
    #expect(UBloxAiding.replay(stored).map(\.bytes) == frames.map(\.bytes))
    #expect(
      UBloxAiding.replay(Array(stored.dropLast(3))).map(\.bytes) == frames.dropLast().map(\.bytes))
    #expect(UBloxAiding.replay([0xFF, 0xB5] + stored).map(\.bytes) == frames.map(\.bytes))
    // A foreign command in the file is never sent.
    #expect(UBloxAiding.replay(UBXFrame(0x06, 0x09, [0]).bytes) == [])
  }
}

@Suite struct AnswerTapTests {
  private func answers(_ bytes: [UInt8], cut: Int? = nil) -> [ReceiverAnswer] {
    var decoder = ReceiverDecoder(options: replay)
    decoder.collectsAnswers = true
    if let cut {
      decoder.receive(Array(bytes[..<cut]), at: .zero) { _ in }
      decoder.receive(Array(bytes[cut...]), at: .zero) { _ in }
    } else {
      decoder.receive(bytes, at: .zero) { _ in }
    }
    return decoder.takeAnswers()
  }

  private let ack = UBXFrame(0x05, 0x01, [0x06, 0x08])

  @Test func `answers are picked out wherever reads are cut`() {
    let bytes =
      Array(sentence("GNRMC,092751.000,A,5321.6802,N,00630.3371,W,0.06,31.66,280511,,,A").utf8)
      + ack.bytes
      + Array(sentences("PMTK001,220,3", "GPTXT,01,01,02,ANTENNA OK", "PQTMEPE,2,1,1,1,1,1").utf8)
    let expected: [ReceiverAnswer] = [
      .ubx(ack), .sentence(Array("PMTK001,220,3".utf8)),
      .sentence(Array("GPTXT,01,01,02,ANTENNA OK".utf8)),
    ]
    for cut in bytes.indices { #expect(answers(bytes, cut: cut) == expected, "cut at \(cut)") }
  }

  @Test func `nothing is kept unless somebody asks`() {
    var decoder = ReceiverDecoder(options: replay)
    decoder.receive(ack.bytes, at: .zero) { _ in }
    #expect(decoder.takeAnswers() == [])
    #expect(decoder.validCount == 1)
  }

  @Test func `what nobody takes is bounded`() {
    #expect(answers((0..<400).flatMap { _ in ack.bytes }).count == ReceiverAnswer.maximumHeld)
  }

  @Test(arguments: [UBXFrame(0x01, 0x07, [0]), UBXFrame(0x02, 0x15, [0])])
  func `frames that come with every epoch are no answers`(_ frame: UBXFrame) {
    #expect(answers(frame.bytes) == [])
  }
}
