import Clocks
import Glibc

/// Moves the kernel's time of a GPIO edge to the clock that schedules.
///
/// The kernel stamps edges with CLOCK_MONOTONIC, and an ``Instant`` is of CLOCK_BOOTTIME, which also counts the time
/// asleep. How far they are apart changes with every suspend, so it is measured with every edge; an edge read only after
/// a suspend comes out late by the time asleep, which nobody can tell from its stamp.
///
/// Through libgpiod 1, a kernel before 5.7 stamps with CLOCK_REALTIME, and nothing says so. The edge happened a moment
/// ago, so of the two clocks it is the one that makes it youngest without putting it into the future.
struct EdgeClock {
  /// What each clock says now, in nanoseconds.
  var monotonic: Int64
  var boot: Int64
  var real: Int64

  /// An edge that is older than this by either clock has a stamp that means nothing, as when the clock was set between
  /// edge and reading.
  static let oldest = Duration.seconds(600)

  /// Reads the clocks; right after the edge was read.
  static func now() -> EdgeClock {
    // The two that are compared directly one after the other.
    let real = nanoseconds(of: CLOCK_REALTIME)
    return EdgeClock(monotonic: nanoseconds(of: CLOCK_MONOTONIC), boot: nanoseconds(of: CLOCK_BOOTTIME), real: real)
  }

  /// When the edge happened; now if its stamp means nothing.
  ///
  /// - Parameter stamp: the kernel's, in nanoseconds.
  func instant(of stamp: UInt64) -> Instant {
    let age = [monotonic, real].compactMap { clock -> Int64? in
      guard clock >= 0, let now = UInt64(exactly: clock), stamp <= now else { return nil }
      let age = Int64(now - stamp)
      return age <= Self.oldest.nanoseconds ? age : nil
    }.min()
    return Instant(boot: boot - (age ?? 0))
  }

  private static func nanoseconds(of clock: clockid_t) -> Int64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}
