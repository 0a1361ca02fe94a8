extension HeadingGeometry {
  /// How strength (µT) and dip (radians) of the field, as they are measured in this attitude, change with each of the
  /// unknowns of a calibration.
  func earthGradients(
    parameters: CalibrationParameters, rawField: SIMD3<Double>
  ) -> (strength: [Double], dip: [Double]) {
    var strengthRow = [Double](repeating: 0, count: CalibrationParameters.count)
    var dipRow = strengthRow
    let u = field.direction ?? [0, 0, 1]
    let forth = north.direction ?? [1, 0, 0]
    let strength = max(field.length, 1)
    let (sine, cosine) = (field.dot(down) / strength, horizontal / strength)
    let across = (down * cosine - forth * sine) / strength
    let offset = rawField - parameters.fieldBias
    let matrix = parameters.matrix
    let strengthByBias = matrix.transposedTimes(u) * -1
    let dipByBias = matrix.transposedTimes(across) * -1
    for axis in 0..<3 {
      strengthRow[axis] = strengthByBias[axis]
      dipRow[axis] = dipByBias[axis]
      for column in 0..<3 {
        strengthRow[3 + 3 * axis + column] = u[axis] * offset[column]
        dipRow[3 + 3 * axis + column] = across[axis] * offset[column]
      }
      dipRow[CalibrationParameters.Index.accelerationBias + axis] = forth[axis] * parameters.accelerationScale[axis]
    }
    return (strengthRow, dipRow)
  }
}
