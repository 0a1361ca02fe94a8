import Compass
import Text

/// Headings of a recording, as CSV.
public struct HeadingTable {
  /// The first line, with its newline.
  public static let header =
    "time_s,magnetic_heading_deg,true_heading_deg,accuracy_deg,pitch_deg,roll_deg,field_uT,dip_deg,status\n"

  private let calibration: Calibration
  private let solver: HeadingSolver
  private var noise: NoiseTracker
  private var watch: InterferenceWatch
  private var watchedAt = -Double.infinity
  /// What the watch for disturbances is made for is a sample every tenth of a second.
  private static let leastInterval = 0.08
  private let ageDays: Double?

  /// A table without rows.
  ///
  /// - Parameters:
  ///   - calibration: of the chip that was recorded.
  ///   - solver: what is known of place and mounting; it is given the calibration.
  ///   - unixSeconds: when the samples were taken, for the age of the calibration; nil if unknown.
  public init(_ calibration: Calibration, solver: HeadingSolver, unixSeconds: Double?) {
    self.calibration = calibration
    var solver = solver
    solver.calibration = calibration
    self.solver = solver
    noise = NoiseTracker(calibration)
    watch = InterferenceWatch(calibration)
    ageDays = unixSeconds.flatMap { now in calibration.unixSeconds.map { max(0, now - $0) / 86_400 } }
  }

  /// The next line, with its newline; the samples come in the order of their times. What is unknown is empty; an accuracy of -1 marks a heading that must not be used.
  public mutating func row(_ sample: SamplesFile.Sample) -> String {
    let field = calibration.field(sample.field)
    let acceleration = calibration.acceleration(sample.motion)
    noise.add(field: field, acceleration: acceleration)
    let reading = noise.reading(sample.field, sample.motion)
    if sample.seconds - watchedAt >= Self.leastInterval {
      _ = watch.add(field: field, acceleration: acceleration)
      watchedAt = sample.seconds
    }
    var heading = solver.solve(
      reading, ageDays: ageDays, disturbanceMicrotesla: watch.alarm?.disturbanceMicrotesla ?? 0)
    if watch.alarm != nil, heading.status == .valid { heading.status = .disturbed }
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
