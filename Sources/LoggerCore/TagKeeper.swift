import Clocks
import GNSS
import Geodesy
import LocationServices
import Records
import Text

/// Follows each tag from the press to the place: who waits for it to be durable, and which fix locates it.
struct TagKeeper: Sendable {
  /// Whoever waits for a tag.
  private struct Waiter {
    var sequence: SequenceNumber
    var request: RequestID?
  }

  /// A place that was found, and the moment it belongs to.
  struct Found: Equatable {
    var location: TagLocation
    var at: Instant
    var utc: UTCStamp?
  }

  private var waiters: [Waiter] = []
  private var previous: (at: Instant, utc: UTCStamp?, fix: Fix)?

  /// A tag was appended.
  mutating func appended(_ sequence: SequenceNumber, for request: RequestID?) {
    waiters.append(Waiter(sequence: sequence, request: request))
  }

  /// The journal is safe up to a record.
  ///
  /// - Returns: the tags that became safe, with those who asked for them.
  mutating func durable(upTo sequence: SequenceNumber) -> [(tag: SequenceNumber, request: RequestID?)] {
    let safe = waiters.prefix { $0.sequence <= sequence }
    waiters.removeFirst(safe.count)
    return safe.map { ($0.sequence, $0.request) }
  }

  /// It was no tag: nobody waits for it.
  mutating func withdraw(_ sequence: SequenceNumber) { waiters.removeAll { $0.sequence == sequence } }

  /// Writing fails: whoever waits at a terminal is told now; the tags themselves stay in line.
  mutating func failed() -> [RequestID] {
    let asked = waiters.compactMap(\.request)
    for index in waiters.indices { waiters[index].request = nil }
    return asked
  }

  /// A fix came.
  ///
  /// - Parameters:
  ///   - fix: with a position.
  ///   - at: its instant.
  ///   - utc: its time, if known.
  ///   - boot: this boot.
  ///   - isBroken: whether the track is broken between the fix before and this one: then nothing is interpolated.
  ///   - hasSlept: whether the receiver has slept in between: then a place is taken back by speed and course.
  ///   - rest: where the board rests, if this fix confirms that it still does: better than the fix alone.
  ///   - pending: the tags without a place.
  /// - Returns: the places found, in the order of the tags. An interpolated one belongs to the press, whose time is
  ///   interpolated like the place, so that it always lies between those of the two fixes; the first fix after a tag is
  ///   a place of its own moment.
  mutating func locate(
    _ pending: [PendingTag], by fix: Fix, at: Instant, utc: UTCStamp?, boot: BootID, isBroken: Bool,
    hasSlept: Bool = false, rest: RestPlace? = nil
  ) -> [Found] {
    defer { previous = (at, utc, fix) }
    return pending.compactMap { tag in
      if tag.boot == boot {
        // A fix that is older than the press, only heard later, says nothing of the time after it.
        guard at >= tag.at else { return nil }
        if hasSlept, let back = projected(tag, by: fix, at: at) { return back }
        if !isBroken, !hasSlept || isNear(tag, at), let between = interpolated(tag, by: fix, at: at, utc: utc) {
          return between
        }
        return first(tag, by: fix, ageSeconds: (at - tag.at).seconds, rest: rest)
          .map { Found(location: $0, at: at, utc: utc) }
      }
      let age = tag.utc.flatMap { pressed in utc.map { ($0.time - pressed.time).seconds } }
      let knownAge = age.flatMap { $0 >= 0 ? $0 : nil }
      return first(tag, by: fix, ageSeconds: knownAge).map { Found(location: $0, at: at, utc: utc) }
    }
  }

  private func first(
    _ tag: PendingTag, by fix: Fix, ageSeconds: Double?, rest: RestPlace? = nil
  ) -> TagLocation? {
    guard let coordinate = rest?.coordinate ?? fix.coordinate else { return nil }
    var accuracy = fix.horizontalAccuracyMeters
    if let own = rest?.accuracyMeters { accuracy = max(own, Sighting.leastAccuracyMeters) }
    // Who has moved on since the press was elsewhere then.
    if let ageSeconds, ageSeconds > Self.nearSeconds, let speed = fix.speedMetersPerSecond,
      speed >= Pace.movingMetersPerSecond, let own = accuracy
    {
      accuracy = (own * own + speed * speed * ageSeconds * ageSeconds).squareRoot()
    }
    return TagLocation(
      tag: tag.sequence, coordinate: coordinate, altMSLMeters: fix.altMSLMeters, method: .firstFixAfter,
      ageSeconds: ageSeconds, horizontalAccuracyMeters: accuracy)
  }

  /// Whether both fixes around a tag are near it in time, though the receiver has slept between them.
  private func isNear(_ tag: PendingTag, _ at: Instant) -> Bool {
    guard let previous else { return false }
    return (at - previous.at).seconds <= Self.nearSeconds
  }

  /// Dead reckoning backwards, from the first fix to the press. What it adds to the error is half of the way.
  private func projected(_ tag: PendingTag, by fix: Fix, at: Instant) -> Found? {
    let age = (at - tag.at).seconds
    guard let sighting = Sighting(fix, at: at, utc: nil), age <= Self.longestProjectionSeconds, !isNear(tag, at),
      let speed = sighting.speedMetersPerSecond, speed >= Pace.movingMetersPerSecond, let track = sighting.trackDegrees
    else { return nil }
    let way = speed * age
    let doubt = Self.projectionDoubt * way
    let location = TagLocation(
      tag: tag.sequence, coordinate: sighting.coordinate.projected(meters: -way, bearingDegrees: track),
      altMSLMeters: fix.altMSLMeters, method: .projected, ageSeconds: age,
      horizontalAccuracyMeters: (sighting.accuracyMeters * sighting.accuracyMeters + doubt * doubt).squareRoot())
    return Found(location: location, at: tag.at, utc: tag.utc)
  }

  private static let nearSeconds = 10.0
  /// A fix arrives some tens of milliseconds after the moment that it is of, up to two hundred on slow receivers; how late
  /// only a pulse line tells.
  private static let arrivalSeconds = 0.1
  private static let longestProjectionSeconds = 60.0
  private static let projectionDoubt = 0.5

  private func interpolated(_ tag: PendingTag, by fix: Fix, at: Instant, utc: UTCStamp?) -> Found? {
    guard let previous, previous.at <= tag.at, previous.at < at,
      let before = previous.fix.coordinate, let after = fix.coordinate
    else { return nil }
    let fraction = (tag.at - previous.at).seconds / (at - previous.at).seconds
    let altitude = previous.fix.altMSLMeters.flatMap { low in fix.altMSLMeters.map { low + ($0 - low) * fraction } }
    // What goes fast is elsewhere by the time its fix arrives.
    let late = Self.arrivalSeconds * max(previous.fix.speedMetersPerSecond ?? 0, fix.speedMetersPerSecond ?? 0)
    let accuracy = previous.fix.horizontalAccuracyMeters.flatMap { first in
      fix.horizontalAccuracyMeters.map { (max(first, $0) * max(first, $0) + late * late).squareRoot() }
    }
    let moment = previous.utc.flatMap { first in
      utc.map { UTCStamp(first.time + .wholeNanoseconds(($0.time - first.time).seconds * fraction), $0.quality) }
    }
    let location = TagLocation(
      tag: tag.sequence, coordinate: before.interpolated(to: after, fraction: fraction), altMSLMeters: altitude,
      method: .interpolated, ageSeconds: min((tag.at - previous.at).seconds, (at - tag.at).seconds),
      horizontalAccuracyMeters: accuracy)
    return Found(location: location, at: tag.at, utc: moment ?? tag.utc)
  }
}
