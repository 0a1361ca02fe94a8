import Clocks
import Controls
import Records

/// Follows the press that is under way, from its record to its meaning.
///
/// A press is a tag from its first edge, but until it is known to be one nobody is told that it is saved, and it gets no
/// place: a place that has been written cannot be taken back. So fixes wait for the meaning, two seconds at most.
struct PressKeeper: Sendable {
  private var detector = GestureDetector()
  private var isLong = false
  private var isSafe = false
  /// Where the board pointed at the press, until it is known whether that is a tag.
  private var heading: HeadingReport?
  /// The record of the press whose meaning is not known yet.
  private(set) var open: SequenceNumber?
  /// Since when the contact has been closed without being a press.
  private(set) var stuckSince: Instant?

  /// When it has something to tell.
  var nextDeadline: Instant? { detector.nextDeadline }

  /// Whether fixes have to wait, because the press may be the tag that they locate.
  var delaysFixes: Bool { open != nil && !isLong }

  mutating func edge(pressed: Bool, at: Instant) -> [GestureDetector.Finding] {
    noted(detector.edge(pressed: pressed, at: at))
  }

  mutating func level(isDown: Bool, at: Instant) -> [GestureDetector.Finding] {
    noted(detector.level(isDown: isDown, at: at))
  }

  mutating func pass(to at: Instant) -> [GestureDetector.Finding] { noted(detector.pass(to: at)) }

  private mutating func noted(_ findings: [GestureDetector.Finding]) -> [GestureDetector.Finding] {
    for finding in findings {
      switch finding {
      case .stuck(let since): stuckSince = since
      case .freed: stuckSince = nil
      case .pressed, .reached, .ended: break
      }
    }
    return findings
  }

  /// The press got its record; nil if there was no room for one.
  mutating func appended(_ sequence: SequenceNumber?) {
    open = sequence
    isLong = false
    isSafe = false
    heading = nil
  }

  /// The press is long: what it means is open still, but it is no tag.
  mutating func becameLong() { isLong = true }

  /// A tag is durable.
  ///
  /// - Returns: whether to say so now; for a press under way that is for ``end()`` to say.
  mutating func durable(_ sequence: SequenceNumber) -> Bool {
    guard sequence == open else { return true }
    isSafe = true
    return false
  }

  /// The heading of a tag became known.
  ///
  /// - Returns: whether it is kept here, because its press has no meaning yet.
  mutating func holds(_ heading: HeadingReport, of sequence: SequenceNumber) -> Bool {
    guard sequence == open else { return false }
    self.heading = heading
    return true
  }

  /// The meaning is known, or will never be.
  ///
  /// - Returns: the record of the press, whether it is durable already, and the heading that waits for its meaning.
  mutating func end() -> (press: SequenceNumber, isSafe: Bool, heading: HeadingReport?)? {
    defer {
      open = nil
      heading = nil
    }
    return open.map { ($0, isSafe, heading) }
  }
}
