import Clocks
import Geodesy
import Text

/// Quectel's estimated error (PQTMEPE), metres.
///
/// `version, north, east, down, horizontal, all three`; the horizontal one is the root of the sum of the squares.
struct PQTMEPE: SentenceBody {
  static let attachment = Attachment.untimed

  var north: Double?
  var east: Double?
  var down: Double?
  var horizontal: Double?
  var spatial: Double?

  init(_ fields: inout FieldCursor, _ header: SentenceHeader) {
    fields.skip()
    north = fields.nextDeviation()
    east = fields.nextDeviation()
    down = fields.nextDeviation()
    horizontal = fields.nextDeviation()
    spatial = fields.nextDeviation()
  }

  func contribute(to draft: inout EpochDraft, _ header: SentenceHeader) {
    draft.accuracy.claim(receiverDRMSMeters: horizontal)
    draft.accuracy.claim(verticalMeters: down, rank: 4)
  }

  func describe(in json: inout ByteWriter, _ header: SentenceHeader) {
    json.member("n", north, decimals: 3)
    json.member("e", east, decimals: 3)
    json.member("d", down, decimals: 3)
    json.member("h", horizontal, decimals: 3)
    json.member("p3d", spatial, decimals: 3)
  }
}

/// Quectel's position, velocity and time (PQTMPVT).
///
/// `version, time of week, yyyymmdd, time, -, fix (0, 2, 3), used, leap seconds, lat, lon in degrees, altitude, separation,
/// velocity north, east, down, speed m/s, track, HDOP, PDOP`
struct PQTMPVT: SentenceBody {
  static let attachment = Attachment.timed

  var date: CivilDate?
  var timeOfDay: TimeOfDay?
  var dimension: Int?
  var satellitesUsed: Int?
  var position: StatedPosition?
  var altMSLMeters: Double?
  var geoidSeparationMeters: Double?
  var velocityDownMetersPerSecond: Double?
  var speedMetersPerSecond: Double?
  var trackDegrees: Double?
  var dilution = Fix.Dilution()

  init(_ fields: inout FieldCursor, _ header: SentenceHeader) {
    fields.skip(2)
    if let date = fields.nextInt(in: 19_700_101...21_991_231) {
      self.date = CivilDate(year: date / 10_000, month: date / 100 % 100, day: date % 100)
    }
    timeOfDay = fields.nextTimeOfDay()
    fields.skip()
    dimension = fields.nextInt(in: 0...3)
    satellitesUsed = fields.nextInt(in: 0...255)
    fields.skip()
    position = fields.nextDegreePosition()
    altMSLMeters = fields.nextHeight()
    geoidSeparationMeters = fields.nextDouble(in: -200...200)
    fields.skip(2)
    velocityDownMetersPerSecond = fields.nextDouble(in: -1_000...1_000)
    speedMetersPerSecond = fields.nextDouble(in: 0...1_000)
    trackDegrees = fields.nextDirection()
    dilution = Fix.Dilution(horizontal: fields.nextDilution(), position: fields.nextDilution())
    if isValid != true { position = nil }
  }

  /// Whether there is a position; nil if the field is empty.
  var isValid: Bool? { dimension.map { $0 >= 2 } }

  func contribute(to draft: inout EpochDraft, _ header: SentenceHeader) {
    draft.claim(valid: isValid)
    draft.date = draft.date ?? date
    guard isValid == true else { return }
    draft.claim(position: position)
    if let dimension { draft.dimension = max(dimension, draft.dimension ?? 0) }
    draft.satellitesUsed = draft.satellitesUsed ?? satellitesUsed
    draft.claim(altMSLMeters: altMSLMeters, geoidSeparationMeters: geoidSeparationMeters)
    draft.claim(speedMetersPerSecond: speedMetersPerSecond, rank: Rank.repeated)
    draft.claim(trackDegrees: trackDegrees, rank: Rank.repeated)
    draft.claim(dilution: dilution)
    draft.details.climbMetersPerSecond = velocityDownMetersPerSecond.map { -$0 }
  }

  func describe(in json: inout ByteWriter, _ header: SentenceHeader) {
    json.member(timeOfDay: timeOfDay)
    json.member(date: date)
    json.member("valid", isValid)
    json.member("fix", dimension)
    json.member(position: position)
    json.member("used", satellitesUsed)
    json.member("altMSL", altMSLMeters, decimals: 3)
    json.member("geoidSep", geoidSeparationMeters, decimals: 3)
    json.member("vVel", velocityDownMetersPerSecond, decimals: 3)
    json.member("speed", speedMetersPerSecond, decimals: 4)
    json.member("track", trackDegrees, decimals: 3)
    json.member("hdop", dilution.horizontal, decimals: 2)
    json.member("pdop", dilution.position, decimals: 2)
  }
}

extension FieldCursor {
  /// Two fields: latitude and longitude in signed decimal degrees.
  fileprivate mutating func nextDegreePosition() -> StatedPosition? {
    let latitude = nextDecimal()
    let longitude = nextDecimal()
    guard let latitude, let longitude,
      let coordinate = Coordinate(latitudeDegrees: latitude.double, longitudeDegrees: longitude.double)
    else { return nil }
    var unit: Int64 = 1_000_000_000
    for _ in 0..<min(9, latitude.decimals, longitude.decimals) { unit /= 10 }
    return StatedPosition(coordinate: coordinate, unitNanodegrees: unit)
  }
}
