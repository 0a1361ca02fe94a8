import Clocks
import LoggerCore
import Records
import TestSupport
import Testing

@Suite("The life of a run")
struct LifeTests {
  private static func startReason(of line: TimeLine) -> Start.Reason? {
    line.records.lazy.compactMap { if case .start(let start) = $0.body { start.reason } else { nil } }.first
  }

  @Test func `a new journal starts with record 1`() {
    let line = TimeLine()
    #expect(line.records.first?.sequence == SequenceNumber(1))
    #expect(Self.startReason(of: line) == .first)
  }

  @Test(arguments: [
    (true, UInt64(1), Start.Reason.restart), (true, 2, .powerOn), (false, 1, .crash), (false, 2, .powerCut),
  ])
  func `a start says how the run before it ended`(stopped: Bool, boot: UInt64, reason: Start.Reason) {
    var line = TimeLine()
    if stopped { line.send(.terminate(.terminated), at: 5) }
    line.run(until: 6)
    let next = TimeLine(restored: line.restored(boot: BootID(bits: boot)))
    #expect(Self.startReason(of: next) == reason)
  }

  @Test func `numbers go on after a restart`() {
    var line = TimeLine()
    line.run(until: 1)
    let last = line.records.map(\.sequence).max()
    let next = TimeLine(restored: line.restored())
    #expect(next.records.first?.sequence == last?.next)
  }

  @Test func `the process ends only when the stop is durable`() {
    var line = TimeLine(writerDelay: .seconds(3))
    line.send(.terminate(.terminated), at: 5)
    #expect(!line.isFinished)
    line.run(until: 9)
    #expect(line.isFinished)
  }
}
