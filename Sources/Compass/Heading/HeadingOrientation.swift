/// How the parts sit on the board, and which way is forward.
public struct HeadingOrientation: Equatable, Sendable {
  /// From the axes of the sensor to those of the board: +x forward, +y left, +z up.
  public var mounting: AxisMap
  /// The axis of the board whose heading is told: +x, or ±z on a board that is worn upright.
  public var reference: CollectionProgress.Face

  /// Makes one; a sensor in the axes of the board, forward +x, unless told. Nil for a mounting that mirrors.
  public init?(mounting: AxisMap, reference: CollectionProgress.Face = .front) {
    guard mounting.isRotation else { return nil }
    self.mounting = mounting
    self.reference = reference
  }

  private init() {
    mounting = .identity
    reference = .front
  }

  /// The sensor's +x is forward, its +z up.
  public static let usual = HeadingOrientation()

  /// Forward, in the axes of the sensor.
  var forward: SIMD3<Double> { mounting.inverse.apply(reference.axis) }

  /// What is up when the reference axis is level and nothing is rolled, in the axes of the sensor.
  var up: SIMD3<Double> {
    switch reference {
    case .top, .bottom: mounting.inverse.apply([1, 0, 0])
    default: mounting.inverse.apply([0, 0, 1])
    }
  }
}
