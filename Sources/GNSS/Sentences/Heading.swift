import Text

/// Heading: where the vehicle points to, which is not where it goes. Empty when the compass or the antennas give none.
///
/// `HDT: heading, T` and `THS: heading, mode` are true; in THS a mode V makes the heading worthless.
struct TrueHeading: SentenceBody {
  static let attachment = Attachment.aside

  var headingDegrees: Double?
  var mode: PositioningMode?

  init(_ fields: inout FieldCursor, _ header: SentenceHeader) {
    headingDegrees = fields.nextDirection()
    let letter = fields.nextLetter()
    if letter != UInt8(ascii: "T") { mode = letter.map(PositioningMode.init) }
    if letter == UInt8(ascii: "V") { headingDegrees = nil }
  }

  func contribute(to draft: inout EpochDraft, _ header: SentenceHeader) {
    draft.details.headingDegrees = headingDegrees ?? draft.details.headingDegrees
  }

  func describe(in json: inout ByteWriter, _ header: SentenceHeader) {
    json.member("heading", headingDegrees, decimals: 4)
    json.member("mode", mode)
  }
}

/// `HDM: magnetic heading, M` and `HDG: sensor heading, deviation, E/W, variation, E/W`.
struct MagneticHeading: SentenceBody {
  static let attachment = Attachment.aside

  var headingDegrees: Double?
  var deviationDegrees: Double?
  var variationDegrees: Double?

  init(_ fields: inout FieldCursor, _ header: SentenceHeader) {
    headingDegrees = fields.nextDirection()
    guard fields.hasComma else { return }
    deviationDegrees = fields.nextVariation()
    variationDegrees = fields.nextVariation()
  }

  func describe(in json: inout ByteWriter, _ header: SentenceHeader) {
    json.member("headingMag", headingDegrees, decimals: 4)
    json.member("deviation", deviationDegrees, decimals: 4)
    json.member("magvar", variationDegrees, decimals: 4)
  }
}
