import Compass
import Glibc

/// A magnetometer and an accelerometer on a board, as they really are: what they say of an attitude, and what a
/// calibration would have to find.
///
/// Scale 5 %, soft iron and cross-axis 4 % an element and not symmetric, hard iron 10 to 80 µT, the two parts turned
/// against each other, accelerometer off in bias and scale.
public struct CompassModel: Sendable {
  /// The parts.
  public let parts: CompassParts
  /// The Earth's field, µT, as (north, east, down); north is magnetic.
  public var earth: SIMD3<Double>
  /// Hard iron, µT.
  public var hardIron: SIMD3<Double>
  /// From the true field in the axes of the board to what the magnetometer shows without hard iron, as columns.
  public var gain: (SIMD3<Double>, SIMD3<Double>, SIMD3<Double>)
  /// Of the accelerometer, g.
  public var accelerationBias: SIMD3<Double>
  /// Of the accelerometer.
  public var accelerationScale: SIMD3<Double>
  /// Where the axes of the magnetometer end, µT.
  public var rangeMicrotesla = Double.infinity
  /// How the axes of the magnetometer were mixed up: for each, which it really is, and with which sign.
  public var mixUp: [(axis: Int, sign: Double)] = [(0, 1), (1, 1), (2, 1)]
  private var generator: SeededGenerator

  /// Makes a board with the errors that its parts usually have.
  public init(_ parts: CompassParts, fieldMicrotesla: Double, dipDegrees: Double, seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    self.parts = parts
    let dip = dipDegrees * .pi / 180
    earth = [fieldMicrotesla * cos(dip), 0, fieldMicrotesla * sin(dip)]
    func vector(_ sigma: Double, around mean: Double = 0) -> SIMD3<Double> {
      [mean + sigma * random.normal(), mean + sigma * random.normal(), mean + sigma * random.normal()]
    }
    let direction = vector(1)
    hardIron = direction * ((10 + 70 * random.uniform()) / max(0.01, inner(direction, direction).squareRoot()))
    var columns: [SIMD3<Double>] = []
    for axis in 0..<3 {
      var column = vector(0.04)
      column[axis] += 1 + 0.05 * random.normal()
      columns.append(column)
    }
    let turn = vector(parts.misalignmentDegrees * .pi / 180)
    func mixed(_ v: SIMD3<Double>) -> SIMD3<Double> { columns[0] * v.x + columns[1] * v.y + columns[2] * v.z }
    let axes: [SIMD3<Double>] = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
    let turned = axes.map { mixed($0 + cross(turn, $0)) }
    gain = (turned[0], turned[1], turned[2])
    accelerationBias = vector(parts.accelerationBias)
    accelerationScale = vector(parts.accelerationScale, around: 1)
    generator = SeededGenerator(seed: seed ^ 0x5EED)
  }

  /// Measures once. `hand` is the acceleration of the board, g in its own axes; `nearby` a field that is not the Earth's,
  /// µT in its own axes.
  public mutating func measure(
    _ attitude: Attitude, hand: SIMD3<Double> = .zero, nearby: SIMD3<Double> = .zero
  ) -> (field: FieldSample, motion: MotionSample) {
    let field = attitude.body(earth) + nearby
    var shown = gain.0 * field.x + gain.1 * field.y + gain.2 * field.z + hardIron
    var motion = attitude.body([0, 0, -1]) + hand
    var isSaturated = false
    for axis in 0..<3 {
      shown[axis] += parts.fieldNoise * generator.normal()
      if parts.fieldStep > 0 { shown[axis] = (shown[axis] / parts.fieldStep).rounded() * parts.fieldStep }
      if abs(shown[axis]) >= rangeMicrotesla {
        shown[axis] = shown[axis] < 0 ? -rangeMicrotesla : rangeMicrotesla
        isSaturated = true
      }
      motion[axis] =
        motion[axis] * accelerationScale[axis] + accelerationBias[axis] + parts.accelerationNoise * generator.normal()
    }
    let named = SIMD3(
      mixUp[0].sign * shown[mixUp[0].axis], mixUp[1].sign * shown[mixUp[1].axis], mixUp[2].sign * shown[mixUp[2].axis])
    return (
      FieldSample(microtesla: named, isSaturated: isSaturated), MotionSample(acceleration: motion)
    )
  }
}
