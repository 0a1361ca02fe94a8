import Clocks
import GNSS
import Geodesy
import Records

/// Records of every kind with values of every kind, the same for the same seed.
struct RandomRecords: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

  mutating func next() -> UInt64 {
    state ^= state >> 12
    state ^= state << 25
    state ^= state >> 27
    return state &* 0x2545_F491_4F6C_DD1D
  }

  mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &self) < percent }

  mutating func maybe<Value>(_ value: @autoclosure () -> Value) -> Value? { chance(60) ? value() : nil }

  /// Some number: usual, extreme or absurd, but not NaN, which is not even equal to itself.
  mutating func number() -> Double {
    switch Int.random(in: 0..<8, using: &self) {
    case 0:
      [
        0, -0.0, 1, -1, 359.996, 360, 0.004_999, .infinity, -.infinity, .greatestFiniteMagnitude,
        .leastNonzeroMagnitude, 1e7, -1e7,
      ]
      .randomElement(using: &self) ?? 0
    case 1: Double.random(in: -1e12...1e12, using: &self)
    case 2: Double(Int64.random(in: .min ... .max, using: &self))
    default: Double.random(in: -10...500, using: &self)
    }
  }

  mutating func optionalNumber() -> Double? { chance(60) ? number() : nil }

  mutating func nanoseconds() -> Int64 {
    switch Int.random(in: 0..<4, using: &self) {
    case 0:
      [0, -1, 1, 999_999, -999_999, .max, .min / 1_000_000 * 1_000_000, 1_000_000].randomElement(using: &self) ?? 0
    case 1: Int64.random(in: (.min / 1_000_000 * 1_000_000) ... .max, using: &self)
    default: Int64.random(in: 0...2_000_000_000_000_000_000, using: &self)
    }
  }

  mutating func stamp() -> UTCStamp? {
    guard chance(70), let quality = ClockQuality.allCases.randomElement(using: &self) else { return nil }
    return UTCStamp(UnixTime(nanoseconds: nanoseconds()), quality)
  }

  mutating func coordinate() -> Coordinate? {
    let latitude =
      chance(10)
      ? [-90_000_000_000, 90_000_000_000, 0].randomElement(using: &self) ?? 0
      : Int64.random(in: -90_000_000_000...90_000_000_000, using: &self)
    let longitude =
      chance(10)
      ? [-180_000_000_000, 180_000_000_000, 0].randomElement(using: &self) ?? 0
      : Int64.random(in: -180_000_000_000...180_000_000_000, using: &self)
    return Coordinate(latitudeNanodegrees: latitude, longitudeNanodegrees: longitude)
  }

  mutating func text() -> String {
    let pieces = ["a", "Hütte", "山", "\u{0}", "\n", "👩‍👩‍👧", "\"", "F7WMJ", "é\u{301}", ""]
    return (0..<Int.random(in: 0..<30, using: &self)).map { _ in pieces.randomElement(using: &self) ?? "" }.joined()
  }

  mutating func fix(utc: UTCStamp?) -> Fix {
    var fix = Fix()
    fix.mode = Fix.Mode.allCases.randomElement(using: &self) ?? .unknown
    fix.time = chance(70) ? utc : stamp()
    fix.coordinate = chance(80) ? coordinate() : nil
    fix.altMSLMeters = optionalNumber()
    fix.altHAEMeters = optionalNumber()
    fix.geoidSeparationMeters = optionalNumber()
    fix.speedMetersPerSecond = optionalNumber()
    fix.trackDegrees = optionalNumber()
    fix.dilution.horizontal = optionalNumber()
    fix.dilution.position = optionalNumber()
    fix.dilution.vertical = optionalNumber()
    fix.satellitesUsed = chance(60) ? [0, 7, 12, -1, .max, .min].randomElement(using: &self) : nil
    fix.satellitesInView = chance(60) ? Int.random(in: 0...40, using: &self) : nil
    fix.details.geoidSeparationSource = chance(50) ? SeparationSource.allCases.randomElement(using: &self) : nil
    fix.quality = chance(60) ? Fix.Quality.allCases.randomElement(using: &self) : nil
    fix.horizontalAccuracyMeters = optionalNumber()
    fix.accuracySource = chance(60) ? Fix.AccuracySource.allCases.randomElement(using: &self) : nil
    fix.verticalAccuracyMeters = optionalNumber()
    return fix
  }

  mutating func tag() -> Tag {
    Tag(source: Tag.Source.allCases.randomElement(using: &self) ?? .button, text: chance(50) ? text() : nil)
  }

  mutating func boot() -> BootID { BootID(bits: [0, 1, .max, next()].randomElement(using: &self) ?? 0) }

  mutating func checkpoint() -> Checkpoint {
    let tags = (0..<Int.random(in: 0..<6, using: &self)).map { _ -> PendingTag in
      let sequence = SequenceNumber(next())
      return PendingTag(
        sequence: sequence, boot: boot(), at: Instant(boot: nanoseconds()), utc: stamp(), tag: tag(),
        heading: chance(50) ? heading(of: .tag(sequence)) : nil)
    }
    return Checkpoint(
      trip: UInt32.random(in: 0 ... .max, using: &self), lastFixUTC: stamp(), pendingTags: tags, mode: mode())
  }

  mutating func mode() -> Mode { Mode.allCases.randomElement(using: &self) ?? .auto }

  mutating func body(utc: UTCStamp?) -> Body {
    switch Int.random(in: 0..<16, using: &self) {
    case 0: .start(Start(reason: Start.Reason.allCases.randomElement(using: &self) ?? .first, version: text()))
    case 1: .stop(StopReason.allCases.randomElement(using: &self) ?? .terminated)
    case 2:
      .trip(
        Trip(
          number: UInt32.random(in: 0 ... .max, using: &self),
          reason: Trip.Reason.allCases.randomElement(using: &self) ?? .first))
    case 3: .tag(tag())
    case 4: located() ?? .stop(.terminated)
    case 5:
      .gap(
        Gap(
          reason: Gap.Reason.allCases.randomElement(using: &self) ?? .noFix, sinceLastFixSeconds: optionalNumber()))
    case 6:
      .clock(ClockReading(stepMilliseconds: chance(50) ? [.min, .max, 0, -5].randomElement(using: &self) : nil))
    case 7: .checkpoint(checkpoint())
    case 8:
      .gesture(
        Gesture(
          press: SequenceNumber(next()), kind: Gesture.Kind.allCases.randomElement(using: &self) ?? .short))
    case 9:
      .mode(ModeChange(mode: mode(), reason: ModeChange.Reason.allCases.randomElement(using: &self) ?? .button))
    case 10:
      .heading(heading(of: chance(50) ? .tag(SequenceNumber(next())) : .fix(SequenceNumber(next()))))
    default:
      .fix(
        FixRecord(
          fix: fix(utc: utc), reason: FixRecord.Reason.allCases.randomElement(using: &self) ?? .every))
    }
  }

  mutating func heading(of subject: HeadingRecord.Subject) -> HeadingRecord {
    HeadingRecord(
      subject: subject, magneticDegrees: optionalNumber(), declinationDegrees: optionalNumber(),
      accuracyDegrees: optionalNumber(), pitchDegrees: optionalNumber(), rollDegrees: optionalNumber())
  }

  mutating func located() -> Body? {
    coordinate().map { place in
      .located(
        TagLocation(
          tag: SequenceNumber(next()), coordinate: place, altMSLMeters: optionalNumber(),
          method: chance(50) ? .interpolated : .firstFixAfter, ageSeconds: optionalNumber(),
          horizontalAccuracyMeters: optionalNumber()))
    }
  }

  /// Records with numbers from `first` on.
  mutating func records(from first: UInt64, count: Int) -> [Record] {
    var boot = boot()
    return (0..<count).map { index in
      if chance(10) { boot = self.boot() }
      // A record's own cut to milliseconds wants times that have a millisecond below them.
      let utc = stamp()
      return Record(
        sequence: SequenceNumber(first + UInt64(index)), boot: boot, at: Instant(boot: nanoseconds()), utc: utc,
        body: body(utc: utc))
    }
  }
}
