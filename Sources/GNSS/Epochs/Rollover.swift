import Clocks

/// Repairs dates of receivers whose week counter has rolled over.
///
/// GPS counts weeks with ten bits, so an old receiver's date is wrong by a multiple of 1,024 weeks (19.6 years). Which
/// multiple is decided once per receiver session, on the first date that comes with a position: a repair that changed
/// from fix to fix would tear tracks apart.
struct Rollover {
  /// A trusted clock, at some moment of this run.
  var reference: UnixTime? { didSet { if reference != oldValue { decidedOnReference = false } } }
  /// Whether dates may be repaired at all; not when an old log is replayed.
  var isLive: Bool
  /// Weeks that are added; nil until decided.
  private(set) var weeks: Int?
  private var decidedOnReference = false
  private var decidedDay: Int?

  /// The day before which this program cannot run, because it was not yet written: 2026-11-01.
  static let buildDay = 20_758
  static let daysPerEra = 1_024 * 7
  /// GPS week 0 began on 1980-01-06, day 3,657 since 1970.
  static let firstDay = 3_657

  init(reference: UnixTime?, isLive: Bool) {
    self.reference = reference
    self.isLive = isLive
  }

  /// Starts a new receiver session, in which everything is decided anew.
  mutating func reset() {
    weeks = nil
    decidedOnReference = false
    decidedDay = nil
  }

  /// The day a receiver means when it says `day` (since 1970) at a time of day; nil if it says that it does not know.
  ///
  /// - Parameter isPositioned: whether the date comes with a position, so that it may decide the session.
  mutating func resolve(day: Int, timeOfDay: TimeOfDay, isPositioned: Bool) -> Int? {
    let isPlaceholder = Self.isPlaceholder(day: day, timeOfDay: timeOfDay, isPositioned: isPositioned)
    guard isLive else { return isPlaceholder ? nil : day }
    if let reference, isPlaceholder {
      // Just after a rollover a right date looks like one that a receiver starts with; the clock tells them apart.
      let referenceDay = reference.date.daysSinceEpoch
      let nearest = day + Self.shift(day: day, reference: referenceDay) * 7
      guard abs(nearest - referenceDay) <= 60 else { return nil }
    } else if isPlaceholder {
      return nil
    }
    let isNewSession = decidedDay.map { abs(day - $0) > Self.daysPerEra / 2 } ?? true
    if isNewSession || reference != nil && !decidedOnReference {
      let shift = decide(day: day)
      guard isPositioned else { return day + shift * 7 }
      weeks = shift
      decidedOnReference = reference != nil
      decidedDay = day
    }
    return day + (weeks ?? 0) * 7
  }

  private func decide(day: Int) -> Int {
    if let reference { return Self.shift(day: day, reference: reference.date.daysSinceEpoch) }
    var shift = 0
    // A week of grace: the build date may be that of another time zone, and clocks of build machines are wrong, too.
    while day + shift * 7 < Self.buildDay - 7 { shift += 1_024 }
    return shift
  }

  /// Weeks to add so that the day lies where the clock says that we are: up to two months before it, or two years after
  /// it, because a board without a battery for its clock wakes up with the day on which it went to sleep.
  ///
  /// Where no multiple of 1,024 weeks leads there, the date stays as it is: then it is no rolled-over counter, but a
  /// recording that is played through a live port, and moving it into the future would make a wrong date of an old one.
  private static func shift(day: Int, reference: Int) -> Int {
    let window = (reference - 60)...(reference + 730)
    let eras = Int((Double(window.lowerBound - day) / Double(daysPerEra)).rounded(.up))
    return eras > 0 && window.contains(day + eras * daysPerEra) ? eras * 1_024 : 0
  }

  /// Whether a date is what a receiver says before it knows: GPS week 0 of an era within the first quarter of an hour
  /// (or the leap seconds before it), any time before GPS, and without a position all of 1980.
  static func isPlaceholder(day: Int, timeOfDay: TimeOfDay, isPositioned: Bool) -> Bool {
    if day < firstDay { return true }
    if !isPositioned && day < firstDay + 360 { return true }
    let second = timeOfDay.nanoseconds / 1_000_000_000
    for era in 0..<2 {
      let start = firstDay + era * daysPerEra
      if day == start && second < 900 || day == start - 1 && second >= 86_370 { return true }
    }
    return false
  }
}
