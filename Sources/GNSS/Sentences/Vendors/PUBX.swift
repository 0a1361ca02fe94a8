import Clocks
import Text

/// u-blox's position with its accuracy (PUBX,00).
///
/// `time, lat, N/S, lon, E/W, height above the ellipsoid, status, hAcc, vAcc, km/h, track, velocity down, age, HDOP, VDOP,
/// TDOP, used, 0, DR` (u-blox protocol description). With status NF the position is zeros and the accuracy 5,303 km.
struct PUBX00: SentenceBody {
  static let attachment = Attachment.timed

  var timeOfDay: TimeOfDay?
  var position: StatedPosition?
  var altHAEMeters: Double?
  var status: FieldText?
  var isValid: Bool?
  var horizontalMeters: Double?
  var verticalMeters: Double?
  var speedKilometersPerHour: Double?
  var trackDegrees: Double?
  var velocityDownMetersPerSecond: Double?
  var correctionAgeSeconds: Double?
  var dilution = Fix.Dilution()
  var satellitesUsed: Int?

  init(_ fields: inout FieldCursor, _ header: SentenceHeader) {
    timeOfDay = fields.nextTimeOfDay()
    position = fields.nextPosition()
    altHAEMeters = fields.nextHeight()
    status = fields.nextText()
    horizontalMeters = fields.nextDeviation()
    verticalMeters = fields.nextDeviation()
    speedKilometersPerHour = fields.nextDouble(in: 0...3_704)
    trackDegrees = fields.nextDirection()
    velocityDownMetersPerSecond = fields.nextDouble(in: -1_000...1_000)
    correctionAgeSeconds = fields.nextDouble(in: 0...100_000)
    dilution = Fix.Dilution(horizontal: fields.nextDilution(), vertical: fields.nextDilution())
    fields.skip()
    satellitesUsed = fields.nextInt(in: 0...255)
    isValid = status.map { !$0.isEqual("NF") && !$0.isEqual("TT") }
    if isValid != true {
      position = nil
      altHAEMeters = nil
      horizontalMeters = nil
      verticalMeters = nil
    }
  }

  private var quality: Fix.Quality? {
    guard let status, isValid == true else { return nil }
    if status.isEqual("DR") { return .estimated }
    return status.contains("D", at: 0) ? .differential : .autonomous
  }

  func contribute(to draft: inout EpochDraft, _ header: SentenceHeader) {
    draft.claim(valid: isValid)
    guard isValid == true else { return }
    draft.claim(position: position)
    draft.claim(quality: quality, rank: Rank.repeated)
    if let status, let dimension = status.count == 2 ? status[1].decimalValue : nil {
      draft.dimension = max(Int(min(dimension, 3)), draft.dimension ?? 0)
    }
    draft.altHAEMeters = draft.altHAEMeters ?? altHAEMeters
    draft.accuracy.claim(receiverDRMSMeters: horizontalMeters)
    draft.accuracy.claim(verticalMeters: verticalMeters, rank: 4)
    let speed = speedKilometersPerHour.map { $0 * Rank.metersPerSecondInKilometerPerHour }
    draft.claim(speedMetersPerSecond: speed, rank: Rank.repeated + 1)
    draft.claim(trackDegrees: trackDegrees, rank: Rank.repeated)
    draft.claim(dilution: dilution)
    draft.satellitesUsed = draft.satellitesUsed ?? satellitesUsed
    draft.details.climbMetersPerSecond = velocityDownMetersPerSecond.map { -$0 }
    draft.details.correctionAgeSeconds = draft.details.correctionAgeSeconds ?? correctionAgeSeconds
  }

  func describe(in json: inout ByteWriter, _ header: SentenceHeader) {
    json.member(timeOfDay: timeOfDay)
    json.member("valid", isValid)
    json.member(position: position)
    json.member("altHAE", altHAEMeters, decimals: 3)
    json.member("navStat", text: status?.unescaped)
    json.member("hAcc", horizontalMeters, decimals: 3)
    json.member("vAcc", verticalMeters, decimals: 3)
    json.member("speed_kmh", speedKilometersPerHour, decimals: 4)
    json.member("track", trackDegrees, decimals: 3)
    json.member("vVel", velocityDownMetersPerSecond, decimals: 4)
    json.member("dgpsAge", correctionAgeSeconds, decimals: 1)
    json.member("hdop", dilution.horizontal, decimals: 2)
    json.member("vdop", dilution.vertical, decimals: 2)
    json.member("used", satellitesUsed)
  }
}

/// u-blox's time with its leap seconds (PUBX,04).
///
/// `time, ddmmyy, time of week, week, leap seconds, ...`; a D behind the leap seconds says that they are the firmware's
/// guess and UTC may be seconds wrong.
struct PUBX04: SentenceBody {
  static let attachment = Attachment.apart

  var timeOfDay: TimeOfDay?
  var date: CivilDate?
  var week: Int?
  var leapSeconds: Int?
  var isLeapDefault: Bool?

  init(_ fields: inout FieldCursor, _ header: SentenceHeader) {
    timeOfDay = fields.nextTimeOfDay()
    date = fields.nextDate()
    fields.skip()
    week = fields.nextInt(in: 0...9_999)
    guard let leap = fields.nextText() else { return }
    var value = 0
    for index in 0..<min(leap.count, 3) {
      if let digit = leap[index].decimalValue {
        value = value * 10 + Int(digit)
        leapSeconds = value
      }
    }
    isLeapDefault = leap[leap.count - 1] == UInt8(ascii: "D")
  }

  func inform(_ receiver: inout ReceiverState, _ header: SentenceHeader) {
    if let isLeapDefault { receiver.leapSeconds.state(isKnown: !isLeapDefault) }
    if let date, let timeOfDay { receiver.state(date: date, at: timeOfDay) }
  }

  func describe(in json: inout ByteWriter, _ header: SentenceHeader) {
    json.member(timeOfDay: timeOfDay)
    json.member(date: date)
    json.member("week", week)
    json.member("leap", leapSeconds)
    json.member("leapDefault", isLeapDefault)
  }
}
