import Clocks

/// Tags that are waiting for their turn among the fixes of a CSV, in the order of time.
///
/// A tag's place comes just before the fix that located it, and that fix may bear the same time. So the row waits until
/// a later fix is written; until then it stands in the file's tail.
struct TagRows: Sendable {
  /// How many wait at most; then the first of them is written without waiting any longer.
  static let limit = 64

  private(set) var waiting: [TrackItem] = []

  /// Whether a row of this time would find its place.
  func admits(_ time: UnixTime, after last: UnixTime?) -> Bool {
    if let last, time <= last { return false }
    return !waiting.contains { $0.placedTime == time }
  }

  /// Takes a row, in order.
  mutating func insert(_ item: TrackItem) {
    guard let time = item.placedTime else { return }
    let index = waiting.firstIndex { ($0.placedTime ?? time) > time } ?? waiting.endIndex
    waiting.insert(item, at: index)
  }

  /// Takes out what comes before a fix of this time.
  mutating func takeFirst(before time: UnixTime) -> TrackItem? {
    guard let first = waiting.first, let firstTime = first.placedTime, firstTime < time else { return nil }
    return waiting.removeFirst()
  }

  /// Takes out what a fix of this very time pushes out.
  mutating func takeFirst(at time: UnixTime) -> TrackItem? {
    guard let first = waiting.first, first.placedTime == time else { return nil }
    return waiting.removeFirst()
  }

  /// Takes out the first row if too many wait.
  mutating func takeSurplus() -> TrackItem? { waiting.count > Self.limit ? waiting.removeFirst() : nil }
}

extension TrackItem {
  /// The time of a tag with a place.
  var placedTime: UnixTime? {
    if case .placed(let placed) = content { placed.utc?.time } else { nil }
  }
}
