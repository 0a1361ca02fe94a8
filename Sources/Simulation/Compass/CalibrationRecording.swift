import Compass

/// A recording of a calibration.
public struct CalibrationRecording: Sendable {
  /// One measurement.
  public struct Sample: Sendable {
    /// Seconds since the start.
    public var seconds: Double
    /// The magnetometer.
    public var field: FieldSample
    /// The accelerometer.
    public var motion: MotionSample
  }

  /// In order, ten a second.
  public private(set) var samples: [Sample] = []

  /// Records a motion. `memory` is how much of a push of the hand is left a tenth of a second later, `handG` overrides
  /// how large it is, g rms an axis; `nearby` gives a field that is not the Earth's, µT in the axes of the board, for each sample.
  public init(
    _ motion: CalibrationMotion, of model: inout CompassModel, seed: UInt64,
    memory: Double = 0.37, handG: Double? = nil,
    nearby: (Attitude, inout SeededGenerator) -> SIMD3<Double> = { _, _ in .zero }
  ) {
    var random = SeededGenerator(seed: seed ^ 0xCA11)
    let (attitudes, hold, usualHand) = motion.attitudes(using: &random)
    let hand = handG ?? usualHand
    var push = SIMD3<Double>()
    var seconds = 0.0
    // Attitudes that have nothing to do with each other are taken a second apart: there was time to turn.
    let isOneMovement = [CalibrationMotion.figureEight, .longFigureEight, .patientFigureEight].contains(motion)
    let pause = isOneMovement ? 0.1 : 1.0
    for attitude in attitudes {
      for _ in 0..<hold {
        // A hand remembers its push for about a tenth of a second.
        let white = SIMD3(random.normal(), random.normal(), random.normal()) * hand
        push = push * memory + white * (1 - memory * memory).squareRoot()
        let sample = model.measure(attitude, hand: push, nearby: nearby(attitude, &random))
        samples.append(Sample(seconds: seconds, field: sample.field, motion: sample.motion))
        seconds += 0.1
      }
      seconds += pause - 0.1
    }
  }
}
