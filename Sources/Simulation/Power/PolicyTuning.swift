import Glibc

/// Finds how often a plain policy must look to spend what another one has spent.
public enum PolicyTuning {
  /// A policy that was tuned, and what came of it.
  public struct Tuned: Sendable {
    /// The policy.
    public var policy: PowerPolicy
    /// What came of it.
    public var run: PowerRun
    /// What it spent for each mAh that was to be spent.
    public var ratio: Double
  }

  /// How near the energy must come.
  public static let tolerance = 0.02

  /// `interval:S` at an energy.
  public static func interval(_ scenario: PowerScenario, milliampereHours: Double) -> Tuned {
    tuned(scenario, milliampereHours, from: 1) { .interval(seconds: $0) }
  }

  /// Meshtastic's schedule at an energy.
  public static func meshtastic(_ scenario: PowerScenario, milliampereHours: Double) -> Tuned {
    tuned(scenario, milliampereHours, from: 1) { .meshtastic(updateSeconds: $0) }
  }

  /// Halves the range of intervals on a logarithmic scale. Searches take as long as chance has it, so energy is not quite
  /// a falling function of the interval: at the end the neighbourhood is searched.
  private static func tuned(
    _ scenario: PowerScenario, _ wanted: Double, from shortest: Double, _ policy: (Double) -> PowerPolicy
  ) -> Tuned {
    var best: Tuned?
    func spent(_ seconds: Double) -> Double {
      let policy = policy(seconds)
      let run = policy.perform(scenario)
      let ratio = run.spent.milliampereHours / max(1e-9, wanted)
      if abs(ratio - 1) < best.map({ abs($0.ratio - 1) }) ?? .infinity {
        best = Tuned(policy: policy, run: run, ratio: ratio)
      }
      return run.spent.milliampereHours
    }
    var low = shortest
    var high = max(shortest * 2, scenario.truth.duration)
    if spent(low) > wanted {
      for _ in 0..<24 {
        let middle = (low * high).squareRoot()
        if spent(middle) > wanted { low = middle } else { high = middle }
        if let best, abs(best.ratio - 1) < tolerance / 4 || high / low < 1.0005 { break }
      }
      for step in -10...10 {
        if let best, abs(best.ratio - 1) <= tolerance { break }
        _ = spent(max(shortest, low * (1 + 0.02 * Double(step))))
      }
    }
    return best ?? Tuned(policy: policy(low), run: policy(low).perform(scenario), ratio: 1)
  }
}
