/// How a pattern looks: for how long the LED is lit and dark, in turn.
public struct Beat: Sendable, Equatable {
  /// A time in which nothing changes.
  public struct Step: Sendable, Equatable {
    /// Whether the LED is lit.
    public var isLit: Bool
    /// For how long, more than zero.
    public var duration: Duration

    /// Makes a step.
    public init(isLit: Bool, duration: Duration) {
      self.isLit = isLit
      self.duration = duration
    }
  }

  /// The steps, lit and dark in turn; none for a dark LED.
  public var steps: [Step]
  /// Whether they begin anew after the last one. If not, the LED stays as the last one left it.
  public var repeats: Bool

  /// Makes a beat.
  public init(steps: [Step], repeats: Bool) {
    self.steps = steps
    self.repeats = repeats
  }

  /// The same with light for dark and dark for light.
  public var inverted: Beat {
    Beat(steps: steps.map { Step(isLit: !$0.isLit, duration: $0.duration) }, repeats: repeats)
  }

  /// How long all steps take.
  public var duration: Duration { steps.reduce(.zero) { $0 + $1.duration } }
}

extension Beat {
  /// How long a character of a picture lasts.
  static let tick = Duration.milliseconds(100)

  /// A beat from its picture, as it stands in `docs/button-and-led.md`.
  ///
  /// - Parameter picture: `#` for a ``tick`` of light, anything else for a dark one.
  init(_ picture: String, repeats: Bool = false) {
    self.init(steps: [], repeats: repeats)
    for character in picture {
      let isLit = character == "#"
      if let last = steps.indices.last, steps[last].isLit == isLit {
        steps[last].duration += Self.tick
      } else {
        steps.append(Step(isLit: isLit, duration: Self.tick))
      }
    }
  }
}
