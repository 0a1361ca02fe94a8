import Compass
import Glibc

/// A calibration and what its headings are worth, to be tried many times.
public struct CompassScenario: Sendable {
  /// What is wrong.
  public enum Trouble: String, CaseIterable, Sendable {
    /// Nothing.
    case none
    /// A magnet of 250 to 1500 µT on the board.
    case magnetAttached
    /// A magnet on the board that is loose: its field moves by some µT with the attitude.
    case looseMagnet
    /// An axis ends within the values that it would have to show.
    case saturatedAxis
    /// An axis of the magnetometer has the wrong sign.
    case mirroredAxis
    /// Two axes are exchanged, or all three.
    case swappedAxes
    /// All axes have the wrong sign.
    case invertedAxes
    /// A magnet beside the board that stays where it is: 10 to 30 µT.
    case magnetNearby
  }

  /// For the table.
  public var name: String
  /// The parts: each trial takes the next.
  public var parts: [CompassParts]
  /// How the board is turned.
  public var motion: CalibrationMotion
  /// Strength of the field, µT.
  public var fieldMicrotesla: Double
  /// Dip, degrees.
  public var dipDegrees: Double
  /// Whether the magnetic model is asked.
  public var hasPrior: Bool
  /// Tilts at which headings are tried, degrees.
  public var tilts: ClosedRange<Double>
  /// What is wrong.
  public var trouble: Trouble
  /// The hand's acceleration, g rms an axis, and how much of it is left after a tenth of a second; nil as the motion.
  public var hand: (g: Double, memory: Double)?
  /// A horizontal field across the meridian where headings are read, which nothing tells from a turn: µT rms, another in each.
  public var unseenMicrotesla = 0.0

  /// Makes one; dip 68°, 50 µT, with the model, tilts 10 to 60°, unless told.
  public init(
    _ name: String, parts: [CompassParts], motion: CalibrationMotion, fieldMicrotesla: Double = 50,
    dipDegrees: Double = 68, hasPrior: Bool = true, tilts: ClosedRange<Double> = 10...60, trouble: Trouble = .none,
    hand: (g: Double, memory: Double)? = nil, unseenMicrotesla: Double = 0
  ) {
    self.name = name
    self.parts = parts
    self.motion = motion
    self.fieldMicrotesla = fieldMicrotesla
    self.dipDegrees = dipDegrees
    self.hasPrior = hasPrior
    self.tilts = tilts
    self.trouble = trouble
    self.hand = hand
    self.unseenMicrotesla = unseenMicrotesla
  }

  /// One trial: what became of the calibration, and the errors and bounds of some headings, degrees.
  public struct Trial: Sendable {
    /// Of the calibration.
    public var outcome: Calibrator.Outcome
    /// Heading less truth, each; empty for a calibration that was refused.
    public var errors: [Double] = []
    /// What each heading said of its accuracy.
    public var bounds: [Double] = []

    /// Root mean square of the errors.
    public var rms: Double {
      (errors.reduce(0) { $0 + $1 * $1 } / Double(max(1, errors.count))).squareRoot()
    }

    /// Whether it was accepted and is worthless without saying so.
    public var isSilentlyDegenerate: Bool {
      guard outcome.verdict.isAccepted else { return false }
      let bound = bounds.reduce(0, +) / Double(max(1, bounds.count))
      return rms > max(6, 2 * bound)
    }
  }

  /// Tries once: calibrates, then reads `headings` attitudes with ten samples each.
  public func tryOnce(seed: UInt64, headings: Int = 40) -> Trial {
    let chosen = parts[Int(seed % UInt64(parts.count))]
    var random = SeededGenerator(seed: seed ^ 0xE7A1)
    var model = CompassModel(chosen, fieldMicrotesla: fieldMicrotesla, dipDegrees: dipDegrees, seed: seed)
    let nearby = prepare(&model, using: &random)
    let recording = CalibrationRecording(
      motion, of: &model, seed: seed, memory: hand?.memory ?? 0.37, handG: hand?.g, nearby: nearby)
    // The model of the Earth is off by some tenths, and so are the rocks.
    let prior =
      hasPrior
      ? FieldPrior(
        fieldMicrotesla: fieldMicrotesla * (1 + 0.003 * random.normal()),
        dipDegrees: dipDegrees + 0.25 * random.normal()
      ) : nil
    let outcome = Calibrator.calibrate(
      recording: recording.samples.map { ($0.seconds, $0.field, $0.motion) }, prior: prior, chipKey: "simulated")
    var trial = Trial(outcome: outcome)
    guard let calibration = outcome.calibration else { return trial }
    let solver = HeadingSolver(calibration: calibration, prior: prior)
    for _ in 0..<headings {
      let attitude = Attitude(
        headingDegrees: 360 * random.uniform(),
        tiltDegrees: tilts.lowerBound + (tilts.upperBound - tilts.lowerBound) * random.uniform(),
        aboutDegrees: 360 * random.uniform())
      let unseen = unseenMicrotesla > 0 ? attitude.body([0, unseenMicrotesla * random.normal(), 0]) : .zero
      let samples = (0..<10).map { _ in
        // A magnet on the board comes along; one beside it stays behind.
        model.measure(attitude, nearby: trouble == .looseMagnet ? nearby(attitude, &random) : unseen)
      }
      guard let reading = HeadingReading(samples) else { continue }
      let heading = solver.solve(reading)
      guard let degrees = heading.magneticDegrees, heading.isValid else { continue }
      trial.errors.append(Angles.difference(from: attitude.headingDegrees, to: degrees))
      trial.bounds.append(heading.accuracyDegrees)
    }
    return trial
  }

  private func prepare(
    _ model: inout CompassModel, using random: inout SeededGenerator
  ) -> (Attitude, inout SeededGenerator) -> SIMD3<Double> {
    func direction() -> SIMD3<Double> {
      let v = SIMD3(random.normal(), random.normal(), random.normal())
      return v / max(0.01, inner(v, v).squareRoot())
    }
    switch trouble {
    case .none: break
    case .magnetAttached:
      model.hardIron = direction() * (250 * exp(random.uniform() * log(6)))
    case .looseMagnet:
      model.hardIron = direction() * (50 + 400 * random.uniform())
      let (sway, wobble) = (direction() * (3 + 10 * random.uniform()), direction())
      return { attitude, random in
        // It rolls with gravity, and not quite the same way each time.
        sway * inner(attitude.body([0, 0, 1]), wobble) + sway * (0.3 * random.normal())
      }
    case .saturatedAxis:
      // The highest value that an axis with hard iron reaches is cut by 5 to 40 % of the field.
      let most = max(abs(model.hardIron.x), abs(model.hardIron.y), abs(model.hardIron.z))
      model.rangeMicrotesla = most + fieldMicrotesla * (0.5 + 0.3 * random.uniform())
    case .mirroredAxis:
      model.mixUp[Int(3 * random.uniform())].sign = -1
    case .swappedAxes:
      let pairs = [(0, 1), (0, 2), (1, 2)]
      let (a, b) = pairs[Int(3 * random.uniform())]
      model.mixUp.swapAt(a, b)
      if random.uniform() < 0.5 { model.mixUp[a].sign = -1 }
    case .invertedAxes:
      for axis in 0..<3 { model.mixUp[axis].sign = -1 }
    case .magnetNearby:
      let field = direction() * (10 + 20 * random.uniform())
      return { attitude, _ in attitude.body(field) }
    }
    return { _, _ in .zero }
  }
}
