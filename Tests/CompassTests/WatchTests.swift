import Glibc
import Simulation
import Testing

@testable import Compass

@Suite struct `The watch for interference` {
  @Test(arguments: [false, true]) func `is quiet for a quarter of an hour`(isWalking: Bool) throws {
    var trial = try #require(InterferenceTrial(.poor, isWalking: isWalking, seed: 6))
    let alarms = trial.falseAlarms(hours: 0.25)
    #expect(alarms == 0, "seed 6")
  }

  @Test(arguments: [(1.0, 0.0), (-1.2, 0.0), (0.0, 1.4), (0.0, -1.4)])
  func `sees a disturbance within a second`(strength: Double, dip: Double) throws {
    var trial = try #require(
      InterferenceTrial(.typical, isWalking: false, strengthMicrotesla: strength, dipDegrees: dip, seed: 12))
    let delay = trial.delay()
    #expect(try #require(delay, "seed 12") <= 1)
  }

  @Test(arguments: [15.0, -15.0]) func `sees a large change of the dip within a second while walking`(dip: Double)
    throws
  {
    var trial = try #require(InterferenceTrial(.typical, isWalking: true, dipDegrees: dip, seed: 12))
    let delay = trial.delay()
    #expect(try #require(delay, "seed 12") <= 1)
  }

  @Test func `takes neither the first steps nor a sudden stop for a change of the dip`() {
    var watch = InterferenceWatch(noise: SensorNoise(fieldMicrotesla: 0.1, accelerationG: 0.001))
    func feed(_ seconds: Double, _ acceleration: (Double) -> SIMD3<Double>) -> Int {
      (0..<Int(seconds * 10)).count { watch.add(field: [20, 0, -45], acceleration: acceleration(Double($0) / 10)) }
    }
    func step(_ push: Double) -> (Double) -> SIMD3<Double> {
      { [push + 0.1 * sin(12 * $0), 0.08 * sin(6 * $0), 1 + 0.25 * sin(12 * $0 + 1)] }
    }
    // Off from rest to 1.4 m/s within a second, a minute of walking, and to a stop within a second.
    let alarms = [
      feed(20) { _ in [0, 0, 1] }, feed(1, step(0.14)), feed(60, step(0)), feed(1, step(-0.14)),
      feed(20) { _ in [0, 0, 1] },
    ]
    #expect(alarms == [0, 0, 0, 0, 0])
  }

  @Test func `ends its alarm when the field is as before, and gets used to what stays`() {
    var watch = InterferenceWatch(noise: SensorNoise(fieldMicrotesla: 0.1, accelerationG: 0.001))
    func feed(_ strength: Double, _ count: Int) -> Int {
      (0..<count).count { _ in watch.add(field: [20, 0, -strength], acceleration: [0, 0, 1]) }
    }
    #expect(feed(45, 60) == 0)
    #expect(feed(48, 30) == 1)
    #expect(watch.alarm != nil)
    #expect(feed(45, 60) == 1)
    #expect(watch.alarm == nil)
    #expect(feed(48, 30) == 1)
    #expect(feed(48, 700) == 1)
    #expect(watch.alarm == nil)
  }
}

@Suite struct `Heading and course` {
  @Test func `tell a compass that is off`() throws {
    var comparison = CourseComparison()
    for second in 0..<100 {
      comparison.add(
        headingDegrees: 12 + (second % 2 == 0 ? 3 : -3), courseDegrees: 355, speed: 4, atSeconds: Double(second))
    }
    let offset = try #require(comparison.lastingOffset)
    #expect(abs(offset.degrees - 17) < 1)
    #expect(abs(offset.spreadDegrees - 3) < 0.5)
  }

  @Test func `tell nothing when slow, turning, or in agreement`() {
    var slow = CourseComparison()
    var turning = CourseComparison()
    var right = CourseComparison()
    for second in 0..<200 {
      let now = Double(second)
      slow.add(headingDegrees: 90, courseDegrees: 0, speed: 1.5, atSeconds: now)
      turning.add(headingDegrees: 90, courseDegrees: Double(second * 3 % 360), speed: 5, atSeconds: now)
      right.add(headingDegrees: 2, courseDegrees: 359, speed: 5, atSeconds: now)
    }
    #expect(slow.lastingOffset == nil)
    #expect(turning.lastingOffset == nil)
    #expect(right.lastingOffset == nil)
  }
}

@Suite struct `The bias tracker` {
  private func follow(isDisturbed: Bool) throws -> SIMD3<Double> {
    let calibration = try #require(perfectCalibration())
    let prior = FieldPrior(fieldMicrotesla: 50, dipDegrees: 68)
    var tracker = BiasTracker()
    var random = SeededGenerator(seed: 4)
    // Thirty days, a reading every ten minutes, with a bias that has moved.
    for number in 0..<4_320 {
      var sensed = reading(Attitude(using: &random))
      sensed.field += [0.8, -0.5, 0.4]
      tracker.add(
        sensed, calibration: calibration, prior: prior, isDisturbed: isDisturbed, atSeconds: Double(number) * 600)
    }
    return tracker.correction
  }

  @Test func `follows a drift`() throws {
    #expect((try follow(isDisturbed: false) - [0.8, -0.5, 0.4]).length < 0.3)
  }

  @Test func `never follows interference`() throws { #expect(try follow(isDisturbed: true) == .zero) }
}

@Suite struct `The calibration prompt` {
  @Test func `is raised once, and again after the accuracy was back`() {
    var prompt = CalibrationPrompt()
    func raised(_ accuracy: Double, _ seconds: Range<Int>, _ status: Heading.Status = .valid) -> Int {
      seconds.count {
        prompt.take(
          Heading(magneticDegrees: 5, accuracyDegrees: accuracy, status: status), atSeconds: Double($0))
      }
    }
    #expect(raised(3, 0..<100) == 0)
    #expect(raised(-1, 100..<103) == 0)
    #expect(raised(-1, 103..<300) == 1)
    #expect(raised(3, 300..<330) == 0)
    #expect(raised(-1, 330..<400) == 0)
    #expect(raised(3, 400..<500) == 0)
    #expect(raised(40, 500..<600) == 1)
    #expect(raised(-1, 600..<700, .vertical) == 0)
  }
}

@Suite struct `The noise of single samples` {
  @Test func `is followed while the board turns`() throws {
    let calibration = try #require(perfectCalibration())
    var tracker = NoiseTracker(calibration)
    var random = SeededGenerator(seed: 3)
    func noise(_ sigma: Double) -> SIMD3<Double> {
      [sigma * random.normal(), sigma * random.normal(), sigma * random.normal()]
    }
    var attitude = Attitude(headingDegrees: 0)
    for _ in 0..<300 {
      attitude.turn(aboutOwn: [0.6, 0, 0.8], radians: 0.1)
      tracker.add(
        field: attitude.body(earthField) + noise(0.6), acceleration: attitude.body([0, 0, -1]) + noise(0.004))
    }
    #expect((0.4...0.8).contains(tracker.spread.fieldMicrotesla), "seed 3")
    #expect((0.0025...0.0055).contains(tracker.spread.accelerationG), "seed 3")
  }

  @Test func `makes the bound of a single sample honest`() throws {
    let calibration = try #require(perfectCalibration())
    let solver = HeadingSolver(calibration: calibration, prior: FieldPrior(fieldMicrotesla: 50, dipDegrees: 68))
    var tracker = NoiseTracker(calibration)
    var random = SeededGenerator(seed: 5)
    var inside = 0
    let attitude = Attitude(headingDegrees: 80, tiltDegrees: 25, aboutDegrees: 30)
    for number in 0..<1_100 {
      func noisy(_ v: SIMD3<Double>, _ sigma: Double) -> SIMD3<Double> {
        v + SIMD3(random.normal(), random.normal(), random.normal()) * sigma
      }
      let field = FieldSample(microtesla: noisy(attitude.body(earthField), 0.6))
      let motion = MotionSample(acceleration: noisy(attitude.body([0, 0, -1]), 0.003))
      tracker.add(field: calibration.field(field), acceleration: calibration.acceleration(motion))
      guard number >= 100 else { continue }
      let heading = solver.solve(tracker.reading(field, motion))
      let off = Angles.difference(from: attitude.headingDegrees, to: try #require(heading.magneticDegrees))
      if abs(off) <= heading.accuracyDegrees { inside += 1 }
    }
    #expect((930...995).contains(inside), "\(inside) of 1000, seed 5")
  }
}

@Suite struct `A recording of a quick hand` {
  @Test func `is taken, at any pace`() throws {
    var model = CompassModel(.typical, fieldMicrotesla: 50, dipDegrees: 68, seed: 3)
    let samples = CalibrationRecording(.everywhere, of: &model, seed: 3).samples
    for pace in [0.02, 0.1, 1] {
      let outcome = Calibrator.calibrate(
        recording: samples.enumerated().map { (Double($0) * pace, $1.field, $1.motion) },
        prior: FieldPrior(fieldMicrotesla: 50, dipDegrees: 68), chipKey: "test")
      #expect(outcome.verdict == .accepted, "a sample every \(pace) s")
      #expect((outcome.calibration?.attitudes ?? 0) > 250)
    }
  }
}
