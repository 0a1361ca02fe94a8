import Glibc

/// Sees that the field is not what it was a moment ago: a magnet, a motor or a car nearby.
///
/// Strength and dip do not change when the board is turned. A short mean is held against a slow one. What turns only the
/// horizontal field changes neither, and cannot be told from a turn of the board. While walking the dip moves by many
/// degrees with every step, so that of the dip only large changes are told, once the steps are known.
public struct InterferenceWatch: Sendable {
  /// What is seen.
  public struct Alarm: Equatable, Sendable {
    /// How much stronger the field is, µT.
    public var strengthMicrotesla: Double
    /// How much steeper it is, degrees.
    public var dipDegrees: Double
    /// How large a field would do that, µT.
    public var disturbanceMicrotesla: Double
  }

  /// The disturbances that are promised to be seen within a second: 1 µT and 1.2°.
  static let leastStrength = 0.6
  static let leastDip = 0.72
  /// How many samples the short mean has: eight tenths of a second at 10 Hz.
  static let window = 8
  /// How long the slow mean remembers, samples, and how many it needs before anything is said.
  static let memory = 150.0
  static let settling = 20
  /// A false alarm an hour are 4.8 standard deviations of 36,000 means that overlap.
  static let deviations = 4.8
  /// Below this |acceleration| varies by noise alone, g: three times that of a poor accelerometer.
  static let atRest = 0.012
  /// Who walks on may stop at once, which is 0.14 g for a second and tips down by 8°. Less is never told of the dip, and
  /// nothing before the steps were seen for so many samples.
  static let leastDipWalking = 10.0
  static let stepsKnown = 100.0
  /// No step counts for more, square degrees: what disturbs the field must not be taken for one.
  static let mostStep = 36.0
  /// How many samples without a difference end an alarm, and how many with one make it the new normal.
  static let quiet = 20
  static let resignation = 600

  private struct Slow: Sendable {
    var mean = 0.0
    var count = 0.0
    mutating func add(_ value: Double) {
      count = min(count + 1, InterferenceWatch.memory)
      mean += (value - mean) / count
    }
  }

  private let noise: SensorNoise
  private let calibrationSigma: (strength: Double, dip: Double)
  private var recent: [(strength: Double, dip: Double, gravity: Double)] = []
  /// Slow means of the directions of field and up in the axes of the board: how it was held lately.
  private var lately: (field: SIMD3<Double>, up: SIMD3<Double>)?
  private var strength = Slow()
  private var dip = Slow()
  private var gravity = Slow()
  /// Squares of what the short mean of the dip differs by while walking, square degrees.
  private var steps = Slow()
  private var quietCount = 0
  private var alarmCount = 0
  /// The disturbance; nil while there is none.
  public private(set) var alarm: Alarm?

  /// Watches with the noise of a calibration. `strengthSigma` (µT) and `dipSigma` (degrees) are what the calibration
  /// leaves to change with the attitude.
  public init(noise: SensorNoise, strengthSigma: Double = 0.06, dipSigma: Double = 0.05) {
    self.noise = noise
    calibrationSigma = (strengthSigma, dipSigma)
  }

  /// Watches with the noise of a calibration, and with what it leaves to change with the attitude.
  public init(_ calibration: Calibration) {
    let forecast = HeadingForecast(
      calibration.parameters, span: calibration.tilt, tiltDegrees: min(60, calibration.tilt.degrees))
    let left = forecast?.unsteadiness(calibration) ?? (strength: 0.06, dip: 0.05)
    self.init(noise: calibration.noise, strengthSigma: left.strength, dipSigma: left.dip)
  }

  /// Takes a calibrated sample, ten a second: field µT, acceleration g. Whether the alarm began or ended.
  public mutating func add(field: SIMD3<Double>, acceleration: SIMD3<Double>) -> Bool {
    guard field.isFinite, let up = acceleration.direction, field.length > 1 else { return false }
    let steepness = asin(min(1, max(-1, -field.dot(up) / field.length))) * degreesPerRadian
    recent.append((field.length, steepness, acceleration.length))
    if recent.count > Self.window { recent.removeFirst() }
    guard recent.count == Self.window else { return false }
    let count = Double(Self.window)
    let short = (
      strength: recent.reduce(0) { $0 + $1.strength } / count, dip: recent.reduce(0) { $0 + $1.dip } / count
    )
    let limit = limits(field.length, turned: turned(field / field.length, up))
    guard Int(strength.count) >= Self.settling else {
      learn()
      return false
    }
    let off = (strength: short.strength - strength.mean, dip: short.dip - dip.mean)
    if sway <= Self.atRest { steps = Slow() } else if alarm == nil { steps.add(min(off.dip * off.dip, Self.mostStep)) }
    let reached = max(abs(off.strength) / limit.strength, abs(off.dip) / limit.dip)
    return decide(reached, off, field.length)
  }

  /// How much of what the calibration leaves may show, 0...1: nothing on a board that is held as before, all of it after
  /// a turn by half a radian.
  private mutating func turned(_ field: SIMD3<Double>, _ up: SIMD3<Double>) -> Double {
    guard let before = lately else {
      lately = (field, up)
      return 0
    }
    let share = 2 / Self.memory
    lately = (before.field + (field - before.field) * share, before.up + (up - before.up) * share)
    return min(1, 2 * max((field - before.field).length, (up - before.up).length))
  }

  /// How much |acceleration| varies lately, g.
  private var sway: Double {
    let gravity = recent.reduce(0) { $0 + ($1.gravity - self.gravity.mean) * ($1.gravity - self.gravity.mean) }
    return (gravity / Double(Self.window)).squareRoot()
  }

  /// What the short mean may differ by. On a board that walks, the dip moves with every step.
  private func limits(_ length: Double, turned: Double) -> (strength: Double, dip: Double) {
    let count = Double(Self.window)
    let sway = sway
    let left = (strength: calibrationSigma.strength * turned, dip: calibrationSigma.dip * turned)
    let fieldSigma = noise.fieldMicrotesla / count.squareRoot()
    let strength =
      Self.deviations
      * (fieldSigma * fieldSigma + left.strength * left.strength)
      .squareRoot()
    // The noise of a board at rest is independent from sample to sample; a push is not.
    let motion = sway > Self.atRest ? sway : max(0.0005, sway) / count.squareRoot()
    let dipSigma = ((fieldSigma / length) * (fieldSigma / length) + motion * motion).squareRoot() * degreesPerRadian
    var dip = Self.deviations * (dipSigma * dipSigma + left.dip * left.dip).squareRoot()
    if steps.count >= Self.stepsKnown {
      dip = min(dip, max(Self.leastDipWalking, Self.deviations * steps.mean.squareRoot()))
    }
    return (max(Self.leastStrength, strength), max(Self.leastDip, dip))
  }

  private mutating func decide(
    _ reached: Double, _ off: (strength: Double, dip: Double), _ length: Double
  ) -> Bool {
    if alarm == nil {
      guard reached > 1 else {
        learn()
        return false
      }
      alarmCount = 0
      quietCount = 0
      alarm = Self.alarm(off, length)
      return true
    }
    alarmCount += 1
    // Half of the limit, for two seconds: an alarm that flickers is none.
    quietCount = reached < 0.5 ? quietCount + 1 : 0
    let isNormalNow = alarmCount > Self.resignation
    if quietCount >= Self.quiet || isNormalNow {
      alarm = nil
      if isNormalNow {
        strength = Slow()
        dip = Slow()
        gravity = Slow()
      }
      return true
    }
    if reached >= 0.5 { alarm = Self.alarm(off, length) }
    return false
  }

  private static func alarm(_ off: (strength: Double, dip: Double), _ length: Double) -> Alarm {
    let across = length * off.dip / degreesPerRadian
    return Alarm(
      strengthMicrotesla: off.strength, dipDegrees: off.dip,
      disturbanceMicrotesla: (off.strength * off.strength + across * across).squareRoot())
  }

  /// Learns from the oldest sample of the window, which the short mean is about to lose: a beginning disturbance is not
  /// learned before it is seen.
  private mutating func learn() {
    guard let oldest = recent.first else { return }
    strength.add(oldest.strength)
    dip.add(oldest.dip)
    gravity.add(oldest.gravity)
  }
}
