import Clocks

/// What a receiver that stands still says in an epoch.
enum TwinSentences {
  /// A sentence with start, checksum and CR LF.
  static func framed(_ content: String) -> [UInt8] {
    let sum = content.utf8.reduce(0, ^)
    let digits = String(sum, radix: 16, uppercase: true)
    return Array("$\(content)*\(digits.count < 2 ? "0" : "")\(digits)\r\n".utf8)
  }

  /// All sentences that are due.
  static func epoch(_ body: TwinBody, at instant: Instant) -> [UInt8] {
    let time = clock(instant)
    let place = "4651.00000,N,00632.00000,E"
    var bytes: [UInt8] = []
    for sentence in TwinBody.Sentence.allCases {
      guard let rate = body.settings.rates[sentence], rate > 0, body.epochs % rate == 0 else { continue }
      switch sentence {
      case .rmc: bytes += framed("GNRMC,\(time),A,\(place),0.02,,301126,,,A")
      case .gga: bytes += framed("GNGGA,\(time),\(place),1,09,0.98,612.4,M,47.9,M,,")
      case .gll: bytes += framed("GNGLL,\(place),\(time),A,A")
      case .vtg: bytes += framed("GNVTG,,T,,M,0.02,N,0.04,K,A")
      case .gsa: bytes += framed("GNGSA,A,3,05,07,08,13,15,21,28,30,,,,,1.72,0.98,1.41")
      case .gsv:
        bytes += framed("GPGSV,2,1,08,05,61,201,41,07,33,077,38,08,24,046,35,13,47,262,40")
        bytes += framed("GPGSV,2,2,08,15,18,293,33,21,12,331,29,28,52,129,42,30,71,078,44")
      case .gst: bytes += framed("GNGST,\(time),14,2.1,1.7,12,1.9,1.8,3.6")
      case .zda: bytes += framed("GNZDA,\(time),30,11,2026,00,00")
      }
    }
    return bytes
  }

  /// Noon, and as long after it as the board is up.
  private static func clock(_ instant: Instant) -> String {
    let hundredths = Int(instant.boot / 10_000_000) + 12 * 360_000
    let seconds = hundredths / 100
    return pad(seconds / 3_600 % 24) + pad(seconds / 60 % 60) + pad(seconds % 60) + "." + pad(hundredths % 100)
  }

  private static func pad(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }
}
