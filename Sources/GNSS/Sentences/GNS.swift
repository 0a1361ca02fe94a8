import Text

/// Fix data of several systems: like GGA, with a mode letter for each system.
///
/// `time, lat, N/S, lon, E/W, modes, used, HDOP, altitude, separation, age, station, navigational status (4.1)`
struct GNS: SentenceBody {
  static let attachment = Attachment.timed

  var timeOfDay: TimeOfDay?
  var position: StatedPosition?
  var mode: PositioningMode?
  var satellitesUsed: Int?
  var hdop: Double?
  var altMSLMeters: Double?
  var geoidSeparationMeters: Double?
  var correctionAgeSeconds: Double?

  init(_ fields: inout FieldCursor, _ header: SentenceHeader) {
    timeOfDay = fields.nextTimeOfDay()
    position = fields.nextPosition()
    mode = fields.nextBestMode()
    satellitesUsed = fields.nextInt(in: 0...255)
    hdop = fields.nextDilution()
    altMSLMeters = fields.nextHeight()
    geoidSeparationMeters = fields.nextDouble(in: -200...200)
    correctionAgeSeconds = fields.nextDouble(in: 0...100_000)
    if isValid != true { position = nil }
  }

  /// Whether the position is valid. A sentence of one system beside the combined one carries no modes and says nothing.
  var isValid: Bool? { mode.map { !$0.isNone } }

  func contribute(to draft: inout EpochDraft, _ header: SentenceHeader) {
    draft.claim(valid: isValid)
    draft.claim(position: position)
    draft.claim(quality: mode?.quality, rank: Rank.fixData - 1)
    guard isValid != nil else { return }
    draft.satellitesUsed = draft.satellitesUsed ?? satellitesUsed
    draft.claim(dilution: Fix.Dilution(horizontal: hdop))
    draft.claim(altMSLMeters: altMSLMeters, geoidSeparationMeters: geoidSeparationMeters)
    draft.details.correctionAgeSeconds = draft.details.correctionAgeSeconds ?? correctionAgeSeconds
  }

  func describe(in json: inout ByteWriter, _ header: SentenceHeader) {
    json.member(timeOfDay: timeOfDay)
    json.member("valid", isValid)
    json.member(position: position)
    json.member("mode", mode)
    json.member("used", satellitesUsed)
    json.member("hdop", hdop, decimals: 2)
    json.member("altMSL", altMSLMeters, decimals: 3)
    json.member("geoidSep", geoidSeparationMeters, decimals: 3)
    json.member("dgpsAge", correctionAgeSeconds, decimals: 1)
  }
}

extension FieldCursor {
  /// One mode letter for each system: the best counts, R before F before P, D, A, E, M, S and N.
  fileprivate mutating func nextBestMode() -> PositioningMode? {
    var best: (mode: PositioningMode, place: Int)?
    scan { letter in
      let mode = PositioningMode(letter: letter)
      let place = mode.place
      if place < best?.place ?? .max { best = (mode, place) }
    }
    return best.flatMap { $0.place < .max ? $0.mode : nil }
  }
}

extension PositioningMode {
  /// The place in the order of worth, 0 the best; the greatest for what is no mode.
  fileprivate var place: Int {
    switch letter {
    case UInt8(ascii: "R"): 0
    case UInt8(ascii: "F"): 1
    case UInt8(ascii: "P"): 2
    case UInt8(ascii: "D"): 3
    case UInt8(ascii: "A"): 4
    case UInt8(ascii: "E"): 5
    case UInt8(ascii: "M"): 6
    case UInt8(ascii: "S"): 7
    case UInt8(ascii: "N"): 8
    default: .max
    }
  }
}
