import Clocks
import Text

/// Garmin's estimated errors (PGRME), metres: `horizontal, M, vertical, M, all, M`. Half of the fixes keep them.
struct PGRME: SentenceBody {
  static let attachment = Attachment.untimed

  var horizontalMeters: Double?
  var verticalMeters: Double?
  var spatialMeters: Double?

  init(_ fields: inout FieldCursor, _ header: SentenceHeader) {
    horizontalMeters = fields.nextDeviation()
    fields.skip()
    verticalMeters = fields.nextDeviation()
    fields.skip()
    spatialMeters = fields.nextDeviation()
  }

  func contribute(to draft: inout EpochDraft, _ header: SentenceHeader) {
    draft.accuracy.claim(garminMedianMeters: horizontalMeters, verticalMeters: verticalMeters)
  }

  func describe(in json: inout ByteWriter, _ header: SentenceHeader) {
    json.member("h", horizontalMeters, decimals: 2)
    json.member("d", verticalMeters, decimals: 2)
    json.member("p3d", spatialMeters, decimals: 2)
  }
}

/// Garmin's altitude (PGRMZ): `feet, f, fix`. It may be a barometer's, and never replaces that of GGA.
struct PGRMZ: SentenceBody {
  static let attachment = Attachment.apart

  var altitudeFeet: Double?
  var dimension: Int?
  private static let metersInFoot = 0.304_8

  init(_ fields: inout FieldCursor, _ header: SentenceHeader) {
    altitudeFeet = fields.nextDouble(in: -40_000...330_000)
    fields.skip()
    dimension = fields.nextInt(in: 1...3)
  }

  func describe(in json: inout ByteWriter, _ header: SentenceHeader) {
    json.member("altitude_m", altitudeFeet.map { $0 * Self.metersInFoot }, decimals: 2)
    json.member("fix", dimension)
  }
}

/// Garmin's fix (PGRMF).
///
/// `week, second, ddmmyy, time, leap seconds, lat, N/S, lon, E/W, M/A, fix (0 none, 1 2D, 2 3D), km/h, track, PDOP, TDOP`
struct PGRMF: SentenceBody {
  static let attachment = Attachment.timed

  var date: CivilDate?
  var timeOfDay: TimeOfDay?
  var position: StatedPosition?
  var fix: Int?
  var speedKilometersPerHour: Double?
  var trackDegrees: Double?
  var pdop: Double?

  init(_ fields: inout FieldCursor, _ header: SentenceHeader) {
    fields.skip(2)
    date = fields.nextDate()
    timeOfDay = fields.nextTimeOfDay()
    fields.skip()
    position = fields.nextPosition()
    fields.skip()
    fix = fields.nextInt(in: 0...2)
    speedKilometersPerHour = fields.nextDouble(in: 0...3_704)
    trackDegrees = fields.nextDirection()
    pdop = fields.nextDilution()
    if isValid != true { position = nil }
  }

  /// Whether there is a position; nil if the field is empty.
  var isValid: Bool? { fix.map { $0 > 0 } }

  func contribute(to draft: inout EpochDraft, _ header: SentenceHeader) {
    draft.claim(valid: isValid)
    draft.date = draft.date ?? date
    guard isValid == true else { return }
    draft.claim(position: position)
    if let fix { draft.dimension = max(fix + 1, draft.dimension ?? 0) }
    let speed = speedKilometersPerHour.map { $0 * Rank.metersPerSecondInKilometerPerHour }
    draft.claim(speedMetersPerSecond: speed, rank: Rank.repeated)
    draft.claim(trackDegrees: trackDegrees, rank: Rank.repeated)
    draft.claim(dilution: Fix.Dilution(position: pdop))
  }

  func describe(in json: inout ByteWriter, _ header: SentenceHeader) {
    json.member(timeOfDay: timeOfDay)
    json.member(date: date)
    json.member("valid", isValid)
    json.member(position: position)
    json.member("fix", fix.map { $0 + 1 })
    json.member("speed_kmh", speedKilometersPerHour, decimals: 3)
    json.member("track", trackDegrees, decimals: 3)
    json.member("pdop", pdop, decimals: 2)
  }
}

/// Garmin's velocity (PGRMV), metres a second: `east, north, up`.
struct PGRMV: SentenceBody {
  static let attachment = Attachment.untimed

  var east: Double?
  var north: Double?
  var upMetersPerSecond: Double?

  init(_ fields: inout FieldCursor, _ header: SentenceHeader) {
    east = fields.nextDouble(in: -1_000...1_000)
    north = fields.nextDouble(in: -1_000...1_000)
    upMetersPerSecond = fields.nextDouble(in: -1_000...1_000)
  }

  func contribute(to draft: inout EpochDraft, _ header: SentenceHeader) {
    draft.details.climbMetersPerSecond = upMetersPerSecond ?? draft.details.climbMetersPerSecond
  }

  func describe(in json: inout ByteWriter, _ header: SentenceHeader) {
    json.member("east", east, decimals: 2)
    json.member("north", north, decimals: 2)
    json.member("up", upMetersPerSecond, decimals: 2)
  }
}
