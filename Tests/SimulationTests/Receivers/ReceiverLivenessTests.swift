import Clocks
import GNSS
import Simulation
import Testing

/// Whatever goes wrong, in whatever order: once it is over, the receiver is heard and set up again.
@Suite struct ReceiverLivenessTests {
  private static let cases = ReceiverTwin.Model.talking.flatMap { model in
    (0..<8).map { (model, $0) }
  }

  @Test(arguments: cases) func `when the faults are over all is well again`(
    _ model: ReceiverTwin.Model, _ seed: Int
  ) {
    var generator = SeededGenerator(seed: UInt64(seed))
    var bench = TwinBench(
      model, baud: [9_600, 38_400].randomElement(using: &generator) ?? 9_600, wish: fullWish)
    for _ in 0..<12 {
      bench.run(seconds: Double.random(in: 0.1...40, using: &generator))
      switch Int.random(in: 0...9, using: &generator) {
      case 0: bench.twin.faults.isDeaf.toggle()
      case 1: bench.twin.faults.ignoresSleep.toggle()
      case 2: bench.twin.faults.refuses.toggle()
      case 3: bench.twin.faults.hasNoBackup.toggle()
      case 4: bench.twin.faults.keepsSpeed.toggle()
      case 5: bench.request(.sleep(seconds: Bool.random(using: &generator) ? 30 : nil))
      case 6: bench.request(.wake)
      case 7: bench.request(.restart(RestartKind.allCases.randomElement(using: &generator) ?? .hot))
      case 8: bench.twin.restart(at: bench.now)
      default:
        bench.twin.faults.takesWrongSpeed = [nil, 57_600].randomElement(using: &generator) ?? nil
      }
    }
    bench.twin.faults = ReceiverTwin.Faults()
    bench.request(.wake)
    // Ten minutes are the longest sleep that nothing but time ends.
    for _ in 0..<65 where bench.session.control.state != .ready { bench.run(seconds: 10) }
    // A wire that was mended is noticed when the line is opened again.
    bench.reopen()
    bench.run(seconds: 1)
    for _ in 0..<60 where bench.session.control.state != .ready { bench.run(seconds: 10) }
    #expect(bench.language == model.language, "\(model), seed \(seed)")
    #expect(bench.session.control.state == .ready, "\(model), seed \(seed)")
    #expect(bench.twin.body.settings.baud == 115_200, "\(model), seed \(seed)")
    #expect(bench.twin.body.settings.periodMilliseconds == 200, "\(model), seed \(seed)")
    let before = bench.epochs
    bench.run(seconds: 20)
    #expect(bench.epochs - before >= 98, "\(model), seed \(seed)")
    // Nothing is told over and over.
    for trouble in bench.troubles {
      #expect(
        bench.troubles.filter { $0 == trouble }.count <= 13, "\(model), seed \(seed): \(trouble)")
    }
  }
}
