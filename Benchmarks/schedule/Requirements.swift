import Configuration
import Glibc
import Records
import Simulation
import Text

/// What is asked of the schedule beside the table: rest, departures, significant changes, coarse accuracy, tags. One
/// line each, with what was found.
struct Requirements {
  let receiver: ReceiverEnergy
  let options: Options

  /// Checks all of them.
  func check(_ truths: [(name: String, truth: GroundTruth)]) {
    rest()
    departures()
    let moving = truths.filter { movingShare($0.truth) > 0.5 }
    for (name, truth) in moving {
      fine(name, truth)
      coarse(name, truth)
      significantChange(name, truth)
      fflush(nil)
    }
    var scenario = scenario(.madeUp(.month, seed: options.seed))
    scenario.presses = 1_000
    let run = PowerPolicy.auto.perform(scenario)
    judge(run.presses, "a month")
    guard !moving.isEmpty else { return }
    // Where it moves all the time and sleeps nevertheless.
    var presses: [PressOutcome] = []
    for (name, truth) in moving {
      var scenario = self.scenario(name, truth)
      scenario.settings.location.desiredAccuracy = .hundredMeters
      scenario.presses = 1_000 / moving.count
      presses += PowerPolicy.auto.perform(scenario).presses
    }
    judge(presses, "tracks that move, to 100 m")
  }

  /// Moving, to 10 m: as good as always on, for no more.
  private func fine(_ name: String, _ truth: GroundTruth) {
    let scenario = scenario(name, truth)
    let auto = PowerReport(PowerPolicy.auto.perform(scenario), in: truth)
    let always = PowerReport(PowerPolicy.alwaysOn.perform(scenario), in: truth)
    guard let error = auto.error, let best = always.error else { return tell("to 10 m, \(name)", false, "no record") }
    let part = auto.run.spent.milliampereHours / always.run.spent.milliampereHours
    tell(
      "to 10 m, \(name)", error.p95 <= best.p95 * 1.1 && part <= 1,
      "95 % within \(number(error.p95)) m, always on \(number(best.p95)) m and 10 %; \(percent(part)) of always on")
  }

  /// Moving, to 100 m: half of the energy.
  private func coarse(_ name: String, _ truth: GroundTruth) {
    var scenario = scenario(name, truth)
    scenario.settings.location.desiredAccuracy = .hundredMeters
    let report = PowerReport(PowerPolicy.auto.perform(scenario), in: truth)
    let share = share(report.run, of: truth)
    guard let error = report.error else { return tell("to 100 m, \(name)", false, "no record") }
    tell(
      "to 100 m, \(name)", error.p95 <= 100 && share <= 0.5,
      "95 % within \(number(error.p95)) m, 100 m; \(percent(share)) of always on, at most half")
  }

  private func scenario(_ name: String, _ truth: GroundTruth) -> PowerScenario {
    var scenario = scenario(truth)
    // What flies says so in its settings, or its speeds are taken for jumps.
    if name.hasPrefix("adsb") || name.hasPrefix("igc") { scenario.settings.recording.activity = .airborne }
    return scenario
  }

  private func movingShare(_ truth: GroundTruth) -> Double {
    truth.motions.reduce(0) { $0 + $1.upperBound - $1.lowerBound } / max(1, truth.duration)
  }

  private func scenario(_ truth: GroundTruth) -> PowerScenario {
    var scenario = PowerScenario(truth: truth, energy: receiver)
    scenario.seed = options.seed
    scenario.hasAccelerometer = options.hasAccelerometer
    return scenario
  }

  /// What the receiver would draw if it were never off.
  private func share(_ run: PowerRun, of truth: GroundTruth) -> Double {
    run.spent.milliampereHours / max(1e-9, receiver.trackingMilliamperes * truth.duration / 3_600)
  }

  private func rest() {
    let truth = GroundTruth.madeUp(.stillDay, seed: options.seed)
    for (hasAccelerometer, most) in [(true, 0.03), (false, 0.08)] {
      var scenario = scenario(truth)
      scenario.hasAccelerometer = hasAccelerometer
      let report = PowerReport(PowerPolicy.auto.perform(scenario), in: truth)
      let share = share(report.run, of: truth)
      let name = "a day at rest, accelerometer \(hasAccelerometer ? "yes" : "no")"
      tell(name, share <= most, "\(percent(share)) of always on, at most \(percent(most))")
      tell(name, report.recordedDistanceMeters < 1, "\(number(report.recordedDistanceMeters)) m recorded, none")
      let pause = zip(report.run.track, report.run.track.dropFirst()).map { $1.seconds - $0.seconds }.max() ?? 86_400
      tell(name, pause <= 3_700, "\(number(pause / 60)) min between records at most, an hour")
    }
  }

  private func departures() {
    let truth = GroundTruth.madeUp(.week, seed: options.seed)
    var scenario = scenario(truth)
    for hasAccelerometer in [true, false] {
      scenario.hasAccelerometer = hasAccelerometer
      let report = PowerReport(PowerPolicy.auto.perform(scenario), in: truth)
      tell(
        "a week, accelerometer \(hasAccelerometer ? "yes" : "no")", !hasAccelerometer || report.missedDepartures == 0,
        "\(report.missedDepartures) of \(report.movements) departures without a record in 60 s or 100 m, worst "
          + "\(number(report.firstMotionDelaySeconds ?? 0)) s, \(percent(share(report.run, of: truth))) of always on")
    }
  }

  private func significantChange(_ name: String, _ truth: GroundTruth) {
    var scenario = scenario(name, truth)
    scenario.mode = .significantChange
    let run = PowerPolicy.auto.perform(scenario)
    let share = share(run, of: truth)
    let short = zip(run.track, run.track.dropFirst())
      .count { $1.seconds - $0.seconds < 299 && $0.meters(to: $1) < 450 }
    let beyond = longestBeyond(500, run.track, truth)
    tell(
      "significant change, \(name)", share <= 0.1 && short == 0,
      "\(percent(share)) of always on, at most 10 %; \(run.track.count) records, \(short) too close; beyond 500 m for "
        + "\(number(beyond)) s at most, one wake interval")
  }

  /// The longest time that the truth was farther from the last record than so many metres, under a sky.
  private func longestBeyond(_ meters: Double, _ track: [RecordedPosition], _ truth: GroundTruth) -> Double {
    var truth = truth
    var cursor = 0
    var since: Double?
    var longest = 0.0
    guard let first = track.first else { return truth.duration }
    var moment = first.seconds
    while moment <= truth.duration {
      while cursor + 1 < track.count, track[cursor + 1].seconds <= moment {
        cursor += 1
        since = nil
      }
      let place = truth.point(at: moment).coordinate
      let here = RecordedPosition(seconds: moment, latitude: place.latitudeDegrees, longitude: place.longitudeDegrees)
      if truth.hasSky(at: moment), here.meters(to: track[cursor]) > meters {
        since = since ?? moment
        longest = max(longest, moment - (since ?? moment))
      } else {
        since = nil
      }
      moment += 5
    }
    return longest
  }

  private func judge(_ presses: [PressOutcome], _ name: String) {
    let lost = presses.count { $0.durableSeconds.map { $0 > 1 } ?? true }
    let unlocated = presses.count { $0.errorMeters == nil }
    tell(
      "\(presses.count) presses, \(name)", lost == 0 && unlocated == 0,
      "\(lost) not durable at once, \(unlocated) without a place")
    let rest = presses.filter { !$0.isMoving }.compactMap(\.errorMeters).sorted()
    if !rest.isEmpty {
      let median = rest[rest.count / 2]
      tell("  at rest: \(rest.count)", median < 5, "half within \(number(median)) m, 5 m")
    }
    let moving = presses.filter { $0.isMoving && $0.errorMeters != nil }
    guard !moving.isEmpty else { return }
    let within = moving.count { press in press.accuracyMeters.map { (press.errorMeters ?? 0) <= $0 } ?? false }
    let twice = moving.count { press in press.accuracyMeters.map { (press.errorMeters ?? 0) <= 2 * $0 } ?? false }
    let all = Double(moving.count)
    tell(
      "  in motion: \(moving.count)", Double(within) >= 0.68 * all && Double(twice) >= 0.95 * all,
      "\(percent(Double(within) / all)) within the stated accuracy, 68 %; \(percent(Double(twice) / all)) within twice, "
        + "95 %")
  }

  private func tell(_ name: String, _ isMet: Bool, _ words: String) {
    print((isMet ? "met      " : "NOT MET  ") + name + ": " + words)
  }

  private func number(_ value: Double) -> String {
    var out = ByteWriter(capacity: 16)
    out.put(value, decimals: 1)
    return out.string
  }

  private func percent(_ share: Double) -> String { number(share * 100) + " %" }
}
