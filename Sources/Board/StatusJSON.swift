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
    line.put("receiver_model", status.receiverIdentity?.model)
    line.put("receiver_firmware", status.receiverIdentity?.firmware)
    line.put("receiver_language", status.receiverIdentity.map { "\($0.language)" })
    line.put("receiver_baud", status.receiverBaud)
    line.put("receiver_trouble", status.receiverTrouble?.description)
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
    LocationJSON.put(status, to: &line)
    for part in Part.allCases { put(part, status.parts[part], to: &line) }
    line.put("button_stuck", status.buttonFault?.description)
    line.put("heading_available", status.headingAvailable)
    line.put("motion_available", status.motionAvailable)
    line.put("region_monitoring_available", status.regionMonitoringAvailable)
    if let compass = status.compass { CompassJSON.put(compass, at: status.at, to: &line) }
    line.put("led", "\(status.led)")
  }

  /// `"button":"GPIO17"` of a part that works, `"button_fault":"..."` of one that does not; nothing of one that is not
  /// wired.
  private static func put(_ part: Part, _ state: PartState?, to line: inout JSONLine) {
    let (name, faultName): (StaticString, StaticString) =
      switch part {
      case .button: ("button", "button_fault")
      case .led: ("led_line", "led_fault")
      case .secondLED: ("second_led", "second_led_fault")
      case .buzzer: ("buzzer", "buzzer_fault")
      case .magnetometer: ("magnetometer", "magnetometer_fault")
      case .accelerometer: ("accelerometer", "accelerometer_fault")
      }
    switch state {
    case .working(let label)?: line.put(name, label)
    case .failing(let fault)?: line.put(faultName, fault.description)
    case nil: break
    }
  }
}
