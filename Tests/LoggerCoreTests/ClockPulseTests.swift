import Clocks
import Testing

@testable import LoggerCore

/// A receiver with a pulse: it is noon at ten seconds of this boot.
private struct PulsingReceiver {
  var clock = ClockKeeper()
  private static let noon = UnixTime(milliseconds: 1_796_212_800_000)

  /// Pulses `seconds` after noon, and dates that second `latency` later, unless it says nothing.
  mutating func second(_ seconds: Int64, pulse: Bool = true, latencyMilliseconds: Int64 = 300, hundredths: Int64 = 0) {
    let at = Instant(boot: (10 + seconds) * 1_000_000_000)
    if pulse { clock.pulse(at: at) }
    let time = Self.noon + .milliseconds(seconds * 1_000 + hundredths * 10)
    _ = clock.take(
      UTCStamp(time, .satellites), at: at + .milliseconds(hundredths * 10 + latencyMilliseconds))
  }

  /// How far the clock is from the truth, nanoseconds.
  var error: Int64? {
    clock.utc(at: Instant(boot: 1_000_000_000_000)).map {
      $0.time.nanoseconds - (Self.noon + .seconds(990)).nanoseconds
    }
  }
}

@Suite("The pulse of a receiver")
struct ClockPulseTests {
  @Test func `without it the clock is as late as the bytes`() {
    var receiver = PulsingReceiver()
    for second in 0..<5 { receiver.second(Int64(second), pulse: false) }
    #expect(receiver.error == -300_000_000)
  }

  @Test(arguments: [60, 300, 899] as [Int64])
  func `with it the clock is exact, however late the bytes are`(latency: Int64) {
    var receiver = PulsingReceiver()
    for second in 0..<5 { receiver.second(Int64(second), latencyMilliseconds: latency) }
    #expect(receiver.error == 0)
  }

  @Test func `epochs between full seconds are dated by it too`() {
    var receiver = PulsingReceiver()
    for second in 0..<3 { receiver.second(Int64(second)) }
    receiver.second(3, latencyMilliseconds: 150, hundredths: 70)
    #expect(receiver.error == 0)
  }

  @Test func `a pulse that ceases is not trusted for long`() {
    var receiver = PulsingReceiver()
    for second in 0..<3 { receiver.second(Int64(second)) }
    receiver.second(4, pulse: false, latencyMilliseconds: 200)
    #expect(receiver.error == 0)
    receiver.second(500, pulse: false, latencyMilliseconds: 0)
    #expect(receiver.error == 0)
    receiver.second(900, pulse: false, latencyMilliseconds: 100)
    // The drift that is allowed for by then.
    #expect((-20_100_000...0).contains(receiver.error ?? 1))
  }

  @Test func `a line that flutters changes nothing`() {
    var receiver = PulsingReceiver()
    var plain = PulsingReceiver()
    for second in 0..<20 {
      receiver.clock.pulse(
        at: Instant(boot: (10 + Int64(second)) * 1_000_000_000 - 137_000_000 * Int64(second % 5 + 1)))
      receiver.second(Int64(second), pulse: false)
      plain.second(Int64(second), pulse: false)
    }
    #expect(receiver.error == plain.error)
  }

  @Test func `no pulse and no time trap`() {
    var clock = ClockKeeper()
    for boot in [Int64.min, -1, 0, 1, .max] {
      clock.pulse(at: Instant(boot: boot))
      clock.pulse(at: Instant(boot: boot))
      for time in [Int64.min, 0, .max] where boot >= 0 {
        _ = clock.isWild(UTCStamp(UnixTime(nanoseconds: time), .satellites), at: Instant(boot: boot))
      }
    }
  }
}
