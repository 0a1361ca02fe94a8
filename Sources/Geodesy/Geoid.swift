import CGeoid

/// Mean sea level as EGM96 has it: how far it lies above the WGS 84 ellipsoid.
///
/// A uniform cubic B-spline with a coefficient at every degree, fitted to the full grid of 15 minutes. It differs from
/// that grid by 0.32 m (rms over the Earth's surface), 95 % of the grid's points by less than 0.61 m, at most 6.7 m (the
/// slope of Hawaii). `docs/geoid.md` tells how it is made.
public struct Geoid: Sendable {
  /// The one that is built in.
  public static let egm96 = Geoid()

  private init() {}

  /// How far mean sea level lies above the ellipsoid (below it, if negative), metres; between -108 and 86.
  ///
  /// The date line is a place like any other, and at a pole the longitude makes no difference.
  public func separationMeters(at place: Coordinate) -> Double {
    let down = Self.position(place.latitudeNanodegrees + 90_000_000_000)
    let across = Self.position(place.longitudeNanodegrees + 180_000_000_000)
    let weights = Self.weights(across.fraction)
    var centimeters = 0.0
    let rows = Self.weights(down.fraction)
    for step in 0..<4 { centimeters += rows[step] * Self.along(down.node + step - 1, across.node, weights) }
    return centimeters / 100
  }

  private static let rows = Int(CGEOID_ROWS)
  private static let columns = Int(CGEOID_COLUMNS)
  private static let nanodegreesPerNode: Int64 = 1_000_000_000

  private static func position(_ nanodegrees: Int64) -> (node: Int, fraction: Double) {
    let (node, rest) = nanodegrees.quotientAndRemainder(dividingBy: nanodegreesPerNode)
    return (Int(node), Double(rest) / Double(nanodegreesPerNode))
  }

  /// The weights of the nodes -1, 0, 1 and 2 for a place between the nodes 0 and 1.
  private static func weights(_ fraction: Double) -> InlineArray<4, Double> {
    let (t, rest) = (fraction, 1 - fraction)
    return [
      rest * rest * rest / 6,
      (4 - 6 * t * t + 3 * t * t * t) / 6,
      (4 - 6 * rest * rest + 3 * rest * rest * rest) / 6,
      t * t * t / 6,
    ]
  }

  /// The spline along one row of coefficients. A row beyond a pole is the one before it, seen from the other side.
  private static func along(_ row: Int, _ column: Int, _ weights: InlineArray<4, Double>) -> Double {
    var (row, column) = (row, column)
    if row < 0 || row >= rows {
      row = row < 0 ? -row : 2 * (rows - 1) - row
      column += columns / 2
    }
    guard let coefficients = cgeoid_coefficients() else { return 0 }
    var sum = 0.0
    for step in 0..<4 {
      let wrapped = (column + step - 1 + columns) % columns
      sum += weights[step] * Double(coefficients[row * columns + wrapped])
    }
    return sum
  }
}
