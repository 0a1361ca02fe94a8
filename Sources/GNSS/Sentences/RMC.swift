import Clocks
import Text

/// Recommended minimum: time, validity, position, speed, track, date.
///
/// `time, A/V, lat, N/S, lon, E/W, knots, track, ddmmyy, variation, E/W, mode (2.3), navigational status (4.1)`
struct RMC: SentenceBody {
  static let attachment = Attachment.timed

  var timeOfDay: TimeOfDay?
  var isValid: Bool?
  var position: StatedPosition?
  var speedKnots: Double?
  var trackDegrees: Double?
  var date: CivilDate?
  var variationDegrees: Double?
  var mode: PositioningMode?

  init(_ fields: inout FieldCursor, _ header: SentenceHeader) {
    timeOfDay = fields.nextTimeOfDay()
    isValid = fields.nextStatus()
    position = fields.nextPosition()
    speedKnots = fields.nextDouble(in: 0...2_000)
    trackDegrees = fields.nextDirection()
    date = fields.nextDate()
    variationDegrees = fields.nextVariation()
    mode = fields.nextMode()
    // The navigational status that follows is V on every receiver that does not certify integrity: it means nothing.
    if mode?.isNone == true { isValid = false }
    if isValid != true { position = nil }
  }

  func contribute(to draft: inout EpochDraft, _ header: SentenceHeader) {
    draft.claim(valid: isValid)
    draft.claim(position: position)
    draft.claim(quality: mode?.quality, rank: Rank.recommended)
    if mode?.isUnsafe == true { draft.details.isIntegrityDoubtful = true }
    draft.date = draft.date ?? date
    guard isValid == true else { return }
    draft.claim(speedMetersPerSecond: speedKnots.map { $0 * Rank.metersPerSecondInKnot }, rank: Rank.recommended)
    draft.claim(trackDegrees: trackDegrees, rank: Rank.recommended)
  }

  func describe(in json: inout ByteWriter, _ header: SentenceHeader) {
    json.member(timeOfDay: timeOfDay)
    json.member("valid", isValid)
    json.member(position: position)
    json.member("speed_kn", speedKnots, decimals: 4)
    json.member("track", trackDegrees, decimals: 3)
    json.member(date: date)
    json.member("magvar", variationDegrees, decimals: 4)
    json.member("mode", mode)
  }
}

extension FieldCursor {
  /// Two fields: magnetic variation and E or W; west is negative. Zero means that the receiver has no model.
  mutating func nextVariation() -> Double? {
    let value = nextDouble(in: 0...180)
    let letter = nextLetter()
    guard let value, value != 0 else { return nil }
    switch letter {
    case UInt8(ascii: "E"): return value
    case UInt8(ascii: "W"): return -value
    default: return nil
    }
  }
}
