import Testing

@testable import GNSS

/// One command beside what is published: hex for frames, text for sentences.
private struct Published: Sendable, CustomTestStringConvertible {
  var name: String
  var command: ReceiverCommand?
  var bytes: [UInt8]

  init(_ name: String, _ command: ReceiverCommand?, hex: String) {
    self.name = name
    self.command = command
    bytes = hex.split(separator: " ").compactMap { UInt8($0, radix: 16) }
  }

  init(_ name: String, _ command: ReceiverCommand?, text: String) {
    self.name = name
    self.command = command
    bytes = Array((text + "\r\n").utf8)
  }

  var testDescription: String { name }
}

private let zeros32 = [String](repeating: "00", count: 32).joined(separator: " ")
private let classic = UBloxClassicProfile(isGeneration8: true)
private let old = UBloxClassicProfile(isGeneration8: false)
private let value = UBloxValueProfile()
private let mediatek = MediaTekProfile()
private let casic = CASICProfile()
private let pair = PAIRProfile()

private func only(_ profile: any ReceiverProfile, _ wish: ReceiverWish) -> ReceiverCommand? {
  let commands = profile.configuration(wish).filter { $0.purpose != .wake }
  return commands.count == 1 ? commands.first : nil
}

private let fitness = ReceiverWish(activity: .fitness)
private func period(_ milliseconds: Int) -> ReceiverWish {
  ReceiverWish(periodMilliseconds: milliseconds)
}
private typealias Key = UBloxValueProfile.Key

private let ublox: [Published] = [
  Published("MON-VER", ReceiverQuestion.ublox.command, hex: "B5 62 0A 04 00 00 0E 34"),
  Published(
    "CFG-PRT 115200", classic.speed(baud: 115_200),
    hex: "B5 62 06 00 14 00 01 00 00 00 D0 08 00 00 00 C2 01 00 07 00 03 00 00 00 00 00 C0 7E"),
  Published(
    "PUBX,41", classic.speedSentence(baud: 115_200), text: "$PUBX,41,1,0007,0003,115200,0*18"),
  Published(
    "CFG-RATE 1 s", only(classic, period(1_000)), hex: "B5 62 06 08 06 00 E8 03 01 00 01 00 01 39"),
  Published(
    "CFG-RATE 100 ms", only(classic, period(100)), hex: "B5 62 06 08 06 00 64 00 01 00 01 00 7A 12"),
  Published("GSV off", classic.output(of: .gsv, every: 0), hex: "B5 62 06 01 03 00 F0 03 00 FD 15"),
  Published("GST on", classic.output(of: .gst, every: 1), hex: "B5 62 06 01 03 00 F0 07 01 02 1E"),
  Published(
    "PUBX,00 on", classic.output(of: .pubx00, every: 1), hex: "B5 62 06 01 03 00 F1 00 01 FC 13"),
  Published(
    "CFG-NAV5 pedestrian", only(classic, fitness),
    hex: "B5 62 06 24 24 00 01 00 03 03 \(zeros32) 55 B1"),
  Published("CFG-RXM saving", old.powerSaving(.cyclic).first, hex: "B5 62 06 11 02 00 08 01 22 92"),
  Published("CFG-RXM full", old.powerSaving(.full).first, hex: "B5 62 06 11 02 00 08 00 21 91"),
  Published("CFG-RXM eco", old.economy, hex: "B5 62 06 11 02 00 08 04 25 95"),
  Published(
    "CFG-PMS 1 Hz", classic.powerSaving(.cyclic).first,
    hex: "B5 62 06 86 08 00 00 03 00 00 00 00 00 00 97 6F"),
  Published(
    "RXM-PMREQ for ever", classic.sleep(seconds: nil),
    hex: "B5 62 02 41 08 00 00 00 00 00 02 00 00 00 4D 3B"),
  Published(
    "RXM-PMREQ 60 s", classic.sleep(seconds: 60),
    hex: "B5 62 02 41 08 00 60 EA 00 00 02 00 00 00 97 A1"),
  Published("wake", classic.wake, hex: "FF"),
  Published("cold start", classic.restart(.cold), hex: "B5 62 06 04 04 00 FF FF 02 00 0E 61"),
  Published("hot start", classic.restart(.hot), hex: "B5 62 06 04 04 00 00 00 02 00 10 68"),
  Published("warm start", classic.restart(.warm), hex: "B5 62 06 04 04 00 01 00 02 00 11 6C"),
  Published("GNSS stop", UBlox.stopSatellites, hex: "B5 62 06 04 04 00 00 00 08 00 16 74"),
  Published("GNSS start", UBlox.startSatellites, hex: "B5 62 06 04 04 00 00 00 09 00 17 76"),
  Published("MGA-DBD poll", UBloxAiding.poll, hex: "B5 62 13 80 00 00 93 CC"),
  Published(
    "CFG-CFG save", classic.save,
    hex: "B5 62 06 09 0D 00 00 00 00 00 FF FF 00 00 00 00 00 00 17 31 BF"),
]

private let ubloxValues: [Published] = [
  Published(
    "baud 115200, RAM", value.speed(baud: 115_200),
    hex: "B5 62 06 8A 0C 00 00 01 00 00 01 00 52 40 00 C2 01 00 F3 A5"),
  Published(
    "baud 115200, RAM and BBR", value.set(.speed, [.init(Key.baud, 115_200)]),
    hex: "B5 62 06 8A 0C 00 00 03 00 00 01 00 52 40 00 C2 01 00 F5 BB"),
  Published(
    "rate 1 s", only(value, period(1_000)),
    hex: "B5 62 06 8A 0A 00 00 03 00 00 01 00 21 30 E8 03 DA D6"),
  Published(
    "GSV off", value.set(.sentences, [.init(Key.gsv, 0)]),
    hex: "B5 62 06 8A 09 00 00 03 00 00 C5 00 91 20 00 12 0D"),
  Published(
    "GST on", value.set(.sentences, [.init(Key.gst, 1)]),
    hex: "B5 62 06 8A 09 00 00 03 00 00 D4 00 91 20 01 22 59"),
  Published(
    "pedestrian", only(value, fitness), hex: "B5 62 06 8A 09 00 00 03 00 00 21 00 11 20 03 F1 5C"),
  Published(
    "cyclic", value.powerSaving(.cyclic).first,
    hex: "B5 62 06 8A 09 00 00 03 00 00 01 00 D0 20 02 8F F8"),
  Published(
    "on and off, 60 s", value.powerSaving(.interval(seconds: 60)).first,
    hex: "B5 62 06 8A 11 00 00 03 00 00 02 00 D0 40 3C 00 00 00 01 00 D0 20 01 E4 15"),
  Published(
    "full", value.powerSaving(.full).first,
    hex: "B5 62 06 8A 09 00 00 03 00 00 01 00 D0 20 00 8D F6"),
  Published(
    "sleep, woken by RX", value.sleep(seconds: nil),
    hex: "B5 62 02 41 10 00 00 00 00 00 00 00 00 00 06 00 00 00 08 00 00 00 61 6B"),
  Published(
    "sleep, woken by RX or EXTINT0", value.sleep(seconds: nil, wakeSources: 0x28),
    hex: "B5 62 02 41 10 00 00 00 00 00 00 00 00 00 06 00 00 00 28 00 00 00 81 EB"),
]

private let sentences: [Published] = [
  Published("PMTK605", ReceiverQuestion.mediatek.command, text: "$PMTK605*31"),
  Published("PMTK251", mediatek.speed(baud: 115_200), text: "$PMTK251,115200*1F"),
  Published("PMTK220 1 s", only(mediatek, period(1_000)), text: "$PMTK220,1000*1F"),
  Published("PMTK220 100 ms", only(mediatek, period(100)), text: "$PMTK220,100*2F"),
  Published(
    "PMTK314 RMC and GGA", mediatek.output(rmc: 1, gga: 1, gsa: 0, gsv: 0),
    text: "$PMTK314,0,1,0,1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0*28"),
  Published("PMTK886 fitness", only(mediatek, fitness), text: "$PMTK886,1*29"),
  Published("AlwaysLocate standby", mediatek.powerSaving(.cyclic).first, text: "$PMTK225,8*23"),
  Published("AlwaysLocate backup", mediatek.alwaysLocateBackup, text: "$PMTK225,9*22"),
  Published(
    "periodic", mediatek.periodic(onMilliseconds: 3_000, offMilliseconds: 12_000),
    text: "$PMTK225,2,3000,12000,18000,72000*15"),
  Published("back to normal", mediatek.powerSaving(.full).first, text: "$PMTK225,0*2B"),
  Published("standby", mediatek.sleep(seconds: nil), text: "$PMTK161,0*28"),
  Published("backup", mediatek.backup, text: "$PMTK225,4*2F"),
  Published("hot start", mediatek.restart(.hot), text: "$PMTK101*32"),
  Published("warm start", mediatek.restart(.warm), text: "$PMTK102*31"),
  Published("cold start", mediatek.restart(.cold), text: "$PMTK103*30"),
  Published("PCAS06", ReceiverQuestion.casic.command, text: "$PCAS06,0*1B"),
  Published("PCAS01 115200", casic.speed(baud: 115_200), text: "$PCAS01,5*19"),
  Published("PCAS01 9600", casic.speed(baud: 9_600), text: "$PCAS01,1*1D"),
  Published("PCAS02 1 s", only(casic, period(1_000)), text: "$PCAS02,1000*2E"),
  Published("PCAS02 200 ms", only(casic, period(200)), text: "$PCAS02,200*1D"),
  Published(
    "PCAS03", casic.output(gsv: 1, vtg: 1, zda: 1, gst: 0),
    text: "$PCAS03,1,0,1,1,1,1,1,0,0,0,,,0,0*02"),
  Published("PCAS11 car", only(casic, ReceiverWish(activity: .automotive)), text: "$PCAS11,3*1E"),
  Published("PCAS12 60 s", casic.sleep(seconds: 60), text: "$PCAS12,60*28"),
  Published("PCAS10 hot", casic.restart(.hot), text: "$PCAS10,0*1C"),
  Published("PCAS10 warm", casic.restart(.warm), text: "$PCAS10,1*1D"),
  Published("PCAS10 cold", casic.restart(.cold), text: "$PCAS10,2*1E"),
  Published("PCAS10 factory", casic.factoryReset, text: "$PCAS10,3*1F"),
  Published("PCAS00", casic.save, text: "$PCAS00*01"),
  Published("PQTMVERNO", ReceiverQuestion.quectel.command, text: "$PQTMVERNO*58"),
  Published("PAIR864", pair.speed(baud: 115_200), text: "$PAIR864,0,0,115200*1B"),
  Published("PAIR050", only(pair, period(1_000)), text: "$PAIR050,1000*12"),
  Published("PAIR062 GSV off", pair.output(of: .gsv, every: 0), text: "$PAIR062,3,0*3D"),
  Published("PAIR062 RMC on", pair.output(of: .rmc, every: 1), text: "$PAIR062,4,1*3B"),
  Published("PAIR080 normal", only(pair, ReceiverWish(activity: .other)), text: "$PAIR080,0*2E"),
  Published("PAIR003", pair.sleep(seconds: nil), text: "$PAIR003*39"),
  Published("PAIR002", pair.wake, text: "$PAIR002*38"),
  Published("PAIR650", pair.backup, text: "$PAIR650,0*25"),
  Published("PAIR004", pair.restart(.hot), text: "$PAIR004*3E"),
  Published("PAIR513", pair.save, text: "$PAIR513*3D"),
]

@Suite struct CommandBytesTests {
  @Test(arguments: ublox) private func `u-blox 6 to 8 commands are the published bytes`(
    _ published: Published
  ) {
    #expect(published.command?.bytes == published.bytes)
  }

  @Test(arguments: ubloxValues) private func `u-blox M9 and M10 commands are the published bytes`(
    _ published: Published
  ) {
    #expect(published.command?.bytes == published.bytes)
  }

  @Test(arguments: sentences) private func `sentences are the published ones`(
    _ published: Published
  ) {
    #expect(published.command?.bytes == published.bytes)
  }

  @Test func `a wish for all is set up with one sentence of each kind`() {
    let wish = ReceiverWish(
      periodMilliseconds: 1_000, selectsSentences: true, satellitesInViewSeconds: 10,
      activity: .fitness)
    #expect(classic.configuration(wish).count == 9)
    #expect(value.configuration(wish).count == 3)
    #expect(mediatek.configuration(wish).count == 3)
    #expect(casic.configuration(wish).count == 3)
    #expect(pair.configuration(wish).count == 10)
    #expect(GenericProfile().configuration(wish) == [])
    #expect(value.configuration(wish).first?.bytes.count == 12 + 7 * 5)
  }

  @Test(arguments: [(100, 100), (1_000, 10), (10_000, 1)])
  func `satellites in view come every ten seconds`(
    _ period: Int, _ epochs: Int
  ) {
    let wish = ReceiverWish(selectsSentences: true, satellitesInViewSeconds: 10)
    #expect(wish.satellitesInViewEpochs(limit: 255, period: period) == epochs)
    #expect(wish.satellitesInViewEpochs(limit: 5, period: period) == min(epochs, 5))
  }

  @Test(arguments: [0, -1, 1 << 40, Int.max, Int.min, 12_345])
  func `a speed that there is not is not asked for`(_ baud: Int) {
    for profile in [mediatek, casic, pair] as [any ReceiverProfile] {
      #expect(profile.speed(baud: baud) == nil)
    }
    if baud != 12_345 {
      #expect(classic.speed(baud: baud) == nil)
      #expect(value.speed(baud: baud) == nil)
    }
  }

  @Test(arguments: ReceiverLanguage.allCases, [Int.min, -1, 0, 1, 333, 1_001, 70_000, Int.max])
  func `no period and no length of sleep is too strange`(
    _ language: ReceiverLanguage, _ number: Int
  ) {
    let profile = language.profile
    let wish = ReceiverWish(
      periodMilliseconds: number, selectsSentences: true, satellitesInViewSeconds: number,
      activity: .airborne)
    #expect(profile.configuration(wish).isEmpty == (language == .generic))
    #expect((profile.sleep(seconds: number) == nil) == (language == .generic))
    _ = profile.powerSaving(.interval(seconds: number))
  }

  @Test func `only what a receiver can do is claimed`() {
    #expect(GenericProfile().power == .none)
    #expect(casic.power.isTimedOnly)
    #expect(casic.power.maximumTimerSeconds == 65_535)
    #expect(!mediatek.power.wakesByTimer)
    #expect(mediatek.power.keepsConfiguration)
    #expect(!value.power.keepsConfiguration)
    #expect(!classic.power.isTimedOnly)
  }
}
