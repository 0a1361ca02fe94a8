import Compass
import Glibc
import Simulation

// compass-benchmark accuracy [TRIALS [SEED [NAME]]]   errors and honesty, scenario by scenario; those with NAME in theirs
// compass-benchmark refusals [TRIALS [SEED]]   what becomes of bad recordings
// compass-benchmark watch [HOURS [SEED]]      false alarms, and how soon a disturbance is seen
// compass-benchmark fit                        how long a fit of 300 samples takes
// compass-benchmark guide [TRIALS [SEED]]      when the guide ends a figure-eight, and what it promises
// compass-benchmark samples [SEED]             a figure-eight of 60 s, as `waymark compass fit` reads it (50 µT, dip 68)
let arguments = Array(CommandLine.arguments.dropFirst())
let trials = arguments.count > 1 ? Int(arguments[1]) ?? 1_000 : 1_000
let seed = arguments.count > 2 ? UInt64(arguments[2]) ?? 1 : 1
switch arguments.first {
case "accuracy":
  AccuracyTable(trials: max(1, trials), seed: seed, only: arguments.count > 3 ? arguments[3] : "").print()
case "refusals": RefusalTable(trials: max(1, trials), seed: seed).print()
case "watch": WatchTable(hours: arguments.count > 1 ? max(1, trials) : 20, seed: seed).print()
case "guide": GuideTable(trials: max(1, trials), seed: seed).print()
case "samples": SampleFile.print(seed: arguments.count > 1 ? UInt64(arguments[1]) ?? 1 : 1)
case "fit": FitTime.print()
default:
  print(
    "usage: compass-benchmark accuracy|refusals|guide [TRIALS [SEED]] | watch [HOURS [SEED]] | samples [SEED] | fit")
  exit(64)
}
