import Text

/// Position and time.
///
/// `lat, N/S, lon, E/W, time, A/V, mode`; the oldest form ends behind the position and claims nothing about it.
struct GLL: SentenceBody {
  static let attachment = Attachment.timed

  var position: StatedPosition?
  var timeOfDay: TimeOfDay?
  var isValid: Bool?
  var mode: PositioningMode?

  init(_ fields: inout FieldCursor, _ header: SentenceHeader) {
    position = fields.nextPosition()
    timeOfDay = fields.nextTimeOfDay()
    isValid = fields.nextStatus()
    mode = fields.nextMode()
    if mode?.isNone == true { isValid = false }
    if isValid == false { position = nil }
  }

  func contribute(to draft: inout EpochDraft, _ header: SentenceHeader) {
    draft.claim(valid: isValid)
    if isValid == true { draft.claim(position: position) }
    draft.claim(quality: mode?.quality, rank: Rank.repeated)
  }

  func describe(in json: inout ByteWriter, _ header: SentenceHeader) {
    json.member(timeOfDay: timeOfDay)
    json.member("valid", isValid)
    json.member(position: position)
    json.member("mode", mode)
  }
}
