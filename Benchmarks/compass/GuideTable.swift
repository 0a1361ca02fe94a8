import Compass
import Simulation

/// How long the guide lets somebody turn a board in figures of eight, and how good the headings are then.
struct GuideTable {
  let trials: Int
  let seed: UInt64

  func print() {
    Swift.print("the guide, \(trials) figures of eight, seed \(seed), dip 68")
    var (ends, worst, square, count) = ([Double](), [Double](), 0.0, 0.0)
    for trial in 0..<trials {
      let number = seed &* 5_000_003 &+ UInt64(trial)
      var model = CompassModel(
        number % 2 == 0 ? .typical : .poor, fieldMicrotesla: 50, dipDegrees: 68, seed: number)
      var random = SeededGenerator(seed: number ^ 0x6D)
      let prior = FieldPrior(
        fieldMicrotesla: 50 * (1 + 0.003 * random.normal()), dipDegrees: 68 + 0.25 * random.normal())
      let recording = CalibrationRecording(.patientFigureEight, of: &model, seed: number)
      var guide = CalibrationGuide(prior: prior, chipKey: "simulated", atSeconds: 0)
      for sample in recording.samples {
        guide.add(sample.field, sample.motion, atSeconds: sample.seconds)
        if guide.stage != .collecting {
          ends.append(sample.seconds)
          break
        }
      }
      guard let calibration = guide.calibration else { continue }
      let solver = HeadingSolver(calibration: calibration, prior: prior)
      var errors: [Double] = []
      for _ in 0..<100 {
        let attitude = Attitude(
          headingDegrees: 360 * random.uniform(), tiltDegrees: 10 + 50 * random.uniform(),
          aboutDegrees: 360 * random.uniform())
        let samples = (0..<10).map { _ in model.measure(attitude) }
        guard let reading = HeadingReading(samples), let degrees = solver.solve(reading).magneticDegrees else {
          continue
        }
        errors.append(abs(Angles.difference(from: attitude.headingDegrees, to: degrees)))
      }
      square += errors.reduce(0) { $0 + $1 * $1 }
      count += Double(errors.count)
      errors.sort()
      if !errors.isEmpty { worst.append(errors[errors.count * 95 / 100]) }
    }
    ends.sort()
    worst.sort()
    guard !ends.isEmpty, !worst.isEmpty else { return }
    let last = ends.count - 1
    Swift.print(
      "ends after", Columns.number(ends[last / 10], decimals: 0, width: 0), "s (a tenth of them),",
      Columns.number(ends[last / 2], decimals: 0, width: 0), "s (half),",
      Columns.number(ends[last * 9 / 10], decimals: 0, width: 0), "s (nine tenths)")
    Swift.print(
      "accepted \(worst.count); rms", Columns.number((square / count).squareRoot(), decimals: 2, width: 0),
      "p95wd", Columns.number(worst[worst.count * 9 / 10], decimals: 2, width: 0))
  }
}
