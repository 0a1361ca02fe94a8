import Glibc

/// One leg of a journey in detail: a winding line with a speed for each piece of it.
struct Way {
  /// A point of the line, with when and how fast it is passed.
  struct Sample {
    var place: Journey.Waypoint
    /// Metres along the line.
    var meters = 0.0
    /// Metres a second.
    var speed = 0.0
    /// Seconds since the start of the leg.
    var seconds = 0.0
  }

  /// The points in the order they are passed; fewer than two if there is nowhere to go.
  private(set) var samples: [Sample]

  init(
    from start: Journey.Waypoint, through waypoints: [Journey.Waypoint], gait: Gait,
    using generator: inout SeededGenerator
  ) {
    samples = Self.curve([start] + waypoints, spacing: gait.spacingMeters).map { Sample(place: $0) }
    guard samples.count > 2 else { return }
    meander(gait, using: &generator)
    for index in 1..<samples.count {
      samples[index].meters = samples[index - 1].meters + samples[index - 1].place.distance(to: samples[index].place)
    }
    limitSpeeds(gait, using: &generator)
    for index in 1..<samples.count {
      let span = samples[index].meters - samples[index - 1].meters
      let mean = max(0.1, (samples[index].speed + samples[index - 1].speed) / 2)
      samples[index].seconds = samples[index - 1].seconds + span / mean
    }
  }

  /// When this many metres have been covered, seconds since the start of the leg.
  func seconds(at meters: Double) -> Double {
    samples.first { $0.meters >= meters }?.seconds ?? samples.last?.seconds ?? 0
  }

  /// A smooth curve through the points (cubic Hermite with tangents from the neighbours, weighted by distance, so that
  /// unevenly spaced points do not make loops).
  private static func curve(_ points: [Journey.Waypoint], spacing: Double) -> [Journey.Waypoint] {
    var knots: [Journey.Waypoint] = []
    for point in points where knots.last.map({ $0.distance(to: point) > spacing }) ?? true { knots.append(point) }
    guard knots.count > 1, let first = knots.first else { return knots }
    let chords = zip(knots, knots.dropFirst()).map { $0.distance(to: $1) }
    let slopes = chords.indices.map { (knots[$0 + 1] - knots[$0]) * (1 / chords[$0]) }
    let tangents = knots.indices.map { index in
      if index == 0 { return slopes[0] }
      if index == chords.count { return slopes[index - 1] }
      let total = chords[index - 1] + chords[index]
      return slopes[index - 1] * (chords[index] / total) + slopes[index] * (chords[index - 1] / total)
    }
    var curve = [first]
    for index in chords.indices {
      let steps = max(1, Int(chords[index] / spacing))
      for step in 1...steps {
        let t = Double(step) / Double(steps)
        let square = t * t
        let cube = square * t
        curve.append(
          knots[index] * (2 * cube - 3 * square + 1) + tangents[index] * (chords[index] * (cube - 2 * square + t))
            + knots[index + 1] * (3 * square - 2 * cube)
            + tangents[index + 1] * (chords[index] * (cube - square)))
      }
    }
    return curve
  }

  /// Swings the line to its sides: three waves of unrelated lengths, which never repeat over a leg.
  private mutating func meander(_ gait: Gait, using generator: inout SeededGenerator) {
    let waves = [(1.0, 1.0), (0.38, 0.3), (2.9, 1.5)].map { length, size in
      (
        length: gait.meanderLengthMeters * length * (0.9 + 0.2 * generator.uniform()),
        size: gait.meanderMeters * size, phase: 2 * .pi * generator.uniform()
      )
    }
    let straight = samples
    let total = Double(samples.count - 1) * gait.spacingMeters
    for index in 1..<(samples.count - 1) {
      let along = straight[index + 1].place - straight[index - 1].place
      let length = max(1e-9, (along.eastMeters * along.eastMeters + along.northMeters * along.northMeters).squareRoot())
      let meters = Double(index) * gait.spacingMeters
      let taper = min(1, min(meters, total - meters) / gait.meanderLengthMeters)
      let swing = waves.reduce(0) { $0 + $1.size * sin(2 * .pi * meters / $1.length + $1.phase) } * taper
      samples[index].place.eastMeters += -along.northMeters / length * swing
      samples[index].place.northMeters += along.eastMeters / length * swing
    }
  }

  /// Gives each point the speed that slope, bend and mood allow, then what braking and speeding up leave of it.
  private mutating func limitSpeeds(_ gait: Gait, using generator: inout SeededGenerator) {
    var mood = Drift(memorySeconds: 60, using: &generator)
    for index in samples.indices {
      let before = samples[max(0, index - 1)]
      let after = samples[min(samples.count - 1, index + 1)]
      let run = max(1e-9, after.meters - before.meters)
      let slope = (after.place.altMSLMeters - before.place.altMSLMeters) / run
      mood.advance(seconds: run / 2 / gait.cruiseMetersPerSecond, using: &generator)
      let wanted = gait.speed(onSlope: slope) * max(0.6, 1 + 0.08 * mood.value)
      let bend = (gait.lateralMetersPerSecondSquared / max(1e-6, curvature(at: index))).squareRoot()
      samples[index].speed = min(wanted, bend)
    }
    samples[0].speed = 0
    samples[samples.count - 1].speed = 0
    let twice = 2 * gait.accelerationMetersPerSecondSquared
    for index in 1..<samples.count {
      let span = samples[index].meters - samples[index - 1].meters
      let reached = (samples[index - 1].speed * samples[index - 1].speed + twice * span).squareRoot()
      samples[index].speed = min(samples[index].speed, reached)
    }
    for index in (0..<(samples.count - 1)).reversed() {
      let span = samples[index + 1].meters - samples[index].meters
      let allowed = (samples[index + 1].speed * samples[index + 1].speed + twice * span).squareRoot()
      samples[index].speed = min(samples[index].speed, allowed)
    }
  }

  /// How sharply the line bends at a point, radians a metre.
  private func curvature(at index: Int) -> Double {
    guard index > 0, index + 1 < samples.count else { return 0 }
    let first = samples[index].place - samples[index - 1].place
    let second = samples[index + 1].place - samples[index].place
    let cross = first.eastMeters * second.northMeters - first.northMeters * second.eastMeters
    let dot = first.eastMeters * second.eastMeters + first.northMeters * second.northMeters
    let span = (samples[index + 1].meters - samples[index - 1].meters) / 2
    return abs(atan2(cross, dot)) / max(1e-9, span)
  }
}

extension Journey.Waypoint {
  fileprivate static func + (left: Self, right: Self) -> Self {
    Self(
      left.eastMeters + right.eastMeters, left.northMeters + right.northMeters,
      alt: left.altMSLMeters + right.altMSLMeters)
  }

  fileprivate static func - (left: Self, right: Self) -> Self { left + right * -1 }

  fileprivate static func * (left: Self, factor: Double) -> Self {
    Self(left.eastMeters * factor, left.northMeters * factor, alt: left.altMSLMeters * factor)
  }
}
