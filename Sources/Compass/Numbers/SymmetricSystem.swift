/// A small symmetric positive system `H x = g`, solved by Cholesky's factors. Its memory is taken once.
struct SymmetricSystem: Sendable {
  /// How many unknowns.
  let count: Int
  /// The lower triangle, row by row, each row `count` long.
  var matrix: [Double]
  private var factor: [Double]

  init(count: Int) {
    self.count = count
    matrix = [Double](repeating: 0, count: count * count)
    factor = matrix
  }

  /// Factors the matrix with its diagonal stretched by `1 + damping`. False where the matrix is not positive.
  mutating func decompose(damping: Double = 0) -> Bool {
    let n = count
    return matrix.withUnsafeBufferPointer { a in
      factor.withUnsafeMutableBufferPointer { l in
        for i in 0..<n {
          for j in 0...i {
            var sum = a[i * n + j]
            if i == j { sum *= 1 + damping }
            for k in 0..<j { sum -= l[i * n + k] * l[j * n + k] }
            if i == j {
              guard sum > 0, sum.isFinite else { return false }
              l[i * n + i] = sum.squareRoot()
            } else {
              l[i * n + j] = sum / l[j * n + j]
            }
          }
        }
        return true
      }
    }
  }

  /// Solves in place, with the factors of the last ``decompose(damping:)``.
  func solve(_ vector: inout [Double]) {
    let n = count
    factor.withUnsafeBufferPointer { l in
      vector.withUnsafeMutableBufferPointer { x in
        for i in 0..<n {
          var sum = x[i]
          for k in 0..<i { sum -= l[i * n + k] * x[k] }
          x[i] = sum / l[i * n + i]
        }
        for i in (0..<n).reversed() {
          var sum = x[i]
          for k in (i + 1)..<max(n, i + 1) { sum -= l[k * n + i] * x[k] }
          x[i] = sum / l[i * n + i]
        }
      }
    }
  }

  /// The inverse of the factored matrix: its lower triangle without gaps, `count (count + 1) / 2` numbers.
  func packedInverse() -> [Double] {
    var packed: [Double] = []
    packed.reserveCapacity(count * (count + 1) / 2)
    var columns: [[Double]] = []
    for column in 0..<count {
      var unit = [Double](repeating: 0, count: count)
      unit[column] = 1
      solve(&unit)
      columns.append(unit)
    }
    for row in 0..<count { for column in 0...row { packed.append(columns[column][row]) } }
    return packed
  }
}
