import Controls
import Geodesy
import LoggerCore
import Text
import TrackFiles

/// The status of the core as members of an answer; the keys are fixed in `docs/cli.md`.
enum StatusJSON {
  /// Puts them.
  static func put(_ status: Status, to line: inout JSONLine) {
    if let utc = status.utc {
      line.put("time", utc.time.description)
      line.put("time_quality", "\(utc.quality.label)")
    }
    line.put("receiver", status.receiver.rawValue)
    line.put("receiver_fault", status.receiverFault?.description)
    line.put("fixed", status.isFixed)
    if let fix = status.lastFix {
      if let coordinate = fix.coordinate {
        line.put("lat", scaled: Int(coordinate.latitudeNanodegrees), decimals: 9)
        line.put("lon", scaled: Int(coordinate.longitudeNanodegrees), decimals: 9)
      }
      line.put("altMSL", fix.altMSLMeters, decimals: 3)
      line.put("speed", fix.speedMetersPerSecond, decimals: 3)
      line.put("track", fix.trackDegrees, decimals: 2)
      line.put("hdop", fix.dilution.horizontal, decimals: 2)
      line.put("used", fix.satellitesUsed)
      line.put("horizontalAccuracy", fix.horizontalAccuracyMeters, decimals: 3)
      line.put("fix_age_s", status.lastFixAgeSeconds, decimals: 3)
    }
    line.put("trip", status.trip == 0 ? nil : Int(status.trip))
    line.put("fixes_kept", Int(truncatingIfNeeded: status.fixesKept))
    line.put("tags_made", Int(truncatingIfNeeded: status.tagsMade))
    line.put("tags_pending", status.pendingTags)
    line.put("last", Int(truncatingIfNeeded: status.lastSequence.value))
    line.put("durable", Int(truncatingIfNeeded: status.durable.value))
    line.put("journal_fault", status.journalFault?.description)
    line.put("logger_mode", "\(status.mode.label)")
    line.put("button_fault", status.buttonFault?.description)
    line.put("led", "\(status.led)")
  }
}
