import Text

/// The receiver's own integrity check: expected errors of one standard deviation, and the satellite that failed.
///
/// `time, latitude, longitude, height, failed id, probability, bias, deviation, system id, signal id (4.11)`
struct GBS: SentenceBody {
  static let attachment = Attachment.timed
  static let statesPosition = false

  var timeOfDay: TimeOfDay?
  var latitudeMeters: Double?
  var longitudeMeters: Double?
  var heightMeters: Double?
  var failedSatellite: Int?
  var probability: Double?
  var biasMeters: Double?
  var deviationMeters: Double?
  var system: Int?
  var signal: Int?

  init(_ fields: inout FieldCursor, _ header: SentenceHeader) {
    timeOfDay = fields.nextTimeOfDay()
    latitudeMeters = fields.nextDeviation()
    longitudeMeters = fields.nextDeviation()
    heightMeters = fields.nextDeviation()
    failedSatellite = fields.nextInt(in: 1...9_999)
    probability = fields.nextDouble(in: 0...1)
    biasMeters = fields.nextDouble()
    deviationMeters = fields.nextDeviation()
    system = fields.nextHexadecimal()
    signal = fields.nextHexadecimal()
  }

  func contribute(to draft: inout EpochDraft, _ header: SentenceHeader) {
    draft.accuracy.claim(
      gbsLatitudeMeters: latitudeMeters, longitudeMeters: longitudeMeters, heightMeters: heightMeters)
    if failedSatellite != nil { draft.details.isIntegrityDoubtful = true }
  }

  func describe(in json: inout ByteWriter, _ header: SentenceHeader) {
    json.member(timeOfDay: timeOfDay)
    json.member("latErr", latitudeMeters, decimals: 3)
    json.member("lonErr", longitudeMeters, decimals: 3)
    json.member("altErr", heightMeters, decimals: 3)
    json.member("failed", failedSatellite)
    json.member("prob", probability, decimals: 6)
    json.member("bias", biasMeters, decimals: 3)
    json.member("stddev", deviationMeters, decimals: 3)
    json.member("system", system)
    json.member("signal", signal)
  }
}
