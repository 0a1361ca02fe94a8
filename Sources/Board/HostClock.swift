import CLinux
import Clocks
import Glibc
import Text

/// The clocks of this host.
enum HostClock {
  /// The clock that schedules: CLOCK_BOOTTIME, which runs on through suspend and is never set.
  static func now() -> Instant { Instant(boot: nanoseconds(of: CLOCK_BOOTTIME)) }

  /// The host's UTC, and whether the kernel says that the network keeps it right.
  static func utc() -> UTCStamp {
    UTCStamp(
      UnixTime(nanoseconds: nanoseconds(of: CLOCK_REALTIME)), linux_clock_is_synchronised() == 1 ? .network : .host)
  }

  /// This boot, by the kernel's random id: 128 bits in hexadecimal with dashes, of which the first 64 are kept.
  static func bootID(path: String = "/proc/sys/kernel/random/boot_id") throws(Fault) -> BootID {
    let file = retryingInterrupts { open(path, O_RDONLY | O_CLOEXEC) }
    guard file >= 0 else {
      throw .system(.unavailable, "the kernel's boot id cannot be read", place: path, remedy: "mount /proc")
    }
    defer { close(file) }
    var text = [UInt8](repeating: 0, count: 64)
    let count = retryingInterrupts { read(file, &text, text.count) }
    let digits = text.prefix(max(0, count)).filter { $0 != UInt8(ascii: "-") }.prefix(16)
    guard digits.count == 16, let bits = UInt64(String(decoding: digits, as: UTF8.self), radix: 16) else {
      throw Fault(.unavailable, "the kernel's boot id is not one", remedy: "mount /proc", place: path)
    }
    return BootID(bits: bits)
  }

  private static func nanoseconds(of clock: clockid_t) -> Int64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}
