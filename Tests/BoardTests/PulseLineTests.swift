import Clocks
import Testing
import Text

@testable import Board

/// A line with edges that wait.
private final class EdgeQueue: EdgeSource {
  let descriptor: Int32 = -1
  var edges: [Edge] = []
  var fault: Fault?

  func level() throws(Fault) -> Bool { false }

  func nextEdge() throws(Fault) -> Edge? {
    if let fault { throw fault }
    return edges.isEmpty ? nil : edges.removeFirst()
  }
}

@Suite struct PulseLineTests {
  private static let lost = Fault(.inputOutput, "the line is lost", remedy: "it is taken again by itself")

  private func instant(_ seconds: Double) -> Instant { Instant(boot: Int64(seconds * 1e9)) }

  @Test func `full seconds come with their own times, and the other edge is none`() {
    let queue = EdgeQueue()
    let line = PulseLine(log: { _ in }, take: { () throws(Fault) in queue })
    #expect(line.pulses(at: instant(0.5)) == [])
    queue.edges = [
      Edge(isActive: true, at: instant(1)), Edge(isActive: false, at: instant(1.1)),
      Edge(isActive: true, at: instant(2)),
    ]
    #expect(line.pulses(at: instant(2.3)) == [instant(1), instant(2)])
    #expect(line.pulses(at: instant(2.4)) == [])
  }

  @Test func `a line that is lost is told once, and taken again after a while`() {
    let queue = EdgeQueue()
    var logged: [String] = []
    var taken = 0
    let line = PulseLine(log: { logged.append($0) }) { () throws(Fault) in
      taken += 1
      return queue
    }
    _ = line.pulses(at: instant(0))
    queue.fault = Self.lost
    for tenth in 1..<30 { _ = line.pulses(at: instant(Double(tenth) / 10)) }
    #expect(line.fault == Self.lost)
    #expect(logged.count == 1)
    #expect(taken < 6)
    queue.fault = nil
    queue.edges = [Edge(isActive: true, at: instant(100))]
    #expect(line.pulses(at: instant(100.2)) == [instant(100)])
    #expect(line.fault == nil)
    #expect(logged.last == "the line of the receiver's pulse is there again")
  }

  @Test func `a line that flutters does not hold the loop`() {
    let queue = EdgeQueue()
    queue.edges = (0..<1_000).map { Edge(isActive: true, at: instant(Double($0) / 1_000)) }
    let line = PulseLine(log: { _ in }, take: { () throws(Fault) in queue })
    #expect(line.pulses(at: instant(1)).count < 100)
  }
}
