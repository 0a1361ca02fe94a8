import Clocks
import Text

/// The button over all losses of its line: tells what its contacts do, as raw as the kernel tells it, because what
/// bounces is for `Controls` to judge.
final class ButtonLine {
  /// What became known of the contacts.
  enum News: Equatable, Sendable {
    /// They closed or opened at this moment, which the kernel's interrupt took.
    case edge(isPressed: Bool, at: Instant)
    /// They are closed or open, read and not heard as an edge: after the line was taken, and where edges were lost.
    case level(isPressed: Bool, at: Instant)
  }

  /// A look takes up to this many edges; what is left wakes again at once. A contact that flutters for good must not
  /// keep the loop from everything else.
  private static let edgesPerLook = 64
  /// How often ``check(at:)`` does something.
  private static let checkInterval = Duration.seconds(10)

  private let loop: EventLoop
  private let token: EventLoop.Token
  private let name: String
  private let log: (String) -> Void
  private let take: () throws(Fault) -> any EdgeSource

  private var line: (any EdgeSource)?
  private var isPressed = false
  private var lastAt = Instant.zero
  private var backOff = BackOff()
  private var checkedAt = Instant.zero

  /// When ``deadline(at:)`` wants to be called: the next try to take the line.
  private(set) var nextDeadline: Instant?
  /// Why the line is not there; nil while it is.
  private(set) var fault: Fault?

  /// - Parameters:
  ///   - name: what people call the line.
  ///   - log: takes messages for people.
  ///   - take: takes the line; called anew after it was lost.
  init(
    loop: EventLoop, token: EventLoop.Token, name: String = "button's line", log: @escaping (String) -> Void,
    take: @escaping () throws(Fault) -> any EdgeSource
  ) {
    self.loop = loop
    self.token = token
    self.name = name
    self.log = log
    self.take = take
  }

  /// Takes the line.
  ///
  /// - Returns: the level; nothing if the line cannot be had, which is logged once and tried again.
  func open(at: Instant) -> [News] {
    do throws(Fault) {
      let line = try take()
      let level = try line.level()
      try loop.add(line.descriptor, token: token)
      self.line = line
      nextDeadline = nil
      if fault != nil { log("the \(name) is there again") }
      fault = nil
      isPressed = level
      lastAt = max(lastAt, at)
      return [.level(isPressed: level, at: lastAt)]
    } catch {
      return retry(after: error, at: at)
    }
  }

  /// Gives the line back for good.
  func close() {
    if let line { loop.remove(line.descriptor) }
    line = nil
    nextDeadline = nil
  }

  /// Edges came, or the line is gone.
  func ready(_ readiness: EventLoop.Readiness, at: Instant) -> [News] {
    look(at: at, isBroken: readiness.isBroken)
  }

  /// Asks the line whether it is still there, every ``checkInterval`` at most: a kernel before 6.6 tells nobody
  /// that the chip of a line was removed. To be called by who is awake anyway, so that it costs no wakeup.
  func check(at: Instant) -> [News] {
    guard line != nil, at - checkedAt >= Self.checkInterval else { return [] }
    checkedAt = at
    return look(at: at, isBroken: false)
  }

  private func look(at: Instant, isBroken: Bool) -> [News] {
    guard let line else { return [] }
    var news: [News] = []
    do throws(Fault) {
      let isDrained = try drain(line, to: &news)
      if isDrained {
        if isBroken { throw Self.hungUp }
        // The kernel keeps 16 edges and drops what is more (drivers/gpio/gpiolib-cdev.c), maybe the last ones.
        let level = try line.level()
        if level != isPressed {
          isPressed = level
          lastAt = max(lastAt, at)
          news.append(.level(isPressed: level, at: lastAt))
        }
      }
      // Not yet when it is taken, because a line that can be taken may fail at its first reading again and again.
      if !news.isEmpty { backOff.reset() }
      return news
    } catch {
      loop.remove(line.descriptor)
      self.line = nil
      if isPressed {
        // Nobody will hear it open, and a press that goes on for ever turns the board off.
        isPressed = false
        lastAt = max(lastAt, at)
        news.append(.edge(isPressed: false, at: lastAt))
      }
      return news + retry(after: error, at: at)
    }
  }

  private static let hungUp = Fault(
    .inputOutput, "the button's line hung up", remedy: "it is taken again by itself")

  /// Takes the edges that wait.
  ///
  /// - Returns: whether none is left.
  private func drain(_ line: any EdgeSource, to news: inout [News]) throws(Fault) -> Bool {
    for _ in 0..<Self.edgesPerLook {
      guard let edge = try line.nextEdge() else { return true }
      isPressed = edge.isActive
      lastAt = max(lastAt, edge.at)
      news.append(.edge(isPressed: edge.isActive, at: lastAt))
    }
    return false
  }

  /// A moment of ``nextDeadline`` has come; harmless at any other time.
  func deadline(at: Instant) -> [News] {
    guard let nextDeadline, nextDeadline <= at else { return [] }
    return open(at: at)
  }

  private func retry(after fault: Fault, at: Instant) -> [News] {
    if self.fault == nil { log(fault.description) }
    self.fault = fault
    nextDeadline = at + backOff.next()
    return []
  }
}
