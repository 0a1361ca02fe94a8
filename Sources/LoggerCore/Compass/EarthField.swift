import Clocks
import Compass
import GNSS
import Geodesy

/// What the magnetic model says of where the board is; computed anew after some kilometres, or a day.
struct EarthField: Sendable {
  /// A change of declination by more than 0.1° takes farther, except near the poles.
  private static let againMeters = 5_000.0
  private static let againSeconds = 86_400.0
  /// The model is good for its five years, and for a while with less trust. A board whose clock is farther off does not
  /// know what year it is.
  private static let toleratedYears = 1.0

  private var model: MagneticModel?
  private var computed: (coordinate: Coordinate, time: UnixTime)?
  /// Strength and dip; nil without a position and a date.
  private(set) var prior: FieldPrior?
  /// East positive, degrees.
  private(set) var declinationDegrees: Double?
  /// Standard deviation of the declination, degrees.
  private(set) var declinationSigmaDegrees = 0.4

  /// Takes where the board is. Whether anything changed.
  mutating func take(_ fix: Fix, utc: UTCStamp?) -> Bool {
    guard let coordinate = fix.coordinate, let time = utc?.time else { return false }
    if let computed, abs((time - computed.time).seconds) < Self.againSeconds,
      computed.coordinate.distanceMeters(to: coordinate) < Self.againMeters
    {
      return false
    }
    if model == nil { model = try? .builtIn() }
    computed = (coordinate, time)
    let height = fix.altMSLMeters ?? 0
    guard let field = model?.field(at: coordinate, heightMeters: height, year: time.decimalYear),
      field.validity.yearsOutside <= Self.toleratedYears
    else {
      (prior, declinationDegrees) = (nil, nil)
      return true
    }
    var new = FieldPrior(
      fieldMicrotesla: field.totalNanotesla / 1_000, dipDegrees: field.inclinationDegrees)
    if field.validity != .current {
      new.fieldSigmaMicrotesla *= 2
      new.dipSigmaDegrees *= 2
    }
    prior = new
    declinationDegrees = field.declinationDegrees
    declinationSigmaDegrees = field.uncertainty.declinationDegrees * (field.validity == .current ? 1 : 2)
    return true
  }
}
