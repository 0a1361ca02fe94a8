extension SIMD3<Double> {
  /// The scalar product.
  func dot(_ other: Self) -> Double { x * other.x + y * other.y + z * other.z }

  /// The vector product, right-handed.
  func cross(_ other: Self) -> Self {
    [y * other.z - z * other.y, z * other.x - x * other.z, x * other.y - y * other.x]
  }

  /// The Euclidean length.
  var length: Double { dot(self).squareRoot() }

  /// The direction; nil for a vector that has none (zero, or not finite).
  var direction: Self? {
    let length = length
    return length > 0 && length.isFinite ? self / length : nil
  }

  /// Whether all components are numbers.
  var isFinite: Bool { x.isFinite && y.isFinite && z.isFinite }
}
