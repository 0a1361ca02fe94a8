import Clocks
import Compass
import GNSS
import Geodesy
import Text

/// What the magnetic model says of where the board is; computed anew after some kilometres, or a day.
struct EarthField: Sendable {
  /// A change of declination by more than 0.1° takes farther, except near the poles.
  private static let againMeters = 5_000.0
  private static let againSeconds = 86_400.0

  private var model: MagneticModel?
  private var computed: (coordinate: Coordinate, time: UnixTime)?
  /// Strength and dip; nil without a position and a date.
  private(set) var prior: FieldPrior?
  /// East positive, degrees.
  private(set) var declinationDegrees: Double?
  /// Standard deviation of the declination, degrees.
  private(set) var declinationSigmaDegrees = 0.4
  /// Why there is no declination, or why it is less sure than usual: the model is not of this year.
  private(set) var fault: Fault?

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
    let year = time.decimalYear
    let isUsable = model?.validity(year: year).isTolerable ?? true
    fault = model.flatMap { Self.fault(of: $0, year: year, isUsable: isUsable) }
    guard isUsable, let field = model?.field(at: coordinate, heightMeters: height, year: year) else {
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

  private static func fault(of model: MagneticModel, year: Double, isUsable: Bool) -> Fault? {
    guard model.validity(year: year) != .current else { return nil }
    let span = "\(model.name) is made for the years \(Int(model.validFromYear)) to \(Int(model.validUntilYear))"
    // A year of a broken clock may be any number.
    let now = Int(exactly: year.rounded(.down)).map { ", and this is \($0)" } ?? ""
    return Fault(
      .unavailable,
      isUsable
        ? "\(span)\(now): true headings are less sure"
        : "\(span)\(now): there are no true headings, only magnetic ones",
      remedy: "bring Waymark up to date; a newer one has a newer model")
  }
}
