import Clocks

/// An AT6558: CASIC protocol specification V4.2.0.3. It acknowledges nothing.
struct CASICTwin: TwinLanguage {
  let greeting = ["GPTXT,01,01,02,MA=CASIC", "GPTXT,01,01,02,IC=AT6558-5N-32-1C580901"]
  let bootTime = Duration.milliseconds(400)

  private static let speeds = [4_800, 9_600, 19_200, 38_400, 57_600, 115_200]
  private static let order: [TwinBody.Sentence?] = [
    .gga, .gll, .gsa, .gsv, .rmc, .vtg, .zda, nil, nil, nil, nil, nil, nil, .gst,
  ]

  func take(_ message: TwinMessage, _ body: inout TwinBody, _ reply: inout TwinReply, at instant: Instant) -> Bool {
    guard case .sentence(let fields) = message, let address = fields.first, address.hasPrefix("PCAS") else {
      return false
    }
    let first = fields.count > 1 ? Int(fields[1]) : nil
    switch address.dropFirst(4) {
    case "00": body.saved = body.settings
    case "01":
      if let first, Self.speeds.indices.contains(first) { reply.baud = Self.speeds[first] }
    case "02":
      if let first, [100, 200, 250, 500, 1_000].contains(first) { body.settings.periodMilliseconds = first }
    case "03":
      for (field, sentence) in zip(fields.dropFirst(), Self.order) {
        if let sentence, let rate = Int(field), (0...9).contains(rate) { body.settings.rates[sentence] = rate }
      }
    case "06":
      if first == 0 { reply.answers.append(TwinSentences.framed("GPTXT,01,01,02,SW=URANUS5,V5.3.0.0")) }
    case "10":
      body.loseRAM(keepsBackup: first != 3)
      reply.startsAnew = true
    case "11":
      if let first, (0...8).contains(first) { body.settings.dynamicModel = first }
    case "12":
      if let first, (1...65_535).contains(first) {
        body.sleep(seconds: first, wakesByByte: false, losesRAM: true, at: instant)
      }
    default: break
    }
    return true
  }
}
