import Compass
import Simulation

/// What becomes of bad recordings: refused and why, or accepted and how good that was.
struct RefusalTable {
  let trials: Int
  let seed: UInt64

  private static let parts = [CompassParts.typical, .poor, .good]

  private static var scenarios: [CompassScenario] {
    var scenarios: [CompassScenario] = []
    for motion in [CalibrationMotion.nearPlanar, .oneRoll] {
      scenarios.append(CompassScenario("\(motion)", parts: parts, motion: motion, tilts: 0...20))
      scenarios.append(
        CompassScenario("\(motion), no model", parts: parts, motion: motion, hasPrior: false, tilts: 0...20))
    }
    for trouble in CompassScenario.Trouble.allCases where trouble != .none {
      for motion in [CalibrationMotion.figureEight, .tilt30] {
        scenarios.append(
          CompassScenario(
            "\(trouble), \(motion)", parts: parts, motion: motion, tilts: motion == .tilt30 ? 0...30 : 10...60,
            trouble: trouble))
      }
      scenarios.append(
        CompassScenario(
          "\(trouble), dip -30, poses", parts: parts, motion: .stillPoses, fieldMicrotesla: 40, dipDegrees: -30,
          trouble: trouble))
      if trouble != .invertedAxes {
        scenarios.append(
          CompassScenario("\(trouble), no model", parts: parts, motion: .figureEight, hasPrior: false, trouble: trouble)
        )
      }
    }
    return scenarios
  }

  func print() {
    let scenarios = Self.scenarios
    let each = max(1, (trials + scenarios.count - 1) / scenarios.count)
    Swift.print("\(each) trials for each of \(scenarios.count) scenarios, seed \(seed)")
    Swift.print(Columns.text("scenario", 34) + " accepted  degenerate  rms if accepted  first reason")
    var degenerates = 0
    for scenario in scenarios {
      var reasons: [String: Int] = [:]
      var (accepted, degenerate, square) = (0, 0, 0.0)
      for trial in 0..<each {
        let result = scenario.tryOnce(seed: seed &* 7_000_003 &+ UInt64(trial), headings: 20)
        if result.outcome.verdict.isAccepted {
          accepted += 1
          square += result.rms * result.rms
        }
        if result.isSilentlyDegenerate { degenerate += 1 }
        if let first = result.outcome.verdict.reasons.first { reasons[first.code, default: 0] += 1 }
      }
      degenerates += degenerate
      var line = Columns.text(scenario.name, 34) + Columns.number(Double(accepted), decimals: 0, width: 9)
      line += Columns.number(Double(degenerate), decimals: 0, width: 12)
      line += Columns.number((square / Double(accepted)).squareRoot(), decimals: 2, width: 17) + "  "
      line += reasons.sorted { $0.value > $1.value }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
      Swift.print(line)
    }
    Swift.print("degenerate calibrations accepted: \(degenerates) of \(each * scenarios.count)")
  }
}
