/// How far a calibration has come: for the picture, the LED and the sentence on the terminal.
public struct CollectionProgress: Equatable, Sendable {
  /// A side of the board, by the axis that points out of it.
  public enum Face: String, CaseIterable, Sendable {
    /// +x.
    case front = "+x"
    /// -x.
    case back = "-x"
    /// +y.
    case left = "+y"
    /// -y.
    case right = "-y"
    /// +z.
    case top = "+z"
    /// -z.
    case bottom = "-z"

    /// The axis that points out of it.
    public var axis: SIMD3<Double> {
      switch self {
      case .front: [1, 0, 0]
      case .back: [-1, 0, 0]
      case .left: [0, 1, 0]
      case .right: [0, -1, 0]
      case .top: [0, 0, 1]
      case .bottom: [0, 0, -1]
      }
    }

    /// The face that a direction goes through.
    public static func facing(_ direction: SIMD3<Double>) -> Face {
      let sizes = SIMD3(abs(direction.x), abs(direction.y), abs(direction.z))
      if sizes.x >= sizes.y, sizes.x >= sizes.z { return direction.x < 0 ? .back : .front }
      if sizes.y >= sizes.z { return direction.y < 0 ? .right : .left }
      return direction.z < 0 ? .bottom : .top
    }
  }

  /// How many attitudes there are.
  public var attitudes: Int
  /// How much of the sphere of directions of the field, in the axes of the board, was seen, 0...100.
  public var coveragePercent: Double
  /// How far the board was tilted about its mean attitude, degrees.
  public var tiltSpanDegrees: Double
  /// Where the field has been least, in the axes of the board; nil when nothing is missing.
  public var missingDirection: SIMD3<Double>?
  /// The face to turn towards the ground next; nil when each has been there.
  public var faceToTurnDown: Face?

  init(directions: [(field: SIMD3<Double>, up: SIMD3<Double>)], isCentred: Bool) {
    attitudes = directions.count
    let seen = isCentred ? DirectionCells.coverage(of: directions.map(\.field)) : (share: 0, farthest: nil)
    coveragePercent = seen.share * 100
    missingDirection = seen.farthest
    tiltSpanDegrees = TiltSpan(downs: directions.map { $0.up * -1 })?.degrees ?? 0
    let reach = 0.8
    faceToTurnDown = Face.allCases.first { face in !directions.contains { $0.up.dot(face.axis) < -reach } }
    if faceToTurnDown == nil, seen.share < 0.99, let missing = seen.farthest { faceToTurnDown = Face.facing(missing) }
  }
}
