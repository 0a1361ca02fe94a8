import Clocks
import Testing

@testable import Board

@Suite("When to read from the receiver")
struct BurstTimerTests {
  /// A case of the table.
  struct Line: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var bytes: @Sendable (Int) -> Int
    var seconds: @Sendable (Int) -> Double = { _ in 1 }
    var baud: Double?
    var chunk = 1
    var lateness: @Sendable (Int) -> Double = { _ in 0.0002 }
    /// Bounds, for what comes after the first ten epochs.
    var wakeupsPerSecond: Double
    /// The share of the fixes that may come more than 150 ms late; 0 but for lengths that nothing can be learned from.
    var late = 0.0

    var model: LineModel {
      LineModel(
        bytes: bytes, period: seconds, secondsPerByte: baud.map { 10 / $0 } ?? 0, chunk: chunk, lateness: lateness)
    }
  }

  static let lines: [Line] = [
    Line(testDescription: "one piece, 1 Hz", bytes: { _ in 480 }, wakeupsPerSecond: 1.01),
    Line(testDescription: "one piece, 10 Hz", bytes: { _ in 480 }, seconds: { _ in 0.1 }, wakeupsPerSecond: 10.1),
    Line(testDescription: "one piece, 0.1 Hz", bytes: { _ in 480 }, seconds: { _ in 10 }, wakeupsPerSecond: 0.11),
    Line(testDescription: "9600 Bd, 480 bytes", bytes: { _ in 480 }, baud: 9_600, wakeupsPerSecond: 2.4),
    Line(
      testDescription: "9600 Bd, 480 bytes, UART in pieces of 16", bytes: { _ in 480 }, baud: 9_600, chunk: 16,
      wakeupsPerSecond: 2.4),
    Line(testDescription: "9600 Bd, RMC alone", bytes: { _ in 70 }, baud: 9_600, wakeupsPerSecond: 2.4),
    Line(
      testDescription: "9600 Bd, lengths vary a little", bytes: { 470 + $0 * 7 % 23 }, baud: 9_600,
      wakeupsPerSecond: 2.6),
    Line(
      testDescription: "9600 Bd, GSV every 5 s", bytes: { $0 % 5 == 0 ? 640 : 330 }, baud: 9_600,
      wakeupsPerSecond: 3),
    Line(
      testDescription: "9600 Bd, much GSV every 5 s", bytes: { $0 % 5 == 0 ? 900 : 330 }, baud: 9_600,
      wakeupsPerSecond: 3.3),
    Line(
      testDescription: "9600 Bd, GSV every 2 s", bytes: { $0 % 2 == 0 ? 640 : 330 }, baud: 9_600,
      wakeupsPerSecond: 4),
    Line(
      testDescription: "9600 Bd, short every 5 s", bytes: { $0 % 5 == 0 ? 330 : 640 }, baud: 9_600,
      wakeupsPerSecond: 5),
    Line(
      testDescription: "9600 Bd, any length", bytes: { 200 + $0 * $0 * 7_919 % 601 }, baud: 9_600,
      wakeupsPerSecond: 6, late: 0.02),
    Line(
      testDescription: "9600 Bd, the board wakes late", bytes: { _ in 480 }, baud: 9_600,
      lateness: { Double($0 * $0 * 31 % 20) / 1_000 }, wakeupsPerSecond: 2.7),
    Line(testDescription: "4800 Bd, 450 bytes", bytes: { _ in 450 }, baud: 4_800, wakeupsPerSecond: 2.4),
    Line(testDescription: "115200 Bd, 480 bytes", bytes: { _ in 480 }, baud: 115_200, wakeupsPerSecond: 2.4),
    Line(
      testDescription: "115200 Bd, 10 Hz", bytes: { _ in 480 }, seconds: { _ in 0.1 }, baud: 115_200,
      wakeupsPerSecond: 24),
    Line(
      testDescription: "9600 Bd, RMC alone at 10 Hz", bytes: { _ in 70 }, seconds: { _ in 0.1 }, baud: 9_600,
      wakeupsPerSecond: 24),
    Line(
      testDescription: "9600 Bd, 5 Hz without a pause", bytes: { _ in 192 }, seconds: { _ in 0.2 }, baud: 9_600,
      wakeupsPerSecond: 12),
    Line(
      testDescription: "9600 Bd, 5 Hz with 10 ms between", bytes: { _ in 182 }, seconds: { _ in 0.2 }, baud: 9_600,
      wakeupsPerSecond: 16),
    Line(
      testDescription: "9600 Bd, 0.1 Hz", bytes: { _ in 480 }, seconds: { _ in 10 }, baud: 9_600,
      wakeupsPerSecond: 0.24),
    Line(
      testDescription: "USB, three pieces of 3 ms", bytes: { _ in 480 }, baud: 480_000, chunk: 160,
      wakeupsPerSecond: 2.4),
  ]

  @Test(arguments: lines)
  func `a fix is at most 150 ms late, and wakeups are few`(line: Line) {
    var timer = BurstTimer()
    let outcome = line.model.play(epochs: 600, settle: 10, timer: &timer)
    print(
      "burst: \(line.testDescription): \(Self.twoDecimals(outcome.wakeupsPerSecond)) wakeups a second,",
      "worst delay \(Self.twoDecimals(outcome.worstDelayMilliseconds)) ms")
    #expect(outcome.epochs >= 590)
    #expect(outcome.wakeupsPerSecond <= line.wakeupsPerSecond)
    #expect(Double(outcome.lateEpochs) <= line.late * Double(outcome.epochs))
  }

  @Test(arguments: [
    (480, 480, 1.0, 0.1, 9_600.0, 115_200.0), (480, 70, 1, 0.1, 9_600, 9_600),
    (480, 330, 1, 1, 9_600, 9_600), (330, 900, 1, 1, 9_600, 9_600), (480, 480, 0.1, 10, 115_200, 115_200),
    (480, 480, 1, 1, 9_600, 115_200), (480, 480, 1, 1, 115_200, 4_800),
  ])
  func `it adapts when the receiver's rate, speed or talk changes`(
    bytes: Int, newBytes: Int, period: Double, newPeriod: Double, baud: Double, newBaud: Double
  ) {
    var timer = BurstTimer()
    let before = LineModel(bytes: { _ in bytes }, period: { _ in period }, secondsPerByte: 10 / baud)
    _ = before.play(epochs: 100, settle: 10, timer: &timer)
    let after = LineModel(bytes: { _ in newBytes }, period: { _ in newPeriod }, secondsPerByte: 10 / newBaud)
    let outcome = after.play(epochs: 100, settle: 0, timer: &timer)
    print(
      "burst: \(bytes) to \(newBytes) bytes, \(period) to \(newPeriod) s, \(baud) to \(newBaud) Bd:",
      "\(outcome.lateEpochs) late, worst delay \(Self.twoDecimals(outcome.worstDelayMilliseconds)) ms")
    #expect(outcome.lateEpochs <= 15)
    let later = after.play(epochs: 200, settle: 100, timer: &timer)
    #expect(later.lateEpochs == 0)
  }

  @Test(arguments: [(330, 480), (480, 480), (640, 330)])
  func `the first fixes are not late either, though the decoder learns their end by silence`(bytes: Int, fifth: Int) {
    var timer = BurstTimer()
    var model = LineModel(bytes: { $0 % 5 == 0 ? fifth : bytes }, period: { _ in 1 }, secondsPerByte: 10 / 9_600)
    model.unlearned = 3
    let outcome = model.play(epochs: 60, settle: 3, timer: &timer)
    #expect(outcome.epochs == 57)
    #expect(outcome.lateEpochs <= (fifth > bytes ? 0 : 1), "worst \(outcome.worstDelayMilliseconds) ms")
    #expect(outcome.wakeupsPerSecond <= (fifth == bytes ? 2.4 : 5))
  }

  @Test func `what a receiver says behind its epochs, and noise, cost few wakeups`() {
    var timer = BurstTimer()
    var wakeups = 0
    var next = Instant.zero
    var at = Instant.zero
    // A byte a millisecond for 20 s, none of which makes an epoch.
    while at < Instant(boot: 20_000_000_000) {
      wakeups += 1
      switch timer.took(bytes: 1, isMidEpoch: false, epochs: 0, at: at) {
      case .waitForBytes: next = at + .milliseconds(1)
      case .look(let look): next = look
      }
      at = max(next, at + .milliseconds(1))
    }
    #expect(wakeups <= 20 * 11)
  }

  @Test func `silence in the middle of an epoch goes back to waiting for bytes`() {
    var timer = BurstTimer()
    let first = timer.took(bytes: 100, isMidEpoch: true, epochs: 0, at: Instant(boot: 0))
    #expect(first == .look(at: Instant(boot: 40_000_000)))
    #expect(timer.took(bytes: 0, isMidEpoch: true, epochs: 0, at: Instant(boot: 40_000_000)) == .waitForBytes)
    #expect(!timer.isInBurst)
  }

  @Test func `no more bytes come unseen than the kernel keeps`() {
    var timer = BurstTimer()
    let model = LineModel(bytes: { _ in 60_000 }, period: { _ in 1 }, secondsPerByte: 10 / 921_600)
    let outcome = model.play(epochs: 60, settle: 10, timer: &timer)
    // 60,000 bytes in pieces of at most 4,095, and one look more.
    #expect(outcome.wakeupsPerSecond >= 15)
    #expect(outcome.worstDelayMilliseconds <= 150)
  }

  private static func twoDecimals(_ value: Double) -> Double { (value * 100).rounded() / 100 }
}
