import Clocks

/// Gives epochs that came before the first date the date they must have had.
///
/// For replays only: it holds epochs back. A live logger publishes at once and completes its records later.
public struct DateBackfill: Sendable {
  private var held: [Epoch] = []
  private var isDone = false
  /// The most epochs that are held back, nearly three hours of one a second; then they go out without a time.
  public static let limit = 10_000

  /// Nothing held.
  public init() {}

  /// Takes an epoch, and gives on all whose time is now settled, in order.
  public mutating func take(_ epoch: Epoch, emit: (Epoch) -> Void) {
    if held.count >= Self.limit { release(emit) }
    if isDone {
      emit(epoch)
      return
    }
    held.append(epoch)
    if let known = epoch.fix.time, let timeOfDay = epoch.fix.details.timeOfDayNanoseconds {
      settle(timeOfDay, known, emit)
    }
  }

  /// The stream has ended.
  ///
  /// - Parameters:
  ///   - known: a moment whose date is known after all, from a sentence that belongs to no epoch; nil if none is.
  ///   - emit: is given what was held back, without a time if no date ever came.
  public mutating func finish(known: UTCStamp? = nil, emit: (Epoch) -> Void) {
    if let known {
      settle(known.time.nanosecondsOfDay, known, emit)
    } else {
      release(emit)
    }
  }

  /// Counts back from a moment whose date is known.
  private mutating func settle(_ timeOfDay: Int64, _ known: UTCStamp, _ emit: (Epoch) -> Void) {
    var next = (time: known.time, timeOfDay: timeOfDay)
    for index in held.indices.reversed() {
      guard held[index].fix.time == nil, let timeOfDay = held[index].fix.details.timeOfDayNanoseconds else { continue }
      var step = next.timeOfDay - timeOfDay
      if step < -Self.halfDay { step += 2 * Self.halfDay }
      if step > Self.halfDay { step -= 2 * Self.halfDay }
      next = (next.time - .nanoseconds(step), timeOfDay)
      held[index].fix.time = UTCStamp(next.time, known.quality)
    }
    release(emit)
  }

  private mutating func release(_ emit: (Epoch) -> Void) {
    for epoch in held { emit(epoch) }
    held = []
    isDone = true
  }

  private static let halfDay: Int64 = 43_200_000_000_000
}
