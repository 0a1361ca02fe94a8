import Clocks
import Text

/// The line on which the receiver marks full seconds (PPS).
///
/// Nobody is woken by it: the kernel keeps 16 edges with their times, and they are taken when the receiver's bytes have
/// woken the loop anyway. A line that is lost is taken again by the same occasion.
final class PulseLine {
  private let log: (String) -> Void
  private let take: () throws(Fault) -> any EdgeSource
  private var line: (any EdgeSource)?
  private var backOff = BackOff()
  private var nextTry = Instant.zero

  /// More edges than the kernel keeps; a line that flutters must not keep the loop from everything else.
  private static let edgesPerLook = 32

  /// Why the line is not there; nil while it is.
  private(set) var fault: Fault?

  /// - Parameters:
  ///   - log: takes messages for people.
  ///   - take: takes the line; called anew after it was lost.
  init(log: @escaping (String) -> Void, take: @escaping () throws(Fault) -> any EdgeSource) {
    self.log = log
    self.take = take
  }

  /// The seconds that were marked since the last call, oldest first. Never blocks.
  func pulses(at now: Instant) -> [Instant] {
    var pulses: [Instant] = []
    do throws(Fault) {
      guard let line = try taken(at: now) else { return [] }
      for _ in 0..<Self.edgesPerLook {
        guard let edge = try line.nextEdge() else { break }
        if edge.isActive { pulses.append(edge.at) }
      }
      if !pulses.isEmpty { backOff.reset() }
      // Not yet when it is taken: a line that can be taken may fail at its first reading again and again.
      if fault != nil { log("the line of the receiver's pulse is there again") }
      fault = nil
    } catch {
      line = nil
      if fault == nil { log(error.description) }
      fault = error
      nextTry = now + backOff.next()
    }
    return pulses
  }

  /// Gives the line back.
  func close() { line = nil }

  private func taken(at now: Instant) throws(Fault) -> (any EdgeSource)? {
    if let line { return line }
    guard now >= nextTry else { return nil }
    let line = try take()
    self.line = line
    return line
  }
}
