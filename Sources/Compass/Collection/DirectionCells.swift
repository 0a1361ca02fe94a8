import Glibc

/// The sphere of directions in 100 cells of equal area: ten bands of equal height, each cut into ten.
enum DirectionCells {
  static let count = 100

  /// How far around a direction that was seen the sphere counts as seen: a cell has the area of a cap of 11.5°, and the
  /// fit interpolates over twice that.
  static let reachDegrees = 25.0

  /// The cell of a unit vector.
  static func cell(of direction: SIMD3<Double>) -> Int {
    let band = min(9, max(0, Int((min(1, max(-1, direction.z)) + 1) * 5)))
    let turn = (atan2(direction.y, direction.x) / (2 * .pi) + 0.5) * 10
    return band * 10 + (turn.isFinite ? min(9, max(0, Int(turn))) : 0)
  }

  /// The middle of each cell.
  static let centres: [SIMD3<Double>] = (0..<count).map { cell in
    let z = (Double(cell / 10) + 0.5) / 5 - 1
    let angle = ((Double(cell % 10) + 0.5) / 10 - 0.5) * 2 * Double.pi
    let across = (1 - z * z).squareRoot()
    return [across * cos(angle), across * sin(angle), z]
  }

  /// Which share of the sphere these directions cover, 0...1, and the middle of what they are farthest from.
  static func coverage(of directions: [SIMD3<Double>]) -> (share: Double, farthest: SIMD3<Double>?) {
    let reach = cosine(degrees: reachDegrees)
    var covered = 0
    var farthest: (centre: SIMD3<Double>, cosine: Double)?
    for centre in centres {
      var nearest = -1.0
      for direction in directions { nearest = max(nearest, direction.dot(centre)) }
      if nearest >= reach { covered += 1 }
      if nearest < farthest?.cosine ?? 2 { farthest = (centre, nearest) }
    }
    return (Double(covered) / Double(count), covered == count ? nil : farthest?.centre)
  }
}
