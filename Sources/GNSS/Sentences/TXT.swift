import Text

/// Text of the receiver: its antenna, its name, that it has started.
///
/// `sentences, number, id, text`
struct TXT: SentenceBody {
  static let attachment = Attachment.apart

  var text: FieldText?

  init(_ fields: inout FieldCursor, _ header: SentenceHeader) {
    for _ in 0..<3 where fields.hasComma { fields.skip() }
    text = fields.rest()
  }

  /// The antenna's supply: `ANTSTATUS=OPEN` (u-blox), `ANTENNA OPEN` (MediaTek, CASIC).
  var antenna: ReceiverHealth.Antenna? {
    guard let text else { return nil }
    let start: Int
    if text.contains("ANTSTATUS=", at: 0) {
      start = 10
    } else if text.contains("ANTENNA ", at: 0) {
      start = 8
    } else {
      return nil
    }
    if text.contains("OK", at: start) { return .ok }
    if text.contains("OPEN", at: start) { return .open }
    if text.contains("SHORT", at: start) { return .short }
    if text.contains("INIT", at: start) { return .initializing }
    return .unknown
  }

  /// Whose start-up message this is.
  var starting: ReceiverFamily? {
    guard let text else { return nil }
    if text.contains("u-blox ag", at: 0) { return .ublox }
    if text.contains("MA=CASIC", at: 0) { return .casic }
    return nil
  }

  func inform(_ receiver: inout ReceiverState, _ header: SentenceHeader) {
    receiver.health.antenna = antenna ?? receiver.health.antenna
    if let starting {
      receiver.health.family = starting
      receiver.restarted()
    }
  }

  func describe(in json: inout ByteWriter, _ header: SentenceHeader) {
    json.member("text", text: text?.unescaped)
    json.member("antenna", antenna?.name)
  }
}
