import Clocks
import Compass
import Configuration
import Controls
import GNSS
import LoggerCore
import Records
import Simulation
import TestSupport
import Testing
import Text

@Suite("The compass on a time line")
struct CompassDeskTests {
  static let key = "/dev/i2c-1|LIS3MDL at 0x1C|LIS3DH at 0x18|x,y,z"

  /// A board with a compass that works from second 1 on.
  static func timeLine(
    button isDown: Bool = false, _ change: (inout Settings.Compass) -> Void = { _ in }
  ) -> TimeLine {
    var settings = Settings()
    change(&settings.compass)
    settings.sensors.bus = "/dev/i2c-1"
    var line = TimeLine(settings: settings)
    line.send(.button(isDown: isDown), at: 0.1)
    line.send(.part(.magnetometer, .working(label: "LIS3MDL at 0x1C")), at: 1)
    line.send(.part(.accelerometer, .working(label: "LIS3DH at 0x18")), at: 1)
    return line
  }

  static func calibration(seed: UInt64) throws -> (calibration: Calibration, model: CompassModel) {
    var model = CompassModel(.typical, fieldMicrotesla: 49.5, dipDegrees: 67.5, seed: seed)
    let recording = CalibrationRecording(.stillPoses, of: &model, seed: seed)
    let outcome = Calibrator.calibrate(
      recording: recording.samples.map { ($0.seconds, $0.field, $0.motion) },
      prior: FieldPrior(fieldMicrotesla: 49.5, dipDegrees: 67.5), chipKey: key, unixSeconds: 1_796_000_000)
    return (try #require(outcome.calibration), model)
  }

  static func measure(
    _ model: inout CompassModel, _ attitude: Attitude, in line: inout TimeLine, at seconds: Double,
    nearby: SIMD3<Double> = .zero
  ) {
    let sample = model.measure(attitude, nearby: nearby)
    line.send(.motion(sample.motion), at: seconds)
    line.send(.field(sample.field), at: seconds)
  }

  @Test func `the calibration is looked for once the chips are known`() {
    let line = Self.timeLine()
    guard case .load(let key, let others)? = line.compass.first else {
      Issue.record("\(line.compass)")
      return
    }
    #expect(line.compass.count == 1)
    #expect(key == Self.key)
    #expect(Set(others).count == 23)
    #expect(others.allSatisfy { $0.hasPrefix("/dev/i2c-1|LIS3MDL at 0x1C|LIS3DH at 0x18|") && $0 != Self.key })
  }

  @Test func `a client that asks gets one measurement, and the answer`() throws {
    var line = Self.timeLine()
    var (calibration, model) = try Self.calibration(seed: 1)
    line.send(.compass(.stored(calibration)), at: 2)
    line.send(.command(.heading, RequestID(7)), at: 3)
    #expect(line.compass.last == .measureOnce)
    Self.measure(&model, Attitude(headingDegrees: 40), in: &line, at: 3.2)
    let report = try #require(line.headings.first)
    #expect(report.heading.isValid)
    #expect(abs(Angles.difference(from: 40, to: try #require(report.heading.magneticDegrees))) < 4, "seed 1")
    #expect(report.heading.trueDegrees == nil, "there is no position yet")
    #expect(line.logger.status(at: line.now).compass?.last == report)
  }

  @Test func `a fix that comes while the heading of a tag is measured waits for it`() throws {
    var line = Self.timeLine()
    var (calibration, model) = try Self.calibration(seed: 2)
    line.send(.compass(.stored(calibration)), at: 2)
    line.send(.fix(Self.place), at: 3)
    line.send(.command(.tag(text: nil), RequestID(1)), at: 4)
    line.send(.fix(Self.place), at: 4.05)
    #expect(line.kinds(after: 4) == ["tag"])
    Self.measure(&model, Attitude(headingDegrees: 40), in: &line, at: 4.2)
    #expect(Array(line.kinds(after: 4).prefix(3)) == ["tag", "heading", "located"])
  }

  @Test func `a heading that never comes holds a place up for two seconds at most`() throws {
    var line = Self.timeLine()
    line.send(.fix(Self.place), at: 3)
    line.send(.command(.tag(text: nil), RequestID(1)), at: 4)
    line.send(.fix(Self.place), at: 4.05)
    line.run(until: 5.9)
    #expect(line.kinds(after: 4) == ["tag"])
    line.run(until: 6.1)
    #expect(line.kinds(after: 4).contains("located"))
  }

  @Test func `a kept fix has its heading, if that is configured`() throws {
    var line = Self.timeLine { $0.logHeading = .fixes }
    var (calibration, model) = try Self.calibration(seed: 3)
    line.send(.compass(.stored(calibration)), at: 2)
    line.send(.fix(Self.place), at: 3)
    #expect(line.compass.last == .measureOnce)
    Self.measure(&model, Attitude(headingDegrees: 40), in: &line, at: 3.2)
    let fix = try #require(line.records.last { if case .fix = $0.body { true } else { false } })
    guard case .heading(let heading)? = line.records.last?.body else {
      Issue.record("no heading")
      return
    }
    #expect(heading.subject == .fix(fix.sequence))
    #expect(heading.isValid)
  }

  private static let place = Fix.at(47.9, 7.8, utc: nil, accuracy: 3)

  @Test func `sensors that do not answer are told after two seconds`() {
    var line = Self.timeLine()
    line.send(.command(.heading, RequestID(7)), at: 3)
    line.run(until: 5.5)
    #expect(line.replies == ["5.0 7 unavailable"])
  }

  @Test func `without a compass a client is told so at once`() {
    var line = TimeLine()
    line.send(.command(.heading, RequestID(7)), at: 3)
    #expect(line.replies == ["3.0 7 unavailable"])
  }

  @Test func `a position makes true headings`() throws {
    var line = Self.timeLine()
    let (calibration, _) = try Self.calibration(seed: 1)
    line.send(.compass(.stored(calibration)), at: 2)
    line.send(.fix(.at(46.5, 7.5, utc: "2026-11-30T12:00:00Z")), at: 3)
    #expect(line.logger.status(at: line.now).compass?.declinationDegrees == nil, "an import says nothing of here")
  }

  @Test func `the sensors work while somebody follows, and rest after that`() throws {
    var line = Self.timeLine()
    line.send(.compass(.followed(true)), at: 2)
    #expect(line.compass.last == .measure(every: .milliseconds(100)))
    line.send(.compass(.followed(false)), at: 4)
    #expect(line.compass.last == .measure(every: nil))
  }

  @Test(arguments: [Part.magnetometer, .accelerometer])
  func `who follows is told once that a chip is gone, and has headings again when it is back`(part: Part) throws {
    var line = Self.timeLine()
    line.send(.compass(.followed(true)), at: 2)
    let before = line.told.count
    let fault = Fault(.unavailable, "it does not answer", remedy: "look at its wires")
    line.send(.part(part, .failing(fault)), at: 3)
    line.send(.part(part, .failing(fault)), at: 4)
    let told = line.told.dropFirst(before)
    #expect(told.map(\.heading) == [.missing])
    line.send(.compass(.followed(false)), at: 5)
    let silent = line.compass.count
    line.send(.part(part, .failing(fault)), at: 6)
    #expect(line.compass.count == silent, "nobody follows any more")
  }

  @Test(arguments: [UInt64(2), 12, 22])
  func `who follows is told of a turn at once, and of a board at rest nothing`(seed: UInt64) throws {
    var line = Self.timeLine()
    var (calibration, model) = try Self.calibration(seed: seed)
    line.send(.compass(.stored(calibration)), at: 2)
    line.send(.compass(.followed(true)), at: 2)
    for tick in 0..<600 { Self.measure(&model, Attitude(headingDegrees: 10), in: &line, at: 3 + Double(tick) / 10) }
    let atRest = line.told.count
    #expect((1...4).contains(atRest), "\(atRest) in a minute, seed \(seed)")
    for tick in 0..<20 {
      Self.measure(&model, Attitude(headingDegrees: 10 + 9 * Double(tick)), in: &line, at: 63 + Double(tick) / 10)
    }
    #expect(line.told.count - atRest >= 18)
    // A slow turn, five degrees in ten seconds.
    let before = line.told.count
    for tick in 0..<150 {
      let attitude = Attitude(headingDegrees: 181 + 0.05 * Double(min(tick, 100)))
      Self.measure(&model, attitude, in: &line, at: 66 + Double(tick) / 10)
    }
    #expect((2...8).contains(line.told.count - before), "\(line.told.count - before), seed \(seed)")
    let last = try #require(line.told.last?.heading.magneticDegrees)
    #expect(abs(Angles.difference(from: 186, to: last)) < 4)
  }

  @Test func `without a filter every measurement is told`() throws {
    var line = Self.timeLine { $0.headingFilterDegrees = 0 }
    var (calibration, model) = try Self.calibration(seed: 2)
    line.send(.compass(.stored(calibration)), at: 2)
    line.send(.compass(.followed(true)), at: 2)
    for tick in 0..<50 { Self.measure(&model, Attitude(headingDegrees: 10), in: &line, at: 3 + Double(tick) / 10) }
    #expect(line.told.count == 50)
  }

  @Test func `a magnet is flagged within a second`() throws {
    var line = Self.timeLine()
    var (calibration, model) = try Self.calibration(seed: 3)
    line.send(.compass(.stored(calibration)), at: 2)
    line.send(.compass(.followed(true)), at: 2)
    for tick in 0..<60 { Self.measure(&model, Attitude(headingDegrees: 10), in: &line, at: 3 + Double(tick) / 10) }
    #expect(line.told.last?.interference == nil)
    for tick in 0..<10 {
      Self.measure(
        &model, Attitude(headingDegrees: 10), in: &line, at: 9 + Double(tick) / 10, nearby: [0, 0, -6])
    }
    #expect(line.told.last?.interference != nil, "seed 3")
  }

  @Test func `a heading in use without a calibration raises the prompt once`() throws {
    var line = Self.timeLine()
    var model = CompassModel(.typical, fieldMicrotesla: 49.5, dipDegrees: 67.5, seed: 4)
    line.send(.compass(.followed(true)), at: 2)
    for tick in 0..<200 { Self.measure(&model, Attitude(headingDegrees: 10), in: &line, at: 3 + Double(tick) / 10) }
    #expect(line.lights.count { $0.hasSuffix("needsCalibration") } == 1)
    #expect(line.logger.status(at: line.now).compass?.wantsCalibration == true)
  }

  @Test func `the button that is held while the board starts begins a calibration, and makes no tag`() throws {
    var line = Self.timeLine(button: true)
    line.run(until: 4)
    #expect(line.lights.last == "3.1 held")
    line.send(.edge(pressed: false), at: 5)
    line.run(until: 5.5)
    #expect(line.lights.last?.hasSuffix("calibratingFirst") == true)
    #expect(line.compass.contains(.measure(every: .milliseconds(100))))

    var model = CompassModel(.typical, fieldMicrotesla: 49.5, dipDegrees: 67.5, seed: 5)
    for sample in CalibrationRecording(.stillPoses, of: &model, seed: 5).samples where line.kept == nil {
      line.send(.motion(sample.motion), at: 6 + sample.seconds)
      line.send(.field(sample.field), at: 6 + sample.seconds)
    }
    let kept = try #require(line.kept, "seed 5")
    #expect(kept.chipKey == Self.key)
    for pattern in ["calibratingSecond", "calibratingThird", "calibratingLast"] {
      #expect(line.lights.contains { $0.hasSuffix(pattern) }, "\(pattern)")
    }
    let end = Double(line.now.boot) / 1e9
    line.send(.compass(.kept(nil)), at: end + 0.2)
    #expect(line.lights.last?.hasSuffix("saved") == true)
    line.run(until: end + 2)
    #expect(line.compass.last == .measure(every: nil))
    #expect(!line.records.contains { if case .tag = $0.body { true } else { false } })
    #expect(line.logger.status(at: line.now).compass?.calibration == kept)
  }

  @Test(arguments: [1.0, 70.0]) func `let go too early or too late it does nothing`(second: Double) {
    var line = Self.timeLine(button: true)
    line.send(.edge(pressed: false), at: second)
    line.run(until: second + 1)
    #expect(!line.lights.contains { $0.contains("calibrating") })
    #expect(line.logger.status(at: line.now).compass?.isCalibrating == false)
  }

  @Test func `a calibration that nobody turns the board for is refused after three minutes`() {
    var line = Self.timeLine(button: true)
    line.send(.edge(pressed: false), at: 5)
    line.run(until: 190)
    #expect(line.lights.contains { $0.hasSuffix("refused") })
    #expect(line.logger.status(at: line.now).compass?.lastRefusal == [.tooFewSamples(count: 0)])
    #expect(line.kept == nil)
  }

  @Test func `a client that hangs up abandons the calibration, and nothing is lost`() throws {
    var line = Self.timeLine()
    let (calibration, _) = try Self.calibration(seed: 1)
    line.send(.compass(.stored(calibration)), at: 2)
    line.send(.compass(.calibrate(true)), at: 3)
    #expect(line.logger.status(at: line.now).compass?.isCalibrating == true)
    line.send(.compass(.calibrate(false)), at: 10)
    #expect(line.logger.status(at: line.now).compass?.isCalibrating == false)
    #expect(line.logger.status(at: line.now).compass?.calibration == calibration)
    #expect(line.compass.last == .measure(every: nil))
  }

  @Test(arguments: [(1.0, 1), (3.0, 0), (9.0, 0)])
  func `a heading waits until its press is a tag, and is dropped if it is none`(held: Double, count: Int) throws {
    var line = Self.timeLine()
    var (calibration, model) = try Self.calibration(seed: 1)
    line.send(.compass(.stored(calibration)), at: 2)
    line.send(.edge(pressed: true), at: 3)
    Self.measure(&model, Attitude(headingDegrees: 200), in: &line, at: 3.3)
    func headings(_ line: TimeLine) -> Int { line.records.count { if case .heading = $0.body { true } else { false } } }
    #expect(headings(line) == 0)
    line.send(.edge(pressed: false), at: 3 + held)
    line.run(until: 14)
    #expect(headings(line) == count)
  }

  @Test func `a press that the end of the run cuts off is a tag, and keeps its heading`() throws {
    var line = Self.timeLine()
    var (calibration, model) = try Self.calibration(seed: 1)
    line.send(.compass(.stored(calibration)), at: 2)
    line.send(.edge(pressed: true), at: 3)
    Self.measure(&model, Attitude(headingDegrees: 200), in: &line, at: 3.3)
    line.send(.terminate(.terminated), at: 3.5)
    #expect(line.records.contains { if case .heading = $0.body { true } else { false } })
  }

  @Test func `a tag gets its heading, once`() throws {
    var line = Self.timeLine()
    var (calibration, model) = try Self.calibration(seed: 1)
    line.send(.compass(.stored(calibration)), at: 2)
    line.press(at: 3)
    #expect(line.compass.last == .measureOnce)
    Self.measure(&model, Attitude(headingDegrees: 200), in: &line, at: 3.3)
    let tag = line.records.first { if case .tag = $0.body { true } else { false } }
    let headings = line.records.compactMap { if case .heading(let heading) = $0.body { heading } else { nil } }
    #expect(headings.count == 1)
    #expect(headings.first?.tag == tag?.sequence)
    #expect((headings.first?.accuracyDegrees ?? 0) > 0)
    Self.measure(&model, Attitude(headingDegrees: 200), in: &line, at: 4)
    #expect(line.records.count { if case .heading = $0.body { true } else { false } } == 1)
  }

  @Test func `one that cannot be saved is told as refused`() throws {
    var line = Self.timeLine()
    line.send(.compass(.kept(Fault(.inputOutput, "the card is gone"))), at: 3)
    #expect(line.lights.contains { $0.hasSuffix("refused") })
  }
}

extension TimeLine {
  /// The kinds of the records from a second on.
  func kinds(after seconds: Double) -> [String] {
    actions.compactMap { entry in
      guard case .append(let record, _) = entry.action, Double(entry.at.boot) / 1e9 >= seconds else { return nil }
      return "\(record.body)".prefix { $0 != "(" }.description
    }
  }

  var compass: [CompassAction] {
    actions.compactMap { entry in
      guard case .compass(let action) = entry.action else { return nil }
      switch action {
      case .tell, .guide: return nil
      default: return action
      }
    }
  }

  var told: [HeadingReport] {
    actions.compactMap { if case .compass(.tell(let report)) = $0.action { report } else { nil } }
  }

  var kept: Calibration? {
    for entry in actions { if case .compass(.keep(let calibration)) = entry.action { return calibration } }
    return nil
  }

  var headings: [HeadingReport] {
    actions.compactMap { if case .reply(_, .success(.heading(let report))) = $0.action { report } else { nil } }
  }
}
