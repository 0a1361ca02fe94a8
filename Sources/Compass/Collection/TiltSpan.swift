import Glibc

/// Which way of holding the board a recording has seen.
public struct TiltSpan: Equatable, Sendable {
  /// The axis of the board about which it lies: the mean direction of down, in the axes of the board.
  public var axis: SIMD3<Double>
  /// How far down went from there, degrees; one sample in twenty went farther.
  public var degrees: Double

  /// Makes one.
  public init(axis: SIMD3<Double>, degrees: Double) {
    self.axis = axis
    self.degrees = degrees
  }

  /// The span of directions of down (unit vectors). Nil without any.
  init?(downs: [SIMD3<Double>]) {
    var sum = SIMD3<Double>()
    for down in downs { sum += down }
    guard !downs.isEmpty else { return nil }
    // Directions all over the sphere have no middle: any will do, and the way boards lie is the most useful.
    let axis = sum.length > 0.1 * Double(downs.count) ? sum.direction ?? [0, 0, -1] : [0, 0, -1]
    self.axis = axis
    let angles = downs.map { acos(min(1, max(-1, $0.dot(axis)))) }.sorted()
    degrees = angles[min(angles.count - 1, angles.count * 19 / 20)] * degreesPerRadian
  }

  /// How far a direction of down is from the axis, degrees.
  func tilt(of down: SIMD3<Double>) -> Double { acos(min(1, max(-1, down.dot(axis)))) * degreesPerRadian }
}
