import Records
import Text

/// What a simulated run amounts to, for people and programs.
public struct PowerReport: Sendable {
  /// What came of it.
  public let run: PowerRun
  /// How far the recorded track is from the truth; nil without a record.
  public let error: TrackComparison?
  /// The way that was really gone under a sky, metres.
  public let trueDistanceMeters: Double
  /// The way that the records tell, metres.
  public let recordedDistanceMeters: Double
  /// From the beginning of a movement until the first record of it, seconds: the worst of all; nil without movements.
  public let firstMotionDelaySeconds: Double?
  /// How far it had gone by then, metres: the worst of all.
  public let firstMotionMeters: Double?
  /// Movements of which neither the first minute nor the first 100 m were recorded.
  public let missedDepartures: Int
  /// Movements that were looked at.
  public let movements: Int
  /// How long the run lasted, seconds.
  public let seconds: Double

  /// A rest before a movement lasts at least this long, and so does a movement that counts, seconds.
  private static let restSeconds = 300.0
  /// A movement that counts leads at least so far away, metres.
  private static let movementMeters = 200.0

  /// Compares a run with the truth.
  public init(_ run: PowerRun, in truth: GroundTruth) {
    self.run = run
    error = TrackComparison(run.track, with: truth)
    trueDistanceMeters = truth.distanceMeters
    recordedDistanceMeters =
      run.distanceMeters ?? zip(run.track, run.track.dropFirst()).reduce(0) { $0 + $1.0.meters(to: $1.1) }
    let delays = Self.delays(run.track, truth)
    firstMotionDelaySeconds = delays.map(\.seconds).max()
    firstMotionMeters = delays.map(\.meters).max()
    missedDepartures = delays.count { $0.seconds > 60 && $0.meters > 100 }
    movements = delays.count
    seconds = truth.duration
  }

  private static func delays(
    _ track: [RecordedPosition], _ truth: GroundTruth
  ) -> [(seconds: Double, meters: Double)] {
    var truth = truth
    var result: [(seconds: Double, meters: Double)] = []
    for (before, motion) in zip([nil] + truth.motions.map(Optional.some), truth.motions) {
      let rested = motion.lowerBound - (before?.upperBound ?? 0)
      guard rested >= restSeconds, truth.hasSky(at: motion.lowerBound) else { continue }
      let from = truth.point(at: motion.lowerBound).coordinate
      let farthest = truth.point(at: min(motion.upperBound, motion.lowerBound + 600)).coordinate
      guard from.distanceMeters(to: farthest) >= movementMeters else { continue }
      let index = track.partitionPoint { $0.seconds < motion.lowerBound }
      // A record that is still at the place tells nothing of the movement.
      let first = track[index...].first { $0.meters(to: from) > 15 }
      let seconds = (first?.seconds ?? truth.duration) - motion.lowerBound
      let there = truth.point(at: first?.seconds ?? truth.duration).coordinate
      result.append((seconds, from.distanceMeters(to: there)))
    }
    return result
  }

  /// All of it as one JSON object on one line.
  ///
  /// - Parameter about: what goes in front: the track, the receiver and so on.
  public func json(about: [(StaticString, String)]) -> [UInt8] {
    var line = JSONLine()
    for (key, value) in about { line.put(key, value) }
    line.put("duration_s", seconds, decimals: 1)
    line.put("receiver_mAh", run.spent.milliampereHours, decimals: 4)
    line.put("receiver_states") { (out: inout ByteWriter) in
      var states = JSONMembers()
      for state in ReceiverPhysics.State.allCases where run.spent[state].seconds > 0 {
        states.put(state.rawValue, &out) { out in
          out.put("{\"s\":")
          out.put(run.spent[state].seconds, decimals: 1)
          out.put(",\"mAh\":")
          out.put(run.spent[state].milliampereHours, decimals: 4)
          out.put("}")
        }
      }
      states.close(&out)
    }
    line.put("receiver_starts") { (out: inout ByteWriter) in
      var starts = JSONMembers()
      for start in ReceiverPhysics.Start.allCases {
        starts.put(start.rawValue, &out) { $0.put(run.starts[start] ?? 0) }
      }
      starts.close(&out)
    }
    line.put("cpu_wakeups", run.wakeups)
    line.put("fixes_recorded", run.track.count)
    if let error {
      line.put("track_error_m") { (out: inout ByteWriter) in
        var values = JSONMembers()
        for (name, value) in [("mean", error.mean), ("p50", error.p50), ("p95", error.p95), ("max", error.max)] {
          values.put(name, &out) { $0.put(value, decimals: 2) }
        }
        values.close(&out)
      }
    }
    line.put("distance_recorded_m", recordedDistanceMeters, decimals: 1)
    line.put("distance_true_m", trueDistanceMeters, decimals: 1)
    line.put("movements", movements)
    line.put("missed_departures", missedDepartures)
    line.put("first_motion_delay_s", firstMotionDelaySeconds, decimals: 1)
    line.put("first_motion_m", firstMotionMeters, decimals: 1)
    line.put("mode_switches", run.modeSwitches.count)
    putTags(&line)
    line.put("events") { (out: inout ByteWriter) in
      var events = JSONMembers()
      for (name, count) in run.counts.sorted(by: { $0.key < $1.key }) { events.put(name, &out) { $0.put(count) } }
      events.close(&out)
    }
    return line.finish()
  }

  private func putTags(_ line: inout JSONLine) {
    line.put("tags") { (out: inout ByteWriter) in
      out.put("[")
      for (index, press) in run.presses.enumerated() {
        if index > 0 { out.put(",") }
        var tag = JSONMembers()
        func put(_ name: String, _ value: Double?, _ decimals: Int) {
          if let value { tag.put(name, &out) { $0.put(value, decimals: decimals) } }
        }
        put("at_s", press.seconds, 1)
        tag.put("moving", &out) { $0.put(text: press.isMoving ? "true" : "false") }
        put("durable_s", press.durableSeconds, 3)
        put("error_m", press.errorMeters, 2)
        put("accuracy_m", press.accuracyMeters, 2)
        put("delay_s", press.delaySeconds, 2)
        put("age_s", press.ageSeconds, 2)
        tag.close(&out)
      }
      out.put("]")
    }
  }
}

/// The members of a JSON object that stands inside another one.
private struct JSONMembers {
  private var isOpen = false

  mutating func put(_ name: String, _ out: inout ByteWriter, _ value: (inout ByteWriter) -> Void) {
    out.put(isOpen ? "," : "{")
    isOpen = true
    out.putJSON(string: name)
    out.put(":")
    value(&out)
  }

  func close(_ out: inout ByteWriter) {
    if !isOpen { out.put("{") }
    out.put("}")
  }
}
