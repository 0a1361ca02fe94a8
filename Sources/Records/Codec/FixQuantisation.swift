import Clocks
import GNSS

/// The step and the limits of a number in the journal.
struct Quantity: Sendable {
  /// Steps per unit.
  let perUnit: Double
  /// The values that mean something.
  let range: ClosedRange<Double>
  /// Whether a value above the range is taken for its end, or for unknown.
  let isClamped: Bool

  /// Heights, in centimetres: receivers state them in decimetres or worse, and none in a pocket knows them better.
  static let height = Quantity(perUnit: 100, range: -1e7...1e7, isClamped: false)
  /// Speeds, in millimetres a second.
  static let speed = Quantity(perUnit: 1_000, range: 0...1e6, isClamped: false)
  /// Dilutions, in hundredths. "Very bad" stays that.
  static let dilution = Quantity(perUnit: 100, range: 0...1e4, isClamped: true)
  /// Accuracies, in centimetres. "Very bad" stays that.
  static let accuracy = Quantity(perUnit: 100, range: 0...1e8, isClamped: true)
  /// Bounds of headings, in hundredths of a degree. More than half a turn says no more than that.
  static let headingBound = Quantity(perUnit: 100, range: 0...180, isClamped: true)
  /// Declination and roll, in hundredths of a degree.
  static let halfTurn = Quantity(perUnit: 100, range: -180...180, isClamped: false)
  /// Pitch, in hundredths of a degree.
  static let pitch = Quantity(perUnit: 100, range: -90...90, isClamped: false)

  /// The value in steps; nil if it is not known, not finite or outside the range.
  func steps(_ value: Double?) -> Int64? {
    guard let value, value.isFinite, value >= range.lowerBound else { return nil }
    if value > range.upperBound { return isClamped ? Int64(range.upperBound * perUnit) : nil }
    return Int64((value * perUnit).rounded())
  }

  /// The value of some steps.
  func value(_ steps: Int64) -> Double { Double(steps) / perUnit }

  /// The value of steps that come from outside: what no encoder writes is taken as in ``steps(_:)``.
  func checked(_ steps: Int64) -> Double? {
    let value = value(steps)
    if range.contains(value) { return value }
    return isClamped && value > range.upperBound ? range.upperBound : nil
  }
}

/// Directions, in hundredths of a degree.
enum Direction {
  static let stepsPerCircle: Int64 = 36_000

  /// 0..<36,000; nil if it is not known or not finite.
  static func steps(_ degrees: Double?) -> Int64? {
    guard let degrees, degrees.isFinite else { return nil }
    let turned = degrees.truncatingRemainder(dividingBy: 360)
    return wrapped(Int64((turned * 100).rounded()))
  }

  /// The same direction in 0..<36,000.
  static func wrapped(_ steps: Int64) -> Int64 {
    let rest = steps % stepsPerCircle
    return rest < 0 ? rest + stepsPerCircle : rest
  }

  static func degrees(_ steps: Int64) -> Double { Double(steps) / 100 }
}

/// Counts of satellites.
enum Satellites {
  /// 0...1,023; nil if it is not known or negative.
  static func steps(_ count: Int?) -> Int64? {
    guard let count, count >= 0 else { return nil }
    return Int64(min(count, 1_023))
  }

  /// The count of steps that come from outside.
  static func count(_ steps: Int64) -> Int? { steps < 0 ? nil : Int(min(steps, 1_023)) }
}

extension Fix {
  /// The fix as the journal keeps it: coordinates exactly; time in whole milliseconds; heights and accuracies in
  /// centimetres; speed in mm/s; direction and dilutions in hundredths; up to 1,023 satellites; of the details only where
  /// the geoid separation comes from.
  ///
  /// What is not finite or cannot be (a negative speed, a height of 10,000 km) becomes unknown.
  public var quantised: Fix {
    var fix = self
    fix.time = time.map { UTCStamp($0.time.cutToMilliseconds, $0.quality) }
    fix.altMSLMeters = Quantity.height.steps(altMSLMeters).map(Quantity.height.value)
    fix.altHAEMeters = Quantity.height.steps(altHAEMeters).map(Quantity.height.value)
    fix.geoidSeparationMeters = Quantity.height.steps(geoidSeparationMeters).map(Quantity.height.value)
    fix.speedMetersPerSecond = Quantity.speed.steps(speedMetersPerSecond).map(Quantity.speed.value)
    fix.trackDegrees = Direction.steps(trackDegrees).map(Direction.degrees)
    fix.dilution.horizontal = Quantity.dilution.steps(dilution.horizontal).map(Quantity.dilution.value)
    fix.dilution.position = Quantity.dilution.steps(dilution.position).map(Quantity.dilution.value)
    fix.dilution.vertical = Quantity.dilution.steps(dilution.vertical).map(Quantity.dilution.value)
    fix.satellitesUsed = Satellites.steps(satellitesUsed).map { Int($0) }
    fix.satellitesInView = Satellites.steps(satellitesInView).map { Int($0) }
    fix.horizontalAccuracyMeters = Quantity.accuracy.steps(horizontalAccuracyMeters).map(Quantity.accuracy.value)
    fix.verticalAccuracyMeters = Quantity.accuracy.steps(verticalAccuracyMeters).map(Quantity.accuracy.value)
    fix.details = FixDetails()
    fix.details.geoidSeparationSource = details.geoidSeparationSource
    return fix
  }
}

extension UnixTime {
  /// Whole milliseconds, rounded down, for every value there is.
  fileprivate var cutToMilliseconds: UnixTime {
    let remainder = nanoseconds % 1_000_000
    let (floored, overflow) = nanoseconds.subtractingReportingOverflow(
      remainder < 0 ? remainder + 1_000_000 : remainder)
    return UnixTime(nanoseconds: overflow ? nanoseconds - remainder : floored)
  }
}
