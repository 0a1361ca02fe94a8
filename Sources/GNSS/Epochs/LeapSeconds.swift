/// Whether the receiver knows how many seconds UTC is behind GPS.
///
/// Satellites broadcast the count only every 12.5 minutes (IS-GPS-200, page 18 of subframe 4). Until then a receiver that
/// started cold uses the count of its firmware, and its UTC may be seconds wrong. u-blox says so (PUBX,04). Of others
/// it is assumed for 12.5 minutes after a start that was seen in the stream, which is: a start-up message, or epochs
/// without any time before the first one with a time. A step of the time by 1 to 20 whole seconds, as when the count
/// arrives, ends the doubt.
struct LeapSeconds {
  private enum Knowledge {
    /// Nothing said that the receiver has just started.
    case presumed
    /// It has started and does not state a time yet.
    case starting
    /// Its first time after the start was at this nanosecond of the day.
    case doubted(sinceNanoseconds: Int64)
    /// The receiver says that it knows, or says that it does not.
    case stated(isKnown: Bool)
  }

  private var knowledge = Knowledge.presumed
  private var lastNanoseconds: Int64?
  private static let day: Int64 = 86_400_000_000_000
  private static let broadcastPeriod: Int64 = 750_000_000_000

  /// Whether the count is known, as far as can be told.
  var isConfirmed: Bool {
    switch knowledge {
    case .presumed: true
    case .starting, .doubted: false
    case .stated(let isKnown): isKnown
    }
  }

  /// The receiver has started.
  mutating func restarted() {
    knowledge = .starting
    lastNanoseconds = nil
  }

  /// The receiver states whether it knows.
  mutating func state(isKnown: Bool) { knowledge = .stated(isKnown: isKnown) }

  /// An epoch is over; nil for one without a time.
  mutating func epoch(at timeOfDay: TimeOfDay?) {
    guard let timeOfDay else {
      if case .presumed = knowledge, lastNanoseconds == nil { knowledge = .starting }
      return
    }
    let nanoseconds = timeOfDay.nanoseconds
    switch knowledge {
    case .starting: knowledge = .doubted(sinceNanoseconds: nanoseconds)
    case .doubted(let since):
      let elapsed = (nanoseconds - since + Self.day) % Self.day
      if elapsed >= Self.broadcastPeriod && elapsed < Self.day / 2 || isLeap(to: nanoseconds) {
        knowledge = .presumed
      }
    case .presumed, .stated: break
    }
    lastNanoseconds = nanoseconds
  }

  /// Whether the time stepped back, or stood, as when leap seconds that were missing are subtracted at last.
  private func isLeap(to nanoseconds: Int64) -> Bool {
    guard let lastNanoseconds else { return false }
    let step = nanoseconds - lastNanoseconds
    return step <= 0 && step >= -20_000_000_000
  }
}
