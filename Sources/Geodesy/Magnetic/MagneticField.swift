import Glibc

/// The Earth's magnetic field at a place and a time, by a model, with its yearly change.
public struct MagneticField: Equatable, Sendable {
  /// To true north (X), nanotesla. At a pole of the Earth north is the direction of the meridian that was asked for.
  public let northNanotesla: Double
  /// To true east (Y), nanotesla.
  public let eastNanotesla: Double
  /// Down, square to the ellipsoid (Z), nanotesla.
  public let downNanotesla: Double
  /// The change of X, nanotesla a year.
  public let northNanoteslaPerYear: Double
  /// The change of Y, nanotesla a year.
  public let eastNanoteslaPerYear: Double
  /// The change of Z, nanotesla a year.
  public let downNanoteslaPerYear: Double
  /// Whether the model was made for this time. If not, the field is carried on in a straight line, and ``uncertainty``
  /// grows.
  public let validity: MagneticValidity
  let errors: MagneticErrors

  /// The horizontal field (H), nanotesla.
  public var horizontalNanotesla: Double {
    (northNanotesla * northNanotesla + eastNanotesla * eastNanotesla).squareRoot()
  }

  /// The strength of the field (F), nanotesla.
  public var totalNanotesla: Double {
    (northNanotesla * northNanotesla + eastNanotesla * eastNanotesla + downNanotesla * downNanotesla).squareRoot()
  }

  /// The declination (D), -180...180 degrees: how far magnetic north is east of true north, so that true = magnetic +
  /// declination. Without meaning in a ``MagneticZone/blackout``.
  public var declinationDegrees: Double { atan2(eastNanotesla, northNanotesla) * 180 / .pi }

  /// The inclination or dip (I), -90...90 degrees: how far the field points down.
  public var inclinationDegrees: Double { atan2(downNanotesla, horizontalNanotesla) * 180 / .pi }

  /// The change of H, nanotesla a year; 0 where there is no horizontal field.
  public var horizontalNanoteslaPerYear: Double {
    let sum = northNanotesla * northNanoteslaPerYear + eastNanotesla * eastNanoteslaPerYear
    return Self.ratio(sum, horizontalNanotesla)
  }

  /// The change of F, nanotesla a year; 0 where there is no field.
  public var totalNanoteslaPerYear: Double {
    let sum =
      northNanotesla * northNanoteslaPerYear + eastNanotesla * eastNanoteslaPerYear
      + downNanotesla * downNanoteslaPerYear
    return Self.ratio(sum, totalNanotesla)
  }

  /// The change of D, degrees a year; large near a magnetic pole, 0 where there is no horizontal field.
  public var declinationDegreesPerYear: Double {
    let turn = northNanotesla * eastNanoteslaPerYear - eastNanotesla * northNanoteslaPerYear
    let square = northNanotesla * northNanotesla + eastNanotesla * eastNanotesla
    return Self.ratio(turn, square) * 180 / .pi
  }

  /// The change of I, degrees a year; 0 where there is no field.
  public var inclinationDegreesPerYear: Double {
    let turn = horizontalNanotesla * downNanoteslaPerYear - downNanotesla * horizontalNanoteslaPerYear
    return Self.ratio(turn, totalNanotesla * totalNanotesla) * 180 / .pi
  }

  /// One standard deviation of each element.
  public var uncertainty: MagneticUncertainty {
    MagneticUncertainty(
      errors, yearsOutside: validity.yearsOutside, horizontalNanotesla: min(horizontalNanotesla, horizontalWithinSpan))
  }

  /// The horizontal field at the end of the span that is nearer to the time. A field carried on too far grows without
  /// bound, and would seem to make its own direction certain.
  private var horizontalWithinSpan: Double {
    let years: Double =
      switch validity {
      case .current: 0
      case .early(let years): years
      case .expired(let years): -years
      }
    let north = northNanotesla + years * northNanoteslaPerYear
    let east = eastNanotesla + years * eastNanoteslaPerYear
    return (north * north + east * east).squareRoot()
  }

  /// How far a compass can be trusted here.
  public var zone: MagneticZone {
    switch horizontalNanotesla {
    case ..<2_000: .blackout
    case ..<6_000: .caution
    default: .ordinary
    }
  }

  private static func ratio(_ value: Double, _ divisor: Double) -> Double { divisor > 0 ? value / divisor : 0 }
}
