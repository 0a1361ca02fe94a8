/// Passes on a heading only when it has changed enough, as `headingFilter` of location services does.
public struct HeadingFilter: Equatable, Sendable {
  /// How much, degrees; 0 passes everything.
  public var degrees: Double
  private var last: Double?
  private var wasValid: Bool?

  /// Makes one.
  public init(degrees: Double = 1) { self.degrees = degrees }

  /// Whether this heading is to be told: it changed by ``degrees``, or became valid or invalid.
  public mutating func passes(_ heading: Heading) -> Bool {
    defer { wasValid = heading.isValid }
    guard let now = heading.magneticDegrees else {
      last = nil
      return wasValid != heading.isValid
    }
    if let last, wasValid == heading.isValid, abs(Angles.difference(from: last, to: now)) < degrees { return false }
    last = now
    return true
  }

  /// Forgets what was told: the next heading passes.
  public mutating func reset() {
    last = nil
    wasValid = nil
  }
}
