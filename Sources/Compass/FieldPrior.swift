/// What is known of the Earth's field at the place before anything is measured: from the magnetic model and a position.
public struct FieldPrior: Equatable, Sendable {
  /// The strength of the field, µT.
  public var fieldMicrotesla: Double
  /// How far the field points below the horizon, degrees; negative in the south.
  public var dipDegrees: Double
  /// The standard deviation of the strength, µT.
  public var fieldSigmaMicrotesla: Double
  /// The standard deviation of the dip, degrees.
  public var dipSigmaDegrees: Double

  /// Makes a prior. Without sigmas: 0.4 % and 0.4°, which is the error of WMM2025 (138 nT, 0.20°) and as much again for
  /// the rocks of the place.
  public init(
    fieldMicrotesla: Double, dipDegrees: Double, fieldSigmaMicrotesla: Double? = nil, dipSigmaDegrees: Double? = nil
  ) {
    self.fieldMicrotesla = fieldMicrotesla
    self.dipDegrees = dipDegrees
    self.fieldSigmaMicrotesla = fieldSigmaMicrotesla ?? 0.004 * abs(fieldMicrotesla)
    self.dipSigmaDegrees = dipSigmaDegrees ?? 0.4
  }

  /// The strength of the horizontal field, µT.
  public var horizontalMicrotesla: Double { fieldMicrotesla * cosine(degrees: dipDegrees) }

  /// Whether the numbers can be those of the Earth: 15 to 75 µT (WMM2025: 22 to 67), dip within ±90°.
  public var isPlausible: Bool {
    (15...75).contains(fieldMicrotesla) && (-90...90).contains(dipDegrees) && fieldSigmaMicrotesla > 0
      && dipSigmaDegrees > 0 && fieldSigmaMicrotesla.isFinite && dipSigmaDegrees.isFinite
  }
}
