import Configuration
import Glibc
import Simulation
import TrackFiles

// schedule-benchmark [--tracks FOLDER] [--receiver NAME] [--accelerometer yes|no] [--seed N] [--only NAME]
//   [--requirements yes]
// One line a track: what `auto` spends and how far its track is off, next to the plain policies at the same energy and
// to the best that anybody could have done.
let options = Options(Array(CommandLine.arguments.dropFirst()))
guard let receiver = try? ReceiverEnergy.named(options.receiver) else {
  print("there is no receiver called \(options.receiver)")
  exit(64)
}
let truths = TrackFolder.truths(in: options.tracks, only: options.only, seed: options.seed)
if options.checksRequirements {
  Requirements(receiver: receiver, options: options).check(truths)
} else {
  var table = ScheduleTable(receiver: receiver, options: options)
  for (name, truth) in truths {
    table.add(name, truth)
    fflush(nil)
  }
  table.printSummary()
}
