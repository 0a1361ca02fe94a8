import Clocks
import Configuration
import GNSS
import Geodesy
import Glibc
import LoggerCore
import Records
import Text

/// Feeds fixes to a logger and looks at the track that it records.
struct RecordingBench {
  /// A fix at a moment, seconds since the start.
  struct Sample {
    var seconds: Double
    var fix: Fix
  }

  /// What was recorded, and when.
  struct Kept {
    var seconds: Double
    var fix: FixRecord

    var isInTrack: Bool { fix.reason.isInTrack }
  }

  private(set) var kept: [Kept] = []
  /// Moments of gap records.
  private(set) var gaps: [Double] = []

  /// The points of the track.
  var track: [Kept] { kept.filter(\.isInTrack) }

  /// Metres from point to point of the track.
  var lengthMeters: Double {
    let places = track.compactMap(\.fix.fix.coordinate)
    return zip(places, places.dropFirst()).reduce(0) { $0 + $1.0.distanceMeters(to: $1.1) }
  }

  /// - Parameters:
  ///   - samples: the fixes.
  ///   - isReceiver: whether they come as the sentences of a receiver, else as points of a track.
  ///   - change: what differs from the defaults of the rule.
  init(_ samples: [Sample], isReceiver: Bool = false, _ change: (inout Settings.Recording) -> Void = { _ in }) {
    var settings = Settings()
    settings.recording.keep = .rule
    change(&settings.recording)
    var logger = Logger(settings: settings, restored: Restored(boot: BootID(bits: 1)), decoding: .init(isLive: false))
    take(logger.handle(.start, at: .zero))
    for sample in samples {
      let at = Instant(boot: Int64((sample.seconds * 1e9).rounded()))
      var steps = 0
      while let deadline = logger.nextDeadline, deadline < at, steps < 8 {
        take(logger.handle(.deadline, at: max(deadline, .zero)))
        steps += 1
      }
      let event =
        isReceiver ? Event.received(Self.sentences(of: sample), firstByte: at) : .fix(sample.fix)
      var actions = logger.handle(event, at: at)
      if let newest = actions.lazy.reversed().compactMap({ $0.appended?.sequence }).first {
        actions += logger.handle(.journal(.durable(upTo: newest)), at: at)
      }
      take(actions)
    }
    let end = Instant(boot: Int64(((samples.last?.seconds ?? 0) * 1e9).rounded()))
    take(logger.handle(.terminate(.endOfInput), at: end))
  }

  /// A second's sentences, with the accuracy in GST.
  private static func sentences(of sample: Sample) -> [UInt8] {
    var fix = sample.fix
    fix.time = UTCStamp(UnixTime(milliseconds: 1_777_629_600_000 + Int64(sample.seconds * 1_000)), .satellites)
    let encoder = NMEAEncoder()
    var writer = ByteWriter()
    for sentence in [NMEAEncoder.Sentence.rmc, .gga, .gst] { encoder.put(sentence, of: fix, to: &writer) }
    return writer.bytes
  }

  private mutating func take(_ actions: [Action]) {
    for case let record? in actions.map(\.appended) {
      let seconds = Double(record.at.boot) / 1e9
      switch record.body {
      case .fix(let fix): kept.append(Kept(seconds: seconds, fix: fix))
      case .gap: gaps.append(seconds)
      default: break
      }
    }
  }

  /// Where the recorded track is at a moment, on straight lines between its points, and whether it rests there; nil
  /// outside of it and in its gaps.
  static func place(
    at seconds: Double, in track: [Kept], from cursor: inout Int
  ) -> (place: Coordinate, isResting: Bool)? {
    while cursor + 1 < track.count, track[cursor + 1].seconds < seconds { cursor += 1 }
    guard cursor + 1 < track.count, track[cursor].seconds <= seconds, let from = track[cursor].fix.fix.coordinate,
      let to = track[cursor + 1].fix.fix.coordinate
    else { return nil }
    if track[cursor + 1].fix.reason == .afterGap, track[cursor + 1].seconds > seconds { return nil }
    let isResting = [.start, .afterGap, .arrival, .heartbeat].contains(track[cursor].fix.reason)
    let span = track[cursor + 1].seconds - track[cursor].seconds
    let fraction = span > 0 ? (seconds - track[cursor].seconds) / span : 0
    return (from.interpolated(to: to, fraction: fraction), isResting)
  }
}

extension Action {
  fileprivate var appended: Record? { if case .append(let record, _) = self { record } else { nil } }
}

/// The noise of a receiver: an error that wanders for minutes, one that wanders for seconds, and a part that is new in
/// every fix; 2.2 m in each axis together, as receivers under half a sky show.
struct Noise {
  private var random: SplitMix
  private var slow = (east: 0.0, north: 0.0)
  private var quick = (east: 0.0, north: 0.0)
  /// Factor on everything, and on the accuracy that is claimed.
  var scale = 1.0

  init(seed: UInt64) {
    random = SplitMix(state: seed)
    slow = (normal(), normal())
    quick = (normal(), normal())
  }

  mutating func normal() -> Double {
    let first = Double.random(in: 1e-12...1, using: &random)
    return (-2 * log(first)).squareRoot() * cos(2 * .pi * Double.random(in: 0..<1, using: &random))
  }

  /// Metres east and north of the truth, one second later.
  mutating func next() -> (east: Double, north: Double) {
    slow.east = step(slow.east, 420)
    slow.north = step(slow.north, 420)
    quick.east = step(quick.east, 14)
    quick.north = step(quick.north, 14)
    return (
      scale * (1.9 * slow.east + 1.1 * quick.east + 0.25 * normal()),
      scale * (1.9 * slow.north + 1.1 * quick.north + 0.25 * normal())
    )
  }

  private mutating func step(_ value: Double, _ memorySeconds: Double) -> Double {
    let keep = exp(-1 / memorySeconds)
    return value * keep + normal() * (1 - keep * keep).squareRoot()
  }

  private struct SplitMix: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var mixed = state
      mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
      return mixed ^ mixed >> 31
    }
  }
}

extension Coordinate {
  /// The place some metres away.
  func displaced(east: Double, north: Double) -> Coordinate {
    let degree = Coordinate.meanRadiusMeters * .pi / 180
    return Coordinate(
      latitudeDegrees: latitudeDegrees + north / degree,
      longitudeDegrees: longitudeDegrees + east / (degree * cos(latitudeDegrees * .pi / 180))) ?? self
  }
}

extension Fix {
  /// A fix with what the recording rule looks at.
  static func measured(
    _ place: Coordinate, speed: Double? = nil, track: Double? = nil, accuracy: Double? = nil
  ) -> Fix {
    var fix = Fix()
    fix.mode = .twoDimensional
    fix.coordinate = place
    fix.speedMetersPerSecond = speed
    fix.trackDegrees = track.map {
      ($0.truncatingRemainder(dividingBy: 360) + 360).truncatingRemainder(dividingBy: 360)
    }
    fix.horizontalAccuracyMeters = accuracy
    return fix
  }
}
