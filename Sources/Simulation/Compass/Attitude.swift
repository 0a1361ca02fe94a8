import Glibc

/// How a board is held: its axes in the world, each as (north, east, down).
public struct Attitude: Equatable, Sendable {
  /// Where +x points, which is forward.
  public var x: SIMD3<Double>
  /// Where +y points: left, on a level board.
  public var y: SIMD3<Double>
  /// Where +z points: up, on a level board.
  public var z: SIMD3<Double>

  /// A level board with this heading.
  public init(headingDegrees: Double) {
    let heading = headingDegrees * .pi / 180
    x = [cos(heading), sin(heading), 0]
    y = [sin(heading), -cos(heading), 0]
    z = [0, 0, -1]
  }

  /// A board tilted out of the level: turned about a horizontal axis with the azimuth `aboutDegrees`.
  public init(headingDegrees: Double, tiltDegrees: Double, aboutDegrees: Double) {
    self.init(headingDegrees: headingDegrees)
    let about = aboutDegrees * .pi / 180
    turn(about: [cos(about), sin(about), 0], radians: tiltDegrees * .pi / 180)
  }

  /// Any attitude, all equally likely (Shoemake 1992).
  public init(using generator: inout SeededGenerator) {
    let (u, v, w) = (generator.uniform(), generator.uniform() * 2 * .pi, generator.uniform() * 2 * .pi)
    let (a, b) = ((1 - u).squareRoot(), u.squareRoot())
    let q = (w: b * cos(w), x: a * sin(v), y: a * cos(v), z: b * sin(w))
    self.init(headingDegrees: 0)
    let length = (q.x * q.x + q.y * q.y + q.z * q.z).squareRoot()
    turn(about: length > 0 ? SIMD3(q.x, q.y, q.z) / length : [1, 0, 0], radians: 2 * atan2(length, q.w))
  }

  /// Turns about an axis of the world, right-handed (Rodrigues).
  public mutating func turn(about axis: SIMD3<Double>, radians: Double) {
    let (c, s) = (cos(radians), sin(radians))
    func turned(_ v: SIMD3<Double>) -> SIMD3<Double> {
      v * c + cross(axis, v) * s + axis * (inner(axis, v) * (1 - c))
    }
    (x, y, z) = (turned(x), turned(y), turned(z))
  }

  /// Turns about an axis of the board.
  public mutating func turn(aboutOwn axis: SIMD3<Double>, radians: Double) {
    turn(about: x * axis.x + y * axis.y + z * axis.z, radians: radians)
  }

  /// A vector of the world in the axes of the board.
  public func body(_ world: SIMD3<Double>) -> SIMD3<Double> { [inner(x, world), inner(y, world), inner(z, world)] }

  /// The heading of +x, degrees.
  public var headingDegrees: Double {
    let degrees = atan2(x.y, x.x) * 180 / .pi
    return degrees < 0 ? degrees + 360 : degrees
  }
}

func inner(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> Double { a.x * b.x + a.y * b.y + a.z * b.z }

func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
  [a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x]
}
