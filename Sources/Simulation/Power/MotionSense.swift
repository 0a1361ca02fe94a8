import Glibc

/// What an accelerometer's watch for motion makes of the truth: interrupts.
///
/// It feels steps and the shaking of a vehicle, and not that something moves evenly; the engine of a car that waits
/// shakes it for a while; now and then somebody touches a board at rest.
public struct MotionSense: Sendable {
  /// How things shake.
  public struct Habits: Equatable, Sendable {
    /// From the first motion until the chip sees it, seconds: the mean.
    public var delaySeconds = 1.0
    /// Interrupts a second while it moves, at most one at a time.
    public var movingHertz = 0.8
    /// How long an engine runs on after a vehicle has stopped, seconds.
    public var idlingSeconds = 90.0
    /// Interrupts a second meanwhile.
    public var idlingHertz = 0.25
    /// The slowest that counts as a vehicle, metres a second.
    public var vehicleMetersPerSecond = 6.0
    /// How often a board at rest is touched, times an hour.
    public var touchesAnHour = 0.25

    /// The usual ones.
    public init() {}
  }

  private let habits: Habits
  private var truth: GroundTruth
  private var generator: SeededGenerator
  /// When it is touched next.
  private var touch: Double
  /// The motion whose beginning was delayed last, and until when.
  private var onset: (start: Double, felt: Double) = (-1, 0)

  /// A sense on a board that moves like this.
  public init(_ truth: GroundTruth, habits: Habits = Habits(), seed: UInt64) {
    self.truth = truth
    self.habits = habits
    generator = SeededGenerator(seed: seed ^ 0xACCE1)
    touch = 0
    touch = pause(hertz: habits.touchesAnHour / 3_600)
  }

  /// The next interrupt that is later than this; infinity if there will be none. Moments must ascend.
  public mutating func next(after moment: Double) -> Double {
    while touch <= moment { touch += pause(hertz: habits.touchesAnHour / 3_600) }
    var at = moment
    while at < touch {
      if truth.isMoving(at: at) {
        let felt = feltOnset(at: at)
        let next = max(at, felt) + pause(hertz: habits.movingHertz)
        let end = truth.motionChange(after: at)
        if next <= end { return min(next, touch) }
        at = end
      } else {
        let begin = truth.motionChange(after: at)
        let idling = idlingEnd(at: at)
        if idling > at {
          let next = at + pause(hertz: habits.idlingHertz)
          if next < min(idling, begin) { return min(next, touch) }
          at = min(idling, begin)
          if at == begin { continue }
        }
        at = begin
      }
    }
    return touch
  }

  /// When the motion of this moment was felt first.
  private mutating func feltOnset(at moment: Double) -> Double {
    let index = truth.motions.partitionPoint { $0.lowerBound <= moment } - 1
    guard truth.motions.indices.contains(index) else { return moment }
    let start = truth.motions[index].lowerBound
    if onset.start != start { onset = (start, start + pause(hertz: 1 / habits.delaySeconds)) }
    return onset.felt
  }

  /// Until when an engine runs, if one does now.
  private mutating func idlingEnd(at moment: Double) -> Double {
    let index = truth.motions.partitionPoint { $0.lowerBound <= moment } - 1
    guard truth.motions.indices.contains(index) else { return -.infinity }
    let last = truth.motions[index]
    let middle = (last.lowerBound + last.upperBound) / 2
    guard moment - last.upperBound < habits.idlingSeconds,
      truth.point(at: middle).speedMetersPerSecond >= habits.vehicleMetersPerSecond
    else { return -.infinity }
    return last.upperBound + habits.idlingSeconds
  }

  /// How long until something happens that happens so often.
  private mutating func pause(hertz: Double) -> Double {
    hertz > 0 ? max(0.05, -log(1 - generator.uniform()) / hertz) : .infinity
  }
}
