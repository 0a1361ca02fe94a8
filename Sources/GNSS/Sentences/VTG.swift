import Text

/// Track and speed over ground.
///
/// `track, T, magnetic track, M, knots, N, km/h, K, mode`; the old form has the four numbers without their letters.
struct VTG: SentenceBody {
  static let attachment = Attachment.untimed
  static let isOncePerEpoch = true

  var trackDegrees: Double?
  var magneticTrackDegrees: Double?
  var speedKnots: Double?
  var speedKilometersPerHour: Double?
  var mode: PositioningMode?

  init(_ fields: inout FieldCursor, _ header: SentenceHeader) {
    trackDegrees = fields.nextDirection()
    let second = fields.peek
    if second == nil || second == UInt8(ascii: "T") {
      fields.skip()
      magneticTrackDegrees = fields.nextDirection()
      fields.skip()
      speedKnots = fields.nextDouble(in: 0...2_000)
      fields.skip()
      speedKilometersPerHour = fields.nextDouble(in: 0...3_704)
      fields.skip()
      mode = fields.nextMode()
    } else {
      magneticTrackDegrees = fields.nextDirection()
      speedKnots = fields.nextDouble(in: 0...2_000)
      speedKilometersPerHour = fields.nextDouble(in: 0...3_704)
    }
  }

  func contradicts(_ draft: EpochDraft) -> Bool {
    guard draft.speedRank == Rank.recommended, let speed = draft.speedMetersPerSecond, let speedKnots else {
      return false
    }
    return abs(speedKnots - speed / Rank.metersPerSecondInKnot) > 0.15
  }

  func contribute(to draft: inout EpochDraft, _ header: SentenceHeader) {
    guard mode?.isNone != true else { return }
    let rank = header.talker.isSatelliteReceiver ? Rank.repeated + 1 : Rank.repeated
    let speed =
      speedKnots.map { $0 * Rank.metersPerSecondInKnot }
      ?? speedKilometersPerHour.map { $0 * Rank.metersPerSecondInKilometerPerHour }
    draft.claim(speedMetersPerSecond: speed, rank: rank)
    draft.claim(trackDegrees: trackDegrees, rank: rank)
  }

  func describe(in json: inout ByteWriter, _ header: SentenceHeader) {
    json.member("track", trackDegrees, decimals: 3)
    json.member("trackMag", magneticTrackDegrees, decimals: 3)
    json.member("speed_kn", speedKnots, decimals: 4)
    json.member("speed_kmh", speedKilometersPerHour, decimals: 4)
    json.member("mode", mode)
  }
}
