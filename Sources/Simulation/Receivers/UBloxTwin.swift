import Clocks

/// u-blox 8, or M10 with keys and values: UBX-13003221 and UBX-21035062.
struct UBloxTwin: TwinLanguage {
  let isValueBased: Bool
  let bootTime = Duration.milliseconds(500)

  var greeting: [String] {
    [
      "GNTXT,01,01,02,u-blox AG - www.u-blox.com",
      isValueBased ? "GNTXT,01,01,02,HW UBX 10 000A0000" : "GNTXT,01,01,02,HW UBX-M8030 00080000",
    ]
  }

  private static let messages: [UInt16: TwinBody.Sentence] = [
    0xF000: .gga, 0xF001: .gll, 0xF002: .gsa, 0xF003: .gsv, 0xF004: .rmc, 0xF005: .vtg, 0xF007: .gst, 0xF008: .zda,
  ]
  private static let keys: [UInt32: TwinBody.Sentence] = [
    0x2091_00BB: .gga, 0x2091_00CA: .gll, 0x2091_00C0: .gsa, 0x2091_00C5: .gsv, 0x2091_00AC: .rmc, 0x2091_00B1: .vtg,
    0x2091_00D4: .gst, 0x2091_00D9: .zda,
  ]

  func take(_ message: TwinMessage, _ body: inout TwinBody, _ reply: inout TwinReply, at instant: Instant) -> Bool {
    switch message {
    case .sentence(let fields):
      guard fields.first == "PUBX" else { return false }
      if fields.count >= 6, fields[1] == "41", let baud = Int(fields[5]) { reply.baud = baud }
      return true
    case .ubx(0x06, let id, let payload):
      reply.refusal = TwinMessage.frame(0x05, 0x00, [0x06, id])
      if id == 0x04 {
        reply.refusal = nil
        reset(payload, &body, &reply)
        return true
      }
      let isDone =
        isValueBased
        ? id == 0x8A && setValues(payload, &body, &reply) : configure(id, payload, &body, &reply)
      reply.answers.append(TwinMessage.frame(0x05, isDone ? 0x01 : 0x00, [0x06, id]))
      return true
    case .ubx(0x0A, 0x04, let payload):
      if payload.isEmpty { reply.answers.append(version) }
      return true
    case .ubx(0x02, 0x41, let payload): requestSleep(payload, &body, at: instant)
    case .ubx(0x13, 0x80, let payload):
      if payload.isEmpty { reply.answers += database } else { body.aidingFrames += 1 }
    case .ubx(0x13, 0x40, _): body.aidingFrames += 1
    case .ubx: break
    }
    return true
  }

  private var version: [UInt8] {
    var payload = text(isValueBased ? "ROM SPG 5.10 (7b202e)" : "ROM CORE 3.01 (107888)", 30)
    payload += text(isValueBased ? "000A0000" : "00080000", 10)
    for line in isValueBased
      ? ["FWVER=SPG 5.10", "PROTVER=34.10", "MOD=MAX-M10S", "GPS;GLO;GAL;BDS"]
      : ["FWVER=SPG 3.01", "PROTVER=18.00", "GPS;GLO;GAL;BDS"]
    {
      payload += text(line, 30)
    }
    return TwinMessage.frame(0x0A, 0x04, payload)
  }

  private func text(_ text: String, _ length: Int) -> [UInt8] {
    Array(text.utf8.prefix(length)) + [UInt8](repeating: 0, count: max(0, length - text.utf8.count))
  }

  private var database: [[UInt8]] {
    (0..<6).map { index in
      TwinMessage.frame(0x13, 0x80, (0..<(20 + index * 12)).map { UInt8(truncatingIfNeeded: $0 * 7 + index) })
    }
  }

  private func reset(_ payload: [UInt8], _ body: inout TwinBody, _ reply: inout TwinReply) {
    guard payload.count == 4 else { return }
    switch payload[2] {
    case 0x08: body.isTracking = false
    case 0x09: body.isTracking = true
    case 0x02: body.isTracking = true
    default:
      body.loseRAM(keepsBackup: true)
      reply.startsAnew = true
    }
  }

  private func configure(
    _ id: UInt8, _ payload: [UInt8], _ body: inout TwinBody, _ reply: inout TwinReply
  ) -> Bool {
    switch (id, payload.count) {
    case (0x00, 20):
      guard payload[0] == 1 else { return false }
      reply.baud = (0..<4).reduce(0) { $0 + Int(payload[8 + $1]) << ($1 * 8) }
    case (0x01, 3):
      guard let sentence = Self.messages[UInt16(payload[0]) << 8 + UInt16(payload[1])] else {
        return payload[0] == 0xF1
      }
      body.settings.rates[sentence] = Int(payload[2])
    case (0x08, 6):
      let period = Int(payload[0]) + 256 * Int(payload[1])
      guard period >= 100 else { return false }
      body.settings.periodMilliseconds = period
    case (0x09, 13): body.saved = body.settings
    case (0x11, 2), (0x86, 8): body.settings.powerMode = Int(payload[1])
    case (0x24, 36):
      if payload[0] & 1 != 0 {
        guard payload[2] <= 8, payload[2] != 1 else { return false }
        body.settings.dynamicModel = Int(payload[2])
      }
    default: return false
    }
    return true
  }

  /// CFG-VALSET: all items are taken or none.
  private func setValues(_ payload: [UInt8], _ body: inout TwinBody, _ reply: inout TwinReply) -> Bool {
    guard payload.count >= 4, payload[0] == 0 else { return false }
    var settings = body.settings
    var baud: Int?
    var rest = payload.dropFirst(4)
    while rest.count >= 5 {
      let key = rest.prefix(4).enumerated().reduce(0 as UInt32) { $0 + UInt32($1.element) << UInt32($1.offset * 8) }
      guard let size = [1: 1, 2: 1, 3: 2, 4: 4, 5: 8][Int(key >> 28)], rest.count >= 4 + size else { return false }
      let value = rest.dropFirst(4).prefix(size).enumerated().reduce(0) { $0 + Int($1.element) << ($1.offset * 8) }
      rest = rest.dropFirst(4 + size)
      switch key {
      case 0x4052_0001: baud = value
      case 0x3021_0001:
        guard value >= 50 else { return false }
        settings.periodMilliseconds = value
      case 0x2011_0021: settings.dynamicModel = value
      case 0x20D0_0001: settings.powerMode = value
      case 0x40D0_0002, 0x2091_00ED: break
      default:
        guard let sentence = Self.keys[key] else { return false }
        settings.rates[sentence] = value
      }
    }
    guard rest.isEmpty else { return false }
    if payload[1] & 1 != 0 {
      body.settings = settings
      reply.baud = baud
    }
    if payload[1] & 2 != 0 {
      body.saved = settings
      body.saved.baud = baud ?? body.saved.baud
    }
    return true
  }

  /// RXM-PMREQ. The short form is one of a generation that M10 no longer is: it sleeps and nothing wakes it.
  private func requestSleep(_ payload: [UInt8], _ body: inout TwinBody, at instant: Instant) {
    guard payload.count == 8 || payload.count == 16 else { return }
    let offset = payload.count == 16 ? 4 : 0
    let milliseconds = (0..<4).reduce(0) { $0 + Int(payload[offset + $1]) << ($1 * 8) }
    guard payload[offset + 4] & 0x02 != 0 else { return }
    let wakesByByte = payload.count == 16 ? payload[12] & 0x08 != 0 : !isValueBased
    body.sleep(
      seconds: milliseconds == 0 ? nil : max(1, milliseconds / 1_000), wakesByByte: wakesByByte, losesRAM: true,
      at: instant)
  }
}
