import Clocks
import Configuration
import Geodesy
import LocationServices
import Records

/// Decides which of the fixes that were believed are kept, and why. The whole of it is told in docs/recording.md.
///
/// It only puts together what its parts know; each of them sees every fix and keeps its own state, so that a fix that one
/// refuses can starve no other: the last seen, the last believed and the last kept are three different things.
struct RecordingRule: Sendable {
  /// A clock that goes back by more than this begins a new count, seconds.
  private static let stepBackSeconds = 1.0

  private let recording: Settings.Recording
  private var settling: Settling
  private var anchor: StationaryAnchor
  private var heading = Course()
  private var lastKept: (at: Instant, coordinate: Coordinate, course: Double?)?
  private var lastSeen: Sighting?

  init(_ recording: Settings.Recording) {
    self.recording = recording
    settling = Settling(seconds: recording.settleSeconds)
    anchor = StationaryAnchor(factor: recording.accuracyFactor)
  }

  /// When ``pass(to:)`` has something to do.
  var nextDeadline: Instant? { settling.nextDeadline }

  /// Lets time pass.
  ///
  /// - Returns: the only fix there was, if it has waited long enough for a better one.
  mutating func pass(to at: Instant) -> KeptFix? {
    guard let deadline = settling.nextDeadline, deadline <= at else { return nil }
    return settle()
  }

  /// Judges a fix.
  ///
  /// - Parameters:
  ///   - sighting: the fix, which is no outlier.
  ///   - isBroken: whether the track is broken before it; ``beforeBreak()`` comes first.
  ///   - isTag: whether it locates a tag.
  /// - Returns: what is to be recorded, oldest first: this fix or not, and before it one that was passed over and turns
  ///   out to be needed.
  mutating func judge(_ sighting: Sighting, isBroken: Bool, isTag: Bool = false) -> [KeptFix] {
    if recording.keep == .all {
      let reason: FixRecord.Reason = lastKept == nil ? .start : isBroken ? .afterGap : .every
      return [keep(sighting, reason)]
    }
    defer { lastSeen = sighting }
    if !settling.isSettled {
      if isTag { settling.settle() }
      guard settling.take(sighting) else { return [] }
    }
    if isBroken { heading.reset() }
    let motion = heading.take(sighting)
    guard lastKept != nil else {
      anchor.begin(sighting)
      return [keep(sighting, .start, course: motion.courseDegrees)]
    }
    if isBroken {
      anchor.begin(sighting)
      return [keep(sighting, .afterGap, course: motion.courseDegrees)]
    }
    return overdue(at: sighting.at) + next(sighting, motion, isTag: isTag)
  }

  private mutating func next(
    _ sighting: Sighting, _ motion: (speed: Double?, courseDegrees: Double?), isTag: Bool
  ) -> [KeptFix] {
    let place = anchor.place
    switch anchor.take(sighting) {
    case .departure:
      return depart(sighting, from: place, course: motion.courseDegrees)
    case .arrival:
      return [keep(sighting, .arrival)]
    case .none:
      if isTag { return [keep(sighting, .tag, course: motion.courseDegrees)] }
      if anchor.isResting { return rest(sighting) }
      guard let reason = reason(sighting, motion) else { return [] }
      return strayed(before: sighting) + [keep(sighting, reason, course: motion.courseDegrees)]
    }
  }

  /// The fix that was passed over last, if the longest time without one would be over before this moment.
  private mutating func overdue(at: Instant) -> [KeptFix] {
    let longest = anchor.isResting ? recording.heartbeatSeconds : recording.maximumIntervalSeconds
    guard let lastKept, let lastSeen, lastSeen.at > lastKept.at, (at - lastKept.at).seconds > longest else {
      return []
    }
    return [keep(lastSeen, anchor.isResting ? .heartbeat : .interval)]
  }

  /// The track ends here: a gap has come, or the logger stops.
  ///
  /// - Returns: the last fix, if it is not recorded yet; none while resting, unless the logger stops, for nothing is lost.
  mutating func beforeBreak(isStop: Bool = false) -> KeptFix? {
    if let held = settle() { return held }
    guard recording.keep == .rule, let lastSeen, let lastKept, lastSeen.at > lastKept.at else { return nil }
    if anchor.isResting { return isStop ? keep(lastSeen, .heartbeat) : nil }
    return keep(lastSeen, .arrival)
  }

  private mutating func settle() -> KeptFix? {
    guard let held = settling.settle() else { return nil }
    anchor.begin(held)
    return keep(held, lastKept == nil ? .start : .interval)
  }

  /// Motion has begun: after the last fix that was still, unless that is recorded already. Those that were held until
  /// it was certain are judged now.
  private mutating func depart(_ sighting: Sighting, from place: Coordinate?, course: Double?) -> [KeptFix] {
    guard let still = anchor.lastStill, let place, let last = lastKept, still.at > last.at else {
      return [keep(sighting, .departure, course: course)]
    }
    var kept = [KeptFix(still, .departure, place: place)]
    lastKept = (still.at, place, nil)
    for held in anchor.leaving where held.at > still.at && held.at < sighting.at {
      if let reason = reason(held, (nil, nil)) { kept.append(keep(held, reason)) }
    }
    kept.append(keep(sighting, .distance, course: course))
    return kept
  }

  /// The fix that was passed over last, if the straight line to this one would miss it: what stood still and then went
  /// on fast, or a bend between fixes that come seldom.
  private mutating func strayed(before sighting: Sighting) -> [KeptFix] {
    guard let last = lastKept, let lastSeen else { return [] }
    let seconds = (lastSeen.at - last.at).seconds
    let span = (sighting.at - last.at).seconds
    guard seconds > 0, seconds >= recording.minimumIntervalSeconds, seconds < span else { return [] }
    let line = last.coordinate.interpolated(to: sighting.coordinate, fraction: seconds / span)
    let tolerance = recording.minimumDistanceMeters + lastSeen.accuracyMeters
    guard line.distanceMeters(to: lastSeen.coordinate) > tolerance else { return [] }
    let isStill = last.coordinate.distanceMeters(to: lastSeen.coordinate) < tolerance
    return [keep(lastSeen, isStill ? .departure : .turn)]
  }

  private mutating func rest(_ sighting: Sighting) -> [KeptFix] {
    guard let lastKept else { return [] }
    let seconds = (sighting.at - lastKept.at).seconds
    guard seconds >= recording.heartbeatSeconds || seconds < -Self.stepBackSeconds else { return [] }
    return [keep(sighting, .heartbeat)]
  }

  private func reason(
    _ sighting: Sighting, _ motion: (speed: Double?, courseDegrees: Double?)
  ) -> FixRecord.Reason? {
    guard let lastKept else { return .start }
    let seconds = (sighting.at - lastKept.at).seconds
    if seconds >= recording.maximumIntervalSeconds || seconds < -Self.stepBackSeconds { return .interval }
    guard seconds >= recording.minimumIntervalSeconds else { return nil }
    let meters = lastKept.coordinate.distanceMeters(to: sighting.coordinate)
    if meters >= max(recording.minimumDistanceMeters, recording.accuracyFactor * sighting.accuracyMeters) {
      return .distance
    }
    // Half the distance, so that the noise of a slow walk's course does not keep everything.
    if let speed = motion.speed, speed > Pace.turningMetersPerSecond, let course = motion.courseDegrees,
      let before = lastKept.course, Course.difference(course, before) >= recording.turnDegrees,
      meters >= recording.minimumDistanceMeters / 2
    {
      return .turn
    }
    return nil
  }

  /// Makes the record. While resting it has the place of the stay, so that drift makes no way.
  private mutating func keep(_ sighting: Sighting, _ reason: FixRecord.Reason, course: Double? = nil) -> KeptFix {
    let kept = KeptFix(sighting, reason, place: recording.keep == .rule ? anchor.place : nil)
    lastKept = (sighting.at, kept.record.fix.coordinate ?? sighting.coordinate, course)
    return kept
  }
}
