import Clocks

/// A button that is held while the board starts: let go after three seconds, and within a minute, it begins a
/// calibration. Later it is a stuck one.
struct StartHold: Sendable {
  private static let least = Duration.seconds(3)
  private static let most = Duration.seconds(60)

  private var since: Instant?
  /// Whether the person has been told to let go.
  private(set) var isShown = false

  /// When ``pass(to:)`` has something to tell.
  var nextDeadline: Instant? { since.map { $0 + (isShown ? Self.most : Self.least) } }

  mutating func begin(at: Instant) { since = at }

  /// Whether to show now that the button may be let go, or no more; nil for no change.
  mutating func pass(to at: Instant) -> Bool? {
    guard let deadline = nextDeadline, deadline <= at else { return nil }
    if isShown { since = nil }
    isShown.toggle()
    return isShown
  }

  /// It was let go. Whether that begins a calibration.
  mutating func end(at: Instant) -> Bool {
    defer { (since, isShown) = (nil, false) }
    guard let since else { return false }
    return at - since >= Self.least && at - since <= Self.most
  }
}
