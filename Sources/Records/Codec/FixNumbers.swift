import Clocks
import GNSS
import Geodesy

/// A kept fix in whole numbers, as the codec deals with it. What the shape says is not there is 0 here and is not
/// looked at.
struct FixNumbers {
  /// Everything that seldom changes; see docs/FORMAT.md.
  var shape = FixShape()
  var latitude: Int64 = 0
  var longitude: Int64 = 0
  var altMSL: Int64 = 0
  var altHAE: Int64 = 0
  var speed: Int64 = 0
  var track: Int64 = 0
  /// The numbers that seldom change, in the order of ``FixShape/slowBits``.
  var slow: InlineArray<8, Int64> = .init(repeating: 0)
  /// The fix's own time, milliseconds since 1970; only with ``FixShape/TimeForm/own``.
  var ownTime: Int64 = 0
  var ownTimeQuality: UInt8 = 0

  init() {}

  init(_ record: FixRecord, utc: UTCStamp?) {
    let fix = record.fix
    shape.mode = fix.mode.rawValue
    shape.quality = fix.quality?.rawValue ?? 0
    shape.accuracySource = fix.accuracySource?.rawValue ?? 0
    shape.separationSource = fix.details.geoidSeparationSource?.rawValue ?? 0
    shape.reason = record.reason.rawValue
    if let coordinate = fix.coordinate {
      shape.bits |= FixShape.coordinateBit
      latitude = coordinate.latitudeNanodegrees
      longitude = coordinate.longitudeNanodegrees
    }
    altMSL = take(Quantity.height.steps(fix.altMSLMeters), FixShape.altMSLBit)
    altHAE = take(Quantity.height.steps(fix.altHAEMeters), FixShape.altHAEBit)
    speed = take(Quantity.speed.steps(fix.speedMetersPerSecond), FixShape.speedBit)
    track = take(Direction.steps(fix.trackDegrees), FixShape.trackBit)
    slow[0] = take(Quantity.height.steps(fix.geoidSeparationMeters), FixShape.slowBits << 0)
    slow[1] = take(Satellites.steps(fix.satellitesUsed), FixShape.slowBits << 1)
    slow[2] = take(Satellites.steps(fix.satellitesInView), FixShape.slowBits << 2)
    slow[3] = take(Quantity.dilution.steps(fix.dilution.horizontal), FixShape.slowBits << 3)
    slow[4] = take(Quantity.dilution.steps(fix.dilution.position), FixShape.slowBits << 4)
    slow[5] = take(Quantity.dilution.steps(fix.dilution.vertical), FixShape.slowBits << 5)
    slow[6] = take(Quantity.accuracy.steps(fix.horizontalAccuracyMeters), FixShape.slowBits << 6)
    slow[7] = take(Quantity.accuracy.steps(fix.verticalAccuracyMeters), FixShape.slowBits << 7)
    if let time = fix.time {
      shape.timeForm = time == utc ? .records : .own
      ownTime = time.time.milliseconds
      ownTimeQuality = time.quality.rawValue
    }
  }

  private mutating func take(_ steps: Int64?, _ bit: UInt32) -> Int64 {
    guard let steps else { return 0 }
    shape.bits |= bit
    return steps
  }

  /// Whether the coordinate and the times are in their ranges.
  var isSound: Bool {
    (!shape.has(FixShape.coordinateBit)
      || Coordinate(latitudeNanodegrees: latitude, longitudeNanodegrees: longitude) != nil)
      && (shape.timeForm != .own || (UnixTime(checkedMilliseconds: ownTime) != nil && ownTimeQuality != 0))
  }

  /// The fix again; nil if it has an enumeration's case that this version does not know.
  func record(utc: UTCStamp?) -> FixRecord? {
    var fix = Fix()
    guard let mode = Fix.Mode(rawValue: shape.mode), let reason = FixRecord.Reason(rawValue: shape.reason) else {
      return nil
    }
    fix.mode = mode
    if shape.quality != 0 {
      guard let quality = Fix.Quality(rawValue: shape.quality) else { return nil }
      fix.quality = quality
    }
    if shape.accuracySource != 0 {
      guard let source = Fix.AccuracySource(rawValue: shape.accuracySource) else { return nil }
      fix.accuracySource = source
    }
    if shape.separationSource != 0 {
      guard let source = SeparationSource(rawValue: shape.separationSource) else { return nil }
      fix.details.geoidSeparationSource = source
    }
    switch shape.timeForm {
    case .none: break
    case .records: fix.time = utc
    case .own:
      guard let time = UnixTime(checkedMilliseconds: ownTime), let quality = ClockQuality(rawValue: ownTimeQuality)
      else { return nil }
      fix.time = UTCStamp(time, quality)
    case .reserved: return nil
    }
    if shape.has(FixShape.coordinateBit) {
      fix.coordinate = Coordinate(latitudeNanodegrees: latitude, longitudeNanodegrees: longitude)
    }
    fix.altMSLMeters = give(altMSL, FixShape.altMSLBit, Quantity.height)
    fix.altHAEMeters = give(altHAE, FixShape.altHAEBit, Quantity.height)
    fix.speedMetersPerSecond = give(speed, FixShape.speedBit, Quantity.speed)
    fix.trackDegrees = shape.has(FixShape.trackBit) ? Direction.degrees(track) : nil
    fix.geoidSeparationMeters = give(slow[0], FixShape.slowBits << 0, Quantity.height)
    if shape.has(FixShape.slowBits << 1) { fix.satellitesUsed = Satellites.count(slow[1]) }
    if shape.has(FixShape.slowBits << 2) { fix.satellitesInView = Satellites.count(slow[2]) }
    fix.dilution.horizontal = give(slow[3], FixShape.slowBits << 3, Quantity.dilution)
    fix.dilution.position = give(slow[4], FixShape.slowBits << 4, Quantity.dilution)
    fix.dilution.vertical = give(slow[5], FixShape.slowBits << 5, Quantity.dilution)
    fix.horizontalAccuracyMeters = give(slow[6], FixShape.slowBits << 6, Quantity.accuracy)
    fix.verticalAccuracyMeters = give(slow[7], FixShape.slowBits << 7, Quantity.accuracy)
    return FixRecord(kept: fix, reason: reason)
  }

  private func give(_ steps: Int64, _ bit: UInt32, _ quantity: Quantity) -> Double? {
    shape.has(bit) ? quantity.checked(steps) : nil
  }
}

/// Which parts a fix has, and its enumerations, in one number that seldom changes.
struct FixShape: Equatable {
  /// Where the fix's own time is.
  enum TimeForm: UInt32 {
    /// It has none.
    case none = 0
    /// It is the record's `utc`.
    case records = 1
    /// It follows.
    case own = 2
    case reserved = 3
  }

  var bits: UInt32 = 0

  static let coordinateBit: UInt32 = 1 << 2
  static let altMSLBit: UInt32 = 1 << 3
  static let altHAEBit: UInt32 = 1 << 4
  static let speedBit: UInt32 = 1 << 5
  static let trackBit: UInt32 = 1 << 6
  /// Eight bits from here on: geoid separation, satellites used and in view, HDOP, PDOP, VDOP, horizontal and vertical
  /// accuracy.
  static let slowBits: UInt32 = 1 << 7

  func has(_ bit: UInt32) -> Bool { bits & bit != 0 }

  var mode: UInt8 {
    get { UInt8(bits & 3) }
    set { set(newValue, at: 0, mask: 3) }
  }
  var timeForm: TimeForm {
    get { TimeForm(rawValue: bits >> 15 & 3) ?? .none }
    set { set(UInt8(newValue.rawValue), at: 15, mask: 3) }
  }
  var reason: UInt8 {
    get { UInt8(bits >> 17 & 15) }
    set { set(newValue, at: 17, mask: 15) }
  }
  var quality: UInt8 {
    get { UInt8(bits >> 21 & 15) }
    set { set(newValue, at: 21, mask: 15) }
  }
  var separationSource: UInt8 {
    get { UInt8(bits >> 29 & 3) }
    set { set(newValue, at: 29, mask: 3) }
  }
  var accuracySource: UInt8 {
    get { UInt8(bits >> 25 & 15) }
    set { set(newValue, at: 25, mask: 15) }
  }

  private mutating func set(_ value: UInt8, at shift: UInt32, mask: UInt32) {
    bits = bits & ~(mask << shift) | (UInt32(value) & mask) << shift
  }
}

extension UnixTime {
  /// Nil where the milliseconds do not fit.
  init?(checkedMilliseconds milliseconds: Int64) {
    let (nanoseconds, overflow) = milliseconds.multipliedReportingOverflow(by: 1_000_000)
    if overflow { return nil }
    self.init(nanoseconds: nanoseconds)
  }
}
