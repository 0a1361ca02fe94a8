import Compass
import Simulation
import Text

/// Errors of headings after a calibration, and how often they lie within the stated bound.
struct AccuracyTable {
  let trials: Int
  let seed: UInt64
  /// A part of the name of the scenarios to run; empty for all.
  let only: String

  private static let cheap = [CompassParts.typical, .poor]

  private static let scenarios = [
    CompassScenario("everywhere, still", parts: cheap, motion: .everywhere),
    CompassScenario("48 still poses", parts: cheap, motion: .stillPoses),
    CompassScenario("figure-eight 30 s", parts: cheap, motion: .figureEight),
    CompassScenario("figure-eight 60 s", parts: cheap, motion: .longFigureEight),
    CompassScenario("figure-eight white 0.017 g/axis", parts: cheap, motion: .figureEight, hand: (0.0173, 0)),
    CompassScenario("everywhere, white 0.03 g/axis", parts: cheap, motion: .everywhere, hand: (0.03, 0)),
    CompassScenario("everywhere, good parts", parts: [.good], motion: .everywhere),
    CompassScenario(
      "good parts, 0.05 µT unseen", parts: [.good], motion: .everywhere, unseenMicrotesla: 0.05),
    CompassScenario(
      "figure-eight 60 s, 0.2 µT unseen", parts: cheap, motion: .longFigureEight, unseenMicrotesla: 0.2),
    CompassScenario(
      "figure-eight 60 s, 1 µT unseen", parts: cheap, motion: .longFigureEight, unseenMicrotesla: 1),
    CompassScenario("tilt to 30, used at 10-60", parts: cheap, motion: .tilt30),
    CompassScenario("tilt to 30, used at 0-30", parts: cheap, motion: .tilt30, tilts: 0...30),
    CompassScenario("tilt to 15, used at 10-60", parts: cheap, motion: .tilt15),
    CompassScenario("tilt to 15, used at 0-15", parts: cheap, motion: .tilt15, tilts: 0...15),
    CompassScenario("figure-eight, dip 78", parts: cheap, motion: .figureEight, fieldMicrotesla: 54, dipDegrees: 78),
    CompassScenario("figure-eight, dip 20", parts: cheap, motion: .figureEight, fieldMicrotesla: 29, dipDegrees: 20),
    CompassScenario("figure-eight, dip -62", parts: cheap, motion: .figureEight, fieldMicrotesla: 57, dipDegrees: -62),
    CompassScenario("figure-eight, no model", parts: cheap, motion: .figureEight, hasPrior: false),
    CompassScenario("tilt to 30, no model, 0-30", parts: cheap, motion: .tilt30, hasPrior: false, tilts: 0...30),
  ]

  func print() {
    Swift.print("\(trials) trials a scenario, seed \(seed); degrees; headings are means of ten samples")
    Swift.print(
      Columns.text("scenario", 34) + "   rms  p95wd  bound  inside  accepted limited refused  degenerate")
    for scenario in Self.scenarios where only.isEmpty || scenario.name.holds(only) { row(scenario) }
  }

  private func row(_ scenario: CompassScenario) {
    var errors: [Double] = []
    var inside = 0
    var bounds = 0.0
    var worst: [Double] = []
    var (accepted, limited, refused, degenerate) = (0, 0, 0, 0)
    var reasons: [String: Int] = [:]
    for trial in 0..<trials {
      let result = scenario.tryOnce(seed: seed &* 1_000_003 &+ UInt64(trial), headings: 100)
      switch result.outcome.verdict {
      case .accepted: accepted += 1
      case .acceptedLimited: limited += 1
      case .refused(let why):
        refused += 1
        reasons[why.first?.code ?? "?", default: 0] += 1
      }
      if result.isSilentlyDegenerate { degenerate += 1 }
      let sizes = result.errors.map { abs($0) }
      for (size, bound) in zip(sizes, result.bounds) where size <= bound { inside += 1 }
      bounds += result.bounds.reduce(0, +)
      errors += sizes
      let sorted = sizes.sorted()
      if !sorted.isEmpty { worst.append(sorted[sorted.count * 95 / 100]) }
    }
    worst.sort()
    let count = Double(max(1, errors.count))
    let rms = (errors.reduce(0) { $0 + $1 * $1 } / count).squareRoot()
    // The 95th percentile of the trial at the edge of the worst tenth.
    let decile = worst.isEmpty ? .nan : worst[worst.count * 9 / 10]
    var line = Columns.text(scenario.name, 34)
    line += Columns.number(rms, decimals: 2, width: 6) + Columns.number(decile, decimals: 2, width: 7)
    line += Columns.number(bounds / count, decimals: 2, width: 7)
    line += Columns.number(Double(inside) / count * 100, decimals: 1, width: 8)
    line +=
      Columns.number(Double(accepted), decimals: 0, width: 10) + Columns.number(Double(limited), decimals: 0, width: 8)
    line += Columns.number(Double(refused), decimals: 0, width: 8)
    line += Columns.number(Double(degenerate), decimals: 0, width: 12)
    for (code, count) in reasons.sorted(by: { $0.value > $1.value }) { line += "  \(code) \(count)" }
    Swift.print(line)
  }
}
