import Clocks
import Configuration
import LoggerCore
import Records

/// Everything that a simulated run depends on; the same scenario gives the same result, to the last digit.
public struct PowerScenario: Sendable {
  /// Where the board is carried.
  public var truth: GroundTruth
  /// What its receiver draws.
  public var energy: ReceiverEnergy
  /// What is wrong with the receiver.
  public var faults = ReceiverTwin.Faults()
  /// Whether there is an accelerometer whose interrupt line is wired.
  public var hasAccelerometer = true
  /// How things shake.
  public var habits = MotionSense.Habits()
  /// Decides all that is left to chance.
  public var seed: UInt64 = 1
  /// The settings of the logger.
  public var settings = Settings()
  /// The mode of the logger.
  public var mode = Mode.auto
  /// How many presses of the button there are, at moments with a sky that chance decides.
  public var presses = 0

  /// A scenario with everything else as usual.
  public init(truth: GroundTruth, energy: ReceiverEnergy) {
    self.truth = truth
    self.energy = energy
  }

  /// The moments of the presses, ascending, seconds.
  var pressMoments: [Double] {
    var generator = SeededGenerator(seed: seed ^ 0x7A65)
    var moments: [Double] = []
    var tries = 0
    while moments.count < presses, tries < presses * 20 {
      tries += 1
      let moment = truth.duration * generator.uniform()
      if truth.hasSky(at: moment) { moments.append(moment) }
    }
    return moments.sorted()
  }

  /// What the journal tells at the start: the mode.
  var restored: Restored {
    var digest = Digest()
    if mode != .auto {
      let change = ModeChange(mode: mode, reason: .command)
      digest.apply(
        Record(sequence: SequenceNumber(1), boot: BootID(bits: 1), at: .zero, utc: nil, body: .mode(change)))
    }
    return Restored(boot: BootID(bits: 2), digest: digest)
  }
}

/// A position that was recorded.
public struct RecordedPosition: Equatable, Sendable {
  /// When it was true, seconds since the start of the truth.
  public var seconds: Double
  /// Degrees.
  public var latitude: Double
  /// Degrees.
  public var longitude: Double
  /// Whether the record says that there is a hole in the track before it: then no line leads here.
  public var followsGap: Bool

  /// Makes one.
  public init(seconds: Double, latitude: Double, longitude: Double, followsGap: Bool = false) {
    self.seconds = seconds
    self.latitude = latitude
    self.longitude = longitude
    self.followsGap = followsGap
  }

  /// Where the track is at a moment between this record and the next: it moves evenly; in a hole, where no line is drawn,
  /// it is at the record that is nearer in time.
  func position(at moment: Double, before next: RecordedPosition) -> RecordedPosition {
    guard moment > seconds else { return self }
    guard next.seconds > seconds else { return next }
    if next.followsGap { return moment - seconds < next.seconds - moment ? self : next }
    let part = min(1, (moment - seconds) / (next.seconds - seconds))
    var east = next.longitude - longitude
    if east > 180 { east -= 360 } else if east < -180 { east += 360 }
    return RecordedPosition(
      seconds: moment, latitude: latitude + (next.latitude - latitude) * part, longitude: longitude + east * part)
  }
}

/// What came of a press.
public struct PressOutcome: Equatable, Sendable {
  /// When it was, seconds.
  public var seconds: Double
  /// Whether the board really moved.
  public var isMoving: Bool
  /// From the press until it was durable, seconds; nil if it never was.
  public var durableSeconds: Double?
  /// From the press until its place was known, seconds; nil if it never was.
  public var delaySeconds: Double?
  /// How far that place is from the true one, metres.
  public var errorMeters: Double?
  /// The accuracy that was stated, metres: 68 %.
  public var accuracyMeters: Double?
  /// The age of the fix that located it, as recorded, seconds.
  public var ageSeconds: Double?
}

/// What came of a run, before it is compared with the truth.
public struct PowerRun: Sendable {
  /// The recorded track, in the order of time.
  public var track: [RecordedPosition] = []
  /// The way gone as the product counts it, metres; nil for a policy without a product.
  public var distanceMeters: Double?
  /// What the receiver spent.
  public var spent = EnergyLedger()
  /// How the receiver started, and how often.
  public var starts: [ReceiverPhysics.Start: Int] = [:]
  /// How often the processor woke.
  public var wakeups = 0
  /// Each change of the mode, with its moment.
  public var modeSwitches: [(seconds: Double, mode: Mode)] = []
  /// What happened, by kind.
  public var counts: [String: Int] = [:]
  /// What came of the presses.
  public var presses: [PressOutcome] = []
  /// What the logger said to people, with its moment.
  public var said: [(seconds: Double, line: String)] = []

  /// Nothing yet.
  public init() {}

  mutating func count(_ what: String) { counts[what, default: 0] += 1 }
}
