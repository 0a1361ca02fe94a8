import Clocks

/// While the mode is off nothing is recorded and the receiver may sleep, with one exception: a press is always a tag, and
/// the receiver is woken to find its place.
struct OffRule: Sendable {
  /// How long a place is looked for; indoors it may never come.
  static let searchTime = Duration.seconds(300)

  private var searchUntil: Instant?

  /// Somebody made a tag.
  mutating func tagged(at: Instant) { searchUntil = at + Self.searchTime }

  /// Whether a place is looked for.
  ///
  /// - Parameter hasPendingTags: whether any tag lacks one.
  func isSearching(hasPendingTags: Bool, at: Instant) -> Bool {
    hasPendingTags && (searchUntil.map { at < $0 } ?? false)
  }

  /// When the search for a place is given up.
  var nextDeadline: Instant? { searchUntil }

  /// Lets time pass.
  mutating func pass(to at: Instant) {
    if let searchUntil, searchUntil <= at { self.searchUntil = nil }
  }
}
