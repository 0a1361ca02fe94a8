import Clocks

/// A module with an MT3339: GlobalTop's PMTK packet user manual.
struct MediaTekTwin: TwinLanguage {
  let greeting = ["PMTK011,MTKGPS", "PMTK010,001"]
  let bootTime = Duration.milliseconds(300)

  func take(_ message: TwinMessage, _ body: inout TwinBody, _ reply: inout TwinReply, at instant: Instant) -> Bool {
    guard case .sentence(let fields) = message, let address = fields.first, address.hasPrefix("PMTK"),
      let number = Int(address.dropFirst(4))
    else { return false }
    let arguments = fields.dropFirst().map { Int($0) ?? -1 }
    reply.refusal = answer(number, 2)
    var result: Int? = 3
    switch (number, arguments.count) {
    case (605, 0):
      reply.answers.append(TwinSentences.framed("PMTK705,AXN_2.31_3339_13101700,5632,PA6H,1.0"))
      reply.refusal = nil
      result = nil
    case (220, 1), (300, 5):
      if (100...10_000).contains(arguments[0]) { body.settings.periodMilliseconds = arguments[0] } else { result = 2 }
    case (251, 1):
      reply.baud = arguments[0]
      reply.refusal = nil
      result = nil
    case (314, 19):
      let order: [TwinBody.Sentence?] = [.gll, .rmc, .vtg, .gga, .gsa, .gsv]
      guard arguments.allSatisfy((0...5).contains) else {
        result = 2
        break
      }
      for (index, sentence) in order.enumerated() {
        if let sentence { body.settings.rates[sentence] = arguments[index] }
      }
    case (886, 1):
      if (0...3).contains(arguments[0]) { body.settings.dynamicModel = arguments[0] } else { result = 2 }
    case (225, 1...): body.settings.powerMode = arguments[0]
    case (161, 1):
      // Standby keeps everything; any byte ends it.
      body.sleep(seconds: nil, wakesByByte: true, losesRAM: false, at: instant)
      reply.refusal = nil
    case (101, 0), (102, 0), (103, 0):
      reply.startsAnew = true
      reply.refusal = nil
      result = nil
    default: result = 1
    }
    if let result { reply.answers.append(answer(number, result)) }
    return true
  }

  private func answer(_ number: Int, _ result: Int) -> [UInt8] {
    TwinSentences.framed("PMTK001,\(number),\(result)")
  }
}
