import Compass
import Glibc

/// A board in a hand or on a strap: still, or walking with its steps, its sway and its turns.
public struct CompassWalk: Sendable {
  private var random: SeededGenerator
  private let isWalking: Bool
  private var headingDegrees: Double
  private var turnPerSecond = 0.0
  private var seconds = 0.0
  private let stepsPerSecond: Double
  private let base: (tilt: Double, about: Double)

  /// Starts.
  public init(isWalking: Bool, seed: UInt64) {
    random = SeededGenerator(seed: seed)
    self.isWalking = isWalking
    headingDegrees = 360 * random.uniform()
    stepsPerSecond = 1.7 + 0.4 * random.uniform()
    base = (30 * random.uniform(), 360 * random.uniform())
  }

  /// The next tenth of a second: how the board is held, and how it is pushed, g in its own axes.
  public mutating func next() -> (attitude: Attitude, hand: SIMD3<Double>) {
    seconds += 0.1
    guard isWalking else {
      return (Attitude(headingDegrees: headingDegrees, tiltDegrees: base.tilt, aboutDegrees: base.about), .zero)
    }
    // Turns of some seconds, up to 45° a second.
    turnPerSecond = turnPerSecond * 0.97 + 2.5 * random.normal()
    headingDegrees += turnPerSecond * 0.1
    let step = 2 * Double.pi * stepsPerSecond * seconds
    var attitude = Attitude(headingDegrees: headingDegrees, tiltDegrees: base.tilt, aboutDegrees: base.about)
    attitude.turn(aboutOwn: [1, 0, 0], radians: 0.10 * sin(step / 2) + 0.02 * random.normal())
    attitude.turn(aboutOwn: [0, 1, 0], radians: 0.06 * sin(step + 1) + 0.02 * random.normal())
    // Up and down with each step, sideways with every other.
    let push = SIMD3(
      0.10 * sin(step + 0.7) + 0.03 * random.normal(), 0.08 * sin(step / 2) + 0.03 * random.normal(),
      0.25 * sin(step) + 0.05 * random.normal())
    return (attitude, push)
  }
}
