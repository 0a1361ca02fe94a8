import Glibc

/// Holds the heading against the course over ground, where that tells where the board goes: fast and straight.
///
/// What stays is a compass that is off, or a board that is not mounted forward.
public struct CourseComparison: Sendable {
  /// What was found.
  public struct Offset: Equatable, Sendable {
    /// Heading less course, degrees.
    public var degrees: Double
    /// How much it varies, degrees.
    public var spreadDegrees: Double
    /// Over how many seconds.
    public var seconds: Double
  }

  /// From this speed on, m/s.
  public static let leastSpeed = 2.0
  /// A course is steady while it stays within this many degrees for ``steadySeconds``.
  static let steadyDegrees = 5.0
  static let steadySeconds = 8.0
  /// A lasting offset: over this much of steady going, and larger than this.
  static let lastingSeconds = 60.0
  static let leastDegrees = 5.0
  /// How long the mean remembers, seconds.
  static let memory = 300.0

  private var course: (degrees: Double, since: Double)?
  private var last: Double?
  private var north = 0.0
  private var east = 0.0
  private var weight = 0.0

  /// Nothing compared.
  public init() {}

  /// Takes a true heading with its course and speed (m/s), at any clock that goes forward, seconds.
  public mutating func add(headingDegrees: Double, courseDegrees: Double, speed: Double, atSeconds now: Double) {
    defer { last = now }
    guard headingDegrees.isFinite, courseDegrees.isFinite, speed >= Self.leastSpeed else {
      course = nil
      return
    }
    guard let course, let last, now > last, now - last < 5,
      abs(Angles.difference(from: course.degrees, to: courseDegrees)) < Self.steadyDegrees
    else {
      course = (courseDegrees, now)
      return
    }
    guard now - course.since >= Self.steadySeconds else { return }
    let elapsed = now - last
    let kept = exp(-elapsed / Self.memory)
    let off = Angles.difference(from: courseDegrees, to: headingDegrees)
    north = north * kept + cosine(degrees: off) * elapsed
    east = east * kept + sine(degrees: off) * elapsed
    weight = weight * kept + elapsed
  }

  /// The offset that lasts; nil while there is none, or too little to tell.
  public var lastingOffset: Offset? {
    guard weight >= Self.lastingSeconds else { return nil }
    let mean = atan2(east, north) * degreesPerRadian
    let resultant = min(1, (north * north + east * east).squareRoot() / weight)
    // Of a narrow distribution of directions (Mardia 1972).
    let spread = (-2 * log(max(resultant, 1e-6))).squareRoot() * degreesPerRadian
    guard abs(mean) > max(Self.leastDegrees, spread / 2) else { return nil }
    return Offset(degrees: mean, spreadDegrees: spread, seconds: weight)
  }
}
