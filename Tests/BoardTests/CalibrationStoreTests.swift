import Compass
import Simulation
import Testing

@testable import Board

@Suite("Calibrations on the card")
struct CalibrationStoreTests {
  static func calibration(_ key: String, seed: UInt64) throws -> Calibration {
    var model = CompassModel(.typical, fieldMicrotesla: 49.5, dipDegrees: 67.5, seed: seed)
    let recording = CalibrationRecording(.stillPoses, of: &model, seed: seed)
    let outcome = Calibrator.calibrate(
      recording: recording.samples.map { ($0.seconds, $0.field, $0.motion) },
      prior: FieldPrior(fieldMicrotesla: 49.5, dipDegrees: 67.5), chipKey: key)
    return try #require(outcome.calibration)
  }

  @Test func `come back exactly, each for its own compass`() throws {
    let folder = Folder()
    let store = CalibrationStore(folder: folder.path)
    #expect(store.load(key: "a") == nil)
    let first = try Self.calibration("a", seed: 1)
    let second = try Self.calibration("b", seed: 2)
    try store.save(first)
    try store.save(second)
    #expect(store.load(key: "a") == first)
    #expect(store.load(key: "b") == second)
    #expect(store.load(key: "c") == nil)
  }

  @Test func `wherever a save is cut off, the old or the new one is there`() throws {
    let folder = Folder()
    let store = CalibrationStore(folder: folder.path)
    let old = try Self.calibration("a", seed: 1)
    let new = try Self.calibration("a", seed: 2)
    try store.save(old)
    try store.save(new)
    let name = "compass-b.cal"
    let whole = try #require(folder.read(name))
    for length in stride(from: 0, through: whole.count, by: 7) {
      folder.write(name, Array(whole[..<length]))
      #expect(store.load(key: "a") == (length == whole.count ? new : old))
    }
    // Any bit that the card has lost.
    for index in stride(from: 0, to: whole.count, by: 97) {
      var bytes = whole
      bytes[index] ^= 4
      folder.write(name, bytes)
      #expect(store.load(key: "a") == old, "byte \(index)")
    }
    try store.save(new)
    #expect(store.load(key: "a") == new)
  }
}
