import Clocks
import Geodesy
import Text

extension Command {
  private static let altitude = OptionSpec(
    name: "--altitude", value: "M", meaning: "metres above the WGS 84 ellipsoid, as GPS has them [0]")
  private static let date = OptionSpec(
    name: "--date", value: "D", meaning: "2026-11-30, a decimal year such as 2026.5, or as in `waymark help log` [now]")
  private static let model = OptionSpec(
    name: "--model", value: "FILE", meaning: "a .COF file [\(MagneticModelFile.system), else the one built in]")

  static let declination = Command(
    name: "declination", summary: "the Earth's magnetic field at a place",
    forms: ["[--altitude M] [--date D] [--model FILE] [--json] LAT LON"], options: [altitude, date, model, .json],
    operands: .numbers(["LAT", "LON"]),
    details: """
      LAT and LON in degrees, south and west negative. By the World Magnetic Model 2025,
      unless a file takes its place. Declination is how far magnetic north is east of true
      north: true = magnetic + declination. The uncertainty is one standard deviation (68 %);
      iron nearby is not in it. Outside of the years of the model a note says so, and the
      uncertainty grows.
      """
  ) { (arguments, console) throws(Fault) in
    let report = try MagneticReport(
      latitude: arguments.operands[0], longitude: arguments.operands[1], altitude: arguments[altitude],
      date: arguments[date], TimeArgument(isLocal: false), try MagneticModelFile.read(arguments[model]))
    if arguments.has(.json) {
      console.write(report.json)
    } else {
      for line in report.text { console.print(line) }
    }
    for note in report.notes { console.note(note) }
    return 0
  }
}

/// The magnetic field at a place, for people and for programs.
struct MagneticReport {
  private let place: Coordinate
  private let altitude: Double
  private let year: Double
  private let model: MagneticModel
  private let field: MagneticField

  /// Reads the words and computes.
  ///
  /// - Throws: a usage fault that names the word.
  init(
    latitude: String, longitude: String, altitude: String?, date: String?, _ times: TimeArgument, _ model: MagneticModel
  ) throws(Fault) {
    let north = try NumberArgument(
      name: "latitude", range: -90...90, example: "write degrees with a point, south negative, such as -33.92",
      remedy: "latitude comes first, then longitude"
    ).parse(latitude)
    let east = try NumberArgument(
      name: "longitude", range: -180...180, example: "write degrees with a point, west negative, such as -70.67",
      remedy: "west is negative: 350 is -10"
    ).parse(longitude)
    guard let place = Coordinate(latitudeDegrees: north, longitudeDegrees: east) else {
      throw Fault(.usage, "`\(latitude) \(longitude)` is no place", remedy: "write latitude and longitude in degrees")
    }
    self.place = place
    self.altitude =
      try altitude.map { (text) throws(Fault) in
        try NumberArgument(
          name: "--altitude", range: -10_000...850_000, example: "write metres, such as 1250",
          remedy: "it is in metres, and the model ends at 850 km"
        ).parse(text)
      } ?? 0
    year = try Self.year(date, times)
    self.model = model
    guard let field = model.field(at: place, heightMeters: self.altitude, year: year) else {
      throw Fault(.usage, "there is no field for this height and date", remedy: "check --altitude and --date")
    }
    self.field = field
  }

  /// The decimal year that an option names; now without one.
  static func year(_ text: String?, _ times: TimeArgument) throws(Fault) -> Double {
    if let text, let year = decimalYear(text) { return year }
    return try moment(text, times).decimalYear
  }

  /// The moment that an option names; now without one.
  static func moment(_ text: String?, _ times: TimeArgument) throws(Fault) -> UnixTime {
    guard let text else { return times.now }
    if let year = decimalYear(text), let time = UnixTime(decimalYear: year) { return time }
    do throws(Fault) {
      return try times.parse(text, option: date)
    } catch {
      throw Fault(
        .usage, "`\(text)` is no date for \(date)", remedy: "write 2026-11-30, a decimal year such as 2026.91, or now")
    }
  }

  private static func decimalYear(_ text: String) -> Double? {
    let whole = text.prefix { $0 != "." }
    guard whole.utf8.count == 4, let year = NumberArgument.number(text), year >= 1_000 else { return nil }
    return year
  }

  private static let date = "--date"

  /// One JSON object.
  var json: [UInt8] {
    var line = JSONLine()
    line.put("lat", place.latitudeDegrees, decimals: 9)
    line.put("lon", place.longitudeDegrees, decimals: 9)
    line.put("altitude_m", altitude, decimals: 3)
    line.put("decimal_year", year, decimals: 6)
    line.put("declination_deg", field.declinationDegrees, decimals: 6)
    line.put("inclination_deg", field.inclinationDegrees, decimals: 6)
    line.put("x_nT", field.northNanotesla, decimals: 5)
    line.put("y_nT", field.eastNanotesla, decimals: 5)
    line.put("z_nT", field.downNanotesla, decimals: 5)
    line.put("h_nT", field.horizontalNanotesla, decimals: 5)
    line.put("f_nT", field.totalNanotesla, decimals: 5)
    line.put("declination_deg_per_year", field.declinationDegreesPerYear, decimals: 6)
    line.put("inclination_deg_per_year", field.inclinationDegreesPerYear, decimals: 6)
    line.put("x_nT_per_year", field.northNanoteslaPerYear, decimals: 5)
    line.put("y_nT_per_year", field.eastNanoteslaPerYear, decimals: 5)
    line.put("z_nT_per_year", field.downNanoteslaPerYear, decimals: 5)
    line.put("h_nT_per_year", field.horizontalNanoteslaPerYear, decimals: 5)
    line.put("f_nT_per_year", field.totalNanoteslaPerYear, decimals: 5)
    let uncertainty = field.uncertainty
    line.put("uncertainty_deg", uncertainty.declinationDegrees, decimals: 3)
    line.put("inclination_uncertainty_deg", uncertainty.inclinationDegrees, decimals: 3)
    line.put("f_uncertainty_nT", uncertainty.totalNanotesla, decimals: 1)
    line.put("zone", zone)
    line.put("model", model.name)
    line.put("model_published", model.published)
    line.put("valid_from", model.validFromYear, decimals: 1)
    line.put("valid_until", model.validUntilYear, decimals: 1)
    switch field.validity {
    case .current:
      line.put("validity", "current")
    case .early(let years):
      line.put("validity", "early")
      line.put("years_outside", years, decimals: 3)
    case .expired(let years):
      line.put("validity", "expired")
      line.put("years_outside", years, decimals: 3)
    }
    return line.finish()
  }

  /// A screen of lines.
  var text: [String] {
    let error = field.uncertainty
    let declination = field.declinationDegrees
    let inclination = field.inclinationDegrees
    return [
      "place        \(decimal(place.latitudeDegrees, 5)) \(decimal(place.longitudeDegrees, 5)), "
        + "\(decimal(altitude, 0)) m above the ellipsoid",
      "date         \(decimal(year, 2))",
      "model        \(model.name.printable), for \(span)",
      "",
      "                                  uncertainty    each year",
      row("declination", decimal(abs(declination), 2), "deg \(declination < 0 ? "west" : "east")") + "  "
        + columns(decimal(error.declinationDegrees, 2), signed(field.declinationDegreesPerYear, 2)),
      row("inclination", decimal(abs(inclination), 2), "deg \(inclination < 0 ? "up  " : "down")") + "  "
        + columns(decimal(error.inclinationDegrees, 2), signed(field.inclinationDegreesPerYear, 2)),
      strength("north X", field.northNanotesla, error.northNanotesla, field.northNanoteslaPerYear),
      strength("east Y", field.eastNanotesla, error.eastNanotesla, field.eastNanoteslaPerYear),
      strength("down Z", field.downNanotesla, error.downNanotesla, field.downNanoteslaPerYear),
      strength(
        "horizontal H", field.horizontalNanotesla, error.horizontalNanotesla, field.horizontalNanoteslaPerYear),
      strength("total F", field.totalNanotesla, error.totalNanotesla, field.totalNanoteslaPerYear),
    ] + (field.zone == .blackout ? [] : ["", sum])
  }

  /// How the declination is used.
  private var sum: String {
    let declination = field.declinationDegrees
    return "true direction = magnetic direction \(declination < 0 ? "-" : "+") \(decimal(abs(declination), 2)) degrees"
  }

  /// What must not be overlooked.
  var notes: [String] {
    var notes: [String] = []
    let remedy = "put a later .COF file at \(MagneticModelFile.system), or name it with --model"
    switch field.validity {
    case .current: break
    case .early(let years):
      notes.append(
        "\(model.name) holds for \(span): the date is \(years < 0.05 ? "" : decimal(years, 1) + " years ")too early, and the uncertainty is larger"
      )
    case .expired(let years):
      notes.append(
        "\(model.name) expired \(years < 0.05 ? "" : decimal(years, 1) + " years ")before this date (it holds for \(span)), and the uncertainty is "
          + "larger; \(remedy)")
    }
    switch field.zone {
    case .ordinary: break
    case .caution: notes.append("the horizontal field is weak here (under 6000 nT): a compass is less accurate")
    case .blackout:
      notes.append("the horizontal field is very weak here (under 2000 nT): a compass is not to be relied on")
    }
    return notes.map(\.printable)
  }

  private var span: String { "\(decimal(model.validFromYear, 1)) to \(decimal(model.validUntilYear, 1))" }

  private var zone: String {
    switch field.zone {
    case .ordinary: "ordinary"
    case .caution: "caution"
    case .blackout: "blackout"
    }
  }

  private func strength(_ name: String, _ value: Double, _ error: Double, _ rate: Double) -> String {
    row(name, decimal(value, 1), "nT") + "        " + columns(decimal(error, 0), signed(rate, 1))
  }

  private func row(_ name: String, _ value: String, _ unit: String) -> String {
    name + String(repeating: " ", count: max(1, 13 - name.count))
      + String(repeating: " ", count: max(0, 9 - value.count)) + value + " " + unit
  }

  private func columns(_ error: String, _ rate: String) -> String {
    String(repeating: " ", count: max(1, 12 - error.count)) + error
      + String(repeating: " ", count: max(1, 13 - rate.count)) + rate
  }

  private func decimal(_ value: Double, _ decimals: Int) -> String {
    var writer = ByteWriter(capacity: 16)
    writer.put(value, decimals: decimals)
    return writer.string
  }

  private func signed(_ value: Double, _ decimals: Int) -> String {
    let text = decimal(value, decimals)
    return text.hasPrefix("-") ? text : "+" + text
  }
}
