/// u-blox 6, 7 and 8: messages of class CFG, into RAM (UBX-13003221; GPS.G6-SW-10018 for generation 6).
public struct UBloxClassicProfile: ReceiverProfile {
  /// Whether it is generation 8, with aiding of several systems and CFG-PMS.
  public var isGeneration8: Bool

  /// Makes the profile.
  public init(isGeneration8: Bool) { self.isGeneration8 = isGeneration8 }

  /// By generation.
  public var language: ReceiverLanguage { isGeneration8 ? .ublox8 : .ublox6 }
  /// Sleeps, and forgets what is only in RAM.
  public var power: PowerCapabilities { UBlox.power }

  /// 5 Hz at most for generation 6, 10 Hz for 8; once a minute at least.
  public func period(nearest milliseconds: Int) -> Int {
    min(max(milliseconds, isGeneration8 ? 100 : 200), 60_000)
  }

  /// Sentences, model, rate.
  public func configuration(_ wish: ReceiverWish) -> [ReceiverCommand] {
    var commands: [ReceiverCommand] = []
    if wish.selectsSentences {
      let epochs = wish.satellitesInViewEpochs(
        limit: UBlox.maximumEpochs, period: period(nearest: wish.periodMilliseconds ?? 1_000))
      for (sentence, rate) in [
        (Sentence.rmc, 1), (.gga, 1), (.gsa, 1), (.gst, 1), (.gll, 0), (.vtg, 0), (.gsv, epochs),
      ] {
        commands.append(output(of: sentence, every: rate))
      }
    }
    if let activity = wish.activity { commands.append(dynamicModel(UBlox.model(activity))) }
    if let wanted = wish.periodMilliseconds { commands.append(rate(milliseconds: period(nearest: wanted))) }
    return commands
  }

  /// Sentences in CFG-MSG: class F0, and F1 for u-blox's own.
  public enum Sentence: UInt16, Sendable {
    /// Fix data.
    case gga = 0xF000
    /// Position and time.
    case gll = 0xF001
    /// Dilutions and satellites used.
    case gsa = 0xF002
    /// Satellites in view.
    case gsv = 0xF003
    /// Recommended minimum.
    case rmc = 0xF004
    /// Track and speed.
    case vtg = 0xF005
    /// Error statistics.
    case gst = 0xF007
    /// Position with the receiver's own accuracy.
    case pubx00 = 0xF100
  }

  /// CFG-MSG: how often a sentence comes, in epochs, 0 for never.
  public func output(of sentence: Sentence, every epochs: Int) -> ReceiverCommand {
    config(
      .sentences, 0x01,
      [UInt8(sentence.rawValue >> 8), UInt8(sentence.rawValue & 0xFF), UInt8(clamping: epochs)])
  }

  /// CFG-NAV5 with only the model changed (mask 1); the other fields are what the datasheet has as their defaults.
  func dynamicModel(_ model: UInt8) -> ReceiverCommand {
    config(.dynamicModel, 0x24, [0x01, 0x00, model, 0x03] + [UInt8](repeating: 0, count: 32))
  }

  /// CFG-RATE: one position a measurement, aligned to GPS time.
  func rate(milliseconds: Int) -> ReceiverCommand {
    var payload: [UInt8] = []
    payload.put(littleEndian: UInt16(clamping: milliseconds))
    payload.put(littleEndian: UInt16(1))
    payload.put(littleEndian: UInt16(1))
    return config(.rate, 0x08, payload)
  }

  /// CFG-PRT: port 1, 8N1; UBX, NMEA and RTCM 2 in, UBX and NMEA out. Its acknowledgement may come at either speed.
  public func speed(baud: Int) -> ReceiverCommand? {
    guard let baud = UInt32(exactly: baud), baud > 0 else { return nil }
    var payload: [UInt8] = [0x01, 0x00, 0x00, 0x00, 0xD0, 0x08, 0x00, 0x00]
    payload.put(littleEndian: baud)
    payload += [0x07, 0x00, 0x03, 0x00, 0x00, 0x00, 0x00, 0x00]
    return config(.speed, 0x00, payload)
  }

  /// The same as a sentence, for a line on which binary bytes do not arrive.
  public func speedSentence(baud: Int) -> ReceiverCommand {
    ReceiverCommand(.speed, sentence: "PUBX,41,1,0007,0003,\(baud),0", .none(settling: .milliseconds(100)))
  }

  /// RXM-PMREQ: backup, for ever or for a time.
  public func sleep(seconds: Int?) -> ReceiverCommand? {
    var payload: [UInt8] = []
    payload.put(littleEndian: UBlox.milliseconds(ofSleep: seconds))
    payload.put(littleEndian: UInt32(0x02))
    return ReceiverCommand(.sleep, ubx: UBXFrame(UBXFrame.Class.rxm, 0x41, payload))
  }

  /// A byte.
  public var wake: ReceiverCommand? { UBlox.wake }

  /// CFG-RST.
  public func restart(_ kind: RestartKind) -> ReceiverCommand? { UBlox.restart(kind) }

  /// CFG-RXM for generations 6 and 7, CFG-PMS for 8. Early NEO-6M lose their fix when they are told to save power
  /// before they have one, so it is never part of a configuration.
  public func powerSaving(_ mode: PowerSaving) -> [ReceiverCommand] {
    switch mode {
    case .full: [config(.powerSaving, 0x11, [0x08, 0x00])]
    case .cyclic where isGeneration8: [config(.powerSaving, 0x86, [0x00, 0x03, 0, 0, 0, 0, 0, 0])]
    case .cyclic: [config(.powerSaving, 0x11, [0x08, 0x01])]
    case .interval: []
    }
  }

  /// CFG-RXM of generation 6: fewer searches for further satellites.
  public var economy: ReceiverCommand { config(.powerSaving, 0x11, [0x08, 0x04]) }

  /// CFG-CFG: everything into battery-backed RAM, flash and EEPROM, where there are any.
  public var save: ReceiverCommand? {
    config(.save, 0x09, [0, 0, 0, 0, 0xFF, 0xFF, 0, 0, 0, 0, 0, 0, 0x17])
  }

  /// MGA-DBD, from generation 8 on.
  public var aidingDump: ReceiverCommand? { isGeneration8 ? UBloxAiding.poll : nil }

  private func config(_ purpose: ReceiverCommand.Purpose, _ id: UInt8, _ payload: [UInt8]) -> ReceiverCommand {
    ReceiverCommand(purpose, ubx: UBXFrame(UBXFrame.Class.cfg, id, payload))
  }
}
