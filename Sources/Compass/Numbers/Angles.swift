import Glibc

/// Degrees of one radian.
let degreesPerRadian = 180 / Double.pi

func cosine(degrees: Double) -> Double { cos(degrees / degreesPerRadian) }

func sine(degrees: Double) -> Double { sin(degrees / degreesPerRadian) }

/// Directions on the circle: arithmetic that knows that 359° and 1° are neighbours.
public enum Angles {
  /// The same direction in 0..<360; NaN for what is not finite.
  public static func wrapped(degrees: Double) -> Double {
    let rest = fmod(degrees, 360)
    let wrapped = rest < 0 ? rest + 360 : rest
    return wrapped >= 360 ? 0 : wrapped
  }

  /// How far it is from `start` to `end` by the shorter way, -180..<180 degrees, clockwise positive.
  public static func difference(from start: Double, to end: Double) -> Double {
    wrapped(degrees: end - start + 180) - 180
  }

  /// The circular mean of directions, degrees, and the length of the mean vector: 1 for directions that agree, 0 for
  /// directions without a mean. Nil for no directions, or for directions that cancel out.
  public static func mean(degrees: some Sequence<Double>) -> (degrees: Double, resultant: Double)? {
    var north = 0.0
    var east = 0.0
    var count = 0
    for direction in degrees where direction.isFinite {
      north += cosine(degrees: direction)
      east += sine(degrees: direction)
      count += 1
    }
    let resultant = (north * north + east * east).squareRoot() / Double(max(1, count))
    guard count > 0, resultant > 1e-9 else { return nil }
    return (wrapped(degrees: atan2(east, north) * degreesPerRadian), resultant)
  }
}

func logarithm(_ x: Double) -> Double { log(max(x, 1e-12)) }
