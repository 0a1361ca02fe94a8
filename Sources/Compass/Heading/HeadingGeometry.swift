import Glibc

/// From the field and down, both in the axes of the board, to directions: `E = down × m`, `N = E × down`. No Euler angle,
/// so nothing special happens at any tilt.
struct HeadingGeometry {
  /// Field, µT.
  let field: SIMD3<Double>
  /// Unit vector.
  let down: SIMD3<Double>
  /// Of length H, to the east.
  let east: SIMD3<Double>
  /// Of length H, to magnetic north.
  let north: SIMD3<Double>

  /// Nil without a direction of down.
  init?(field: SIMD3<Double>, acceleration: SIMD3<Double>) {
    guard let up = acceleration.direction, field.isFinite else { return nil }
    self.field = field
    down = up * -1
    east = down.cross(field)
    north = east.cross(down)
  }

  /// Strength of the horizontal field, µT.
  var horizontal: Double { east.length }

  /// Degrees below the horizon.
  var dipDegrees: Double { atan2(field.dot(down), horizontal) * degreesPerRadian }

  /// Where an axis of the board points, degrees from magnetic north; nil for an axis that is vertical.
  func heading(of axis: SIMD3<Double>) -> Double? {
    let (y, x) = (east.dot(axis), north.dot(axis))
    guard x != 0 || y != 0 else { return nil }
    return Angles.wrapped(degrees: atan2(y, x) * degreesPerRadian)
  }

  /// How the heading of an axis changes, radians, with the field (per µT) and with down (per unit).
  func gradient(of axis: SIMD3<Double>) -> (byField: SIMD3<Double>, byDown: SIMD3<Double>) {
    let (y, x) = (east.dot(axis), north.dot(axis))
    let square = max(x * x + y * y, 1e-18)
    let along = axis.dot(down)
    let xByField = axis - down * along
    let xByDown = down * (2 * axis.dot(field)) - axis * down.dot(field) - field * along
    let yByField = axis.cross(down)
    let yByDown = field.cross(axis)
    let byDown = (yByDown * x - xByDown * y) / square
    return ((yByField * x - xByField * y) / square, byDown - down * byDown.dot(down))
  }

  /// How the heading of an axis changes with each of the unknowns of a calibration.
  func gradient(
    of axis: SIMD3<Double>, parameters: CalibrationParameters, rawField: SIMD3<Double>, rawAcceleration: SIMD3<Double>
  ) -> [Double] {
    var row = [Double](repeating: 0, count: CalibrationParameters.count)
    let (byField, byDown) = gradient(of: axis)
    let matrix = parameters.matrix
    let offset = rawField - parameters.fieldBias
    let byBias = matrix.transposedTimes(byField) * -1
    let motion = rawAcceleration - parameters.accelerationBias
    let gravity = max((parameters.accelerationScale * motion).length, 1e-9)
    let byAcceleration = byDown / -gravity
    for axis in 0..<3 {
      row[CalibrationParameters.Index.fieldBias + axis] = byBias[axis]
      for column in 0..<3 {
        row[CalibrationParameters.Index.matrix + 3 * axis + column] = byField[axis] * offset[column]
      }
      row[CalibrationParameters.Index.accelerationBias + axis] =
        -byAcceleration[axis] * parameters.accelerationScale[axis]
      row[CalibrationParameters.Index.accelerationScale + axis] = byAcceleration[axis] * motion[axis]
    }
    return row
  }
}

/// `gᵀ C g` with the lower triangle of C, row by row.
func quadraticForm(_ packed: [Double], _ g: [Double]) -> Double {
  var sum = 0.0
  var index = 0
  for row in g.indices {
    var line = 0.0
    for column in 0..<row { line += packed[index + column] * g[column] }
    sum += g[row] * (2 * line + packed[index + row] * g[row])
    index += row + 1
  }
  return sum
}
