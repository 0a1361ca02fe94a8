import Clocks
import Records

/// Decides when a new trip begins. One trip lives on over stops, power cuts and tunnels, as long as the hole is not
/// longer than configured; where the length of the hole cannot be known, it lives on too.
struct TripRule: Sendable {
  let resumeWithinHours: Double

  /// - Parameters:
  ///   - utc: the time of a fix, if it is known.
  ///   - lastSeen: the time of the fix before it, recorded or not; nil if none was in this run.
  ///   - digest: of all records so far.
  /// - Returns: the trip that begins before the fix.
  func trip(beforeFixAt utc: UTCStamp?, lastSeen: UTCStamp?, digest: Digest) -> Trip? {
    if digest.trip == 0 { return Trip(number: 1, reason: .first) }
    guard let utc, let last = lastSeen ?? digest.lastFixUTC, (utc.time - last.time).seconds > resumeWithinHours * 3_600
    else {
      return nil
    }
    return Trip(number: digest.trip &+ 1, reason: .longPause)
  }
}
