import Text

/// Quectel's velocity with its accuracy (PQTMVEL), metres a second and degrees.
///
/// `version, time, north, east, down, speed over ground, speed in space, heading of motion, and the accuracy of these three`
struct PQTMVEL: SentenceBody {
  static let attachment = Attachment.timed
  static let statesPosition = false

  var timeOfDay: TimeOfDay?
  var velocityDownMetersPerSecond: Double?
  var speedMetersPerSecond: Double?
  var trackDegrees: Double?
  var speedAccuracyMetersPerSecond: Double?
  var trackAccuracyDegrees: Double?

  init(_ fields: inout FieldCursor, _ header: SentenceHeader) {
    fields.skip()
    timeOfDay = fields.nextTimeOfDay()
    fields.skip(2)
    velocityDownMetersPerSecond = fields.nextDouble(in: -1_000...1_000)
    speedMetersPerSecond = fields.nextDouble(in: 0...1_000)
    fields.skip()
    trackDegrees = fields.nextDirection()
    speedAccuracyMetersPerSecond = fields.nextDeviation()
    fields.skip()
    trackAccuracyDegrees = fields.nextDeviation()
  }

  func contribute(to draft: inout EpochDraft, _ header: SentenceHeader) {
    draft.claim(speedMetersPerSecond: speedMetersPerSecond, rank: Rank.repeated)
    draft.claim(trackDegrees: trackDegrees, rank: Rank.repeated)
    draft.details.climbMetersPerSecond = velocityDownMetersPerSecond.map { -$0 }
    draft.details.speedAccuracyMetersPerSecond = speedAccuracyMetersPerSecond
    draft.details.trackAccuracyDegrees = trackAccuracyDegrees
  }

  func describe(in json: inout ByteWriter, _ header: SentenceHeader) {
    json.member(timeOfDay: timeOfDay)
    json.member("vVel", velocityDownMetersPerSecond, decimals: 3)
    json.member("speed", speedMetersPerSecond, decimals: 4)
    json.member("track", trackDegrees, decimals: 3)
    json.member("speedErr", speedAccuracyMetersPerSecond, decimals: 3)
    json.member("trackErr", trackAccuracyDegrees, decimals: 3)
  }
}
