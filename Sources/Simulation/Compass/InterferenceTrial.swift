import Compass
import Glibc

/// How an ``InterferenceWatch`` does: false alarms, and how soon it sees a disturbance.
public struct InterferenceTrial: Sendable {
  private var model: CompassModel
  private let calibration: Calibration
  private var walk: CompassWalk
  private var watch: InterferenceWatch
  private let shape: (strengthMicrotesla: Double, dipDegrees: Double)

  /// A board that was calibrated by a figure-eight. Nil where that was refused. The disturbance changes strength (µT) and
  /// dip (degrees) by this much.
  public init?(
    _ parts: CompassParts, isWalking: Bool, strengthMicrotesla: Double = 0, dipDegrees: Double = 0, seed: UInt64
  ) {
    var model = CompassModel(parts, fieldMicrotesla: 50, dipDegrees: 68, seed: seed)
    let recording = CalibrationRecording(.figureEight, of: &model, seed: seed)
    let outcome = Calibrator.calibrate(
      recording: recording.samples.map { ($0.seconds, $0.field, $0.motion) },
      prior: FieldPrior(fieldMicrotesla: 50, dipDegrees: 68), chipKey: "simulated")
    guard let calibration = outcome.calibration else { return nil }
    self.model = model
    self.calibration = calibration
    walk = CompassWalk(isWalking: isWalking, seed: seed)
    watch = InterferenceWatch(calibration)
    shape = (strengthMicrotesla, dipDegrees)
  }

  private mutating func step(isDisturbed: Bool) -> Bool {
    let (attitude, hand) = walk.next()
    var nearby = SIMD3<Double>()
    if isDisturbed {
      let dip = (68 + shape.dipDegrees) * .pi / 180
      let field = 50 + shape.strengthMicrotesla
      nearby = attitude.body(SIMD3(field * cos(dip), 0, field * sin(dip)) - model.earth)
    }
    let sample = model.measure(attitude, hand: hand, nearby: nearby)
    let changed = watch.add(
      field: calibration.field(sample.field), acceleration: calibration.acceleration(sample.motion))
    return changed && watch.alarm != nil
  }

  /// How many alarms there are in this time without any disturbance.
  public mutating func falseAlarms(hours: Double) -> Int {
    (0..<Int(hours * 36_000)).count { _ in step(isDisturbed: false) }
  }

  /// After which time a disturbance is seen that begins after `quietSeconds`; nil if not within `within` seconds, or if
  /// there was an alarm before.
  public mutating func delay(quietSeconds: Double = 20, within: Double = 10) -> Double? {
    for _ in 0..<Int(quietSeconds * 10) { _ = step(isDisturbed: false) }
    guard watch.alarm == nil else { return nil }
    for sample in 1...max(1, Int(within * 10)) where step(isDisturbed: true) { return Double(sample) / 10 }
    return nil
  }
}
