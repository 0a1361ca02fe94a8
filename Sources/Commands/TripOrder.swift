import Records

/// Tells which trip each record belongs to.
///
/// A tag made before a trip's first fix belongs to that trip, also where the trip has not begun yet: it waits here until
/// that is known, and comes just before what settled it.
struct TripOrder {
  /// The trip that records belong to now; 0 before the first.
  private(set) var trip: UInt32 = 0
  private var early: [Record] = []
  private var isBeforeFirstFix = true

  /// Takes the next record.
  ///
  /// - Returns: the records whose trip is known now, which is ``trip``.
  mutating func take(_ record: Record) -> [Record] {
    switch record.body {
    case .trip(let next):
      trip = next.number
      isBeforeFirstFix = true
    case .checkpoint(let checkpoint):
      trip = checkpoint.trip
    case .tag where isBeforeFirstFix:
      early.append(record)
      return []
    case .gesture(let gesture) where early.contains { $0.sequence == gesture.press }:
      early.append(record)
      return []
    case .fix, .located:
      isBeforeFirstFix = false
      return finish() + [record]
    case .tag, .gap, .start, .stop, .clock, .gesture, .mode, .heading:
      break
    }
    return [record]
  }

  /// The journal is at its end.
  ///
  /// - Returns: what still waited.
  mutating func finish() -> [Record] {
    defer { early = [] }
    return early
  }
}
