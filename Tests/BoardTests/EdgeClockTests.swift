import Clocks
import Glibc
import Testing

@testable import Board

@Suite("The kernel's time of an edge")
struct EdgeClockTests {
  private static let second: Int64 = 1_000_000_000

  @Test func `the time asleep is added to a monotonic stamp`() {
    let clock = EdgeClock(monotonic: 100 * Self.second, boot: 4_000 * Self.second, real: 1_700_000_000 * Self.second)
    #expect(clock.instant(of: 100_000_000_000 - 5_000) == Instant(boot: 4_000 * Self.second - 5_000))
  }

  @Test func `a stamp of the wall clock, as before kernel 5-7, is told by its age`() {
    let clock = EdgeClock(monotonic: 100 * Self.second, boot: 4_000 * Self.second, real: 1_700_000_000 * Self.second)
    #expect(
      clock.instant(of: 1_700_000_000 * 1_000_000_000 - 7_000) == Instant(boot: 4_000 * Self.second - 7_000))
  }

  @Test(arguments: [-500_000_000 as Int64, -3, 3, 500_000_000], [true, false])
  func `on a board that booted in 1970, both clocks are near each other and still told apart`(
    apart: Int64, isReal: Bool
  ) {
    let clock = EdgeClock(monotonic: 60 * Self.second, boot: 60 * Self.second, real: 60 * Self.second + apart)
    let stamp = UInt64((isReal ? clock.real : clock.monotonic) - 2)
    #expect(clock.instant(of: stamp) == Instant(boot: 60 * Self.second - 2))
  }

  @Test(arguments: [0, 1_000_000_001, .max, UInt64(Int64.max), 1_600_000_000_000_000_000])
  func `a stamp that fits no clock is now`(stamp: UInt64) {
    let clock = EdgeClock(
      monotonic: 1_000 * Self.second, boot: 2_000 * Self.second, real: 1_700_000_000 * Self.second)
    #expect(clock.instant(of: stamp) == Instant(boot: 2_000 * Self.second))
  }

  @Test func `clocks before their beginning do not trap`() {
    #expect(EdgeClock(monotonic: 0, boot: 5, real: .min).instant(of: 0) == Instant(boot: 5))
    #expect(EdgeClock(monotonic: -1, boot: 5, real: -1).instant(of: .max) == Instant(boot: 5))
  }

  @Test func `an edge of this moment is one of this moment`() {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    let before = HostClock.now()
    let at = EdgeClock.now().instant(of: UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec))
    #expect(abs((at - before).seconds) < 1)
  }
}
