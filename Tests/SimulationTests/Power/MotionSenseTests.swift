import Clocks
import Geodesy
import Simulation
import Testing

@Suite struct `An accelerometer that watches` {
  private func moments(_ truth: GroundTruth, seed: UInt64) -> [Double] {
    var sense = MotionSense(truth, seed: seed)
    var moments: [Double] = []
    var now = 0.0
    while true {
      now = sense.next(after: now)
      guard now <= truth.duration else { return moments }
      moments.append(now)
    }
  }

  @Test(arguments: 1...5)
  func `feels every departure within seconds, and a day at rest hardly ever`(seed: UInt64) {
    let week = GroundTruth.madeUp(.week, seed: seed)
    let felt = moments(week, seed: seed)
    for motion in week.motions where motion.upperBound - motion.lowerBound > 60 {
      let first = felt.first { $0 >= motion.lowerBound } ?? .infinity
      #expect(first - motion.lowerBound < 15, "seed \(seed)")
    }
    #expect(felt == felt.sorted())
    let still = moments(.madeUp(.stillDay, seed: seed), seed: seed)
    #expect((0...20).contains(still.count), "seed \(seed)")
  }

  @Test func `feels the engine of a car that waits, for a while`() {
    var journey = Journey(latitudeDegrees: 46.9, longitudeDegrees: 7.4, altMSLMeters: 500, seed: 1)
    journey.go(.driving(), through: [.init(4_000, 1_000, alt: 500)])
    let arrival = journey.elapsedSeconds
    journey.stand(seconds: 4_000)
    let truth = GroundTruth(start: UnixTime(milliseconds: 1_795_996_800_000), points: journey.points)
    let felt = moments(truth, seed: 1)
    #expect(felt.contains { $0 > arrival + 5 && $0 < arrival + 90 })
    #expect(felt.count { $0 > arrival + 120 } <= 3)
  }
}
