/// Finds an axis that has come to the end of its range from the values alone: samples pile up at its greatest value,
/// although the other axes moved.
struct RangeEdge: Equatable, Sendable {
  private var values: [SIMD3<Double>] = []

  /// Values that are nearer than this are the same, µT.
  static let same = 0.02
  /// The pile is held against what lies this far below it, µT.
  static let below = 1.0
  /// How far the other axes move between two samples of the pile, µT: a board that rests piles up as well.
  static let movement = 2.0
  /// How many samples are looked at.
  static let capacity = 6_000

  mutating func add(_ raw: SIMD3<Double>) {
    if values.count < Self.capacity { values.append(raw) }
  }

  /// Which axis, 0 to 2, is at its end; nil for none.
  var axis: Int? { (0..<6).first { isPiledUp($0 % 3, sign: $0 < 3 ? 1 : -1) }.map { $0 % 3 } }

  private func isPiledUp(_ axis: Int, sign: Double) -> Bool {
    guard let edge = values.map({ $0[axis] * sign }).max() else { return false }
    var pile = 0
    var near = 0
    var last: SIMD3<Double>?
    for value in values where value[axis] * sign >= edge - Self.below {
      if let last, (value - last).length < Self.movement { continue }
      last = value
      if value[axis] * sign >= edge - Self.same { pile += 1 } else { near += 1 }
    }
    return pile >= 5 && pile > near
  }
}
