import Compass
import Text

/// Headings of a recording, as CSV.
public struct HeadingTable {
  /// The first line, with its newline.
  public static let header =
    "time_s,magnetic_heading_deg,true_heading_deg,accuracy_deg,pitch_deg,roll_deg,field_uT,dip_deg,status\n"

  private var tracker: HeadingTracker
  private let ageDays: Double?

  /// A table without rows.
  ///
  /// - Parameters:
  ///   - calibration: of the chip that was recorded.
  ///   - solver: what is known of place and mounting; it is given the calibration.
  ///   - unixSeconds: when the samples were taken, for the age of the calibration; nil if unknown.
  public init(_ calibration: Calibration, solver: HeadingSolver, unixSeconds: Double?) {
    var solver = solver
    solver.calibration = calibration
    tracker = HeadingTracker(solver)
    ageDays = unixSeconds.flatMap { now in calibration.unixSeconds.map { max(0, now - $0) / 86_400 } }
  }

  /// The next line, with its newline; the samples come in the order of their times. What is unknown is empty; an accuracy
  /// of -1 marks a heading that must not be used.
  public mutating func row(_ sample: SamplesFile.Sample) -> String {
    let heading = tracker.heading(
      sample.field, sample.motion, follows: true, ageDays: ageDays, atSeconds: sample.seconds)
    var out = ByteWriter()
    out.put(sample.seconds, decimals: 3)
    let values: [(Double?, Int)] = [
      (heading.magneticDegrees?.bearingToPrint, 2), (heading.trueDegrees?.bearingToPrint, 2),
      (heading.accuracyDegrees, 2), (heading.pitchDegrees, 2),
      (heading.rollDegrees, 2), (heading.fieldMicrotesla, 3), (heading.dipDegrees, 2),
    ]
    for (value, decimals) in values {
      out.put(",")
      if let value, value.isFinite { out.put(value, decimals: decimals) }
    }
    out.put(text: ",\(heading.status.rawValue)\n")
    return out.string
  }
}
