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
