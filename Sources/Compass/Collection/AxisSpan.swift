/// How far each axis of a chip has gone.
struct AxisSpan: Equatable, Sendable {
  private var least: SIMD3<Double>?
  private var most = SIMD3<Double>()

  mutating func add(_ value: SIMD3<Double>) {
    least = least.map { $0.replacing(with: value, where: value .< $0) } ?? value
    most = least == value ? value : most.replacing(with: value, where: value .> most)
  }

  /// Axes that never moved, not even by noise, although both others went so far.
  func deadAxes(others limit: Double) -> [Int] {
    guard let least else { return [] }
    let span = most - least
    return (0..<3).filter { axis in
      span[axis] == 0 && (0..<3).allSatisfy { $0 == axis || span[$0] >= limit }
    }
  }
}
