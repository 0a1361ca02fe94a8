import Glibc

/// How somebody turns a board to calibrate it.
public enum CalibrationMotion: String, CaseIterable, Sendable {
  /// 300 attitudes all over the sphere, each still.
  case everywhere
  /// 48 poses, 8 on each face, each held for ten samples.
  case stillPoses
  /// 30 seconds of figures of eight at 10 Hz while turning around once or twice, with 0.03 g rms of hand (0.017 g
  /// an axis).
  case figureEight
  /// The same for 60 seconds.
  case longFigureEight
  /// The same for three minutes: somebody who goes on until told to stop.
  case patientFigureEight
  /// All headings within 30° of level, with 0.01 g of hand.
  case tilt30
  /// All headings within 15° of level, with 0.01 g of hand.
  case tilt15
  /// Turned on a table: within 2° of level.
  case nearPlanar
  /// Rolled about one axis that lies on the table.
  case oneRoll

  /// Attitudes, how long each is held (samples), and the hand's acceleration, g rms an axis.
  public func attitudes(using random: inout SeededGenerator) -> (attitudes: [Attitude], hold: Int, hand: Double) {
    switch self {
    case .everywhere: return ((0..<300).map { _ in Attitude(using: &random) }, 1, 0)
    case .stillPoses: return (Self.poses(using: &random), 10, 0)
    case .figureEight: return (Self.eights(seconds: 30, using: &random), 1, 0.03 / 3.0.squareRoot())
    case .longFigureEight: return (Self.eights(seconds: 60, using: &random), 1, 0.03 / 3.0.squareRoot())
    case .patientFigureEight: return (Self.eights(seconds: 180, using: &random), 1, 0.03 / 3.0.squareRoot())
    case .tilt30: return (Self.tilted(within: 30, using: &random), 1, 0.01)
    case .tilt15: return (Self.tilted(within: 15, using: &random), 1, 0.01)
    case .nearPlanar: return (Self.tilted(within: 2, using: &random), 1, 0.005)
    case .oneRoll:
      let heading = 360 * random.uniform()
      let rolls = (0..<300).map { index in
        var attitude = Attitude(headingDegrees: heading + 2 * random.normal())
        attitude.turn(aboutOwn: [1, 0, 0], radians: Double(index) / 300 * 4 * .pi)
        attitude.turn(aboutOwn: [0, 1, 0], radians: 0.035 * random.normal())
        return attitude
      }
      return (rolls, 1, 0.005)
    }
  }

  private static func tilted(within degrees: Double, using random: inout SeededGenerator) -> [Attitude] {
    (0..<300).map { _ in
      Attitude(
        headingDegrees: 360 * random.uniform(), tiltDegrees: degrees * random.uniform().squareRoot(),
        aboutDegrees: 360 * random.uniform())
    }
  }

  private static func poses(using random: inout SeededGenerator) -> [Attitude] {
    let faces: [(axis: SIMD3<Double>, quarter: Double)] = [
      ([1, 0, 0], 0), ([1, 0, 0], 1), ([1, 0, 0], 2), ([1, 0, 0], 3), ([0, 1, 0], 1), ([0, 1, 0], 3),
    ]
    return faces.flatMap { face in
      (0..<8).map { turn in
        var attitude = Attitude(headingDegrees: Double(turn) * 45 + 12 * random.normal())
        attitude.turn(aboutOwn: face.axis, radians: face.quarter * .pi / 2)
        attitude.turn(aboutOwn: [1, 0, 0], radians: 0.2 * random.normal())
        attitude.turn(aboutOwn: [0, 1, 0], radians: 0.2 * random.normal())
        return attitude
      }
    }
  }

  private static func eights(seconds duration: Double, using random: inout SeededGenerator) -> [Attitude] {
    // A wrist: rolls about its own length by 110°, dips by 60° about twice as often, and its owner turns around.
    let start = 360 * random.uniform()
    let turns = (random.uniform() < 0.5 ? -1 : 1) * (1 + random.uniform())
    let (roll, pitch) = (100 + 20 * random.uniform(), 50 + 20 * random.uniform())
    let phase = 2 * Double.pi * random.uniform()
    let period = 6 + 2 * random.uniform()
    let ratio = 1.8 + 0.4 * random.uniform()
    return (0..<Int(duration * 10)).map { index in
      let seconds = Double(index) / 10
      let angle = 2 * Double.pi * seconds / period
      var attitude = Attitude(headingDegrees: start + turns * 360 * seconds / 30)
      attitude.turn(aboutOwn: [0, 1, 0], radians: pitch * .pi / 180 * sin(ratio * angle + phase))
      attitude.turn(aboutOwn: [1, 0, 0], radians: roll * .pi / 180 * sin(angle))
      return attitude
    }
  }
}
