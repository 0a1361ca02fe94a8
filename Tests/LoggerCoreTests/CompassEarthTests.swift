import Clocks
import Compass
import Configuration
import Controls
import GNSS
import Geodesy
import LoggerCore
import Records
import Simulation
import TestSupport
import Testing
import Text

@Suite("The compass and the Earth")
struct CompassEarthTests {
  private typealias Bench = CompassDeskTests

  /// What a receiver sends of a moment, seconds after `utc`.
  private static func fix(
    at seconds: Double, utc: String = "2026-11-30T12:00:00Z", speed: Double = 0, track: Double = 0, north: Double = 0
  ) throws -> Event {
    let start = try #require(UnixTime(iso: utc))
    var fix = Fix.at(47 + north / 111_200, 7.5, utc: start.iso(plus: seconds), altitude: 450, accuracy: 3)
    fix.speedMetersPerSecond = speed
    fix.trackDegrees = track
    var writer = ByteWriter()
    let encoder = NMEAEncoder()
    for sentence in [NMEAEncoder.Sentence.rmc, .gga, .gst] { encoder.put(sentence, of: fix, to: &writer) }
    return .received(writer.bytes, firstByte: Instant(boot: Int64(seconds * 1e9)))
  }

  /// A compass in use, at a place that its receiver tells every second until `end`.
  private static func following(_ seed: UInt64) throws -> (line: TimeLine, model: CompassModel) {
    var line = Bench.timeLine()
    let (calibration, model) = try Bench.calibration(seed: seed)
    line.send(.compass(.stored(calibration)), at: 2)
    line.send(.compass(.followed(true)), at: 2)
    return (line, model)
  }

  @Test func `a live fix makes true headings by the declination of its place`() throws {
    var (line, model) = try Self.following(1)
    for second in 3..<7 { line.send(try Self.fix(at: Double(second)), at: Double(second)) }
    Bench.measure(&model, Attitude(headingDegrees: 40), in: &line, at: 8)
    let status = try #require(line.logger.status(at: line.now).compass)
    let declination = try #require(status.declinationDegrees)
    // Basel, end of 2026, by WMM2025: 3.3° east and a tenth more each year.
    #expect((3...4.2).contains(declination), "\(declination)")
    let heading = try #require(status.last?.heading)
    let (magnetic, true_) = (try #require(heading.magneticDegrees), try #require(heading.trueDegrees))
    #expect(abs(Angles.difference(from: magnetic, to: true_) - declination) < 1e-9)
    #expect(status.modelFault == nil)
  }

  @Test func `a compass that is off from a steady course is reported, one that is right is not`() throws {
    for off in [0.0, 25] {
      var (line, model) = try Self.following(1)
      for tick in 30..<1_200 {
        let seconds = Double(tick) / 10
        if tick % 10 == 0 {
          line.send(try Self.fix(at: seconds, speed: 5, track: 0, north: 5 * seconds), at: seconds)
        }
        // North by the stars is 3.7° to the west of magnetic north here.
        Bench.measure(&model, Attitude(headingDegrees: off - 3.7), in: &line, at: seconds + 0.05)
      }
      let offset = line.logger.status(at: line.now).compass?.courseOffset
      if off == 0 {
        #expect(offset == nil, "\(String(describing: offset))")
      } else {
        #expect(abs((offset?.degrees ?? 0) - off) < 4, "\(String(describing: offset))")
      }
    }
  }

  @Test func `a slow walk says nothing of the compass`() throws {
    var (line, model) = try Self.following(1)
    for tick in 30..<1_200 {
      let seconds = Double(tick) / 10
      if tick % 10 == 0 { line.send(try Self.fix(at: seconds, speed: 1.5, north: 1.5 * seconds), at: seconds) }
      Bench.measure(&model, Attitude(headingDegrees: 90), in: &line, at: seconds + 0.05)
    }
    #expect(line.logger.status(at: line.now).compass?.courseOffset == nil)
  }

  @Test(arguments: [("2030-06-01T12:00:00Z", true), ("2031-06-01T12:00:00Z", false)])
  func `after the end of the magnetic model it is said once, and a year later there is no true heading`(
    utc: String, isTrue: Bool
  ) throws {
    var (line, model) = try Self.following(1)
    let start = try #require(UnixTime(iso: utc))
    line.send(.wallClock(UTCStamp(start + .seconds(2), .network)), at: 2.5)
    // Farther by so much each time that the model is asked again.
    for second in 3..<9 {
      let north = Double(second) * 300
      line.send(try Self.fix(at: Double(second), utc: utc, speed: 300, north: north * 20), at: Double(second))
    }
    Bench.measure(&model, Attitude(headingDegrees: 40), in: &line, at: 9.5)
    let status = try #require(line.logger.status(at: line.now).compass)
    let heading = try #require(status.last?.heading)
    #expect(heading.magneticDegrees != nil)
    #expect((heading.trueDegrees != nil) == isTrue)
    #expect(status.modelFault != nil)
    let said = line.said.filter { $0.contains("2025 to 2030") }
    #expect(said.count == 1, "\(said)")
  }

  @Test func `a calibration that began before the first fix is judged by the field of the place`() throws {
    for hasFix in [false, true] {
      var line = Bench.timeLine()
      line.send(.compass(.calibrate(true)), at: 2)
      var model = CompassModel(.typical, fieldMicrotesla: 48.2, dipDegrees: 63.1, seed: 5)
      for sample in CalibrationRecording(.stillPoses, of: &model, seed: 5).samples where line.kept == nil {
        let seconds = 6 + sample.seconds
        if hasFix, (10...14).contains(seconds) { line.send(try Self.fix(at: seconds), at: seconds) }
        line.send(.motion(sample.motion), at: seconds)
        line.send(.field(sample.field), at: seconds)
      }
      let kept = try #require(line.kept, "seed 5")
      #expect(kept.usedPrior == hasFix)
      #expect((kept.unixSeconds != nil) == hasFix)
    }
  }

  @Test func `the prompt comes once while the accuracy is lost, and again only after it was good`() throws {
    var (line, model) = try Self.following(1)
    func use(_ seconds: ClosedRange<Int>, nearby: SIMD3<Double>) {
      for tick in (seconds.lowerBound * 10)..<(seconds.upperBound * 10) {
        Bench.measure(&model, Attitude(headingDegrees: 10), in: &line, at: Double(tick) / 10, nearby: nearby)
      }
    }
    var prompts: Int { line.lights.count { $0.hasSuffix("needsCalibration") } }
    use(3...20, nearby: .zero)
    #expect(prompts == 0)
    use(20...60, nearby: [25, 25, -30])
    #expect(prompts == 1)
    #expect(line.logger.status(at: line.now).compass?.wantsCalibration == true)
    use(60...130, nearby: .zero)
    #expect(line.logger.status(at: line.now).compass?.wantsCalibration == false)
    use(130...160, nearby: [25, 25, -30])
    #expect(prompts == 2)
  }

  // MARK: - Fixes and mountings

  @Test func `a kept fix gets its heading only where that is set`() throws {
    for log in Settings.Compass.Log.allCases {
      var line = Bench.timeLine { $0.logHeading = log }
      let (calibration, _) = try Bench.calibration(seed: 1)
      line.send(.compass(.stored(calibration)), at: 2)
      let before = line.compass.count { $0 == .measureOnce }
      for second in 3..<6 { line.send(try Self.fix(at: Double(second)), at: Double(second)) }
      line.run(until: 20)
      let single = line.compass.count { $0 == .measureOnce } - before
      // The sensors never answer here: each waits for two seconds, and serves who comes meanwhile.
      #expect((single > 0) == (log == .fixes), "\(log): \(single)")
      line.press(at: 30)
      #expect((line.compass.last == .measureOnce) == (log != .none), "\(log)")
    }
  }

  @Test func `fixes that come every second do not keep a client waiting for sensors that are gone`() throws {
    var line = Bench.timeLine { $0.logHeading = .fixes }
    line.send(.command(.heading, RequestID(7)), at: 2)
    for second in 3..<8 { line.send(try Self.fix(at: Double(second)), at: Double(second)) }
    #expect(line.replies == ["4.0 7 unavailable"])
  }

  @Test func `a calibration of another mounting is kept, said and not used`() throws {
    var line = Bench.timeLine {
      $0.forwardAxis = .minusY
      $0.upAxis = .plusZ
    }
    var (calibration, _) = try Bench.calibration(seed: 1)
    line.send(.compass(.stored(calibration)), at: 2)
    var status = try #require(line.logger.status(at: line.now).compass)
    #expect(status.calibration == nil)
    #expect(status.otherMounting != nil)
    #expect(line.said.count { $0.contains("calibrated with other axes") } == 1)
    calibration.chipKey = "/dev/i2c-1|LIS3MDL at 0x1C|LIS3DH at 0x18|-y,x,z"
    line.send(.compass(.stored(calibration)), at: 3)
    status = try #require(line.logger.status(at: line.now).compass)
    #expect(status.calibration == calibration)
    #expect(status.otherMounting == nil)
  }

  @Test func `the side that looks ahead may be changed without a new calibration`() {
    for side in Settings.Compass.Side.allCases {
      let line = Bench.timeLine { $0.headingOrientation = side }
      guard case .load(Bench.key, _)? = line.compass.first else {
        Issue.record("\(side): \(line.compass)")
        continue
      }
    }
  }

  @Test(arguments: Settings.Compass.Axis.allCases)
  func `the heading is that of the axis that was named forward, whichever is up`(forward: Settings.Compass.Axis) throws
  {
    for up in Settings.Compass.Axis.allCases where up.rawValue.last != forward.rawValue.last {
      for side in Settings.Compass.Side.allCases {
        var line = Bench.timeLine {
          $0.forwardAxis = forward
          $0.upAxis = up
          $0.headingOrientation = side
        }
        // Without a calibration the heading is that of the raw numbers.
        let (f, u) = (Self.vector(forward), Self.vector(up))
        let l = Self.cross(u, f)
        // The device is held so that the side that counts looks ahead, level.
        let ahead: SIMD3<Double>
        let above: SIMD3<Double>
        switch side {
        case .front: (ahead, above) = (f, u)
        case .back: (ahead, above) = (-f, u)
        case .left: (ahead, above) = (l, u)
        case .right: (ahead, above) = (-l, u)
        case .top: (ahead, above) = (u, f)
        case .bottom: (ahead, above) = (-u, f)
        }
        let right = Self.cross(ahead, above)
        let (north, down) = (20.0, 45.0)
        // At 60° the board has north 60° to the left of ahead.
        let (cosine, sine) = (0.5, 0.75.squareRoot())
        let field = ahead * (north * cosine) - right * (north * sine) - above * down
        line.send(.command(.heading, RequestID(1)), at: 3)
        line.send(.motion(MotionSample(acceleration: above)), at: 3.1)
        line.send(.field(FieldSample(microtesla: field)), at: 3.1)
        let heading = try #require(line.headings.first?.heading)
        #expect(abs((heading.magneticDegrees ?? -1) - 60) < 1e-6, "\(forward) \(up) \(side): \(heading)")
        #expect(abs(heading.pitchDegrees ?? 90) < 1e-6 && abs(heading.rollDegrees ?? 90) < 1e-6)
      }
    }
  }

  private static func vector(_ axis: Settings.Compass.Axis) -> SIMD3<Double> {
    switch axis {
    case .plusX: [1, 0, 0]
    case .minusX: [-1, 0, 0]
    case .plusY: [0, 1, 0]
    case .minusY: [0, -1, 0]
    case .plusZ: [0, 0, 1]
    case .minusZ: [0, 0, -1]
    }
  }

  private static func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
    [a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x]
  }
}

extension TimeLine {
  /// What people were told.
  fileprivate var said: [String] { actions.compactMap { if case .say(let line) = $0.action { line } else { nil } } }
}
