/// Which axis is which: each new axis is an old one, perhaps reversed. Written as in `x,y,z` or `-y,x,z`.
public struct AxisMap: Equatable, Hashable, Sendable {
  /// The old axes, 0 to 2, each once.
  public let axes: SIMD3<Int>
  /// 1 or -1 for each.
  public let signs: SIMD3<Double>

  /// Everything stays.
  public static let identity = AxisMap(axes: [0, 1, 2], signs: [1, 1, 1])

  private init(axes: SIMD3<Int>, signs: SIMD3<Double>) {
    self.axes = axes
    self.signs = signs
  }

  /// All 48, the identity first.
  public static let all: [AxisMap] = {
    let orders: [SIMD3<Int>] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]]
    return orders.flatMap { axes in
      (0..<8).map { bits in
        AxisMap(axes: axes, signs: [bits & 1 == 0 ? 1 : -1, bits & 2 == 0 ? 1 : -1, bits & 4 == 0 ? 1 : -1])
      }
    }
  }()

  /// The 24 that a board can be mounted in.
  public static var rotations: [AxisMap] { all.filter(\.isRotation) }

  /// Whether it keeps a right-handed frame right-handed.
  public var isRotation: Bool {
    let isEven = (axes.y - axes.x + 3) % 3 == 1
    return (signs.x * signs.y * signs.z > 0) == isEven
  }

  /// The vector in the new axes.
  public func apply(_ v: SIMD3<Double>) -> SIMD3<Double> { [v[axes.x], v[axes.y], v[axes.z]] * signs }

  /// The map that undoes this one.
  public var inverse: AxisMap {
    var axes = SIMD3<Int>()
    var signs = SIMD3<Double>()
    for index in 0..<3 {
      axes[self.axes[index]] = index
      signs[self.axes[index]] = self.signs[index]
    }
    return AxisMap(axes: axes, signs: signs)
  }

  /// All axes reversed as well.
  public var reversed: AxisMap { AxisMap(axes: axes, signs: signs * -1) }

  /// How many axes do not stay as they are.
  var changes: Int { (0..<3).count { axes[$0] != $0 || signs[$0] < 0 } }
}

extension AxisMap: LosslessStringConvertible {
  /// Reads `x,y,z`, `-y,x,z`; blanks and `+` are allowed.
  public init?(_ description: String) {
    let parts = description.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count == 3 else { return nil }
    var axes = SIMD3<Int>()
    var signs = SIMD3<Double>(1, 1, 1)
    for (index, part) in parts.enumerated() {
      var name = part.filter { $0 != " " }.lowercased()
      if let sign = name.first, sign == "-" || sign == "+" {
        signs[index] = sign == "-" ? -1 : 1
        name.removeFirst()
      }
      guard let axis = ["x", "y", "z"].firstIndex(of: name) else { return nil }
      axes[index] = axis
    }
    guard Set([axes.x, axes.y, axes.z]).count == 3 else { return nil }
    self.init(axes: axes, signs: signs)
  }

  /// As in `-y,x,z`.
  public var description: String {
    (0..<3).map { (signs[$0] < 0 ? "-" : "") + ["x", "y", "z"][axes[$0]] }.joined(separator: ",")
  }
}
