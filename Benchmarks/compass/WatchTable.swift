import Compass
import Simulation

/// How often the watch for interference cries wolf, and how soon it sees the wolf.
struct WatchTable {
  let hours: Int
  let seed: UInt64

  /// Within which time a change of the dip alone is told on a board that walks, size by size.
  private func curve() {
    Swift.print("walking, a change of the dip alone: told within 1 s and within 10 s, of 200")
    for size in [1.2, 3, 5, 7, 10, 15] {
      var (soon, late) = (0, 0)
      for number in 0..<200 {
        var trial = InterferenceTrial(
          .typical, isWalking: true, dipDegrees: number % 2 == 0 ? size : -size, seed: seed &* 91 &+ UInt64(number))
        guard let delay = trial?.delay() else { continue }
        late += 1
        if delay <= 1 { soon += 1 }
      }
      Swift.print(
        Columns.number(size, decimals: 1, width: 6) + "°" + Columns.number(Double(soon) / 2, decimals: 0, width: 5)
          + " %" + Columns.number(Double(late) / 2, decimals: 0, width: 5) + " %")
    }
  }

  func print() {
    curve()
    Swift.print("\(hours) hours a row, seed \(seed)")
    for isWalking in [false, true] {
      for (name, parts) in [("typical", CompassParts.typical), ("poor", .poor), ("good", .good)] {
        var alarms = 0
        for hour in 0..<hours {
          guard var trial = InterferenceTrial(parts, isWalking: isWalking, seed: seed &* 31 &+ UInt64(hour)) else {
            continue
          }
          alarms += trial.falseAlarms(hours: 1)
        }
        var line = Columns.text(isWalking ? "walking" : "still", 8) + Columns.text(name, 8)
        line += " false alarms in \(hours) h: \(alarms)"
        for (strength, dip) in [(1.0, 0.0), (-1.0, 0.0), (0.0, 1.2), (0.0, -1.2), (3.0, 0.0)] {
          var within = 0
          let trials = 200
          for number in 0..<trials {
            var trial = InterferenceTrial(
              parts, isWalking: isWalking, strengthMicrotesla: strength, dipDegrees: dip,
              seed: seed &* 57 &+ UInt64(number))
            if let delay = trial?.delay(), delay <= 1 { within += 1 }
          }
          let size =
            strength != 0
            ? "\(Columns.number(strength, decimals: 0, width: 0)) µT" : "\(Columns.number(dip, decimals: 1, width: 0))°"
          line += ";  \(size): \(within * 100 / trials) %"
        }
        Swift.print(line + " within 1 s")
      }
    }
  }
}
