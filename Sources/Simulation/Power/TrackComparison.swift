import Geodesy
import Glibc

/// How far a recorded track is from the truth, moment by moment.
public struct TrackComparison: Equatable, Sendable {
  /// Mean of the errors, metres.
  public var mean: Double
  /// Half of the errors are smaller, metres.
  public var p50: Double
  /// 95 of a hundred are smaller, metres.
  public var p95: Double
  /// The largest, metres.
  public var max: Double

  /// How many moments are looked at, at most; they are a second apart or more.
  public static let mostMoments = 700_000

  /// Compares at every second, or where that would be too many moments at even steps, wherever there was a sky. Between
  /// two records the track moves evenly; before the first and after the last it stands; in a hole that was recorded the
  /// record counts that is nearer in time.
  ///
  /// - Parameters:
  ///   - track: the records, in the order of time.
  ///   - truth: where it really was.
  /// - Returns: nil without a record, or where there never was a sky.
  public init?(_ track: [RecordedPosition], with truth: GroundTruth) {
    guard !track.isEmpty else { return nil }
    var truth = truth
    let step = Swift.max(1, (truth.duration / Double(Self.mostMoments)).rounded(.up))
    var errors: [Double] = []
    errors.reserveCapacity(Int(truth.duration / step) + 1)
    var cursor = 0
    var moment = 0.0
    var hasSky = truth.hasSky(at: 0)
    var change = truth.skyChange(after: 0)
    while moment <= truth.duration {
      if moment >= change {
        hasSky = truth.hasSky(at: moment)
        change = truth.skyChange(after: moment)
      }
      if hasSky {
        while cursor + 1 < track.count, track[cursor + 1].seconds <= moment { cursor += 1 }
        let place = truth.point(at: moment).coordinate
        let before = track[cursor]
        let there = cursor + 1 < track.count ? before.position(at: moment, before: track[cursor + 1]) : before
        errors.append(there.meters(to: place))
      }
      moment += step
    }
    self.init(errors: errors)
  }

  /// The same of errors that are known.
  init?(errors: [Double]) {
    guard !errors.isEmpty else { return nil }
    let sorted = errors.sorted()
    mean = errors.reduce(0, +) / Double(errors.count)
    p50 = sorted[sorted.count / 2]
    p95 = sorted[Swift.min(sorted.count - 1, sorted.count * 95 / 100)]
    max = sorted[sorted.count - 1]
  }
}

extension RecordedPosition {
  private static let metersPerDegree = Coordinate.meanRadiusMeters * .pi / 180

  /// Metres to another position, on a plane: good to a thousandth within 100 km.
  public func meters(to other: RecordedPosition) -> Double {
    meters(latitude: other.latitude, longitude: other.longitude)
  }

  /// Metres to a place.
  func meters(to place: Coordinate) -> Double {
    meters(latitude: place.latitudeDegrees, longitude: place.longitudeDegrees)
  }

  private func meters(latitude other: Double, longitude: Double) -> Double {
    var east = longitude - self.longitude
    if east > 180 { east -= 360 } else if east < -180 { east += 360 }
    let north = (other - latitude) * Self.metersPerDegree
    let across = east * Self.metersPerDegree * cos((latitude + other) / 2 * .pi / 180)
    return (north * north + across * across).squareRoot()
  }
}
