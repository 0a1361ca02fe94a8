import Clocks
import Controls

/// A button on a virtual clock: edges in, findings out, with every deadline served as a board serves it.
struct GestureLine {
  private(set) var detector = GestureDetector()
  /// What was found, as `milliseconds finding`.
  private(set) var told: [String] = []
  private(set) var findings: [GestureDetector.Finding] = []
  private var now = Instant.zero

  static func at(_ milliseconds: Double) -> Instant { Instant(boot: Int64((milliseconds * 1e6).rounded())) }

  /// Lets time pass with every deadline in it.
  mutating func run(until milliseconds: Double) {
    let end = Self.at(milliseconds)
    while let next = detector.nextDeadline, next <= end {
      now = max(now, next)
      tell(detector.pass(to: now))
    }
    now = max(now, end)
  }

  mutating func edge(_ pressed: Bool, at milliseconds: Double) {
    run(until: milliseconds)
    tell(detector.edge(pressed: pressed, at: Self.at(milliseconds)))
  }

  mutating func level(_ isDown: Bool, at milliseconds: Double) {
    run(until: milliseconds)
    tell(detector.level(isDown: isDown, at: Self.at(milliseconds)))
  }

  /// A clean press.
  mutating func press(_ span: ClosedRange<Double>) {
    edge(true, at: span.lowerBound)
    edge(false, at: span.upperBound)
  }

  private mutating func tell(_ new: [GestureDetector.Finding]) {
    findings += new
    for finding in new {
      let words =
        switch finding {
        case .pressed(let at): "pressed at \(at.boot / 1_000_000)"
        case .reached(let length): "reached \(length)"
        case .ended(let length): "ended \(length)"
        case .stuck(let since): "stuck since \(since.boot / 1_000_000)"
        case .freed: "freed"
        }
      told.append("\(now.boot / 1_000_000) \(words)")
    }
  }
}
