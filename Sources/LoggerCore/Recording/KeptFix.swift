import Clocks
import GNSS
import Geodesy
import LocationServices
import Records

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
    sequence = SequenceNumber(sighting.number)
  }
}
