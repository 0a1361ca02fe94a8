import Clocks
import Glibc

extension UnixTime {
  /// What the host's clock says now.
  static var now: UnixTime {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return UnixTime(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
  }
}

/// Sleeps for a while; not at all if it is negative.
func sleepFor(_ duration: Duration) {
  let nanoseconds = duration.nanoseconds
  guard nanoseconds > 0 else { return }
  var left = timespec(tv_sec: Int(nanoseconds / 1_000_000_000), tv_nsec: Int(nanoseconds % 1_000_000_000))
  while true {
    var rest = timespec()
    if nanosleep(&left, &rest) == 0 || errno != EINTR { return }
    left = rest
  }
}
