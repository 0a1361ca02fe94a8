import Clocks
import Text

/// The line that the accelerometer pulls when the board is moved.
///
/// The chip holds it until it is asked why, and would pull it again at every step: so it is asked at once the first time,
/// and then not more often than every few seconds, which is all that the schedule of the receiver wants to know.
final class MotionLine {
  /// The shortest time between two questions.
  static let askingInterval = Duration.seconds(5)

  private let line: ButtonLine
  private var askedAt: Instant?
  private var askAt: Instant?

  /// - Parameter line: hears the edges; it takes the line again by itself when it is lost.
  init(_ line: ButtonLine) { self.line = line }

  /// Why the line is not there; nil while it is.
  var fault: Fault? { line.fault }

  /// When ``deadline(at:)`` wants to be called.
  var nextDeadline: Instant? { [line.nextDeadline, askAt].compactMap(\.self).min() }

  /// Takes the line.
  ///
  /// - Returns: whether the chip is to be asked now, as with the other functions.
  func open(at: Instant) -> Bool { take(line.open(at: at), at: at) }

  /// Edges came, or the line is gone.
  func ready(_ readiness: EventLoop.Readiness, at: Instant) -> Bool { take(line.ready(readiness, at: at), at: at) }

  /// A moment of ``nextDeadline`` has come; harmless at any other time.
  func deadline(at: Instant) -> Bool {
    if let askAt, askAt <= at {
      self.askAt = nil
      askedAt = at
      _ = take(line.deadline(at: at), at: at)
      return true
    }
    return take(line.deadline(at: at), at: at)
  }

  /// Gives the line back for good.
  func close() { line.close() }

  private func take(_ news: [ButtonLine.News], at: Instant) -> Bool {
    let isPulled = news.contains { news in
      switch news {
      case .edge(let isPulled, _), .level(let isPulled, _): isPulled
      }
    }
    guard isPulled, askAt == nil else { return false }
    if let askedAt, at - askedAt < Self.askingInterval {
      askAt = askedAt + Self.askingInterval
      return false
    }
    askedAt = at
    return true
  }
}
