/// Why a recording gives no calibration. Each has a code for programs, a sentence, and what to do.
public enum RefusalReason: Equatable, Sendable {
  /// Fewer attitudes than the fit needs.
  case tooFewSamples(count: Int)
  /// The board was accelerated most of the time.
  case moving
  /// An axis (0 to 2) of the magnetometer was at the end of its range.
  case saturated(axis: Int?)
  /// An axis (0 to 2) of a chip said the same all the time, although the board was turned.
  case deadAxis(Chip, axis: Int)
  /// A magnet, or something magnetised, is on the board.
  case magnetAttached(biasMicrotesla: Double)
  /// An axis has the wrong sign: the map that makes the magnetometer agree with the accelerometer. Which of the two is
  /// the wrong one the recording cannot say; so for the next two.
  case mirroredAxis(AxisMap)
  /// Axes are exchanged, or one of the parts is mounted turned: the map that makes them agree.
  case swappedAxes(AxisMap)
  /// All axes of one of the two have the wrong sign.
  case invertedAxes
  /// The board was turned about one axis only.
  case nearPlanar
  /// Too little of the sphere was seen.
  case coverage(percent: Int, faceDown: CollectionProgress.Face?)
  /// The field here is not as strong as the Earth's.
  case fieldMismatch(percent: Double)
  /// The field here does not dip as the Earth's.
  case dipMismatch(degrees: Double)
  /// The fit wants gains that no sensor has.
  case implausibleGains
  /// The field changed while recording.
  case unsteadyField(microtesla: Double)
  /// What was found in four fifths of the recording is not what the rest says.
  case notRepeatable
  /// The heading would be too uncertain.
  case uncertain(degrees: Double)
  /// The fit found no end.
  case noFit

  /// The two that a compass is made of.
  public enum Chip: String, Sendable, CaseIterable {
    /// For the field.
    case magnetometer
    /// For down.
    case accelerometer
  }

  /// Stable, for programs.
  public var code: String {
    switch self {
    case .tooFewSamples: "too-few-samples"
    case .moving: "moving"
    case .saturated: "saturated"
    case .deadAxis: "dead-axis"
    case .magnetAttached: "magnet-attached"
    case .mirroredAxis: "mirrored-axis"
    case .swappedAxes: "swapped-axes"
    case .invertedAxes: "inverted-axes"
    case .nearPlanar: "near-planar"
    case .coverage: "coverage"
    case .fieldMismatch: "field-mismatch"
    case .dipMismatch: "dip-mismatch"
    case .implausibleGains: "implausible-gains"
    case .unsteadyField: "unsteady-field"
    case .notRepeatable: "not-repeatable"
    case .uncertain: "uncertain"
    case .noFit: "no-fit"
    }
  }

  /// What is wrong; no capital, no full stop.
  public var message: String {
    switch self {
    case .tooFewSamples(let count): "only \(count) still attitudes were recorded"
    case .moving: "the board was hardly ever still"
    case .saturated(let axis):
      "the magnetometer's \(axis.map { "\(Self.axisName($0)) axis" } ?? "axis") reached the end of its range"
    case .deadAxis(let chip, let axis):
      "the \(chip.rawValue)'s \(Self.axisName(axis)) axis says the same whichever way the board is turned"
    case .magnetAttached(let bias): "a field of \(Int(bias.rounded())) µT moves with the board: a magnet is on it"
    case .mirroredAxis(let map):
      "an axis of the magnetometer or of the accelerometer is mirrored (\(Self.changes(map)))"
    case .swappedAxes(let map): "the axes of the magnetometer are not those of the accelerometer (\(Self.changes(map)))"
    case .invertedAxes:
      "all axes of the magnetometer or of the accelerometer are reversed: the field would point the wrong way through the "
        + "Earth"
    case .nearPlanar: "the board was turned about one axis only"
    case .coverage(let percent, _): "only \(percent) % of all directions were shown to the compass"
    case .fieldMismatch(let percent):
      "the field differs from the Earth's by \(Self.tenths(percent)) %"
    case .dipMismatch(let degrees): "the field dips \(Self.tenths(degrees))° from where the Earth's does"
    case .implausibleGains: "the recording can only be explained by gains that no sensor has"
    case .unsteadyField(let microtesla): "the field changed by \(Self.tenths(microtesla)) µT during the recording"
    case .notRepeatable: "parts of the recording contradict each other"
    case .uncertain(let degrees): "the heading would be uncertain by \(Self.tenths(degrees))°"
    case .noFit: "no calibration explains the recording"
    }
  }

  /// What to do; no capital, no full stop.
  public var remedy: String {
    switch self {
    case .tooFewSamples: "hold the board still for a second in at least 12 different attitudes, better 48"
    case .moving: "turn the board slowly, and rest a second on each side"
    case .saturated, .magnetAttached: "take magnets, speakers, motors and steel off the board and start again"
    case .deadAxis(let chip, _):
      "look at it with `waymark sensors` while you turn the board; the \(chip.rawValue) is broken"
    case .mirroredAxis(let map), .swappedAxes(let map): Self.agree(map)
    case .invertedAxes: Self.agree(AxisMap.identity.reversed)
    case .nearPlanar: "also tip the board onto its edges and over its nose"
    case .coverage(_, let face):
      face.map { "turn the \($0.rawValue) side towards the ground, and around" } ?? "turn the board onto all its sides"
    case .fieldMismatch, .dipMismatch:
      "go some metres away from steel, cars and reinforced concrete; check position and date"
    case .implausibleGains, .noFit: "repeat it away from steel, slowly, on all sides"
    case .unsteadyField: "keep the board away from motors, phones and passing cars, and turn it on the spot"
    case .notRepeatable: "repeat it on one spot, slowly, and rest a second on each side"
    case .uncertain: "record longer, and turn the board onto all its sides"
    }
  }

  /// What makes two chips agree may be done to either, and is right for only one of them.
  private static func agree(_ map: AxisMap) -> String {
    "first turn each arrow up: if the accelerometer says +1 g there, take the magnetometer's axes as \(map); if not, mend "
      + "the accelerometer's"
  }

  private static func axisName(_ axis: Int) -> String { axis == 0 ? "x" : axis == 1 ? "y" : "z" }

  private static func changes(_ map: AxisMap) -> String {
    (0..<3).compactMap { index -> String? in
      guard map.axes[index] != index || map.signs[index] < 0 else { return nil }
      return "\(axisName(index)) is \(map.signs[index] < 0 ? "-" : "")\(axisName(map.axes[index]))"
    }.joined(separator: ", ")
  }

  private static func tenths(_ value: Double) -> String {
    guard value.isFinite, abs(value) < 1e6 else { return "many" }
    let tenths = Int((abs(value) * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)"
  }
}
