/// How far a model is from the field that is there, one standard deviation: its own error, and what it leaves out (the
/// crust, and the currents above the atmosphere).
struct MagneticErrors: Equatable, Sendable {
  /// North, east, down, horizontal and total, nanotesla.
  let north, east, down, horizontal, total: Double
  /// Of the inclination, degrees.
  let inclinationDegrees: Double
  /// Of the declination: √(`declinationDegrees`² + (`declinationNanotesla` / H)²), in degrees and degrees times nanotesla.
  let declinationDegrees, declinationNanotesla: Double

  /// The error model of WMM2025, from its technical report.
  static let standard = MagneticErrors(
    north: 137, east: 89, down: 141, horizontal: 133, total: 138, inclinationDegrees: 0.20, declinationDegrees: 0.26,
    declinationNanotesla: 5417)

  /// That of WMMHR2025, which has more of the crust.
  static let highResolution = MagneticErrors(
    north: 135, east: 85, down: 134, horizontal: 130, total: 134, inclinationDegrees: 0.19, declinationDegrees: 0.25,
    declinationNanotesla: 5205)

  /// What is added, in quadrature, for each year outside of the span of a model.
  ///
  /// Measured: WMM2010, WMM2015 and WMM2020 carried on for five and ten years after their end, and compared with the
  /// models that followed, at 600 places spread evenly over the Earth (rms). The error grows in proportion to the time.
  static let perYear = MagneticErrors(
    north: 22, east: 27, down: 41, horizontal: 23, total: 30, inclinationDegrees: 0.06, declinationDegrees: 0,
    declinationNanotesla: 27 * 180 / .pi)
}

/// One standard deviation of each element of a modelled field.
///
/// Not in it is what comes and goes: a magnetic storm turns a compass by a degree or more at high latitudes.
public struct MagneticUncertainty: Equatable, Sendable {
  /// Of the declination, degrees; at most 180, which it is where there is no horizontal field.
  public let declinationDegrees: Double
  /// Of the inclination, degrees; at most 90.
  public let inclinationDegrees: Double
  /// Of the component to the north, nanotesla.
  public let northNanotesla: Double
  /// Of the component to the east, nanotesla.
  public let eastNanotesla: Double
  /// Of the component down, nanotesla.
  public let downNanotesla: Double
  /// Of the horizontal field, nanotesla.
  public let horizontalNanotesla: Double
  /// Of the strength of the field, nanotesla.
  public let totalNanotesla: Double

  init(_ errors: MagneticErrors, yearsOutside: Double, horizontalNanotesla field: Double) {
    let years = yearsOutside
    func grown(_ error: Double, _ perYear: Double) -> Double {
      (error * error + perYear * perYear * years * years).squareRoot()
    }
    let growth = MagneticErrors.perYear
    let declination = grown(errors.declinationNanotesla, growth.declinationNanotesla) / field
    declinationDegrees = min(
      180, (errors.declinationDegrees * errors.declinationDegrees + declination * declination).squareRoot())
    inclinationDegrees = min(90, grown(errors.inclinationDegrees, growth.inclinationDegrees))
    northNanotesla = grown(errors.north, growth.north)
    eastNanotesla = grown(errors.east, growth.east)
    downNanotesla = grown(errors.down, growth.down)
    horizontalNanotesla = grown(errors.horizontal, growth.horizontal)
    totalNanotesla = grown(errors.total, growth.total)
  }
}

/// Whether a model was made for a date.
public enum MagneticValidity: Equatable, Sendable {
  /// It was.
  case current
  /// The date is so many years before the model's epoch.
  case early(years: Double)
  /// The date is so many years after the model's end. At the end itself the model is over: 0 years.
  case expired(years: Double)

  /// How far outside, years; 0 inside.
  public var yearsOutside: Double {
    switch self {
    case .current: 0
    case .early(let years), .expired(let years): years
    }
  }

  /// Whether it may be used all the same, with less trust: for a year. A clock that is farther off does not know what
  /// year it is, and nor does a model.
  public var isTolerable: Bool { yearsOutside <= 1 }
}

/// How far a compass can be trusted by the strength of the horizontal field, as the World Magnetic Model divides the
/// Earth.
public enum MagneticZone: Equatable, Sendable {
  /// 6,000 nanotesla or more.
  case ordinary
  /// Under 6,000 nanotesla: a compass is less accurate.
  case caution
  /// Under 2,000 nanotesla, around the magnetic poles: a compass is not to be relied on.
  case blackout
}
