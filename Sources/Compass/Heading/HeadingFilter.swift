/// Passes on a heading only when it has changed enough, as `headingFilter` of location services does.
///
/// A single measurement varies by noise, and of two that vary by half a degree every fifth pair is a degree apart. So a
/// change counts at once where it is larger than the noise can explain, and else where the mean of a few shows it.
public struct HeadingFilter: Equatable, Sendable {
  /// How much, degrees; 0 passes everything.
  public var degrees: Double

  /// How many headings the mean has at most.
  static let window = 8.0
  /// A single heading counts beyond so many standard deviations: with the degrees on top, less than one of 4,000.
  static let deviations = 3.5
  /// A mean counts beyond so many of its own: neighbours are nearly the same, so that there are fewer to go wrong.
  static let meanDeviations = 2.0
  /// How many headings the noise is remembered for.
  static let memory = 20.0

  /// What was told, as the mean knows it.
  private var reference: Double?
  private var wasValid: Bool?
  /// The mean of what the headings are off the reference.
  private var mean = 0.0
  private var count = 0.0
  /// The noise of one heading, from second differences: a board that turns evenly has none.
  private var variance = 0.0
  private var varianceCount = 0.0
  private var before: (last: Double, step: Double?)?

  /// Makes one.
  public init(degrees: Double = 1) { self.degrees = degrees }

  /// Whether this heading is to be told: it changed by ``degrees``, or became valid or invalid.
  public mutating func passes(_ heading: Heading) -> Bool {
    defer { wasValid = heading.isValid }
    guard let now = heading.magneticDegrees else {
      reference = nil
      before = nil
      return wasValid != heading.isValid
    }
    learnNoise(now)
    guard let reference, wasValid == heading.isValid, degrees > 0 else { return tell(now, mean: 0, count: 1) }
    let off = Angles.difference(from: reference, to: now)
    count = min(Self.window, count + 1)
    mean += (off - mean) / count
    let sigma = variance.squareRoot()
    if abs(off) >= degrees + Self.deviations * sigma { return tell(now, mean: 0, count: 1) }
    guard abs(mean) >= degrees + Self.meanDeviations * sigma / count.squareRoot() else { return false }
    // The mean goes on: it knows better where the board points than the one that is told.
    return tell(Angles.wrapped(degrees: reference + mean), mean: 0, count: count)
  }

  /// Forgets what was told: the next heading passes.
  public mutating func reset() {
    reference = nil
    wasValid = nil
    before = nil
  }

  private mutating func tell(_ reference: Double, mean: Double, count: Double) -> Bool {
    (self.reference, self.mean, self.count) = (reference, mean, count)
    return true
  }

  private mutating func learnNoise(_ now: Double) {
    guard let before else { return self.before = (now, nil) }
    let step = Angles.difference(from: before.last, to: now)
    self.before = (now, step)
    guard let lastStep = before.step else { return }
    let bend = step - lastStep
    varianceCount = min(Self.memory, varianceCount + 1)
    // Once there is an idea of the noise, the jerk of a hand is none.
    let most = varianceCount > 5 ? 9 * max(variance, 0.01) : .infinity
    variance += (min(bend * bend / 6, most) - variance) / varianceCount
  }

  /// Equal in all that matters for what comes.
  public static func == (one: HeadingFilter, other: HeadingFilter) -> Bool {
    one.degrees == other.degrees && one.reference == other.reference && one.wasValid == other.wasValid
      && one.mean == other.mean && one.count == other.count && one.variance == other.variance
      && one.before?.last == other.before?.last && one.before?.step == other.before?.step
  }
}
