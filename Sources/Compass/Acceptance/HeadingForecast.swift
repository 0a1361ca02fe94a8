import Glibc

/// The accuracy that a calibration will give, before it is used: over headings and tilts.
struct HeadingForecast {
  /// Attitudes, as raw readings without noise and the axis whose heading is asked.
  private let readings: [(field: SIMD3<Double>, acceleration: SIMD3<Double>)]
  private let forward: SIMD3<Double>

  /// All headings, at no tilt, half of it and all of it. Nil for a matrix without an inverse.
  init?(_ parameters: CalibrationParameters, span: TiltSpan, tiltDegrees: Double) {
    guard let inverse = parameters.matrix.inverse, let axis = span.axis.direction else { return nil }
    let some: SIMD3<Double> = abs(axis.x) < 0.8 ? [1, 0, 0] : [0, 1, 0]
    guard let forward = (some - axis * some.dot(axis)).direction else { return nil }
    let side = axis.cross(forward)
    self.forward = forward
    let (strength, dip) = (parameters.fieldMicrotesla, parameters.dipRadians)
    let scale = parameters.accelerationScale
    guard scale.x != 0, scale.y != 0, scale.z != 0 else { return nil }
    var readings: [(SIMD3<Double>, SIMD3<Double>)] = []
    for share in [0, 0.5, 1] {
      let tilt = tiltDegrees * share / degreesPerRadian
      for about in 0..<(share == 0 ? 1 : 8) {
        let azimuth = Double(about) * .pi / 4
        let down = axis * cos(tilt) + (forward * cos(azimuth) + side * sin(azimuth)) * sin(tilt)
        guard let one = (forward - down * forward.dot(down)).direction else { continue }
        let other = down.cross(one)
        for turn in 0..<8 {
          let heading = Double(turn) * .pi / 4
          let north = one * cos(heading) + other * sin(heading)
          let field = north * (strength * cos(dip)) + down * (strength * sin(dip))
          readings.append((inverse * field + parameters.fieldBias, down / -scale + parameters.accelerationBias))
        }
      }
    }
    self.readings = readings
  }

  /// The 95 % bound that the calibration alone gives, degrees, over all attitudes; nil where there is no heading. With
  /// `noise`, that of a single reading with it.
  func bound(_ fit: CalibrationFit, noise: SensorNoise? = nil) -> Double? {
    var sum = 0.0
    for reading in readings {
      guard
        let geometry = HeadingGeometry(
          field: fit.parameters.field(reading.field),
          acceleration: fit.parameters.acceleration(reading.acceleration))
      else { return nil }
      let gradient = geometry.gradient(
        of: forward, parameters: fit.parameters, rawField: reading.field, rawAcceleration: reading.acceleration)
      sum += max(0, quadraticForm(fit.covariance, gradient))
      guard let noise else { continue }
      let (byField, byDown) = geometry.gradient(of: forward)
      let motion = min(HeadingBudget.mostMotionNoiseG, noise.accelerationG)
      let unseen = HeadingBudget.unseenMicrotesla / max(geometry.horizontal, 0.1)
      sum += byField.dot(byField) * noise.fieldMicrotesla * noise.fieldMicrotesla
      sum += byDown.dot(byDown) * motion * motion + unseen * unseen
    }
    let bound = 2 * (sum / Double(max(1, readings.count))).squareRoot() * degreesPerRadian
    return bound.isFinite ? bound : nil
  }

  /// How far the headings of two calibrations are apart, degrees rms.
  func difference(_ one: CalibrationParameters, _ other: CalibrationParameters) -> Double? {
    var sum = 0.0
    for reading in readings {
      func heading(_ parameters: CalibrationParameters) -> Double? {
        HeadingGeometry(
          field: parameters.field(reading.field), acceleration: parameters.acceleration(reading.acceleration))?
          .heading(of: forward)
      }
      guard let a = heading(one), let b = heading(other) else { return nil }
      let difference = Angles.difference(from: a, to: b)
      sum += difference * difference
    }
    return (sum / Double(max(1, readings.count))).squareRoot()
  }

  /// By how much strength (µT) and dip (degrees) of a field that does not change seem to change with the attitude:
  /// standard deviations of what the calibration leaves, without what all attitudes share.
  func unsteadiness(_ calibration: Calibration) -> (strength: Double, dip: Double) {
    var rows: [(strength: [Double], dip: [Double])] = []
    for reading in readings {
      let field = calibration.parameters.field(reading.field)
      let acceleration = calibration.parameters.acceleration(reading.acceleration)
      guard let geometry = HeadingGeometry(field: field, acceleration: acceleration) else { continue }
      rows.append(geometry.earthGradients(parameters: calibration.parameters, rawField: reading.field))
    }
    func deviation(_ rows: [[Double]]) -> Double {
      let share = 1 / Double(max(1, rows.count))
      var mean = [Double](repeating: 0, count: CalibrationParameters.count)
      for row in rows { for index in row.indices { mean[index] += row[index] * share } }
      let variances = rows.map { row in
        max(0, quadraticForm(calibration.covariance, zip(row, mean).map { $0 - $1 }))
      }
      return (variances.reduce(0, +) * share).squareRoot()
    }
    return (deviation(rows.map(\.strength)), deviation(rows.map(\.dip)) * degreesPerRadian)
  }
}
