import Compass
import Glibc
import Simulation

/// How long a fit of 300 samples takes, CPU time.
enum FitTime {
  private static func milliseconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
  }

  static func print() {
    for motion in [CalibrationMotion.everywhere, .figureEight, .tilt30, .tilt15] {
      var fits: [Double] = []
      var whole: [Double] = []
      for seed in 1...20 as ClosedRange<UInt64> {
        var model = CompassModel(.typical, fieldMicrotesla: 50, dipDegrees: 68, seed: seed)
        let recording = CalibrationRecording(motion, of: &model, seed: seed).samples
        let samples = recording.map { FitSample(field: $0.field.microtesla, acceleration: $0.motion.acceleration) }
        let prior = FieldPrior(fieldMicrotesla: 50, dipDegrees: 68)
        var start = milliseconds()
        guard CalibrationFit(samples: samples, prior: prior) != nil else { continue }
        fits.append(milliseconds() - start)
        start = milliseconds()
        _ = Calibrator.calibrate(
          recording: recording.map { ($0.seconds, $0.field, $0.motion) }, prior: prior, chipKey: "simulated")
        whole.append(milliseconds() - start)
      }
      func middle(_ times: [Double]) -> String {
        Columns.number(times.sorted()[times.count / 2], decimals: 1, width: 6)
      }
      guard !fits.isEmpty else { continue }
      Swift.print(
        Columns.text("\(motion)", 14), "fit", middle(fits), "ms, with collection and judgement", middle(whole), "ms")
    }
  }
}
