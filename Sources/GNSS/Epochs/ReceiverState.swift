import Clocks

/// What is known of the receiver beyond the epoch that is being received.
struct ReceiverState {
  var dates = DateKeeper()
  var rollover: Rollover
  var leapSeconds = LeapSeconds()
  var sky = Sky()
  var health = ReceiverHealth()
  /// Whether positions are on another datum than WGS 84.
  var isDatumForeign = false
  /// Whether the epoch published last, or the one that is being published, has a position.
  var hasPosition = false
  /// The day on which the stream begins, by the user's word; until a sentence states one.
  var assumedDate: CivilDate?

  init(options: ReceiverDecoder.Options) {
    rollover = Rollover(reference: options.referenceDate, isLive: options.isLive)
    assumedDate = options.assumedDate
  }

  /// A sentence stated a date together with a time of day.
  mutating func state(date: CivilDate, at timeOfDay: TimeOfDay) {
    guard let day = rollover.resolve(day: date.daysSinceEpoch, timeOfDay: timeOfDay, isPositioned: hasPosition)
    else { return }
    dates.state(day: day, at: timeOfDay)
  }

  /// The receiver started anew: its configuration, clock and week count may be different ones.
  mutating func restarted() {
    health.restarts += 1
    rollover.reset()
    leapSeconds.restarted()
  }
}

extension ReceiverState {
  /// The time of an epoch that is over; nil while the date is unknown.
  mutating func time(of draft: EpochDraft, isPositioned: Bool) -> UTCStamp? {
    hasPosition = isPositioned
    leapSeconds.epoch(at: draft.timeOfDay)
    guard let timeOfDay = draft.timeOfDay else { return nil }
    if let assumedDate {
      dates.assume(assumedDate, at: timeOfDay)
      self.assumedDate = nil
    }
    if let date = draft.date { state(date: date, at: timeOfDay) }
    guard let day = dates.advance(to: timeOfDay) else { return nil }
    let time = UnixTime(nanoseconds: Int64(day) * 86_400_000_000_000 + timeOfDay.nanoseconds)
    return UTCStamp(time, quality)
  }

  /// How well times are known now.
  private var quality: ClockQuality {
    dates.isAssumed ? .host : leapSeconds.isConfirmed ? .satellites : .satellitesUnconfirmed
  }

  /// The moment whose date is known last.
  var lastDated: UTCStamp? { dates.moment.map { UTCStamp($0, quality) } }
}
