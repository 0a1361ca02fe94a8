import Glibc

/// Places from which the fit sets out: one alone may lie in the wrong valley.
enum FitStarts {
  /// A sphere through points, by linear least squares.
  struct Sphere: Equatable, Sendable {
    var centre: SIMD3<Double>
    var radius: Double
  }

  /// The mean of the points and their typical distance from it. Nil without points, or for points that do not spread.
  static func centroid(_ points: [SIMD3<Double>]) -> Sphere? {
    guard !points.isEmpty else { return nil }
    var centre = SIMD3<Double>()
    for point in points { centre += point }
    centre /= Double(points.count)
    var square = 0.0
    for point in points { square += (point - centre).dot(point - centre) }
    let radius = (square / Double(points.count)).squareRoot()
    return radius > 0 && radius.isFinite ? Sphere(centre: centre, radius: radius) : nil
  }

  /// Nil where the points lie in a plane or are fewer than four.
  static func sphere(_ points: [SIMD3<Double>]) -> Sphere? {
    guard points.count >= 4, let about = centroid(points) else { return nil }
    // |p|² = 2 c·p + k, about the mean and in units of the spread, for the sake of the digits.
    var system = SymmetricSystem(count: 4)
    var right = [Double](repeating: 0, count: 4)
    for point in points {
      let p = (point - about.centre) / about.radius
      let row = [2 * p.x, 2 * p.y, 2 * p.z, 1]
      for i in 0..<4 {
        right[i] += row[i] * p.dot(p)
        for j in 0...i { system.matrix[i * 4 + j] += row[i] * row[j] }
      }
    }
    for i in 0..<4 { system.matrix[i * 5] += 1e-9 * Double(points.count) }
    guard system.decompose() else { return nil }
    system.solve(&right)
    let centre = SIMD3(right[0], right[1], right[2])
    let square = right[3] + centre.dot(centre)
    guard square > 0, square.isFinite else { return nil }
    return Sphere(centre: about.centre + centre * about.radius, radius: square.squareRoot() * about.radius)
  }

  /// The centre of an ellipsoid and the symmetric matrix that makes it a sphere of this radius. Nil where there is none,
  /// or one so long that no sensor is like it.
  static func ellipsoid(
    _ points: [SIMD3<Double>], radius: Double
  ) -> (centre: SIMD3<Double>, matrix: Matrix3)? {
    guard points.count >= 12, let about = centroid(points) else { return nil }
    var system = SymmetricSystem(count: 9)
    var right = [Double](repeating: 0, count: 9)
    for point in points {
      let p = (point - about.centre) / about.radius
      let row = [
        p.x * p.x, p.y * p.y, p.z * p.z, 2 * p.x * p.y, 2 * p.x * p.z, 2 * p.y * p.z, 2 * p.x, 2 * p.y, 2 * p.z,
      ]
      for i in 0..<9 {
        right[i] += row[i]
        for j in 0...i { system.matrix[i * 9 + j] += row[i] * row[j] }
      }
    }
    guard system.decompose() else { return nil }
    system.solve(&right)
    let shape = Matrix3(
      rows: [right[0], right[3], right[4]], [right[3], right[1], right[5]], [right[4], right[5], right[2]])
    let line = SIMD3(right[6], right[7], right[8])
    guard let inverse = shape.inverse else { return nil }
    let centre = (inverse * line) * -1
    let size = 1 + centre.dot(shape * centre)
    guard size > 0 else { return nil }
    let (values, directions) = (shape * (1 / size)).symmetricEigen
    guard values.x > 0, values.isFinite else { return nil }
    // The matrix in the units of the recording: its stretches must be those of a sensor.
    let scale = radius / about.radius
    let stretches = SIMD3(values.x.squareRoot(), values.y.squareRoot(), values.z.squareRoot()) * scale
    guard stretches.x > 0.5, stretches.z < 2 else { return nil }
    let diagonal = Matrix3(
      rows: directions.row0 * stretches.x, directions.row1 * stretches.y, directions.row2 * stretches.z)
    return (about.centre + centre * about.radius, directions.transposed * diagonal)
  }
}
