import Glibc

/// The twenty unknowns of a calibration, in the order in which they are stored.
///
/// `v = A (m - b)` is the field in the axes of the accelerometer, `a = S (acceleration - β)` is gravity.
public struct CalibrationParameters: Equatable, Sendable {
  /// How many there are.
  public static let count = 20

  /// Indices into ``values``.
  enum Index {
    /// b, µT.
    static let fieldBias = 0
    /// A, row by row.
    static let matrix = 3
    /// F, µT.
    static let field = 12
    /// Dip, radians.
    static let dip = 13
    /// β, g.
    static let accelerationBias = 14
    /// S.
    static let accelerationScale = 17
  }

  /// 0-2 magnetometer bias, µT; 3-11 the matrix, row by row; 12 field strength, µT; 13 dip, radians; 14-16 accelerometer
  /// bias, g; 17-19 accelerometer scale.
  public private(set) var values: [Double]

  /// Nothing to correct, and a field of 50 µT without dip.
  public init() { values = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 50, 0, 0, 0, 0, 1, 1, 1] }

  /// Takes stored values. Nil unless there are twenty, and all are numbers.
  public init?(values: [Double]) {
    guard values.count == Self.count, values.allSatisfy(\.isFinite) else { return nil }
    self.values = values
  }

  init(unchecked values: [Double]) { self.values = values }

  private func vector(_ index: Int) -> SIMD3<Double> { [values[index], values[index + 1], values[index + 2]] }

  private mutating func set(_ index: Int, _ vector: SIMD3<Double>) {
    for axis in 0..<3 { values[index + axis] = vector[axis] }
  }

  /// By how much the magnetometer has to be stretched, the mean of all directions: 1 for one that measures right, or whose
  /// field was told wrong by as much; the recording itself knows no difference. 0 for a matrix that mirrors.
  public var meanGain: Double { cbrt(max(0, matrix.determinant)) }

  /// The magnetometer's bias, µT.
  public internal(set) var fieldBias: SIMD3<Double> {
    get { vector(Index.fieldBias) }
    set { set(Index.fieldBias, newValue) }
  }

  /// The accelerometer's bias, g.
  public internal(set) var accelerationBias: SIMD3<Double> {
    get { vector(Index.accelerationBias) }
    set { set(Index.accelerationBias, newValue) }
  }

  /// The accelerometer's scale.
  public internal(set) var accelerationScale: SIMD3<Double> {
    get { vector(Index.accelerationScale) }
    set { set(Index.accelerationScale, newValue) }
  }

  var matrix: Matrix3 {
    get { Matrix3(rows: vector(Index.matrix), vector(Index.matrix + 3), vector(Index.matrix + 6)) }
    set {
      set(Index.matrix, newValue.row0)
      set(Index.matrix + 3, newValue.row1)
      set(Index.matrix + 6, newValue.row2)
    }
  }

  /// The strength of the field where it was calibrated, µT.
  public internal(set) var fieldMicrotesla: Double {
    get { values[Index.field] }
    set { values[Index.field] = newValue }
  }

  /// The dip where it was calibrated, radians.
  public internal(set) var dipRadians: Double {
    get { values[Index.dip] }
    set { values[Index.dip] = newValue }
  }

  /// Whether sensors can have such errors, generously: what was written down wrongly shall not become a heading.
  var isPlausible: Bool {
    let volume = matrix.row0.dot(matrix.row1.cross(matrix.row2))
    return values.allSatisfy(\.isFinite) && fieldBias.length < 5_000 && (0.05...20).contains(volume.magnitude)
      && matrix.row0.length < 10 && matrix.row1.length < 10 && matrix.row2.length < 10
      && (5...150).contains(fieldMicrotesla) && abs(dipRadians) <= .pi / 2 && accelerationBias.length < 1
      && (0..<3).allSatisfy { (0.5...2).contains(accelerationScale[$0]) }
  }

  /// The field in the axes of the accelerometer, µT.
  public func field(_ raw: SIMD3<Double>) -> SIMD3<Double> { matrix * (raw - fieldBias) }

  /// What the accelerometer should have said, g.
  public func acceleration(_ raw: SIMD3<Double>) -> SIMD3<Double> { accelerationScale * (raw - accelerationBias) }
}
