import Compass
import Glibc
import Simulation

// compass-benchmark accuracy [TRIALS [SEED]]   errors and honesty, scenario by scenario
// compass-benchmark refusals [TRIALS [SEED]]   what becomes of bad recordings
// compass-benchmark watch [HOURS [SEED]]      false alarms, and how soon a disturbance is seen
// compass-benchmark fit                        how long a fit of 300 samples takes
let arguments = Array(CommandLine.arguments.dropFirst())
let trials = arguments.count > 1 ? Int(arguments[1]) ?? 1_000 : 1_000
let seed = arguments.count > 2 ? UInt64(arguments[2]) ?? 1 : 1
switch arguments.first {
case "accuracy": AccuracyTable(trials: max(1, trials), seed: seed).print()
case "refusals": RefusalTable(trials: max(1, trials), seed: seed).print()
case "watch": WatchTable(hours: arguments.count > 1 ? max(1, trials) : 20, seed: seed).print()
case "fit": FitTime.print()
default:
  print("usage: compass-benchmark accuracy|refusals [TRIALS [SEED]] | watch [HOURS [SEED]] | fit")
  exit(64)
}
