/// A moment on the clock that schedules: nanoseconds of CLOCK_BOOTTIME.
///
/// It never steps and runs on through suspend, but starts anew at every boot: compare instants of one boot only.
public struct Instant: Hashable, Comparable, Sendable {
  /// Nanoseconds since the board booted.
  public var boot: Int64

  /// Makes an instant from nanoseconds since boot.
  public init(boot: Int64) { self.boot = boot }

  /// The moment of boot.
  public static let zero = Instant(boot: 0)

  /// Orders by time.
  public static func < (left: Instant, right: Instant) -> Bool { left.boot < right.boot }

  /// A later moment.
  public static func + (left: Instant, right: Duration) -> Instant { Instant(boot: left.boot + right.nanoseconds) }

  /// An earlier moment.
  public static func - (left: Instant, right: Duration) -> Instant { Instant(boot: left.boot - right.nanoseconds) }

  /// The time from `right` to `left`.
  public static func - (left: Instant, right: Instant) -> Duration { .nanoseconds(left.boot - right.boot) }

  /// The instant cut to whole milliseconds, which is what a record keeps.
  public var wholeMilliseconds: Instant { Instant(boot: boot - boot % 1_000_000) }
}

extension Duration {
  /// Whole nanoseconds; a duration of more than 292 years does not fit and traps.
  public var nanoseconds: Int64 {
    let (seconds, attoseconds) = components
    return seconds * 1_000_000_000 + attoseconds / 1_000_000_000
  }

  /// A duration from seconds, rounded to the nanosecond; one that is not finite or longer than 292 years becomes 73
  /// years of that sign, which can still be added to any instant.
  public static func wholeNanoseconds(_ seconds: Double) -> Duration {
    let nanoseconds = (seconds * 1e9).rounded()
    return .nanoseconds(Int64(exactly: nanoseconds) ?? (seconds < 0 ? .min : .max) / 4)
  }

  /// Seconds with their fraction.
  public var seconds: Double { Double(nanoseconds) / 1e9 }
}

/// Which boot an ``Instant`` belongs to: the first 64 bits of the kernel's random boot id.
public struct BootID: Hashable, Sendable {
  /// The bits.
  public var bits: UInt64

  /// Makes a boot id from its bits.
  public init(bits: UInt64) { self.bits = bits }
}
