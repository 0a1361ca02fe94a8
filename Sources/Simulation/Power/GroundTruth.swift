import Clocks
import GNSS
import Geodesy
import Glibc
import TrackFiles

/// Where something really was, and when it saw the sky.
///
/// Between two points it moves evenly. Moments are seconds since ``start``; the clock of the simulated board starts
/// there, too.
public struct GroundTruth: Sendable {
  /// The moment it begins.
  public let start: UnixTime
  /// The points, ascending in time, the first at 0. Never empty.
  public let points: [PathPoint]
  /// When there is no sky and nobody knows where it is: ascending, apart.
  public let hidden: [ClosedRange<Double>]
  /// When it moves: ascending, apart.
  public let motions: [ClosedRange<Double>]
  /// A recording that repeats a place while it tells such a speed has lost its signal and goes on saying the last place.
  static let frozenMetersPerSecond = 5.0
  /// Whatever tells no speed does not get on faster, metres a second; a point that needs more, or three times what it
  /// tells, lies elsewhere in time or space.
  static let fastestOnGround = 150.0
  /// The shortest hole in a recording that is one, seconds.
  public static let leastHoleSeconds = 60.0
  /// As far apart as this, the two sides of a hole are the same place, metres.
  public static let samePlaceMeters = 50.0
  /// Longer rests in a recording are cut to this, seconds: the recorder was off, and a season of rest would drown all
  /// else.
  public static let longestRestSeconds = 86_400.0
  /// Longer holes between two places are cut to this, seconds.
  public static let longestHiddenSeconds = 3_600.0

  private var cursor = 0

  /// A truth from its parts.
  public init(start: UnixTime, points: [PathPoint], hidden: [ClosedRange<Double>] = []) {
    self.start = start
    self.points = Path(points).points
    self.hidden = hidden
    motions = Self.motions(of: self.points, hidden: hidden)
  }

  /// A truth from a recording: its points as they are, holes of more than a minute, or of three times the usual interval
  /// where that is more, as a rest where both sides are the same place, and as time without a sky elsewhere. Points that
  /// repeat a place in full motion, and single ones that nothing could have reached, are left out.
  ///
  /// - Returns: nil if fewer than two points have a time and a place.
  public init?(_ track: [TrackEvent]) {
    var fixes: [(time: UnixTime, fix: Fix, place: Coordinate, isAfterBreak: Bool)] = []
    var leftOut = 0
    for case .fix(let fix) in track {
      guard let time = fix.time?.time, let place = fix.coordinate else { continue }
      if let last = fixes.last {
        guard time > last.time else { continue }
        let seconds = (time - last.time).seconds
        let meters = last.place.distanceMeters(to: place)
        let fastest = max(
          Self.fastestOnGround, 3 * max(fix.speedMetersPerSecond ?? 0, last.fix.speedMetersPerSecond ?? 0))
        if meters == 0, fix.speedMetersPerSecond ?? 0 > Self.frozenMetersPerSecond { continue }
        if meters > fastest * seconds, seconds < Self.leastHoleSeconds {
          leftOut += 1
          continue
        }
      }
      // Where several were left out the next one may be anywhere.
      fixes.append((time, fix, place, leftOut > 2))
      leftOut = 0
    }
    guard fixes.count > 1, let first = fixes.first else { return nil }
    let intervals = zip(fixes, fixes.dropFirst()).map { ($1.time - $0.time).seconds }.sorted()
    let hole = max(Self.leastHoleSeconds, 3 * intervals[intervals.count / 2])
    var builder = TruthBuilder()
    var seconds = 0.0
    for index in fixes.indices {
      let (time, fix, place, isAfterBreak) = fixes[index]
      if index > 0 {
        let before = fixes[index - 1]
        let interval = (time - before.time).seconds
        let meters = before.place.distanceMeters(to: place)
        if interval <= hole, !isAfterBreak || meters <= Self.samePlaceMeters {
          seconds += interval
        } else if meters <= Self.samePlaceMeters {
          seconds += min(interval, Self.longestRestSeconds)
          builder.rest(until: seconds, thenTo: place)
        } else {
          let end = seconds + min(interval, Self.longestHiddenSeconds)
          builder.hide(seconds...end)
          seconds = end
        }
      }
      builder.add(
        seconds, place, altMSLMeters: fix.altMSLMeters ?? fix.altHAEMeters, speed: fix.speedMetersPerSecond,
        track: fix.trackDegrees)
    }
    self.init(start: first.time, points: builder.finished(), hidden: builder.hidden)
  }

  /// How long it lasts, seconds.
  public var duration: Double { points.last?.seconds ?? 0 }

  /// Where it is; before the start and after the end the first and the last point. Quick for moments that ascend.
  public mutating func point(at seconds: Double) -> PathPoint {
    let index = segment(at: seconds)
    cursor = index
    return interpolated(index, seconds)
  }

  /// The index of the last point that is not later, from the one that was found last if that is near.
  private func segment(at seconds: Double) -> Int {
    let last = points.count - 1
    var index = min(cursor, last)
    if points[index].seconds <= seconds {
      for _ in 0..<8 {
        if index >= last || points[index + 1].seconds > seconds { return index }
        index += 1
      }
    }
    var low = 0
    var high = last
    while low < high {
      let middle = (low + high + 1) / 2
      if points[middle].seconds <= seconds { low = middle } else { high = middle - 1 }
    }
    return low
  }

  private func interpolated(_ index: Int, _ seconds: Double) -> PathPoint {
    let before = points[index]
    guard index + 1 < points.count, seconds > before.seconds else { return before }
    let after = points[index + 1]
    let span = after.seconds - before.seconds
    let fraction = min(1, (seconds - before.seconds) / span)
    if span > Self.longStepSeconds { return onChord(before, after, fraction) }
    var turn = after.trackDegrees - before.trackDegrees
    if turn > 180 { turn -= 360 }
    if turn < -180 { turn += 360 }
    let track = before.trackDegrees + turn * fraction
    return PathPoint(
      seconds: seconds, coordinate: before.coordinate.between(after.coordinate, fraction: fraction),
      altMSLMeters: before.altMSLMeters + (after.altMSLMeters - before.altMSLMeters) * fraction,
      speedMetersPerSecond: before.speedMetersPerSecond
        + (after.speedMetersPerSecond - before.speedMetersPerSecond) * fraction,
      trackDegrees: track < 0 ? track + 360 : track >= 360 ? track - 360 : track)
  }

  /// Between points that are far apart speed and course are those of the straight line, or a receiver's Doppler would
  /// deny its own positions.
  private func onChord(_ before: PathPoint, _ after: PathPoint, _ fraction: Double) -> PathPoint {
    let span = after.seconds - before.seconds
    let meters = before.coordinate.distanceMeters(to: after.coordinate)
    return PathPoint(
      seconds: before.seconds + span * fraction,
      coordinate: before.coordinate.between(after.coordinate, fraction: fraction),
      altMSLMeters: before.altMSLMeters + (after.altMSLMeters - before.altMSLMeters) * fraction,
      speedMetersPerSecond: meters / span,
      trackDegrees: meters > 0.1
        ? before.coordinate.initialBearingDegrees(to: after.coordinate) : before.trackDegrees)
  }

  private static let longStepSeconds = 2.5

  // MARK: - Sky and motion

  /// Whether there is a sky.
  public func hasSky(at seconds: Double) -> Bool {
    guard let range = Self.last(of: hidden, startingBy: seconds) else { return true }
    return seconds >= range.upperBound
  }

  /// When the sky comes or goes next; infinity for never.
  public func skyChange(after seconds: Double) -> Double { Self.change(in: hidden, after: seconds) }

  /// Whether it moves.
  public func isMoving(at seconds: Double) -> Bool {
    guard let range = Self.last(of: motions, startingBy: seconds) else { return false }
    return seconds < range.upperBound
  }

  /// When it begins or ceases to move next; infinity for never.
  public func motionChange(after seconds: Double) -> Double { Self.change(in: motions, after: seconds) }

  private static func last(of ranges: [ClosedRange<Double>], startingBy seconds: Double) -> ClosedRange<Double>? {
    let count = ranges.partitionPoint { $0.lowerBound <= seconds }
    return count > 0 ? ranges[count - 1] : nil
  }

  private static func change(in ranges: [ClosedRange<Double>], after seconds: Double) -> Double {
    let count = ranges.partitionPoint { $0.lowerBound <= seconds }
    if count > 0, ranges[count - 1].upperBound > seconds { return ranges[count - 1].upperBound }
    return count < ranges.count ? ranges[count].lowerBound : .infinity
  }

  /// Metres of all that happened under a sky.
  public var distanceMeters: Double {
    var sum = 0.0
    for (before, after) in zip(points, points.dropFirst()) where hasSky(at: before.seconds) {
      sum += before.coordinate.distanceMeters(to: after.coordinate)
    }
    return sum
  }

  /// It moves where it gets on at half a walking pace over a quarter of a minute; a receiver's own wandering at rest does
  /// not.
  private static func motions(of points: [PathPoint], hidden: [ClosedRange<Double>]) -> [ClosedRange<Double>] {
    var motions: [ClosedRange<Double>] = []
    var ahead = 0
    for index in points.indices.dropLast() {
      let here = points[index]
      ahead = max(ahead, index + 1)
      while ahead + 1 < points.count, points[ahead].seconds - here.seconds < 15 { ahead += 1 }
      let next = points[index + 1]
      let seconds = points[ahead].seconds - here.seconds
      let meters = here.coordinate.distanceMeters(to: points[ahead].coordinate)
      let step = here.coordinate.distanceMeters(to: next.coordinate) / (next.seconds - here.seconds)
      guard meters / seconds > 0.5, step > 0.15 else { continue }
      if let last = motions.last, here.seconds - last.upperBound <= 5 {
        motions[motions.count - 1] = last.lowerBound...next.seconds
      } else {
        motions.append(here.seconds...next.seconds)
      }
    }
    return motions.filter { $0.upperBound - $0.lowerBound >= 3 }
  }
}

extension Array {
  /// How many elements at the front fulfil a condition that none behind them does.
  func partitionPoint(_ isInFront: (Element) -> Bool) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if isInFront(self[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension Coordinate {
  /// A place on the line between two that are near each other, by their degrees; quick, and good enough for kilometres.
  func between(_ other: Coordinate, fraction: Double) -> Coordinate {
    var east = other.longitudeNanodegrees - longitudeNanodegrees
    guard abs(east) < 10_000_000_000 else { return interpolated(to: other, fraction: fraction) }
    east = Int64((Double(east) * fraction).rounded())
    let north = Int64((Double(other.latitudeNanodegrees - latitudeNanodegrees) * fraction).rounded())
    return Coordinate(
      latitudeNanodegrees: latitudeNanodegrees + north, longitudeNanodegrees: longitudeNanodegrees + east) ?? self
  }
}

/// Gathers the points of a truth and gives those whose speed and course are not told, or are denied by the way, the ones
/// they must have had.
struct TruthBuilder {
  private(set) var hidden: [ClosedRange<Double>] = []
  private var points: [PathPoint] = []
  private var lacksSpeed: [Bool] = []
  /// The points before which nobody knows what happened.
  private var breaks: Set<Int> = []
  private static let walkMetersPerSecond = 1.2

  mutating func add(_ seconds: Double, _ place: Coordinate, altMSLMeters: Double?, speed: Double?, track: Double?) {
    points.append(
      PathPoint(
        seconds: seconds, coordinate: place, altMSLMeters: altMSLMeters ?? points.last?.altMSLMeters ?? 0,
        speedMetersPerSecond: speed ?? 0, trackDegrees: track ?? -1))
    lacksSpeed.append(speed == nil)
  }

  /// It stays where it is; what little the next place is away is walked at the end.
  mutating func rest(until seconds: Double, thenTo place: Coordinate) {
    guard let last = points.last else { return }
    let walk = last.coordinate.distanceMeters(to: place) / Self.walkMetersPerSecond
    let begin = last.seconds + 0.001
    let end = max(begin + 0.001, seconds - max(1, walk))
    add(begin, last.coordinate, altMSLMeters: last.altMSLMeters, speed: 0, track: nil)
    if end < seconds { add(end, last.coordinate, altMSLMeters: last.altMSLMeters, speed: 0, track: nil) }
  }

  mutating func hide(_ range: ClosedRange<Double>) {
    hidden.append(range)
    breaks.insert(points.count)
  }

  func finished() -> [PathPoint] {
    var result = points
    var course = 0.0
    for index in points.indices {
      var low = index
      var high = index
      while low > 0, !breaks.contains(low), points[index].seconds - points[low].seconds < 2 { low -= 1 }
      while high + 1 < points.count, !breaks.contains(high + 1), points[high].seconds - points[index].seconds < 2 {
        high += 1
      }
      let meters = points[low].coordinate.distanceMeters(to: points[high].coordinate)
      let seconds = points[high].seconds - points[low].seconds
      let told = points[index].speedMetersPerSecond
      let isDenied = seconds > 0 && abs(meters / seconds - told) > max(1.5, 0.25 * told)
      if seconds > 0, lacksSpeed[index] || isDenied { result[index].speedMetersPerSecond = meters / seconds }
      if points[index].trackDegrees < 0 || isDenied {
        if meters > 1 { course = points[low].coordinate.initialBearingDegrees(to: points[high].coordinate) }
        result[index].trackDegrees = course
      } else {
        course = points[index].trackDegrees
      }
    }
    return result
  }
}
