import Text

/// Fix data: time, position, quality, satellites used, heights.
///
/// `time, lat, N/S, lon, E/W, quality, used, HDOP, altitude, M, geoid separation, M, age, station`
struct GGA: SentenceBody {
  static let attachment = Attachment.timed

  var timeOfDay: TimeOfDay?
  var position: StatedPosition?
  var quality: Int?
  var satellitesUsed: Int?
  var hdop: Double?
  var altMSLMeters: Double?
  var geoidSeparationMeters: Double?
  var correctionAgeSeconds: Double?
  var station: Int?

  init(_ fields: inout FieldCursor, _ header: SentenceHeader) {
    timeOfDay = fields.nextTimeOfDay()
    position = fields.nextPosition()
    quality = fields.nextInt(in: 0...9)
    satellitesUsed = fields.nextInt(in: 0...255)
    hdop = fields.nextDilution()
    altMSLMeters = fields.nextHeight()
    fields.skip()
    geoidSeparationMeters = fields.nextDouble(in: -200...200)
    fields.skip()
    correctionAgeSeconds = fields.nextDouble(in: 0...100_000)
    station = fields.nextInt(in: 0...4_095)
    // Receivers without corrections fill both fields with zeros.
    if correctionAgeSeconds == 0, station ?? 0 == 0 { correctionAgeSeconds = nil }
    if quality == 0 { position = nil }
  }

  /// Whether the position is valid; nil if the field is empty.
  var isValid: Bool? { quality.map { $0 > 0 } }

  func contribute(to draft: inout EpochDraft, _ header: SentenceHeader) {
    draft.claim(valid: isValid)
    if isValid == true { draft.claim(position: position) }
    draft.claim(quality: quality.flatMap(Fix.Quality.init(number:)), rank: Rank.fixData)
    draft.satellitesUsed = draft.satellitesUsed ?? satellitesUsed
    draft.claim(dilution: Fix.Dilution(horizontal: hdop))
    draft.claim(altMSLMeters: altMSLMeters, geoidSeparationMeters: geoidSeparationMeters)
    draft.details.correctionAgeSeconds = draft.details.correctionAgeSeconds ?? correctionAgeSeconds
  }

  func describe(in json: inout ByteWriter, _ header: SentenceHeader) {
    json.member(timeOfDay: timeOfDay)
    json.member(position: position)
    json.member("quality", quality)
    json.member("used", satellitesUsed)
    json.member("hdop", hdop, decimals: 2)
    json.member("altMSL", altMSLMeters, decimals: 3)
    json.member("geoidSep", geoidSeparationMeters, decimals: 3)
    if let altMSLMeters, let geoidSeparationMeters {
      json.member("altHAE", altMSLMeters + geoidSeparationMeters, decimals: 3)
    }
    json.member("dgpsAge", correctionAgeSeconds, decimals: 1)
    json.member("station", station)
  }
}

extension Fix.Quality {
  /// The quality that a number of GGA field 6 means; nil for 0 and for numbers that the standard does not have, except 9,
  /// which some receivers send for SBAS.
  init?(number: Int) {
    self.init(rawValue: number == 9 ? 2 : UInt8(clamping: number))
  }
}

extension Fix.Dilution {
  /// Some dilutions.
  init(horizontal: Double? = nil, position: Double? = nil, vertical: Double? = nil) {
    self.init()
    self.horizontal = horizontal
    self.position = position
    self.vertical = vertical
  }
}

extension FieldCursor {
  /// A height in metres: from the Mariana Trench to where receivers of this kind must fall silent.
  mutating func nextHeight() -> Double? { nextDouble(in: -12_000...100_000) }
}
