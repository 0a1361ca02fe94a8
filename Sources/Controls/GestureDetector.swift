import Clocks

/// How long a press was, which is what it means.
public enum PressLength: Sendable, Hashable, CaseIterable {
  /// Let go before ``GestureDetector/longHold``: a tag.
  case short
  /// Let go before ``GestureDetector/veryLongHold``: the next mode.
  case long
  /// Held on: power off.
  case veryLong
}

/// Tells presses from the bouncing of contacts, and short ones from long ones, by the kernel's times of the edges.
///
/// A press is told at its very first edge, because it is written down at once; what it means is told later. Contacts
/// bounce at both edges, and the kernel may lose edges of a bounce, so a change counts only when the line has been quiet
/// for ``settling``; only the beginning of a press does not wait for that. Where an edge is missing, the mistake is made
/// in favour of the tag: two presses without a release between them are two short ones.
///
/// ```
///          first edge          quiet            2 s              8 s            60 s
///  at rest ──────────▶ pressed ─────▶ at rest    │                │              │
///          .pressed      │     .ended(.short)    ▼                ▼              ▼
///                        └─────────────▶ .reached(.long) ─▶ .ended(.veryLong) ─▶ .stuck
///                                          │ quiet
///                                          └─────▶ .ended(.long)
/// ```
public struct GestureDetector: Sendable {
  /// How long contacts may bounce. 20 ms has been too short for worn buttons (ebaauw/homebridge-rpi#146).
  public static let settling = Duration.milliseconds(30)
  /// From here on a press is long.
  public static let longHold = Duration.seconds(2)
  /// From here on a press is very long, and acts without being let go.
  public static let veryLongHold = Duration.seconds(8)
  /// Nobody presses for so long: the contact is stuck, or something lies on the button.
  public static let stuckHold = Duration.seconds(60)
  /// What an edge may take from the kernel to here. The clock is believed that much later than the edges are.
  private static let delivery = Duration.milliseconds(10)

  /// What became known.
  public enum Finding: Equatable, Sendable {
    /// Somebody pressed at this moment; what it means is not known yet.
    case pressed(at: Instant)
    /// The press is so long already: `long`, so that the person can be shown it while holding.
    case reached(PressLength)
    /// The press is over, or very long, and means this. Each ``pressed(at:)`` gets exactly one.
    case ended(PressLength)
    /// The contact has been closed since then and is no press: held since before the start, or for a minute.
    case stuck(since: Instant)
    /// The contact that was stuck is open again.
    case freed
  }

  /// A contact that is closed.
  private struct Hold {
    var since: Instant
    /// Whether ``Finding/pressed(at:)`` was told; not for a button that was down at the start.
    var isPress: Bool
    var isLong = false
    var isEnded = false
    var isStuck = false

    /// When it will mean something else than now.
    var nextMark: Instant? {
      if isStuck { return nil }
      if !isPress || isEnded { return since + GestureDetector.stuckHold }
      return since + (isLong ? GestureDetector.veryLongHold : GestureDetector.longHold)
    }
  }

  private var hold: Hold?
  /// The line as the last edge left it.
  private var isDown = false
  /// Whether the line has said anything yet.
  private var isKnown = false
  /// The last edge, and the first one of each kind since the line was quiet.
  private var lastEdge: Instant?
  private var firstDown: Instant?
  private var firstUp: Instant?

  /// A button of which nothing is known.
  public init() {}

  /// When ``pass(to:)`` will have something to tell; nil while the button rests.
  public var nextDeadline: Instant? {
    if isUnsettled { return quietAt }
    guard let mark = hold?.nextMark else { return nil }
    return max(mark, quietAt ?? mark)
  }

  /// When what the last edge said may be believed, unless another comes before; nil where nothing has opened.
  private var quietAt: Instant? {
    guard let lastEdge, isUnsettled || firstUp != nil else { return nil }
    return lastEdge + Self.settling + Self.delivery
  }

  /// Whether the line is not where it was when it was last quiet.
  private var isUnsettled: Bool { isDown != (hold != nil) }

  /// Takes an edge.
  ///
  /// - Parameters:
  ///   - pressed: whether the contact closed.
  ///   - at: the kernel's time of the edge; one before the last counts as the same moment.
  /// - Returns: what it tells, in order.
  public mutating func edge(pressed: Bool, at moment: Instant) -> [Finding] {
    let at = max(moment, lastEdge ?? moment)
    var findings: [Finding] = []
    let isQuiet = lastEdge.map { at - $0 > Self.settling } ?? true
    if isQuiet {
      settle(to: &findings)
      (firstDown, firstUp) = (nil, nil)
    }
    lastEdge = at
    isKnown = true
    isDown = pressed
    if pressed { firstDown = firstDown ?? at } else { firstUp = firstUp ?? at }
    if isQuiet, pressed { press(at: at, to: &findings) }
    return findings
  }

  /// Takes the line's level, read and not heard as an edge: first when the line was opened, later wherever edges may
  /// have been lost.
  ///
  /// - Returns: what it tells, in order.
  public mutating func level(isDown level: Bool, at: Instant) -> [Finding] {
    if isKnown { return level == isDown ? [] : edge(pressed: level, at: at) }
    isKnown = true
    guard level else { return [] }
    isDown = true
    hold = Hold(since: at, isPress: false, isStuck: true)
    return [.stuck(since: at)]
  }

  /// Lets time pass.
  ///
  /// - Returns: what it tells, in order.
  public mutating func pass(to at: Instant) -> [Finding] {
    var findings: [Finding] = []
    // Contacts that open at 1.99 s and bounce at 2.00 s have not been held for two seconds.
    if let quietAt, quietAt > at { return findings }
    settle(to: &findings)
    mark(until: at, to: &findings)
    return findings
  }

  /// A press begins; one that is under way has lost its release.
  private mutating func press(at: Instant, to findings: inout [Finding]) {
    if let lost = hold {
      if lost.isPress, !lost.isEnded { findings.append(.ended(.short)) }
      if lost.isStuck { findings.append(.freed) }
    }
    hold = Hold(since: at, isPress: true)
    findings.append(.pressed(at: at))
  }

  /// The line is quiet: what it says counts.
  private mutating func settle(to findings: inout [Finding]) {
    guard isUnsettled, let lastEdge else { return }
    guard let ended = hold else {
      // Its beginning was hidden among the bounces of a release, or lost.
      return press(at: firstDown ?? lastEdge, to: &findings)
    }
    hold = nil
    let released = max(firstUp ?? lastEdge, ended.since)
    if ended.isPress, !ended.isEnded {
      let held = released - ended.since
      findings.append(.ended(held < Self.longHold ? .short : held < Self.veryLongHold ? .long : .veryLong))
    }
    if ended.isStuck { findings.append(.freed) }
  }

  /// Tells the marks that a contact has reached that is still closed. An edge does not look at them: a release is judged
  /// by its own time.
  private mutating func mark(until at: Instant, to findings: inout [Finding]) {
    while let next = hold?.nextMark, next <= at, var held = hold {
      if !held.isPress || held.isEnded {
        held.isStuck = true
        findings.append(.stuck(since: held.since))
      } else if held.isLong {
        held.isEnded = true
        findings.append(.ended(.veryLong))
      } else {
        held.isLong = true
        findings.append(.reached(.long))
      }
      hold = held
    }
  }
}
