import Configuration
import GNSS
import Geodesy
import Records
import Simulation
import Testing

@Suite("A drive with spikes")
struct DriveTests {
  /// Twenty minutes of roads, bends and halts with the noise of a receiver, and every so often a point that is far away
  /// and claims to be good.
  ///
  /// - Returns: the fixes, and the seconds of the spikes.
  private static func drive(seed: UInt64, meters: ClosedRange<Double>) -> ([RecordingBench.Sample], Set<Int>) {
    var journey = Journey(latitudeDegrees: 46.94, longitudeDegrees: 6.73, altMSLMeters: 500, seed: seed)
    journey.stand(seconds: 60)
    journey.go(
      .driving(),
      through: [.init(800, 200, alt: 500), .init(1_500, 1_400, alt: 520), .init(3_000, 1_500, alt: 510)])
    journey.stand(seconds: 90)
    journey.go(
      .driving(kilometersPerHour: 100), through: [.init(6_000, 3_000, alt: 500), .init(9_000, 9_000, alt: 480)])
    var noise = Noise(seed: seed)
    var spikes: Set<Int> = []
    let samples = journey.points.enumerated().map { index, point in
      let error = noise.next()
      var place = point.coordinate.displaced(east: error.east, north: error.north)
      let isSpike = index > 10 && index % 37 == 0 || index % 111 == 1 && index > 10
      if isSpike {
        spikes.insert(index)
        let far = meters.lowerBound + Double(index % 10) / 9 * (meters.upperBound - meters.lowerBound)
        place = place.displaced(east: index % 2 == 0 ? far : -far, north: index % 3 == 0 ? far : -far / 2)
      }
      let speed = max(0, point.speedMetersPerSecond + 0.06 * noise.normal())
      let track = speed < 0.3 ? nil : point.trackDegrees + 3 * noise.normal()
      return RecordingBench.Sample(
        seconds: point.seconds, fix: .measured(place, speed: speed, track: track, accuracy: isSpike ? 1.7 : 5))
    }
    return (samples, spikes)
  }

  @Test(arguments: [UInt64(1), 2, 3])
  func `spikes are marked and kept, none is in the track and no true point is missing`(seed: UInt64) {
    let (samples, spikes) = Self.drive(seed: seed, meters: 60...5_000)
    for (keep, isReceiver) in [(Settings.Recording.Keep.all, true), (.rule, true), (.rule, false)] {
      let bench = RecordingBench(samples, isReceiver: isReceiver) { $0.keep = keep }
      let marked = Set(bench.kept.filter { !$0.isInTrack }.map { Int($0.seconds.rounded()) })
      print("drive \(seed), \(keep): \(spikes.count) spikes, \(marked.count) marked, \(bench.track.count) points")
      #expect(marked == spikes, "seed \(seed)")
      #expect(bench.gaps.isEmpty)
      if keep == .all { #expect(bench.track.count == samples.count - spikes.count) }
    }
  }

  @Test func `points far away do not break the track into pieces`() {
    let (samples, _) = Self.drive(seed: 4, meters: 500...5_000)
    #expect(RecordingBench(samples).track.allSatisfy { $0.fix.reason != .afterGap })
  }
}
