/// How long to wait before the next try of something that keeps failing: 1 s, doubled up to 30 s.
struct BackOff {
  /// The first wait.
  static let first = Duration.seconds(1)
  /// The longest wait.
  static let longest = Duration.seconds(30)

  private var wait = Self.first

  /// Takes the next, longer wait.
  mutating func next() -> Duration {
    defer { wait = min(wait * 2, Self.longest) }
    return wait
  }

  /// It worked: starts again with the first.
  mutating func reset() { wait = Self.first }
}
