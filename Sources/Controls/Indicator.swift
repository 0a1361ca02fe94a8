import Clocks

/// Decides what the LED shows: answers to a press one after the other, else the worst condition that lasts, else dark.
public struct Indicator: Sendable {
  /// The conditions that last, worst first. The first one that is active is shown.
  private static let conditions: [Pattern] = [.diskFull, .writeFault, .noReceiverData, .searching]

  private var active: Set<Pattern> = []
  private var answers: [(pattern: Pattern, until: Instant)] = []

  /// A dark LED.
  public init() {}

  /// Sets or clears a condition that lasts: searching, no receiver data, write fault, disk full.
  public mutating func set(_ condition: Pattern, _ isActive: Bool) {
    if isActive { active.insert(condition) } else { active.remove(condition) }
  }

  /// Shows an answer to a press: seen, saved or located. It waits its turn behind an answer that is still shown, so
  /// that a person sees each of them; one of its kind that waits already stands for both, so that the LED never lags
  /// far behind the fingers.
  public mutating func answer(_ pattern: Pattern, at: Instant) {
    if answers.dropFirst().contains(where: { $0.pattern == pattern }) { return }
    let begin = max(at, answers.last?.until ?? at)
    answers.append((pattern, begin + Self.duration(of: pattern)))
  }

  /// What is to be shown now.
  public mutating func pattern(at: Instant) -> Pattern {
    answers.removeAll { $0.until <= at }
    return answers.first?.pattern ?? Self.conditions.first(where: active.contains) ?? .dark
  }

  /// When the pattern may change by itself.
  public var nextDeadline: Instant? { answers.first?.until }

  /// Long enough to be seen by somebody who looks up from the button; the last one lasts longest.
  private static func duration(of answer: Pattern) -> Duration {
    switch answer {
    case .seen: .milliseconds(200)
    case .saved: .seconds(1)
    default: .seconds(2)
    }
  }
}
