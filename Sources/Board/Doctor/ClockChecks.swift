import CLinux
import Glibc

/// What time the board thinks it is, and who says so. A wrong clock is no fault: satellites mend it.
struct ClockChecks {
  /// Whether there is a battery-backed clock.
  var hasRTC: Bool
  /// Whether the network vouches for the time; nil if unknown.
  var isSynchronised: Bool?
  /// The clock's year.
  var year: Int

  /// Looks at the clock as it is now.
  init() {
    hasRTC = access("/dev/rtc0", F_OK) == 0 || access("/dev/rtc", F_OK) == 0
    let state = linux_clock_is_synchronised()
    isSynchronised = state < 0 ? nil : state == 1
    year = HostClock.utc().time.date.year
  }

  init(hasRTC: Bool, isSynchronised: Bool?, year: Int) {
    self.hasRTC = hasRTC
    self.isSynchronised = isSynchronised
    self.year = year
  }

  var findings: [Finding] {
    let later = "; the satellites tell it with the first fix, for what was recorded before too"
    let clock =
      if isSynchronised == true {
        Finding("clock.time", .good, "the clock is set by the network")
      } else if year < 2026 {
        Finding("clock.time", .note, "the clock stands in \(year)\(later)")
      } else {
        Finding("clock.time", .note, "nobody vouches for the clock\(later)")
      }
    let rtc =
      hasRTC
      ? Finding("clock.rtc", .good, "there is a battery-backed clock")
      : Finding("clock.rtc", .note, "there is no battery-backed clock: after power-on the time is unknown until a fix")
    return [clock, rtc]
  }
}
