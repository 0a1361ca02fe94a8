import Clocks
import Geodesy
import GNSS
import Records
import Text

/// One record as one JSON object on a line; the keys are in `docs/exports.md`.
public enum RecordJSON {
  /// The line, newline included.
  public static func line(_ record: Record) -> [UInt8] {
    var line = JSONLine()
    line.put("seq", Int(truncatingIfNeeded: record.sequence.value))
    line.put("type", RecordKind(record.body).rawValue)
    if let utc = record.utc {
      line.put("time", time: utc.time)
      line.put("time_quality", label: utc.quality.label)
    }
    line.put("boot") { out in
      out.put("\"")
      out.put(boot: record.boot)
      out.put("\"")
    }
    line.put("at_s", scaled: Int(record.at.boot / 1_000_000), decimals: 3)
    put(record.body, to: &line)
    return line.finish()
  }

  private static func put(_ body: Body, to line: inout JSONLine) {
    switch body {
    case .fix(let record):
      put(record.fix, to: &line)
      line.put("reason", label: record.reason.label)
    case .tag(let tag):
      line.put("reason", label: tag.source.label)
      line.put("text", tag.text)
    case .located(let location):
      line.put("tag", Int(truncatingIfNeeded: location.tag.value))
      put(location.coordinate, to: &line)
      line.put("altMSL", location.altMSLMeters?.writable, decimals: 3)
      line.put("method", label: location.method.label)
      line.put("age_s", location.ageSeconds?.writable, decimals: 3)
      line.put("horizontalAccuracy", location.horizontalAccuracyMeters?.writable, decimals: 3)
    case .gap(let gap):
      line.put("reason", label: gap.reason.label)
      line.put("since_last_fix_s", gap.sinceLastFixSeconds?.writable, decimals: 3)
    case .start(let start):
      line.put("reason", label: start.reason.label)
      line.put("version", start.version)
    case .stop(let reason):
      line.put("reason", label: reason.label)
    case .trip(let trip):
      line.put("trip", Int(trip.number))
      line.put("reason", label: trip.reason.label)
    case .clock(let reading):
      line.put("step_ms", reading.stepMilliseconds.map { Int($0) })
    case .gesture(let gesture):
      line.put("tag", Int(truncatingIfNeeded: gesture.press.value))
      line.put("reason", label: gesture.kind.label)
    case .mode(let change):
      line.put("logger_mode", label: change.mode.label)
      line.put("reason", label: change.reason.label)
    case .heading(let heading):
      switch heading.subject {
      case .tag(let sequence): line.put("tag", Int(truncatingIfNeeded: sequence.value))
      case .fix(let sequence): line.put("fix", Int(truncatingIfNeeded: sequence.value))
      }
      line.put("magnetic_heading_deg", scaled: heading.magneticDegrees?.courseHundredths, decimals: 2)
      line.put("true_heading_deg", scaled: heading.trueDegrees?.courseHundredths, decimals: 2)
      // As `waymark heading --json` and Core Location have it: whoever compares the number never takes it for a good one.
      line.put("accuracy_deg", heading.isValid ? heading.accuracyDegrees : -1, decimals: 2)
      line.put("declination_deg", heading.declinationDegrees, decimals: 2)
      line.put("pitch_deg", heading.pitchDegrees, decimals: 2)
      line.put("roll_deg", heading.rollDegrees, decimals: 2)
    case .checkpoint(let checkpoint):
      line.put("trip", Int(checkpoint.trip))
      line.put("pending_tags", checkpoint.pendingTags.count)
      line.put("logger_mode", label: checkpoint.mode.label)
    }
  }

  /// Writes a fix, key by key, with gpsd's names where it has one; also for `status`.
  public static func put(_ fix: Fix, to line: inout JSONLine) {
    line.put("mode", fix.mode == .unknown ? nil : Int(fix.mode.rawValue))
    if let coordinate = fix.coordinate { put(coordinate, to: &line) }
    line.put("altMSL", fix.altMSLMeters?.writable, decimals: 3)
    line.put("altHAE", fix.altHAEMeters?.writable, decimals: 3)
    line.put("geoidSep", fix.geoidSeparationMeters?.writable, decimals: 3)
    line.put("geoidSepSource", label: fix.details.geoidSeparationSource?.label)
    line.put("speed", fix.speedMetersPerSecond?.writable, decimals: 3)
    line.put("track", scaled: fix.trackDegrees?.courseHundredths, decimals: 2)
    line.put("hdop", fix.dilution.horizontal?.writable, decimals: 2)
    line.put("pdop", fix.dilution.position?.writable, decimals: 2)
    line.put("vdop", fix.dilution.vertical?.writable, decimals: 2)
    line.put("used", fix.satellitesUsed)
    line.put("inView", fix.satellitesInView)
    line.put("quality", label: fix.quality?.label)
    line.put("horizontalAccuracy", fix.horizontalAccuracyMeters?.writable, decimals: 3)
    line.put("accuracySource", label: fix.accuracySource?.label)
    line.put("verticalAccuracy", fix.verticalAccuracyMeters?.writable, decimals: 3)
  }

  private static func put(_ coordinate: Coordinate, to line: inout JSONLine) {
    line.put("lat") { $0.put(nanodegrees: coordinate.latitudeNanodegrees) }
    line.put("lon") { $0.put(nanodegrees: coordinate.longitudeNanodegrees) }
  }
}

extension JSONLine {
  /// Writes a word that needs no escaping.
  mutating func put(_ key: StaticString, label: StaticString?) {
    guard let label else { return }
    put(key) { out in
      out.put("\"")
      out.put(label)
      out.put("\"")
    }
  }

  /// Writes a time as an ISO 8601 string in UTC with milliseconds.
  public mutating func put(_ key: StaticString, time: UnixTime) {
    put(key) { out in
      out.put("\"")
      out.put(iso: time)
      out.put("\"")
    }
  }

}
