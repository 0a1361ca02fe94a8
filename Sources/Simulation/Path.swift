import Geodesy

/// Where something really was at one moment, before any receiver measures it.
public struct PathPoint: Equatable, Sendable {
  /// The moment, seconds since the start of the path.
  public var seconds: Double
  /// The place.
  public var coordinate: Coordinate
  /// Height above mean sea level, metres.
  public var altMSLMeters: Double
  /// Speed over ground, metres a second.
  public var speedMetersPerSecond: Double
  /// Direction of motion, degrees clockwise from true north, 0..<360; at rest the last one.
  public var trackDegrees: Double

  /// Makes a point.
  public init(
    seconds: Double, coordinate: Coordinate, altMSLMeters: Double, speedMetersPerSecond: Double, trackDegrees: Double
  ) {
    self.seconds = seconds
    self.coordinate = coordinate
    self.altMSLMeters = altMSLMeters
    self.speedMetersPerSecond = speedMetersPerSecond
    self.trackDegrees = trackDegrees
  }
}

/// A line through space and time: points in the order of time.
public struct Path: Sendable {
  /// The points, ascending in time.
  public let points: [PathPoint]
  private var cursor = 0

  /// A path through these points; those that are not later than the one before are left out.
  public init(_ points: [PathPoint]) {
    var kept: [PathPoint] = []
    kept.reserveCapacity(points.count)
    for point in points where point.seconds > kept.last?.seconds ?? -.infinity { kept.append(point) }
    self.points = kept
  }

  /// The place at this moment, between the two points around it; before the start and after the end the first and the
  /// last point. Nil for an empty path. Quick for moments that ascend.
  public mutating func point(at seconds: Double) -> PathPoint? {
    guard let first = points.first, let last = points.last else { return nil }
    if seconds <= first.seconds { return first }
    if seconds >= last.seconds { return last }
    if points[cursor].seconds > seconds { cursor = 0 }
    while points[cursor + 1].seconds < seconds { cursor += 1 }
    let before = points[cursor]
    let after = points[cursor + 1]
    let fraction = (seconds - before.seconds) / (after.seconds - before.seconds)
    var turn = after.trackDegrees - before.trackDegrees
    if turn > 180 { turn -= 360 }
    if turn < -180 { turn += 360 }
    let track = before.trackDegrees + turn * fraction
    return PathPoint(
      seconds: seconds, coordinate: before.coordinate.interpolated(to: after.coordinate, fraction: fraction),
      altMSLMeters: before.altMSLMeters + (after.altMSLMeters - before.altMSLMeters) * fraction,
      speedMetersPerSecond: before.speedMetersPerSecond
        + (after.speedMetersPerSecond - before.speedMetersPerSecond) * fraction,
      trackDegrees: track < 0 ? track + 360 : track >= 360 ? track - 360 : track)
  }
}
