import Text

/// Error statistics, one standard deviation, metres.
///
/// `time, range RMS, semi-major, semi-minor, orientation, latitude, longitude, height`. The range RMS is a residual
/// (228,650 on a good fix of a u-blox M9) and the ellipse may be empty or contradict the deviations: only those count.
struct GST: SentenceBody {
  static let attachment = Attachment.timed
  static let statesPosition = false

  var timeOfDay: TimeOfDay?
  var rangeMeters: Double?
  var semiMajorMeters: Double?
  var semiMinorMeters: Double?
  var orientationDegrees: Double?
  var latitudeMeters: Double?
  var longitudeMeters: Double?
  var heightMeters: Double?

  init(_ fields: inout FieldCursor, _ header: SentenceHeader) {
    timeOfDay = fields.nextTimeOfDay()
    rangeMeters = fields.nextDouble()
    semiMajorMeters = fields.nextDouble()
    semiMinorMeters = fields.nextDouble()
    orientationDegrees = fields.nextDouble()
    latitudeMeters = fields.nextDeviation()
    longitudeMeters = fields.nextDeviation()
    heightMeters = fields.nextDeviation()
  }

  func contribute(to draft: inout EpochDraft, _ header: SentenceHeader) {
    draft.accuracy.claim(
      gstLatitudeMeters: latitudeMeters, longitudeMeters: longitudeMeters, heightMeters: heightMeters)
  }

  func describe(in json: inout ByteWriter, _ header: SentenceHeader) {
    json.member(timeOfDay: timeOfDay)
    json.member("rms", rangeMeters, decimals: 3)
    json.member("semiMajor", semiMajorMeters, decimals: 3)
    json.member("semiMinor", semiMinorMeters, decimals: 3)
    json.member("orient", orientationDegrees, decimals: 3)
    json.member("latErr", latitudeMeters, decimals: 3)
    json.member("lonErr", longitudeMeters, decimals: 3)
    json.member("altErr", heightMeters, decimals: 3)
    if let latitudeMeters, let longitudeMeters {
      json.member(
        "drms", (latitudeMeters * latitudeMeters + longitudeMeters * longitudeMeters).squareRoot(), decimals: 4)
    }
  }
}

extension FieldCursor {
  /// An error in metres: above 0 and below 1,000 km, which is what receivers say for none.
  mutating func nextDeviation() -> Double? {
    guard let value = nextDouble(), value > 0, value < 1_000_000 else { return nil }
    return value
  }
}
