import CLinux
import Clocks
import Glibc
import Text

/// The one place where the main thread sleeps: epoll over descriptors, with one timer on CLOCK_BOOTTIME for the earliest
/// of all deadlines.
///
/// The timer is touched only when that deadline changes, and is watched edge-triggered so that a firing costs no read.
final class EventLoop {
  /// Names a watched descriptor.
  struct Token: Hashable {
    var value: UInt64
    init(_ value: UInt64) { self.value = value }
  }

  /// What happened to a descriptor.
  struct Readiness {
    var token: Token
    var isReadable: Bool
    var isWritable: Bool
    /// Hang-up or error; reading tells which.
    var isBroken: Bool
  }

  /// What to watch a descriptor for.
  struct Interest {
    var read = true
    var write = false
    /// Only one report, until ``change(_:token:interest:)`` asks for the next.
    var once = false
  }

  /// The token of the timer; never reported.
  private static let timerToken = UInt64.max

  private let epoll: Int32
  private let timer: Int32
  private var armed: Instant?
  private var reports = [linux_ready](repeating: linux_ready(), count: 32)

  init() throws(Fault) {
    epoll = linux_epoll_create()
    timer = linux_timer_create()
    guard epoll >= 0, timer >= 0, linux_epoll_add(epoll, timer, Self.timerToken, true, false, false, true) == 0 else {
      let fault = Fault.system(.unavailable, "no event loop can be made (epoll, timerfd)")
      if epoll >= 0 { close(epoll) }
      if timer >= 0 { close(timer) }
      throw fault
    }
  }

  deinit {
    close(timer)
    close(epoll)
  }

  /// Starts to watch a descriptor.
  func add(_ descriptor: Int32, token: Token, interest: Interest = Interest()) throws(Fault) {
    guard
      linux_epoll_add(epoll, descriptor, token.value, interest.read, interest.write, interest.once, false) == 0
    else { throw .system(.unavailable, "a descriptor cannot be watched") }
  }

  /// Watches a descriptor for something else, or for one more report.
  func change(_ descriptor: Int32, token: Token, interest: Interest) {
    _ = linux_epoll_change(epoll, descriptor, token.value, interest.read, interest.write, interest.once)
  }

  /// Stops to watch a descriptor; before it is closed.
  func remove(_ descriptor: Int32) { _ = linux_epoll_remove(epoll, descriptor) }

  /// Sleeps until a descriptor is ready or the deadline has come, which may also be long past.
  ///
  /// - Parameters:
  ///   - deadline: when to return at the latest; nil for never.
  ///   - take: called for each descriptor that is ready; a report may be stale if one before it closed its descriptor.
  func wait(until deadline: Instant?, take: (Readiness) -> Void) throws(Fault) {
    arm(deadline)
    let count = linux_epoll_wait(epoll, &reports, Int32(reports.count))
    guard count >= 0 else {
      if errno == EINTR { return }
      throw .system(.software, "waiting for events fails (epoll_wait)")
    }
    for report in reports.prefix(Int(count)) {
      if report.token == Self.timerToken {
        armed = nil
        continue
      }
      take(
        Readiness(
          token: Token(report.token), isReadable: report.readable, isWritable: report.writable,
          isBroken: report.broken))
    }
  }

  private func arm(_ deadline: Instant?) {
    guard deadline != armed else { return }
    // Zero would disarm; a moment that is past fires at once.
    _ = linux_timer_set(timer, deadline.map { max(1, $0.boot) } ?? 0)
    armed = deadline
  }
}
