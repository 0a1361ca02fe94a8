import Clocks
import Compass
import LoggerCore
import Text

/// Headings and calibrations as members of answers; the keys are fixed in `docs/cli.md`.
enum CompassJSON {
  /// A heading as a line of its own.
  static func line(_ report: HeadingReport) -> [UInt8] {
    var line = JSONLine()
    put(report, to: &line)
    return line.finish()
  }

  /// A heading.
  static func put(_ report: HeadingReport, to line: inout JSONLine) {
    let heading = report.heading
    line.put("time_s", Double(report.at.boot) / 1e9, decimals: 3)
    line.put("magnetic_heading_deg", heading.magneticDegrees?.bearingToPrint, decimals: 2)
    line.put("true_heading_deg", heading.trueDegrees?.bearingToPrint, decimals: 2)
    line.put("accuracy_deg", heading.accuracyDegrees, decimals: 2)
    line.put("pitch_deg", heading.pitchDegrees, decimals: 2)
    line.put("roll_deg", heading.rollDegrees, decimals: 2)
    line.put("field_uT", heading.fieldMicrotesla, decimals: 3)
    line.put("dip_deg", heading.dipDegrees, decimals: 2)
    line.put("status", heading.status.rawValue)
    line.put("interference_uT", report.interference?.disturbanceMicrotesla, decimals: 2)
  }

  /// How far a calibration is, as a line of its own.
  static func line(_ report: GuideReport) -> [UInt8] {
    var line = JSONLine()
    line.put("stage", stage(report))
    line.put("over", report.isOver)
    line.put("percent", Int(report.share * 100))
    line.put("coverage_percent", report.progress.coveragePercent, decimals: 0)
    line.put("attitudes", report.progress.attitudes)
    line.put("tilt_deg", report.progress.tiltSpanDegrees, decimals: 0)
    line.put("turn_down", report.progress.faceToTurnDown?.rawValue)
    line.put("sample", report.intake.map { "\($0)" })
    line.put("rows", (0..<CoveragePicture.side).map(report.picture.row).joined(separator: "/"))
    var reasons = report.shortcomings
    if case .ended(let verdict) = report.stage {
      reasons = verdict.reasons
      if case .acceptedLimited(let degrees) = verdict { line.put("limited_to_tilt_deg", degrees, decimals: 0) }
    }
    line.put("reason_codes", reasons.isEmpty ? nil : reasons.map(\.code).joined(separator: ","))
    line.put("reasons", reasons.isEmpty ? nil : reasons.map(sentence).joined(separator: "\n"))
    line.put("predicted_accuracy_deg", report.calibration?.predictedDegrees, decimals: 2)
    line.put("fault", report.fault?.description)
    return line.finish()
  }

  private static func stage(_ report: GuideReport) -> String {
    switch report.stage {
    case .collecting: "collecting"
    case .ended(.accepted): "accepted"
    case .ended(.acceptedLimited): "accepted_limited"
    case .ended(.refused): "refused"
    }
  }

  private static func sentence(_ reason: RefusalReason) -> String { "\(reason.message): \(reason.remedy)" }

  /// The compass in a status.
  static func put(_ status: CompassStatus, at: Instant, to line: inout JSONLine) {
    if let last = status.last {
      line.put("heading_deg", last.heading.magneticDegrees?.bearingToPrint, decimals: 2)
      line.put("true_heading_deg", last.heading.trueDegrees?.bearingToPrint, decimals: 2)
      line.put("heading_accuracy_deg", last.heading.accuracyDegrees, decimals: 2)
      line.put("heading_status", last.heading.status.rawValue)
      line.put("heading_age_s", (at - last.at).seconds, decimals: 1)
      line.put("interference", last.interference != nil)
    }
    line.put("declination_deg", status.declinationDegrees, decimals: 2)
    line.put("calibrated", status.calibration != nil)
    if let calibration = status.calibration {
      line.put("calibration_time", calibration.unixSeconds.flatMap(date))
      line.put("calibration_age_days", status.calibrationAgeDays, decimals: 1)
      line.put("calibration_accuracy_deg", calibration.predictedDegrees, decimals: 2)
      line.put(
        "calibration_limited_to_tilt_deg", calibration.isTiltLimited ? calibration.tilt.degrees : nil, decimals: 0)
    }
    line.put("calibrating", status.isCalibrating)
    line.put("wants_calibration", status.wantsCalibration)
    line.put("course_offset_deg", status.courseOffset?.degrees, decimals: 1)
    let refusal = status.lastRefusal
    line.put("calibration_refused", refusal.isEmpty ? nil : refusal.map(sentence).joined(separator: "\n"))
    line.put("calibration_fault", status.saveFault?.description)
    line.put("calibration_other_axes", status.otherMounting?.description)
    line.put("magnetic_model_fault", status.modelFault?.description)
  }

  private static func date(_ unixSeconds: Double) -> String? {
    Int64(exactly: (unixSeconds * 1_000).rounded()).map { UnixTime(milliseconds: $0).description }
  }
}
