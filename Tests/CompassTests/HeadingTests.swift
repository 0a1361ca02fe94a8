import Simulation
import Testing

@testable import Compass

@Suite struct `A heading` {
  @Test func `is right in every attitude`() throws {
    let solver = HeadingSolver(calibration: perfectCalibration())
    var random = SeededGenerator(seed: 77)
    for _ in 0..<300 {
      let attitude = Attitude(using: &random)
      let heading = solver.solve(reading(attitude))
      if abs(attitude.x.z) > cosine(degrees: 5) {
        #expect(heading.status == .vertical && heading.accuracyDegrees < 0)
        continue
      }
      let degrees = try #require(heading.magneticDegrees)
      #expect(abs(Angles.difference(from: attitude.headingDegrees, to: degrees)) < 1e-6, "seed 77")
      #expect(heading.isValid && heading.trueDegrees == nil)
      #expect(abs(try #require(heading.dipDegrees) - 68) < 1e-6)
      #expect(abs(try #require(heading.fieldMicrotesla) - 50) < 1e-6)
    }
  }

  @Test func `knows pitch and roll`() throws {
    let solver = HeadingSolver(calibration: perfectCalibration())
    var attitude = Attitude(headingDegrees: 123)
    attitude.turn(aboutOwn: [0, 1, 0], radians: -20 / degreesPerRadian)  // nose up
    #expect(abs(try #require(solver.solve(reading(attitude)).pitchDegrees) - 20) < 1e-6)
    attitude = Attitude(headingDegrees: 123)
    attitude.turn(aboutOwn: [1, 0, 0], radians: 30 / degreesPerRadian)  // right side down
    #expect(abs(try #require(solver.solve(reading(attitude)).rollDegrees) - 30) < 1e-6)
  }

  @Test(arguments: AxisMap.rotations) func `is the board's, however the sensor is mounted`(mounting: AxisMap) throws {
    for reference in CollectionProgress.Face.allCases {
      var solver = HeadingSolver(calibration: perfectCalibration())
      solver.orientation = try #require(HeadingOrientation(mounting: mounting, reference: reference))
      var attitude = Attitude(headingDegrees: 200, tiltDegrees: 35, aboutDegrees: 80)
      attitude.turn(aboutOwn: [0, 0, 1], radians: 0.3)
      var sensed = reading(attitude)
      sensed.field = mounting.inverse.apply(sensed.field)
      sensed.acceleration = mounting.inverse.apply(sensed.acceleration)
      let axis = reference.axis
      let world = attitude.x * axis.x + attitude.y * axis.y + attitude.z * axis.z
      let level = try #require(Angles.mean(degrees: [0]))
      #expect(level.degrees == 0)
      let expected = headingOf(world)
      let heading = try #require(solver.solve(sensed).magneticDegrees)
      #expect(abs(Angles.difference(from: expected, to: heading)) < 1e-6)
    }
  }

  private func headingOf(_ world: SIMD3<Double>) -> Double {
    // Attitude tells the heading of its x axis: lend it this one.
    var attitude = Attitude(headingDegrees: 0)
    attitude.x = world
    return attitude.headingDegrees
  }

  @Test func `a mounting that mirrors is none`() throws {
    #expect(HeadingOrientation(mounting: try #require(AxisMap("-x,y,z"))) == nil)
  }

  @Test func `is less accurate when pushed, disturbed, old, or read once`() {
    let prior = FieldPrior(fieldMicrotesla: 50, dipDegrees: 68)
    let solver = HeadingSolver(calibration: perfectCalibration(), prior: prior)
    let level = Attitude(headingDegrees: 40)
    let calm = solver.solve(reading(level))
    #expect(calm.status == .valid && calm.accuracyDegrees > 0.3 && calm.accuracyDegrees < 2)
    let pushed = solver.solve(reading(level, push: [0, 0, 0.05]))
    #expect(pushed.status == .accelerating && pushed.accuracyDegrees > 10)
    let disturbed = solver.solve(reading(level, extra: [0, 0, 4]))
    #expect(disturbed.status == .disturbed && disturbed.accuracyDegrees > 15)
    #expect(solver.solve(reading(level), ageDays: 30).accuracyDegrees > calm.accuracyDegrees * 2)
    #expect(solver.solve(reading(level, count: 1)).accuracyDegrees > calm.accuracyDegrees * 1.5)
    #expect(solver.solve(reading(level), disturbanceMicrotesla: 1).accuracyDegrees > 5)
  }

  @Test func `is invalid without a calibration, near a magnet, at the end of a range and near the pole`() {
    let level = Attitude(headingDegrees: 40)
    let uncalibrated = HeadingSolver(calibration: nil).solve(reading(level))
    #expect(uncalibrated.status == .uncalibrated && uncalibrated.accuracyDegrees == -1)
    #expect(uncalibrated.magneticDegrees != nil)
    var solver = HeadingSolver(
      calibration: perfectCalibration(), prior: FieldPrior(fieldMicrotesla: 50, dipDegrees: 68))
    let near = solver.solve(reading(level, extra: [25, 10, 0]))
    #expect(near.status == .disturbed && !near.isValid)
    var clipped = reading(level)
    clipped.isSaturated = true
    #expect(solver.solve(clipped).status == .unusable)
    #expect(solver.solve(HeadingReading(field: [.nan, 0, 0], acceleration: [0, 0, 1])).status == .unusable)
    #expect(solver.solve(HeadingReading(field: [1, 0, 0], acceleration: .zero)).status == .unusable)
    solver.prior = FieldPrior(fieldMicrotesla: 57, dipDegrees: 88.5)
    #expect(solver.solve(reading(level)).status == .weakField)
  }

  @Test(arguments: [1e5, 1e9, 1e150, 1e300, .greatestFiniteMagnitude, .infinity, .nan, 0, .leastNonzeroMagnitude])
  func `is never a number that is none, whatever the sensors say`(size: Double) {
    let solver = HeadingSolver(
      calibration: perfectCalibration(), prior: FieldPrior(fieldMicrotesla: 50, dipDegrees: 68), declinationDegrees: 5)
    let directions: [SIMD3<Double>] = [[1, 0, 0], [1, 1, 1], [-1, 2, -3]]
    for one in directions {
      for other in directions {
        for reading in [
          HeadingReading(field: one * size, acceleration: other),
          HeadingReading(field: one * 40, acceleration: other * size),
          HeadingReading(field: one * size, acceleration: other * size),
        ] {
          let heading = solver.solve(reading)
          #expect(heading.magneticDegrees?.isFinite ?? true, "\(reading)")
          #expect(heading.trueDegrees?.isFinite ?? true, "\(reading)")
          #expect(heading.accuracyDegrees.isFinite, "\(reading)")
        }
      }
    }
  }

  @Test func `says when it is tilted farther than was calibrated`() {
    let solver = HeadingSolver(calibration: perfectCalibration(tiltDegrees: 30))
    #expect(solver.solve(reading(Attitude(headingDegrees: 9, tiltDegrees: 20, aboutDegrees: 5))).status == .valid)
    let beyond = solver.solve(reading(Attitude(headingDegrees: 9, tiltDegrees: 40, aboutDegrees: 5)))
    #expect(beyond.status == .beyondCalibratedTilt && beyond.isValid)
  }

  @Test func `is true with a declination, east positive, and no more accurate than that`() throws {
    var solver = HeadingSolver(calibration: perfectCalibration(), declinationDegrees: 5.2)
    let heading = solver.solve(reading(Attitude(headingDegrees: 357)))
    #expect(abs(try #require(heading.trueDegrees) - 2.2) < 1e-6)
    solver.declinationSigmaDegrees = 10
    #expect(solver.solve(reading(Attitude(headingDegrees: 357))).accuracyDegrees > 20)
  }

  @Test func `follows the bias tracker`() throws {
    var solver = HeadingSolver(calibration: perfectCalibration())
    solver.biasCorrection = [1, -2, 0.5]
    var sensed = reading(Attitude(headingDegrees: 222))
    sensed.field += solver.biasCorrection
    #expect(abs(try #require(solver.solve(sensed).magneticDegrees) - 222) < 1e-6)
  }

  @Test func `is told again when it has changed by a degree, or lost its validity`() {
    var filter = HeadingFilter()
    func told(_ degrees: Double, _ accuracy: Double = 2) -> Bool {
      filter.passes(Heading(magneticDegrees: degrees, accuracyDegrees: accuracy, status: .valid))
    }
    #expect(told(359.8))
    #expect(!told(0.5))
    #expect(told(1.2))
    #expect(!told(1.2))
    #expect(told(1.2, -1))
    #expect(!told(1.2, -1))
  }

  @Test(arguments: [0.2, 0.5, 1, 2])
  func `is not told again for noise, and for a turn it is`(sigmaDegrees: Double) {
    var random = SeededGenerator(seed: 7)
    var filter = HeadingFilter()
    func tells(_ headings: [Double]) -> Int {
      headings.count { degrees in
        filter.passes(
          Heading(
            magneticDegrees: Angles.wrapped(degrees: degrees + sigmaDegrees * random.normal()), accuracyDegrees: 5,
            status: .valid))
      }
    }
    // An hour at ten a second; a bare comparison tells 17,000 times at half a degree.
    let atRest = tells([Double](repeating: 359.9, count: 36_000))
    #expect(atRest < 40, "\(atRest), seed 7")
    // A quick turn is told at its first sample that the noise cannot explain, a slow one some degrees later.
    #expect(tells((1...10).map { -0.1 + 12 * Double($0) }) >= 8)
    #expect(tells((0..<600).map { 119.9 + 0.05 * Double($0) }) >= 8)
  }

  @Test func `has a circular mean`() throws {
    #expect(abs(try #require(Angles.mean(degrees: [359, 3])).degrees - 1) < 1e-9)
    #expect(Angles.mean(degrees: [0, 180]) == nil)
    #expect(Angles.mean(degrees: []) == nil)
    #expect(Angles.difference(from: 350, to: 10) == 20)
    #expect(Angles.difference(from: 10, to: 350) == -20)
    #expect(Angles.wrapped(degrees: -1e-18) == 0)
  }
}
