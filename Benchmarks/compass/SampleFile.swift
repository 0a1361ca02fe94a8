import Compass
import Simulation

/// A simulated recording in the form of `waymark compass record`.
enum SampleFile {
  static func print(seed: UInt64) {
    var model = CompassModel(.typical, fieldMicrotesla: 50, dipDegrees: 68, seed: seed)
    Swift.print("time_s,mx_uT,my_uT,mz_uT,ax_g,ay_g,az_g")
    for sample in CalibrationRecording(.longFigureEight, of: &model, seed: seed).samples {
      let (m, a) = (sample.field.microtesla, sample.motion.acceleration)
      var fields = [Columns.number(sample.seconds, decimals: 1, width: 0)]
      for axis in 0..<3 { fields.append(Columns.number(m[axis], decimals: 3, width: 0)) }
      for axis in 0..<3 { fields.append(Columns.number(a[axis], decimals: 5, width: 0)) }
      Swift.print(fields.joined(separator: ","))
    }
  }
}
