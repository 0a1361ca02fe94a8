import Text

/// SiRF's estimated errors (PSRFEPE): `time, A/V, HDOP, horizontal, vertical (m), speed (m/s), track (degrees)`.
struct PSRFEPE: SentenceBody {
  static let attachment = Attachment.timed
  static let statesPosition = false

  var timeOfDay: TimeOfDay?
  var isValid: Bool?
  var hdop: Double?
  var horizontalMeters: Double?
  var verticalMeters: Double?
  var speedMetersPerSecond: Double?
  var trackDegrees: Double?

  init(_ fields: inout FieldCursor, _ header: SentenceHeader) {
    timeOfDay = fields.nextTimeOfDay()
    isValid = fields.nextStatus()
    hdop = fields.nextDilution()
    horizontalMeters = fields.nextDeviation()
    verticalMeters = fields.nextDeviation()
    speedMetersPerSecond = fields.nextDeviation()
    trackDegrees = fields.nextDeviation()
  }

  func contribute(to draft: inout EpochDraft, _ header: SentenceHeader) {
    guard isValid == true else { return }
    draft.accuracy.claim(receiverDRMSMeters: horizontalMeters)
    draft.accuracy.claim(verticalMeters: verticalMeters, rank: 4)
    draft.details.speedAccuracyMetersPerSecond = speedMetersPerSecond
    draft.details.trackAccuracyDegrees = trackDegrees
    draft.claim(dilution: Fix.Dilution(horizontal: hdop))
  }

  func describe(in json: inout ByteWriter, _ header: SentenceHeader) {
    json.member(timeOfDay: timeOfDay)
    json.member("valid", isValid)
    json.member("hdop", hdop, decimals: 2)
    json.member("h", horizontalMeters, decimals: 3)
    json.member("d", verticalMeters, decimals: 3)
    json.member("speedErr", speedMetersPerSecond, decimals: 3)
    json.member("trackErr", trackDegrees, decimals: 3)
  }
}
