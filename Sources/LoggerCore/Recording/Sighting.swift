import Clocks
import GNSS
import Geodesy
import Records

/// A fix that has a position, with the moment it belongs to.
struct Sighting: Sendable {
  /// No receiver of this kind is better than this for long, whatever it claims, metres: claims of 1.7 m have been seen
  /// 200 m off.
  static let leastAccuracyMeters = 3.0
  /// A claim beyond this says no more than that nothing is known, metres.
  private static let mostAccuracyMeters = 10_000.0
  /// What is assumed of a fix that says nothing of its accuracy, metres: HDOP 1 at the usual range error.
  static let assumedAccuracyMeters = 5.0

  var fix: Fix
  var coordinate: Coordinate
  var at: Instant
  var utc: UTCStamp?
  /// The number of its record, if it has one already.
  var sequence: SequenceNumber
  /// Whether nothing about it is judged or left out: a point of somebody's track of which everything shall be kept.
  var isAsIs = false

  /// - Returns: nil if the fix has no position.
  init?(_ fix: Fix, at: Instant, utc: UTCStamp?, sequence: SequenceNumber = .none) {
    guard let coordinate = fix.coordinate else { return nil }
    self.fix = fix
    self.coordinate = coordinate
    self.at = at
    self.utc = utc
    self.sequence = sequence
  }

  /// Radius that holds the true position with 68 %, metres, as far as the claim is believed.
  var accuracyMeters: Double {
    let claim = fix.horizontalAccuracyMeters.flatMap { $0.isNaN ? nil : $0 } ?? Self.assumedAccuracyMeters
    return min(max(claim, Self.leastAccuracyMeters), Self.mostAccuracyMeters)
  }

  /// Whether the fix says anything of its accuracy.
  var isAccuracyStated: Bool { fix.horizontalAccuracyMeters != nil }

  /// The receiver's own speed, metres a second; nil if it says none that can be.
  var speedMetersPerSecond: Double? { fix.speedMetersPerSecond.flatMap { $0.isFinite && $0 >= 0 ? $0 : nil } }

  /// The receiver's own direction of motion, degrees; nil if it says none, or moves too slowly to have one.
  var trackDegrees: Double? {
    guard let track = fix.trackDegrees, track.isFinite else { return nil }
    if let speed = speedMetersPerSecond, speed < Pace.movingMetersPerSecond { return nil }
    return track
  }
}

/// Speeds that mean something.
enum Pace {
  /// Below this a receiver cannot tell motion from noise, and its course is one of any direction, metres a second.
  static let movingMetersPerSecond = 0.5
  /// From here on the course is steady enough to see a turn in it, metres a second: a slow walk.
  static let turningMetersPerSecond = 1.0
}

/// A fix that is to be recorded, with the moment of its record.
struct KeptFix: Sendable {
  var record: FixRecord
  var at: Instant
  var utc: UTCStamp?
  /// The number that the fix had in a journal; none for a new one.
  var sequence: SequenceNumber

  /// - Parameters:
  ///   - sighting: the fix.
  ///   - reason: why it is kept.
  ///   - place: where it is recorded, if not where it was measured.
  init(_ sighting: Sighting, _ reason: FixRecord.Reason, place: Coordinate? = nil) {
    var fix = sighting.fix
    if reason.isInTrack, !sighting.isAsIs { fix.trackDegrees = sighting.trackDegrees }
    if let place { fix.coordinate = place }
    record = FixRecord(fix: fix, reason: reason)
    at = sighting.at
    utc = sighting.utc
    sequence = sighting.sequence
  }
}
