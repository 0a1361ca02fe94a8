import Clocks

/// Carries the date from the sentences that state it to those that do not, over midnight in both directions.
struct DateKeeper {
  /// A day since 1970 and a time of day on it.
  private var known: (day: Int, nanoseconds: Int64)?
  /// Whether the day was only assumed by the user.
  private(set) var isAssumed = false

  private static let halfDay: Int64 = 43_200_000_000_000

  /// The user's word for the day on which the stream begins.
  mutating func assume(_ date: CivilDate, at timeOfDay: TimeOfDay) {
    guard known == nil else { return }
    known = (date.daysSinceEpoch, timeOfDay.nanoseconds)
    isAssumed = true
  }

  /// A receiver stated the day of a time of day.
  mutating func state(day: Int, at timeOfDay: TimeOfDay) {
    known = (day, timeOfDay.nanoseconds)
    isAssumed = false
  }

  /// Forgets the day.
  mutating func forget() { known = nil }

  /// Moves on to an epoch of this time of day.
  ///
  /// - Returns: its day since 1970; nil while no day is known.
  mutating func advance(to timeOfDay: TimeOfDay) -> Int? {
    guard let day = day(of: timeOfDay) else { return nil }
    known = (day, timeOfDay.nanoseconds)
    return day
  }

  /// The last moment whose day is known.
  var moment: UnixTime? {
    known.map { UnixTime(nanoseconds: Int64($0.day) * 86_400_000_000_000 + $0.nanoseconds) }
  }

  /// The day of a time of day that lies within half a day of the last known one.
  func day(of timeOfDay: TimeOfDay) -> Int? {
    guard let known else { return nil }
    let step = timeOfDay.nanoseconds - known.nanoseconds
    if step < -Self.halfDay { return known.day + 1 }
    if step > Self.halfDay { return known.day - 1 }
    return known.day
  }
}
