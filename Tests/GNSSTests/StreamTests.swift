import Clocks
import Geodesy
import Testing

@testable import GNSS

/// What two runs over the same stream must agree on. Satellites in view and the trust in leap seconds depend on what
/// came before the cut, and are left out.
private struct Outcome: Equatable {
  var mode: Fix.Mode
  var coordinate: Coordinate?
  var altMSLMeters: Double?
  var speedMetersPerSecond: Double?
  var trackDegrees: Double?
  var satellitesUsed: Int?
  var hdop: Double?

  init(_ fix: Fix) {
    mode = fix.mode
    coordinate = fix.coordinate
    altMSLMeters = fix.altMSLMeters
    speedMetersPerSecond = fix.speedMetersPerSecond
    trackDegrees = fix.trackDegrees
    satellitesUsed = fix.satellitesUsed
    hdop = fix.dilution.horizontal
  }
}

private func epochsInChunks(_ recording: Recording, _ generator: inout SeededGenerator) -> [Epoch] {
  var decoder = ReceiverDecoder(options: recording.options)
  var all: [Epoch] = []
  var start = 0
  while start < recording.bytes.count {
    let end = min(recording.bytes.count, start + Int.random(in: 1...64, using: &generator))
    decoder.receive(Array(recording.bytes[start..<end]), at: .zero) { all.append($0) }
    start = end
  }
  decoder.finish { all.append($0) }
  return all
}

@Suite struct StreamTests {
  @Test(arguments: Recording.all)
  func `however the stream is cut into reads, the epochs are the same`(_ recording: Recording) {
    let whole = epochs(recording.bytes, recording.options)
    for seed in seeds {
      var generator = SeededGenerator(seed: seed)
      let chunked = epochsInChunks(recording, &generator)
      #expect(chunked == whole, "seed \(seed)")
      if chunked != whole { return }
    }
  }

  // Without these: in the first, lines of several epochs are shuffled; in the others the lines that tell the time are lost
  // in many epochs. What belongs together then depends on what was learned before.
  static let ordered = Recording.all.filter {
    !["ms-resolution.log", "ublox-gst.log", "ublox-pubx.log"].contains($0.name)
  }

  @Test(arguments: StreamTests.ordered)
  func `a stream that begins anywhere gives the same from the second epoch on`(_ recording: Recording) {
    var known: [Int64: [Outcome]] = [:]
    for epoch in epochs(recording.bytes, recording.options) {
      if let time = epoch.fix.details.timeOfDayNanoseconds { known[time, default: []].append(Outcome(epoch.fix)) }
    }
    for seed in seeds where recording.bytes.count > 2_000 {
      var generator = SeededGenerator(seed: seed)
      let cut = Int.random(in: 0..<recording.bytes.count / 2, using: &generator)
      let rest = epochs(Array(recording.bytes[cut...]), recording.options)
      for epoch in rest.dropFirst() where epoch.fix.isPositioned {
        guard let time = epoch.fix.details.timeOfDayNanoseconds else { continue }
        #expect(known[time]?.contains(Outcome(epoch.fix)) == true, "seed \(seed), cut \(cut), time \(time / 1_000_000)")
      }
    }
  }

  @Test func `with one byte in a hundred flipped, wrong positions are one in ten thousand at most`() {
    var fixCount = 0
    var cleanCount = 0
    var misplaced = 0
    var mistimed = 0
    for recording in Recording.all {
      var known: [Int64: [Coordinate?]] = [:]
      var clean = 0
      for epoch in epochs(recording.bytes, recording.options) {
        if epoch.fix.isPositioned { clean += 1 }
        if let time = epoch.fix.details.timeOfDayNanoseconds { known[time, default: []].append(epoch.fix.coordinate) }
      }
      for seed in seeds {
        cleanCount += clean
        var generator = SeededGenerator(seed: seed)
        var bytes = recording.bytes
        for index in bytes.indices where Int.random(in: 0..<100, using: &generator) == 0 {
          bytes[index] ^= UInt8.random(in: 1...255, using: &generator)
        }
        for epoch in epochs(bytes, recording.options) {
          guard let place = epoch.fix.coordinate, let time = epoch.fix.details.timeOfDayNanoseconds else { continue }
          fixCount += 1
          guard let claims = known[time] else {
            mistimed += 1
            print("flipped bytes: \(recording), seed \(seed): a fix at \(time / 1_000_000), which never was")
            continue
          }
          // Where the clean epoch is void, the sentence that denied the fix was lost.
          if !claims.contains(where: { $0.map { isNear($0, place) } ?? true }) {
            misplaced += 1
            print("flipped bytes: \(recording), seed \(seed): \(place) at \(time / 1_000_000), not \(claims)")
          }
        }
      }
    }
    print("flipped bytes: \(fixCount) fixes of \(cleanCount), \(misplaced) misplaced, \(mistimed) mistimed")
    #expect(fixCount < cleanCount)
    #expect(fixCount > cleanCount / 3)
    // One accident in a short run proves nothing.
    #expect(misplaced * 10_000 <= max(fixCount, 10_000))
    #expect(mistimed * 10_000 <= max(fixCount, 10_000))
  }

  private func isNear(_ left: Coordinate, _ right: Coordinate) -> Bool {
    abs(left.latitudeNanodegrees - right.latitudeNanodegrees) <= 100
      && abs(left.longitudeNanodegrees - right.longitudeNanodegrees) <= 100
  }

  @Test func `noise is no fix and never traps`() {
    for seed in seeds {
      var generator = SeededGenerator(seed: seed)
      let alphabet = Array("$!*,.0123456789AVNSEWGPRMCGA\r\n\u{B5}b\0".utf8)
      let noise = (0..<20_000).map { _ in alphabet.randomElement(using: &generator) ?? 0 }
      #expect(!epochs(noise).contains { $0.fix.isPositioned }, "seed \(seed)")
      let bytes = (0..<20_000).map { _ in UInt8.random(in: 0...255, using: &generator) }
      #expect(!epochs(bytes).contains { $0.fix.isPositioned }, "seed \(seed)")
    }
  }

  @Test(arguments: Recording.made)
  func `every clean recording gives all of its fixes`(_ recording: Recording) {
    let all = epochs(recording.bytes, recording.options)
    #expect(all.count == 90)
    #expect(all.count { $0.fix.isPositioned } == 87)
    #expect(all.allSatisfy { $0.fix.isPositioned || $0.fix.mode == .none })
  }
}
