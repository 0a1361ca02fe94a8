/// Finds axes of the magnetometer that are swapped or reversed against those of the accelerometer.
///
/// The angle between field and gravity is the same in every attitude, if the axes are right. Of the 48 ways to name them
/// the one with the steadiest angle is right, up to a reversal of all three, which only the sign of the dip settles.
struct AxisCheck {
  /// How a map of the magnetometer's axes does.
  private struct Score {
    var map: AxisMap
    var spread: Double
  }

  /// The right map from the magnetometer's axes to the accelerometer's; the identity where the recording does not speak
  /// clearly against it.
  static func rightMap(of samples: [FitSample], prior: FieldPrior?) -> AxisMap {
    let points = samples.map(\.field)
    guard samples.count >= CalibrationFit.leastSamples,
      let sphere = FitStarts.sphere(points) ?? FitStarts.centroid(points)
    else { return .identity }
    let pairs = samples.compactMap { sample -> (SIMD3<Double>, SIMD3<Double>)? in
      guard let u = (sample.field - sphere.centre).direction, let up = sample.acceleration.direction else { return nil }
      return (u, up * -1)
    }
    guard !pairs.isEmpty else { return .identity }
    // Near the magnetic equator the sign of the dip is no evidence.
    let expected = prior.flatMap { abs($0.dipDegrees) > 8 ? sine(degrees: $0.dipDegrees) : nil }
    let scores = AxisMap.all.map { map in
      var sum = 0.0
      var square = 0.0
      for (u, down) in pairs {
        let value = map.apply(u).dot(down)
        sum += value
        square += value * value
      }
      let mean = sum / Double(pairs.count)
      let variance = max(0, square / Double(pairs.count) - mean * mean)
      // How the mean fits is evidence too, but a sphere through a part of the sphere is off by some tenths.
      let miss = expected.map { max(0, abs(mean - $0) - 0.25) } ?? 0
      return Score(map: map, spread: variance + miss * miss)
    }
    guard let identity = scores.first(where: { $0.map == .identity }),
      let least = scores.min(by: { $0.spread < $1.spread })?.spread
    else { return .identity }
    // Among equals (all axes reversed, without a prior) the one that changes least.
    guard
      let best = scores.filter({ $0.spread <= least * 1.0001 + 1e-12 }).min(by: { $0.map.changes < $1.map.changes }),
      best.map != .identity, best.spread < 0.9 * identity.spread
    else { return .identity }
    if best.spread < 0.1 * identity.spread { return best.map }
    return prefers(best.map, samples, prior) ? best.map : .identity
  }

  /// Whether the joint fit is much better with this map than without it.
  private static func prefers(_ map: AxisMap, _ samples: [FitSample], _ prior: FieldPrior?) -> Bool {
    let mapped = samples.map { sample in
      FitSample(field: map.apply(sample.field), acceleration: sample.acceleration, count: sample.count)
    }
    guard let other = CalibrationFit(samples: mapped, prior: prior) else { return false }
    guard let own = CalibrationFit(samples: samples, prior: prior) else { return true }
    return own.misfitScore > other.misfitScore + 20
  }
}

extension CalibrationFit {
  /// The negative logarithm of how likely the recording is, up to a constant.
  fileprivate var misfitScore: Double {
    cost + Double(sampleCount) * (logarithm(noise.fieldMicrotesla) + logarithm(noise.accelerationG))
  }
}
