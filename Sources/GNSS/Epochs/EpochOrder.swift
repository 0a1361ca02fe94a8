import Clocks

/// The order of epochs in time: which times are the same, which come too late, and how long the period is.
struct EpochOrder {
  /// Where a time of day stands among the epochs.
  enum Place: Equatable {
    /// Behind the last epoch.
    case ahead
    /// The last epoch, already published: a latecomer, or a receiver whose clock stands still.
    case justPublished
    /// One that was published some epochs ago.
    case published
    /// Before the last epoch and not published: the receiver's clock was set back, or lines were swapped.
    case past
  }

  /// The period, nanoseconds, once two steps in a row were alike.
  private(set) var periodNanoseconds: Int64?
  private var last: (timeOfDay: TimeOfDay, statedDate: CivilDate?)?
  private var watched: (timeOfDay: TimeOfDay, type: Int)?
  private var lastStep: Int64 = 0
  /// Times published lately, a ring.
  private var recent: InlineArray<8, Int64> = .init(repeating: -1)
  private var nextRecent = 0

  private static let day: Int64 = 86_400_000_000_000
  private static let longestPeriod: Int64 = 60_000_000_000

  /// How far the times within one epoch may differ, nanoseconds: a fifth of the period, 50 ms at most (a Trimble R1
  /// stamps the sentences of one epoch 10 to 20 ms apart), and 10 ms before the period is known, as gpsd has it.
  private var tolerance: Int64 { periodNanoseconds.map { min($0 / 5, 50_000_000) } ?? 10_000_000 }

  /// Whether two times mean the same epoch.
  func isSame(_ left: TimeOfDay, _ right: TimeOfDay) -> Bool {
    abs(left.nanoseconds - right.nanoseconds) <= tolerance
  }

  /// Where an epoch of this time would stand. A step back of more than half a day is midnight.
  ///
  /// - Parameter date: what the sentence states, unrepaired.
  func place(of timeOfDay: TimeOfDay, date: CivilDate?) -> Place {
    guard let last else { return .ahead }
    if let date, let statedDate = last.statedDate, date != statedDate { return date > statedDate ? .ahead : .past }
    if isSame(last.timeOfDay, timeOfDay) { return .justPublished }
    if Self.step(from: last.timeOfDay, to: timeOfDay) > 0 { return .ahead }
    for index in recent.indices
    where recent[index] >= 0 && isSame(TimeOfDay(nanoseconds: recent[index]), timeOfDay) { return .published }
    return .past
  }

  /// Whether a time breaks the rhythm: it lies before the last one, or more than ten periods behind it.
  func breaksRhythm(_ timeOfDay: TimeOfDay) -> Bool {
    guard let last, let periodNanoseconds else { return false }
    let step = Self.step(from: last.timeOfDay, to: timeOfDay)
    return step < 0 || step > 10 * periodNanoseconds
  }

  /// A timed sentence came. The period is the step from one to the next of the same type, because the types of one epoch
  /// may have times of their own; the type that came first is watched until it stays away.
  ///
  /// - Parameter type: a number for each type.
  mutating func note(_ timeOfDay: TimeOfDay, of type: Int) {
    if let watched, watched.type != type {
      guard abs(Self.step(from: watched.timeOfDay, to: timeOfDay)) > 2 * Self.longestPeriod else { return }
      lastStep = 0
    }
    if let watched {
      let step = Self.step(from: watched.timeOfDay, to: timeOfDay)
      if step > 0 && step <= Self.longestPeriod {
        if abs(step - lastStep) <= step / 10 { periodNanoseconds = step }
        lastStep = step
      }
    }
    watched = (timeOfDay, type)
  }

  /// An epoch was published.
  ///
  /// - Parameter date: what it stated itself, unrepaired; nil if it stated none.
  mutating func published(_ timeOfDay: TimeOfDay, date: CivilDate?) {
    last = (timeOfDay, date ?? last?.statedDate)
    recent[nextRecent] = timeOfDay.nanoseconds
    nextRecent = (nextRecent + 1) % recent.count
  }

  /// From one time of day to another the short way, within half a day.
  private static func step(from: TimeOfDay, to: TimeOfDay) -> Int64 {
    let step = to.nanoseconds - from.nanoseconds
    if step < -day / 2 { return step + day }
    return step > day / 2 ? step - day : step
  }
}
