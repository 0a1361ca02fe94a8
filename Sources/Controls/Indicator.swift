import Clocks

/// Decides what the LED shows: what the finger on the button must know, else the answers to presses one after the other,
/// else the worst condition that lasts, else dark.
public struct Indicator: Sendable {
  /// The conditions that last, worst first. The first one that is active is shown.
  ///
  /// A calibration is not bad, but somebody watches it, and it is soon over.
  private static let conditions: [Pattern] = [
    .calibratingFirst, .calibratingSecond, .calibratingThird, .calibratingLast, .diskFull, .writeFault, .noReceiverData,
    .partFault, .needsCalibration, .searching,
  ]

  private var active: Set<Pattern> = []
  private var held: Pattern?
  private var current: (pattern: Pattern, until: Instant)?
  private var waiting: [Pattern] = []
  /// Whether an answer begins anew that is shown already.
  private var isAnew = false

  /// What the LED was told last.
  public private(set) var shown = Pattern.dark

  /// A dark LED.
  public init() {}

  /// Sets or clears a condition that lasts: see ``Pattern``.
  public mutating func set(_ condition: Pattern, _ isActive: Bool) {
    if isActive { active.insert(condition) } else { active.remove(condition) }
  }

  /// Shows something while the button is held, over everything else; nil when that is over.
  public mutating func hold(_ pattern: Pattern?) { held = pattern }

  /// Shows an answer to a press.
  ///
  /// "Seen" never waits: whatever is shown gives way and comes again after it. Every other answer waits its turn, so
  /// that a person sees each of them; one of its kind that waits already stands for both, so that the LED never lags far
  /// behind the fingers.
  public mutating func answer(_ pattern: Pattern, at: Instant) {
    advance(to: at)
    if pattern == .seen {
      if let current, current.pattern != .seen, !waiting.contains(current.pattern) {
        waiting.insert(current.pattern, at: 0)
      }
      begin(.seen, at: at)
      isAnew = shown == .seen
    } else if current == nil {
      begin(pattern, at: at)
    } else if !waiting.contains(pattern) {
      waiting.append(pattern)
    }
  }

  /// What the LED must be told now: a pattern to begin with its first step; nil if it shows already what it should.
  public mutating func change(at: Instant) -> Pattern? {
    advance(to: at)
    let next = held ?? current?.pattern ?? Self.conditions.first(where: active.contains) ?? .dark
    guard next != shown || isAnew else { return nil }
    isAnew = false
    shown = next
    return next
  }

  /// When the pattern may change by itself.
  public var nextDeadline: Instant? { current?.until }

  private mutating func advance(to at: Instant) {
    while let ended = current?.until, ended <= at {
      current = nil
      if !waiting.isEmpty { begin(waiting.removeFirst(), at: ended) }
    }
  }

  private mutating func begin(_ pattern: Pattern, at: Instant) {
    current = (pattern, at + pattern.beat.duration)
  }
}
