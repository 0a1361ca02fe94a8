import Glibc
import Simulation
import Testing

@testable import Compass

@Suite struct `The guide through a calibration` {
  private static let prior = FieldPrior(fieldMicrotesla: 49.5, dipDegrees: 67.5)

  private static func guide(
    _ motion: CalibrationMotion, seed: UInt64, change: (inout CompassModel) -> Void = { _ in }
  ) -> CalibrationGuide {
    var model = CompassModel(.typical, fieldMicrotesla: 49.5, dipDegrees: 67.5, seed: seed)
    change(&model)
    let recording = CalibrationRecording(motion, of: &model, seed: seed)
    var guide = CalibrationGuide(prior: prior, chipKey: "test", atSeconds: 100)
    for sample in recording.samples { guide.add(sample.field, sample.motion, atSeconds: 100 + sample.seconds) }
    return guide
  }

  @Test(arguments: [UInt64(1), 2, 3]) func `ends by itself when the board was on all its sides`(seed: UInt64) {
    let guide = Self.guide(.stillPoses, seed: seed)
    #expect(guide.stage == .ended(.accepted), "seed \(seed): \(guide.shortcomings) \(guide.progress)")
    #expect(guide.calibration?.chipKey == "test")
  }

  @Test func `goes on collecting on a table, and refuses it when the time is over`() {
    var guide = Self.guide(.nearPlanar, seed: 4)
    #expect(guide.stage == .collecting || guide.calibration == nil)
    guide.pass(toSeconds: 100 + CalibrationGuide.patienceSeconds)
    guard case .ended(.refused(let reasons)) = guide.stage else {
      Issue.record("\(guide.stage)")
      return
    }
    #expect(!reasons.isEmpty)
    #expect(guide.calibration == nil)
  }

  @Test func `ends at once where more turning cures nothing`() {
    let guide = Self.guide(.everywhere, seed: 5) { $0.mixUp[1] = (1, -1) }
    guard case .ended(.refused(let reasons)) = guide.stage else {
      Issue.record("\(guide.stage) \(guide.progress)")
      return
    }
    #expect(reasons.map(\.code).contains("mirrored-axis"))
  }

  @Test func `asks for more turning while the heading would be merely acceptable`() {
    var model = CompassModel(.poor, fieldMicrotesla: 49.5, dipDegrees: 67.5, seed: 8)
    let recording = CalibrationRecording(.patientFigureEight, of: &model, seed: 8, handG: 0.04)
    var guide = CalibrationGuide(prior: Self.prior, chipKey: "test", atSeconds: 0)
    var asked = false
    for sample in recording.samples {
      guide.add(sample.field, sample.motion, atSeconds: sample.seconds)
      if guide.stage != .collecting {
        #expect(asked, "seed 8")
        #expect(guide.stage == .ended(.accepted) && sample.seconds < 92, "seed 8: \(guide.stage) \(sample.seconds)")
        return
      }
      if case .uncertain(let degrees)? = guide.shortcomings.first { asked = asked || degrees < 3 }
    }
    Issue.record("seed 8: \(guide.progress)")
  }

  @Test func `says nothing of an empty recording, and ends it in time`() {
    var guide = CalibrationGuide(prior: nil, chipKey: "", atSeconds: 5)
    #expect(guide.share == 0)
    #expect(!guide.picture.cells.contains(true))
    guide.pass(toSeconds: 184.9)
    #expect(guide.stage == .collecting)
    guide.pass(toSeconds: 185)
    #expect(guide.stage == .ended(.refused([.tooFewSamples(count: 0)])))
  }

  @Test func `the picture fills as the board is turned`() {
    let guide = Self.guide(.everywhere, seed: 6)
    let picture = guide.picture
    #expect(picture.cells.count == 100)
    #expect(picture.cells.count { $0 } >= 70)
    #expect((0..<10).map(picture.row).joined() == String(picture.cells.map { $0 ? "#" : "." }))
    #expect(picture.row(10).isEmpty)
  }
}

@Suite struct `The page for the user` {
  /// One of each.
  private static let reasons: [RefusalReason] = [
    .tooFewSamples(count: 3), .moving, .saturated(axis: 1), .magnetAttached(biasMicrotesla: 300),
    .mirroredAxis(AxisMap("x,-y,z") ?? .identity), .swappedAxes(AxisMap("-y,x,z") ?? .identity), .invertedAxes,
    .nearPlanar,
    .coverage(percent: 40, faceDown: .left), .fieldMismatch(percent: 9), .dipMismatch(degrees: 5), .implausibleGains,
    .unsteadyField(microtesla: 2), .notRepeatable, .uncertain(degrees: 4), .noFit,
    .deadAxis(.magnetometer, axis: 2),
  ]

  private static let page: String = {
    let root = #filePath.split(separator: "/").dropLast(3).reduce("") { "\($0)/\($1)" }
    guard let file = fopen("\(root)/docs/compass.md", "r") else { return "" }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 1 << 17)
    let count = fread(&bytes, 1, bytes.count, file)
    return String(decoding: bytes[..<count], as: UTF8.self)
  }()

  /// The row that the page has for a code: what the program says and what it advises, where numbers and axes vary.
  private static func row(_ reason: RefusalReason) -> String {
    "| `\(reason.code)` | \(reason.message) | \(reason.remedy) |"
  }

  @Test(arguments: reasons) func `has a row for each reason, as the program says it`(reason: RefusalReason) {
    #expect(Self.page.contains(Self.row(reason)), "docs/compass.md needs: \(Self.row(reason))")
  }

  @Test func `has no row for a reason that there is not`() {
    // A new case does not compile until it has an index here, and then misses its row above.
    func index(_ reason: RefusalReason) -> Int {
      switch reason {
      case .tooFewSamples: 0
      case .moving: 1
      case .saturated: 2
      case .magnetAttached: 3
      case .mirroredAxis: 4
      case .swappedAxes: 5
      case .invertedAxes: 6
      case .nearPlanar: 7
      case .coverage: 8
      case .fieldMismatch: 9
      case .dipMismatch: 10
      case .implausibleGains: 11
      case .unsteadyField: 12
      case .notRepeatable: 13
      case .uncertain: 14
      case .noFit: 15
      case .deadAxis: 16
      }
    }
    #expect(Self.reasons.map(index) == Array(0..<17))
    let section = Self.page.split(separator: "## ").first { $0.hasPrefix("When it is refused") } ?? ""
    let rows = section.split(separator: "\n").filter { $0.hasPrefix("| `") }
    #expect(rows.count == Self.reasons.count)
  }
}
