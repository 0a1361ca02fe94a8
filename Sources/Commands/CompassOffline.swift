import Clocks
import Compass
import CompassFiles
import Geodesy
import Text

/// `waymark compass fit` and `apply`: the compass's mathematics on files.
struct CompassOffline {
  private static let latitude = OptionSpec(name: "--latitude", value: "N", meaning: "where it was recorded, degrees")
  private static let longitude = OptionSpec(name: "--longitude", value: "E", meaning: "where it was recorded, degrees")
  private static let date = OptionSpec(
    name: "--date", value: "D", meaning: "when it was recorded, such as 2026-11-30 or 2026.91 [now]")
  private static let field = OptionSpec(
    name: "--field", value: "uT", meaning: "the strength of the Earth's field there, in place of a position")
  private static let dip = OptionSpec(
    name: "--dip", value: "DEG", meaning: "how far the field points below the horizon there")
  private static let calibration = OptionSpec(
    name: "--calibration", value: "CAL.json", meaning: "the calibration to apply")
  private static let mounting = OptionSpec(
    name: "--mounting", value: "MAP", meaning: "how the sensor sits on the board, such as -y,x,z [x,y,z]")

  /// What fit and apply take beside the rest.
  static let options = [latitude, longitude, date, field, dip, calibration, mounting]

  /// Sensors measure wrong by so much without anybody wondering: the tolerance of the usual chips.
  private static let usualGainPercent = 7.0

  /// The longest recording that is read: a day at 10 Hz.
  private static let longest = 1 << 26

  private let arguments: Arguments
  private let samples: String
  private let output: String?
  private let console: Console

  init(_ arguments: Arguments, samples: String, output: String?, _ console: Console) {
    self.arguments = arguments
    self.samples = samples
    self.output = output
    self.console = console
  }

  /// Makes a calibration of a recording.
  func fit() throws(Fault) -> Int32 {
    let recording = try read().map { ($0.seconds, $0.field, $0.motion) }
    let moment = Double(try moment().milliseconds) / 1_000
    let prior = try earth()?.prior
    let outcome = Calibrator.calibrate(recording: recording, prior: prior, chipKey: "file", unixSeconds: moment)
    for reason in outcome.verdict.reasons {
      console.note("refused (\(reason.code)): \(reason.message); \(reason.remedy)")
    }
    guard let calibration = outcome.calibration else { return 1 }
    let file = try OutputFile(output, console)
    var out = ByteWriter()
    for byte in CalibrationFile.bytes(calibration) { out.put(byte: byte) }
    try file.drain(&out, isLast: true)
    try file.finish()
    var words = ByteWriter()
    words.put("accepted: 95 % of headings within ")
    words.put(calibration.predictedDegrees, decimals: 1)
    words.put(text: " degrees, \(calibration.attitudes) attitudes, ")
    words.put(text: "\(Int(calibration.coveragePercent)) % of all directions")
    if case .acceptedLimited(let degrees) = outcome.verdict {
      // Beyond 90 degrees it hung over, which is no tilt that anybody would look for.
      words.put(text: degrees < 90 ? "; only for tilts up to \(Int(degrees)) degrees" : "; only as it was held here")
    }
    console.note(words.string)
    doubts(calibration, prior).forEach(console.note)
    return 0
  }

  /// What is in no bound, because the recording cannot show it.
  private func doubts(_ calibration: Calibration, _ prior: FieldPrior?) -> [String] {
    guard let prior else {
      return [
        "no field of the Earth was known, so reversed axes would not show: hold the compass against a known direction, or tell "
          + "--latitude, --longitude and --date"
      ]
    }
    var doubts: [String] = []
    if arguments[Self.latitude] != nil, arguments[Self.date] == nil {
      doubts.append("no --date was told: the Earth's field of today is taken")
    }
    let percent = (calibration.parameters.meanGain - 1) * 100
    if abs(percent) > Self.usualGainPercent {
      var words = ByteWriter()
      words.put(text: "the magnetometer shows ")
      words.put(abs(percent), decimals: 0)
      words.put(text: " % \(percent > 0 ? "less" : "more") than the ")
      words.put(prior.fieldMicrotesla, decimals: 1)
      words.put(text: " uT that the Earth's field should have: right for some chips, else check the place or --field")
      doubts.append(words.string)
    }
    return doubts
  }

  /// Prints the headings of a recording.
  func apply() throws(Fault) -> Int32 {
    guard let path = arguments[Self.calibration] else {
      throw Fault(.usage, "apply needs a calibration", remedy: "name it with --calibration CAL.json")
    }
    let calibration = try CalibrationFile.read(
      InputFile(path).readAll(limit: CalibrationFile.maximumBytes), path: path)
    var solver = HeadingSolver(calibration: calibration, orientation: try orientation())
    if let earth = try earth() {
      solver.prior = earth.prior
      solver.declinationDegrees = earth.declination?.degrees
      if let sigma = earth.declination?.sigma { solver.declinationSigmaDegrees = sigma }
    }
    var table = HeadingTable(calibration, solver: solver, unixSeconds: Double(try moment().milliseconds) / 1_000)
    let recording = try read()
    let file = try OutputFile(output, console)
    var out = ByteWriter()
    out.put(text: HeadingTable.header)
    for sample in recording {
      out.put(text: table.row(sample))
      try file.drain(&out)
    }
    try file.drain(&out, isLast: true)
    try file.finish()
    return 0
  }

  private func read() throws(Fault) -> [SamplesFile.Sample] {
    try SamplesFile.read(InputFile(samples).readAll(limit: Self.longest), path: samples)
  }

  private func orientation() throws(Fault) -> HeadingOrientation {
    guard let text = arguments[Self.mounting] else { return .usual }
    if let map = AxisMap(text), !map.isRotation {
      throw Fault(
        .usage, "`\(text)` is no mounting: it is what a mirror shows, and no turn leads there",
        remedy: "reverse one more axis, or one less")
    }
    guard let map = AxisMap(text), let orientation = HeadingOrientation(mounting: map) else {
      throw Fault(
        .usage, "`\(text)` is no mounting", remedy: "write three axes with signs that are a turn, such as -y,x,z")
    }
    return orientation
  }

  /// When it was recorded.
  private func moment() throws(Fault) -> UnixTime {
    try MagneticReport.moment(arguments[Self.date], TimeArgument(isLocal: false))
  }

  // MARK: - The Earth's field

  private typealias Earth = (prior: FieldPrior, declination: (degrees: Double, sigma: Double)?)

  private func earth() throws(Fault) -> Earth? {
    let place = (arguments[Self.latitude], arguments[Self.longitude])
    let given = (arguments[Self.field], arguments[Self.dip])
    switch (place, given) {
    case ((nil, nil), (nil, nil)): return nil
    case ((nil, nil), (let field?, let dip?)):
      let prior = FieldPrior(
        fieldMicrotesla: try number("--field", field, 15...75, "microtesla, such as 49.8"),
        dipDegrees: try number("--dip", dip, -90...90, "degrees, negative in the south, such as 66.5"))
      return (prior, nil)
    case ((let latitude?, let longitude?), (nil, nil)): return try earth(latitude, longitude)
    case ((.some, .some), (.some, .some)):
      throw Fault(
        .usage, "the place and the field are both told",
        remedy: "leave out --field and --dip, which follow from the place, or the place")
    default:
      throw Fault(
        .usage, "the place of the recording is half told",
        remedy: "give --latitude and --longitude, or --field and --dip, not some of each")
    }
  }

  private func earth(_ latitude: String, _ longitude: String) throws(Fault) -> Earth? {
    let north = try number("--latitude", latitude, -90...90, "degrees, south negative, such as -33.92")
    let east = try number("--longitude", longitude, -180...180, "degrees, west negative, such as -70.67")
    let year = try moment().decimalYear
    let model = try MagneticModelFile.read(nil)
    guard let place = Coordinate(latitudeDegrees: north, longitudeDegrees: east),
      let field = model.field(at: place, heightMeters: 0, year: year)
    else { throw Fault(.usage, "there is no field for this place and date", remedy: "check them") }
    guard field.validity.isTolerable else {
      console.note(
        "\(model.name) holds for the years \(Int(model.validFromYear)) to \(Int(model.validUntilYear)) and says nothing of this "
          + "date, so the place is of no use: there are only magnetic headings; check --date, or tell --field and --dip"
      )
      return nil
    }
    var prior = FieldPrior(fieldMicrotesla: field.totalNanotesla / 1_000, dipDegrees: field.inclinationDegrees)
    var sigma = field.uncertainty.declinationDegrees
    if field.validity != .current {
      console.note("the magnetic model \(model.name) does not cover this date; the field is less certain")
      (prior.fieldSigmaMicrotesla, prior.dipSigmaDegrees) = (prior.fieldSigmaMicrotesla * 2, prior.dipSigmaDegrees * 2)
      sigma *= 2
    }
    return (prior, (field.declinationDegrees, sigma))
  }

  private func number(
    _ name: String, _ text: String, _ range: ClosedRange<Double>, _ example: String
  ) throws(Fault) -> Double {
    try NumberArgument(name: name, range: range, example: "write \(example)", remedy: "check the unit").parse(text)
  }
}
