import Simulation
import Testing

@testable import Compass

@Suite struct `The collector` {
  private func collect(_ motion: CalibrationMotion, seed: UInt64 = 4) -> SampleCollector {
    var model = CompassModel(.typical, fieldMicrotesla: 50, dipDegrees: 68, seed: seed)
    var collector = SampleCollector()
    for sample in CalibrationRecording(motion, of: &model, seed: seed).samples {
      _ = collector.add(sample.field, sample.motion, atSeconds: sample.seconds)
    }
    return collector
  }

  @Test func `averages what is held still`() {
    let collector = collect(.stillPoses)
    #expect((40...60).contains(collector.samples.count))
    #expect(collector.samples.map(\.count).reduce(0, +) >= 460)
    #expect(collector.progress.coveragePercent > 80)
    #expect(collector.progress.faceToTurnDown == nil || collector.progress.coveragePercent < 99)
  }

  @Test func `says what is missing`() {
    let progress = collect(.tilt15).progress
    #expect(progress.coveragePercent < 50)
    #expect(progress.faceToTurnDown != nil && progress.faceToTurnDown != .bottom)
    #expect((8...20).contains(progress.tiltSpanDegrees))
  }

  @Test func `takes no pushes, no spins, no ends of a range and no rubbish`() {
    let still = SIMD3(0.0, 0, 1)
    let field = SIMD3(20.0, 0, -45)
    let offers: [(field: FieldSample, acceleration: SIMD3<Double>, intake: SampleCollector.Intake)] = [
      (FieldSample(microtesla: field), still, .new), (FieldSample(microtesla: field), still, .known),
      (FieldSample(microtesla: field), [0, 0, 1.4], .moving), (FieldSample(microtesla: field), [1, 0, 0], .moving),
      (FieldSample(microtesla: field, isSaturated: true), still, .saturated),
      (FieldSample(microtesla: [.nan, 2, 3]), still, .invalid), (FieldSample(microtesla: field), .zero, .invalid),
    ]
    var collector = SampleCollector()
    for (index, offer) in offers.enumerated() {
      let intake = collector.add(
        offer.field, MotionSample(acceleration: offer.acceleration), atSeconds: Double(index) / 10)
      #expect(intake == offer.intake, "offer \(index)")
    }
  }

  @Test func `keeps no more than it may, and prefers what is rare`() {
    var options = SampleCollector.Options()
    options.capacity = 60
    options.rotationLimitDegreesPerSecond = nil
    var collector = SampleCollector(options: options)
    var model = CompassModel(.typical, fieldMicrotesla: 50, dipDegrees: 68, seed: 2)
    for motion in [CalibrationMotion.tilt15, .everywhere] {
      for sample in CalibrationRecording(motion, of: &model, seed: 7).samples {
        _ = collector.add(sample.field, sample.motion, atSeconds: sample.seconds)
      }
    }
    #expect(collector.samples.count == 60)
    #expect(collector.progress.coveragePercent > 80)
  }

  @Test func `has cells of equal size`() {
    var random = SeededGenerator(seed: 8)
    var counts = [Int](repeating: 0, count: DirectionCells.count)
    for _ in 0..<20_000 { counts[DirectionCells.cell(of: Attitude(using: &random).x)] += 1 }
    #expect(counts.allSatisfy { (130...280).contains($0) }, "seed 8")
    for (cell, centre) in DirectionCells.centres.enumerated() { #expect(DirectionCells.cell(of: centre) == cell) }
  }
}

@Suite struct `Axis maps` {
  @Test func `are 48, half of them rotations, and can be undone`() {
    #expect(Set(AxisMap.all).count == 48)
    #expect(AxisMap.rotations.count == 24)
    let v = SIMD3(1.0, 2, 3)
    for map in AxisMap.all {
      #expect(map.inverse.apply(map.apply(v)) == v)
      #expect(AxisMap(map.description) == map)
      let (x, y, z) = (map.apply([1, 0, 0]), map.apply([0, 1, 0]), map.apply([0, 0, 1]))
      #expect((x.cross(y) == z) == map.isRotation, "\(map)")
    }
  }

  @Test(arguments: ["", "x,y", "x,x,z", "a,b,c", "x,y,z,x", "--x,y,z", "x;y;z"])
  func `are not made of anything else`(text: String) { #expect(AxisMap(text) == nil) }
}
