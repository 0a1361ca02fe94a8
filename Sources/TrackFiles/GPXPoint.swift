import Clocks
import GNSS
import Geodesy

/// A point while its elements come in.
struct GPXPoint {
  /// Why a point is passed over.
  struct Unusable: Error {
    let text: String
  }

  let isWaypoint: Bool
  let line: Int
  var latitude: Int64?
  var longitude: Int64?

  private var fix = Fix()
  private var fixWord: [UInt8] = []
  private var name: String?
  private var isUnnamed = false
  private var isTimeBroken = false

  init(isWaypoint: Bool, line: Int) {
    self.isWaypoint = isWaypoint
    self.line = line
  }

  /// Takes an element.
  ///
  /// - Parameter isDirect: whether it is a child of the point itself and not of its extensions.
  mutating func set(_ element: GPXElement, isDirect: Bool, _ text: [UInt8]) {
    if isDirect, setStandard(element, text) { return }
    let number = { DecimalText(text)?.double?.writable }
    switch element {
    case .speed: fix.speedMetersPerSecond = number().flatMap { $0 >= 0 ? $0 : nil }
    case .course, .bearing:
      if fix.trackDegrees == nil { fix.trackDegrees = number()?.courseHundredths.map { Double($0) / 100 } }
    case .altHAE: fix.altHAEMeters = number()
    case .horizontalAccuracy:
      fix.horizontalAccuracyMeters = number()
      if fix.accuracySource == nil, fix.horizontalAccuracyMeters != nil { fix.accuracySource = .imported }
    case .accuracySource: fix.accuracySource = Fix.AccuracySource(label: text) ?? fix.accuracySource
    case .verticalAccuracy: fix.verticalAccuracyMeters = number()
    case .inView: fix.satellitesInView = number().flatMap { $0 >= 0 && $0 < 10_000 ? Int($0) : nil }
    case .quality: fix.quality = Fix.Quality(label: text) ?? fix.quality
    case .unnamed: isUnnamed = true
    default: break
    }
  }

  private mutating func setStandard(_ element: GPXElement, _ text: [UInt8]) -> Bool {
    let number = { DecimalText(text)?.double?.writable }
    switch element {
    case .ele: fix.altMSLMeters = number()
    case .time:
      let words = text.trimmed
      fix.time = UnixTime(iso: String(decoding: words, as: UTF8.self)).map { UTCStamp($0, .satellites) }
      isTimeBroken = fix.time == nil && !words.isEmpty
    case .geoidheight: fix.geoidSeparationMeters = number()
    case .name: name = String(decoding: text, as: UTF8.self)
    case .fix: fixWord = Array(text.trimmed)
    case .sat: fix.satellitesUsed = number().flatMap { $0 >= 0 && $0 < 10_000 ? Int($0) : nil }
    case .hdop: fix.dilution.horizontal = number()
    case .vdop: fix.dilution.vertical = number()
    case .pdop: fix.dilution.position = number()
    default: return false
    }
    return true
  }

  /// What the point is.
  var event: Result<TrackEvent, Unusable> {
    guard let latitude, let longitude,
      let coordinate = Coordinate(latitudeNanodegrees: latitude, longitudeNanodegrees: longitude)
    else { return .failure(Unusable(text: "no latitude within 90 and longitude within 180 degrees")) }
    guard !isTimeBroken else { return .failure(Unusable(text: "the time cannot be read")) }
    if isWaypoint {
      let text = isUnnamed ? nil : name
      return .success(
        .tag(ImportedTag(text: text, coordinate: coordinate, altMSLMeters: fix.altMSLMeters, time: fix.time)))
    }
    var complete = fix
    complete.coordinate = coordinate
    complete.setMode(word: fixWord)
    return .success(.fix(complete))
  }
}

extension [UInt8] {
  /// The bytes without the blanks around them.
  fileprivate var trimmed: ArraySlice<UInt8> {
    var slice = self[...]
    while let first = slice.first, first.isBlank { slice.removeFirst() }
    while let last = slice.last, last.isBlank { slice.removeLast() }
    return slice
  }
}
