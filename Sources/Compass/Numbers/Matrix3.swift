import Glibc

/// A 3x3 matrix, stored as its rows.
struct Matrix3: Equatable, Sendable {
  var row0: SIMD3<Double>
  var row1: SIMD3<Double>
  var row2: SIMD3<Double>

  static let identity = Matrix3(rows: [1, 0, 0], [0, 1, 0], [0, 0, 1])

  init(rows row0: SIMD3<Double>, _ row1: SIMD3<Double>, _ row2: SIMD3<Double>) {
    self.row0 = row0
    self.row1 = row1
    self.row2 = row2
  }

  @inline(__always) static func * (matrix: Matrix3, vector: SIMD3<Double>) -> SIMD3<Double> {
    [matrix.row0.dot(vector), matrix.row1.dot(vector), matrix.row2.dot(vector)]
  }

  static func * (left: Matrix3, right: Matrix3) -> Matrix3 {
    let columns = right.transposed
    return Matrix3(rows: columns * left.row0, columns * left.row1, columns * left.row2)
  }

  static func * (matrix: Matrix3, factor: Double) -> Matrix3 {
    Matrix3(rows: matrix.row0 * factor, matrix.row1 * factor, matrix.row2 * factor)
  }

  /// The transposed matrix times a vector, without transposing.
  @inline(__always) func transposedTimes(_ vector: SIMD3<Double>) -> SIMD3<Double> {
    row0 * vector.x + row1 * vector.y + row2 * vector.z
  }

  var transposed: Matrix3 {
    Matrix3(rows: [row0.x, row1.x, row2.x], [row0.y, row1.y, row2.y], [row0.z, row1.z, row2.z])
  }

  var determinant: Double { row0.dot(row1.cross(row2)) }

  /// Nil for a matrix that has no inverse.
  var inverse: Matrix3? {
    let determinant = determinant
    guard determinant.isFinite, abs(determinant) > 1e-12 else { return nil }
    let adjugate = Matrix3(rows: row1.cross(row2), row2.cross(row0), row0.cross(row1)).transposed
    return adjugate * (1 / determinant)
  }

  /// Values and directions (rows of the matrix) of a symmetric matrix, by Jacobi's rotations; ascending.
  var symmetricEigen: (values: SIMD3<Double>, directions: Matrix3) {
    var a = [[row0.x, row0.y, row0.z], [row1.x, row1.y, row1.z], [row2.x, row2.y, row2.z]]
    var v: [[Double]] = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
    for _ in 0..<24 {
      let off = abs(a[0][1]) + abs(a[0][2]) + abs(a[1][2])
      if off < 1e-15 * (abs(a[0][0]) + abs(a[1][1]) + abs(a[2][2])) || !off.isFinite { break }
      for (p, q) in [(0, 1), (0, 2), (1, 2)] where a[p][q] != 0 {
        let theta = (a[q][q] - a[p][p]) / (2 * a[p][q])
        let t = (theta < 0 ? -1 : 1) / (abs(theta) + (theta * theta + 1).squareRoot())
        let c = 1 / (t * t + 1).squareRoot()
        let s = t * c
        for k in 0..<3 {
          (a[k][p], a[k][q]) = (c * a[k][p] - s * a[k][q], s * a[k][p] + c * a[k][q])
        }
        for k in 0..<3 {
          (a[p][k], a[q][k]) = (c * a[p][k] - s * a[q][k], s * a[p][k] + c * a[q][k])
          (v[p][k], v[q][k]) = (c * v[p][k] - s * v[q][k], s * v[p][k] + c * v[q][k])
        }
      }
    }
    let order = [0, 1, 2].sorted { a[$0][$0] < a[$1][$1] }
    return (
      [a[order[0]][order[0]], a[order[1]][order[1]], a[order[2]][order[2]]],
      Matrix3(rows: SIMD3(v[order[0]]), SIMD3(v[order[1]]), SIMD3(v[order[2]]))
    )
  }

  /// The least and the greatest factor by which the matrix stretches a vector.
  var singularRange: ClosedRange<Double>? {
    let values = (transposed * self).symmetricEigen.values
    guard values.isFinite else { return nil }
    return max(0, values.x).squareRoot()...max(0, values.x, values.z).squareRoot()
  }
}
