import Clocks

/// An LC76G: Quectel's protocol specification of LC26G, LC76G and LC86G.
struct PAIRTwin: TwinLanguage {
  let greeting = ["PAIR010,0,0,2286,120000"]
  let bootTime = Duration.milliseconds(300)

  private static let order: [TwinBody.Sentence?] = [.gga, .gll, .gsa, .gsv, .rmc, .vtg, .zda, nil, .gst]

  func take(_ message: TwinMessage, _ body: inout TwinBody, _ reply: inout TwinReply, at instant: Instant) -> Bool {
    guard case .sentence(let fields) = message, let address = fields.first else { return false }
    if address == "PQTMVERNO" {
      reply.answers.append(TwinSentences.framed("PQTMVERNO,LC76GABNR12A02S,2022/11/16,17:11:45"))
      return true
    }
    guard address.hasPrefix("PAIR"), let number = Int(address.dropFirst(4)) else { return false }
    let arguments = fields.dropFirst().map { Int($0) ?? -1 }
    reply.refusal = answer(number, 2)
    var result = 0
    switch (number, arguments.count) {
    case (2, 0): body.isTracking = true
    case (3, 0):
      body.sleeps += 1
      body.isTracking = false
    case (4, 0), (5, 0), (6, 0), (7, 0): reply.startsAnew = true
    case (50, 1):
      if (100...1_000).contains(arguments[0]) { body.settings.periodMilliseconds = arguments[0] } else { result = 4 }
    case (62, 2):
      if Self.order.indices.contains(arguments[0]), (0...20).contains(arguments[1]) {
        if let sentence = Self.order[arguments[0]] { body.settings.rates[sentence] = arguments[1] }
      } else {
        result = 4
      }
    case (80, 1):
      if [0, 1, 4, 5].contains(arguments[0]) { body.settings.dynamicModel = arguments[0] } else { result = 4 }
    case (513, 0): body.saved = body.settings
    case (650, 1): body.sleep(seconds: nil, wakesByByte: false, losesRAM: true, at: instant)
    case (864, 3): reply.baud = arguments[2]
    default: result = 3
    }
    reply.answers.append(answer(number, result))
    return true
  }

  private func answer(_ number: Int, _ result: Int) -> [UInt8] {
    let digits = String(number)
    return TwinSentences.framed(
      "PAIR001,\(String(repeating: "0", count: max(0, 3 - digits.count)))\(digits),\(result)")
  }
}
