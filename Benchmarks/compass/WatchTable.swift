import Compass
import Simulation

/// How often the watch for interference cries wolf, and how soon it sees the wolf.
struct WatchTable {
  let hours: Int
  let seed: UInt64

  func print() {
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
