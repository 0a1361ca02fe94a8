import Clocks
import GNSS
import Geodesy
import Glibc
import Testing

/// The recorded track against the truth, on real tracks: `shared/tracks` beside the package, or under WAYMARK_SHARED.
@Suite("The recorded track against the truth")
struct OracleTests {
  /// The rows of a track that are looked at: the first of them, so that the suite takes seconds.
  private static let mostRows = 4_000

  private static let folder: String? = {
    let package = #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
    let places = [getenv("WAYMARK_SHARED").map { String(cString: $0) }, "/" + package + "/../shared"]
    let folder = places.compactMap(\.self).map { $0 + "/tracks" }.first { access($0 + "/INDEX.tsv", R_OK) == 0 }
    if folder == nil { print("skipped: recorded tracks need ../shared/tracks beside the package or WAYMARK_SHARED") }
    return folder
  }()

  private static let moving = [
    "adsb-glider-day", "adsb-oolet", "adsb-savan10", "fit-edge810-ride", "fit-elemnt-ride", "fit-nick-ride",
    "fit-sample-smartrec", "gpx-dg100-log", "gpx-gtrnctr-ride", "gpx-korita-hike", "gpx-m241-log", "gpx-mtk-day",
    "gpx-oregon-hike", "gpx-run-tpx", "gpx-tpo2", "igc-01lz", "igc-landing", "ship-ais-132", "ship-ais-189",
  ]

  /// What flies; its positions come second-hand, some of them late by seconds.
  private static let flying = ["adsb-glider-day", "adsb-oolet", "adsb-savan10", "igc-01lz", "igc-landing"]
  /// Tracks with points that cannot be true, and how many are taken for such at most.
  private static let doubtful = [
    "gpx-mtk-day": 4, "gpx-m241-log": 8, "adsb-glider-day": 6, "adsb-oolet": 8, "adsb-savan10": 8,
  ]

  @Test(arguments: folder == nil ? [] : moving + ["still-zedf9p"])
  func `true points of real tracks are no outliers`(_ name: String) {
    let bench = RecordingBench(Self.samples(name)) {
      $0.activity = Self.flying.contains(name) ? .airborne : .other
    }
    let outliers = bench.kept.filter { !$0.isInTrack }
    print("\(name): \(outliers.count) outliers \(outliers.prefix(6).map(\.seconds))")
    #expect(outliers.count <= Self.doubtful[name] ?? 0, "\(outliers.map(\.seconds))")
  }

  @Test(arguments: folder == nil ? [] : moving)
  func `a track that is played with everything kept is the same track`(_ name: String) {
    let samples = Self.samples(name)
    let bench = RecordingBench(samples) { $0.keep = .all }
    #expect(bench.track.map(\.fix.fix.coordinate) == samples.map(\.fix.coordinate))
  }

  @Test(arguments: folder == nil ? [] : moving)
  func `the track stays within accuracy and distance of the truth, and no gap is longer than allowed`(
    _ name: String
  ) throws {
    let samples = Self.samples(name)
    try #require(samples.count > 300)
    let bench = RecordingBench(samples) { $0.activity = Self.flying.contains(name) ? .airborne : .other }
    let track = bench.track
    var cursor = 0
    var errors: [Double] = []
    var resting: [Double] = []
    for sample in samples {
      guard let truth = sample.fix.coordinate,
        let (place, isResting) = RecordingBench.place(at: sample.seconds, in: track, from: &cursor)
      else { continue }
      errors.append(place.distanceMeters(to: truth))
      if isResting { resting.append(place.distanceMeters(to: truth)) }
    }
    resting.sort()
    errors.sort()
    let percentile = errors[errors.count * 95 / 100]
    var longest = 0.0
    for (before, after) in zip(track, track.dropFirst()) {
      let isResting = [.start, .afterGap, .arrival, .heartbeat, .tag].contains(before.fix.reason)
      let limit = isResting ? 3_600.0 : 60
      let seconds = after.seconds - before.seconds
      if !isResting, after.fix.reason != .afterGap { longest = max(longest, seconds) }
      guard seconds > limit, after.fix.reason != .afterGap else { continue }
      let between = samples.contains { $0.seconds > before.seconds + 0.01 && $0.seconds < after.seconds - 0.01 }
      #expect(!between, "\(name): \(before.seconds) to \(after.seconds) s")
    }
    print(
      "\(name): \(track.count) of \(samples.count) points, 95 % within \(percentile) m, worst \(errors.last ?? 0) m, resting \(resting.count) \(resting.isEmpty ? 0 : resting[resting.count * 95 / 100])",
      "longest step under way \(longest) s")
    #expect(percentile <= 5 + 5)
  }

  private static func samples(_ name: String) -> [RecordingBench.Sample] {
    guard let folder, let file = fopen("\(folder)/\(name).csv", "r") else { return [] }
    defer { fclose(file) }
    var samples: [RecordingBench.Sample] = []
    var line = [CChar](repeating: 0, count: 512)
    var start: Int64?
    while samples.count < mostRows, fgets(&line, 512, file) != nil {
      let text = String(decoding: line.prefix { $0 != 0 && $0 != 10 && $0 != 13 }.map(UInt8.init), as: UTF8.self)
      let cells = text.split(separator: ",", omittingEmptySubsequences: false)
      guard cells.count >= 6, let time = UnixTime(iso: String(cells[0])), let latitude = Double(cells[1]),
        let longitude = Double(cells[2]),
        let place = Coordinate(latitudeDegrees: latitude, longitudeDegrees: longitude)
      else { continue }
      let seconds = Double(time.milliseconds - (start ?? time.milliseconds)) / 1_000
      start = start ?? time.milliseconds
      if let last = samples.last, seconds <= last.seconds { continue }
      samples.append(.init(seconds: seconds, fix: .measured(place, speed: Double(cells[4]), track: Double(cells[5]))))
    }
    return samples
  }
}
