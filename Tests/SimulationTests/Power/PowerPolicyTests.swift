import Clocks
import Configuration
import Geodesy
import Simulation
import Testing

/// A drive with a stop in it: an hour.
private func drive(seed: UInt64) -> GroundTruth {
  var journey = Journey(latitudeDegrees: 46.9, longitudeDegrees: 7.4, altMSLMeters: 500, seed: seed)
  journey.stand(seconds: 400)
  journey.go(.driving(), through: [.init(3_000, 4_000, alt: 520), .init(9_000, 5_500, alt: 530)])
  journey.stand(seconds: 1_500)
  journey.go(.walking(), through: [.init(9_400, 5_800, alt: 535)])
  return GroundTruth(start: UnixTime(milliseconds: 1_795_996_800_000), points: journey.points)
}

private func scenario(_ truth: GroundTruth, seed: UInt64) throws -> PowerScenario {
  var scenario = PowerScenario(truth: truth, energy: try ReceiverEnergy.named("sam-m8q"))
  scenario.seed = seed
  return scenario
}

@Suite struct `Policies for a receiver` {
  @Test func `a perfect record has no error`() throws {
    var truth = drive(seed: 1)
    let track = (0...Int(truth.duration)).map { second in
      let place = truth.point(at: Double(second)).coordinate
      return RecordedPosition(
        seconds: Double(second), latitude: place.latitudeDegrees, longitude: place.longitudeDegrees)
    }
    let comparison = try #require(TrackComparison(track, with: truth))
    #expect(comparison.max < 1e-3)
    #expect(TrackComparison([], with: truth) == nil)
  }

  @Test func `an error that is known is measured as what it is`() throws {
    let truth = try `The physics of a receiver`.still(seconds: 1_000, hidden: [200...800])
    let place = RecordedPosition(seconds: 0, latitude: 47 + 100 / 111_195.0, longitude: 7)
    let comparison = try #require(TrackComparison([place], with: truth))
    #expect(abs(comparison.mean - 100) < 0.1)
    #expect(abs(comparison.p95 - 100) < 0.1)
  }

  @Test(arguments: 1...3)
  func `spend less and err more the more seldom they look`(seed: UInt64) throws {
    let truth = drive(seed: seed)
    let scenario = try scenario(truth, seed: seed)
    var energy = Double.infinity
    var error = 0.0
    for policy in [PowerPolicy.alwaysOn, .interval(seconds: 30), .interval(seconds: 300)] {
      let run = policy.perform(scenario)
      #expect(abs(run.spent.seconds - truth.duration) < 1e-3)
      let mean = try #require(TrackComparison(run.track, with: truth)).mean
      #expect(run.spent.milliampereHours < energy, "seed \(seed)")
      #expect(mean > error, "seed \(seed)")
      (energy, error) = (run.spent.milliampereHours, mean)
    }
  }

  @Test func `are the same for the same seed, and others for another`() throws {
    let truth = drive(seed: 2)
    for policy in [PowerPolicy.auto, .interval(seconds: 60), .meshtastic(updateSeconds: 120)] {
      let first = policy.perform(try scenario(truth, seed: 7))
      #expect(first.track == policy.perform(try scenario(truth, seed: 7)).track)
      #expect(first.track != policy.perform(try scenario(truth, seed: 8)).track)
    }
  }

  @Test(arguments: [0.1, 0.3, 0.7])
  func `are tuned to an energy within two percent`(share: Double) throws {
    let scenario = try scenario(try `The physics of a receiver`.still(seconds: 100_000), seed: 3)
    let wanted = 100_000 / 3_600 * scenario.energy.trackingMilliamperes * share * 0.2
    let interval = PolicyTuning.interval(scenario, milliampereHours: wanted)
    #expect(abs(interval.ratio - 1) <= PolicyTuning.tolerance)
    let meshtastic = PolicyTuning.meshtastic(scenario, milliampereHours: wanted)
    #expect(abs(meshtastic.ratio - 1) <= PolicyTuning.tolerance)
  }

  @Test(arguments: 1...2)
  func `are never better than the best one can do for the same energy`(seed: UInt64) throws {
    let truth = drive(seed: seed)
    let scenario = try scenario(truth, seed: seed)
    let always = try #require(TrackComparison(PowerPolicy.alwaysOn.perform(scenario).track, with: truth))
    let optimum = OfflineOptimum(truth, energy: scenario.energy, noiseMeters: always.p50 * 1.064)
    var before = Double.infinity
    for policy in [
      PowerPolicy.interval(seconds: 900), .interval(seconds: 240), .interval(seconds: 60), .interval(seconds: 20),
      .meshtastic(updateSeconds: 120), .meshtastic(updateSeconds: 30),
    ] {
      let run = policy.perform(scenario)
      let error = try #require(TrackComparison(run.track, with: truth)).mean
      let best = try #require(optimum.best(milliampereHours: run.spent.milliampereHours))
      #expect(best.meanErrorMeters <= error * 1.02, "\(policy), seed \(seed)")
      #expect(best.milliampereHours <= run.spent.milliampereHours * 1.001)
      if case .interval = policy {
        #expect(best.meanErrorMeters <= before * 1.001, "more energy is no worse")
        before = best.meanErrorMeters
      }
    }
  }
}

@Suite struct `The logger in the simulator` {
  @Test(arguments: ["sam-m8q", "max-m10s", "mt3339", "l76k", "lc76g", "neo-6m"])
  func `records the way with every receiver`(name: String) throws {
    let truth = drive(seed: 3)
    var scenario = PowerScenario(truth: truth, energy: try ReceiverEnergy.named(name))
    scenario.presses = 3
    let report = PowerReport(PowerPolicy.auto.perform(scenario), in: truth)
    let error = try #require(report.error)
    #expect(error.p95 < 200)
    #expect(report.recordedDistanceMeters > report.trueDistanceMeters * 0.9)
    #expect(report.run.presses.count == 3)
    #expect(report.run.presses.allSatisfy { $0.durableSeconds.map { $0 < 0.1 } ?? false })
    #expect(report.run.presses.allSatisfy { $0.errorMeters != nil })
    #expect(abs(report.run.spent.seconds - truth.duration) < 1e-3)
  }

  @Test func `lets the receiver sleep while the mode is off`() throws {
    let truth = drive(seed: 3)
    var scenario = PowerScenario(truth: truth, energy: try ReceiverEnergy.named("sam-m8q"))
    scenario.mode = .off
    let run = PowerPolicy.auto.perform(scenario)
    #expect(run.track.isEmpty)
    #expect(run.spent[.asleep].seconds > truth.duration * 0.9)
  }

  @Test func `tells its result as one object`() throws {
    let truth = drive(seed: 3)
    let scenario = PowerScenario(truth: truth, energy: try ReceiverEnergy.named("sam-m8q"))
    let report = PowerReport(PowerPolicy.interval(seconds: 60).perform(scenario), in: truth)
    let json = String(decoding: report.json(about: [("track", "drive")]), as: UTF8.self)
    for key in [
      "receiver_mAh", "receiver_states", "cpu_wakeups", "fixes_recorded", "track_error_m", "distance_recorded_m",
      "distance_true_m", "first_motion_delay_s", "mode_switches", "tags", "events",
    ] {
      #expect(json.contains("\"\(key)\":"))
    }
    #expect(json.hasPrefix("{\"track\":\"drive\","))
    #expect(json.hasSuffix("}\n"))
    #expect(json.count { $0 == "{" } == json.count { $0 == "}" })
    #expect(report.lines(energy: scenario.energy).allSatisfy { $0.count <= 80 })
  }
}
