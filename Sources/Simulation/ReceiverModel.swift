import Clocks
import Geodesy
import Glibc

/// A satellite receiver made of numbers: it travels along a path and talks NMEA 0183, once for every epoch it is asked
/// for.
///
/// It has the habits of real ones: after power on it knows nothing, then the time of day, then the date, then the
/// place; its positions drift with its dilution; it goes blind in tunnels and needs a moment afterwards; it can fall
/// silent. The same seed makes the same bytes.
public struct ReceiverModel: Sendable {
  /// How long the steps after power on take, seconds since power on.
  public struct StartUp: Equatable, Sendable {
    /// Until the time of day is known.
    public var secondsToTime: Double
    /// Until the date is known.
    public var secondsToDate: Double
    /// Until the first position.
    public var secondsToFix: Double

    /// Makes a start-up.
    public init(secondsToTime: Double, secondsToDate: Double, secondsToFix: Double) {
      self.secondsToTime = secondsToTime
      self.secondsToDate = secondsToDate
      self.secondsToFix = secondsToFix
    }

    /// Without any knowledge, under open sky.
    public static let cold = StartUp(secondsToTime: 9, secondsToDate: 18, secondsToFix: 31)
  }

  /// A while in which something is wrong.
  public struct Outage: Equatable, Sendable {
    /// What is wrong.
    public enum Kind: Equatable, Sendable {
      /// No satellite is seen: sentences go on, without a position.
      case noSky
      /// Not a byte comes.
      case silent
    }

    /// When, seconds since the start of the path.
    public var seconds: ClosedRange<Double>
    /// What is wrong.
    public var kind: Kind

    /// Makes an outage.
    public init(_ kind: Kind, seconds: ClosedRange<Double>) {
      self.kind = kind
      self.seconds = seconds
    }
  }

  /// The difference between the ellipsoid and the sea, metres, that it reports everywhere; about that of the Jura.
  public var geoidSeparationMeters = 49.6

  private var path: Path
  private let start: UnixTime
  private let outages: [Outage]
  private var generator: SeededGenerator
  private var sky: SkyModel
  private var startUp = StartUp.cold
  private var poweredAt: UnixTime?
  private var lastEpoch: UnixTime?
  private var blindUntil: UnixTime?
  private var fixedSince: UnixTime?
  private var epochs = 0

  /// A receiver that is off.
  ///
  /// - Parameters:
  ///   - path: where it goes.
  ///   - start: the moment the path starts.
  ///   - outages: when it is blind or silent.
  ///   - seed: decides its errors.
  public init(path: Path, start: UnixTime, outages: [Outage] = [], seed: UInt64) {
    self.path = path
    self.start = start
    self.outages = outages
    generator = SeededGenerator(seed: seed)
    sky = SkyModel(using: &generator)
  }

  /// Gives it power; it has forgotten everything.
  public mutating func powerOn(at moment: UnixTime, startUp: StartUp = .cold) {
    poweredAt = moment
    self.startUp = startUp
    blindUntil = nil
    fixedSince = nil
  }

  /// Takes its power away.
  public mutating func powerOff() { poweredAt = nil }

  /// What it says of an epoch, all sentences in one piece.
  ///
  /// - Parameter moment: the epoch; later than the one before, or the errors stand still.
  /// - Returns: the burst; nil while it is off or silent.
  public mutating func burst(at moment: UnixTime) -> Burst? {
    guard let poweredAt, moment >= poweredAt, let truth = path.point(at: (moment - start).seconds) else { return nil }
    let pathSeconds = (moment - start).seconds
    let elapsed = lastEpoch.map { (moment - $0).seconds } ?? 0
    lastEpoch = moment
    sky.advance(seconds: elapsed, speed: truth.speedMetersPerSecond, using: &generator)
    let troubles = outages.filter { $0.seconds.contains(pathSeconds) }.map(\.kind)
    if troubles.contains(.noSky) {
      // It needs the longer to find its satellites again, the longer it was without them.
      blindUntil = moment + .milliseconds(Int64(1_000 + 2_500 * generator.uniform()))
      fixedSince = nil
    }
    if troubles.contains(.silent) { return nil }
    epochs += 1
    // The first byte comes some tens of milliseconds after the epoch, later when there is more to compute.
    let delay = Duration.milliseconds(Int64(55 + 30 * generator.uniform()))
    return Burst(delay: delay, bytes: sentences(of: truth, at: moment, age: (moment - poweredAt).seconds))
  }

  private mutating func sentences(of truth: PathPoint, at moment: UnixTime, age: Double) -> [UInt8] {
    var report = ReceiverReport()
    if age >= startUp.secondsToTime { report.time = moment }
    report.isDated = age >= startUp.secondsToDate
    report.geoidSeparationMeters = geoidSeparationMeters
    report.satellites = sky.satellites(at: moment)
    report.tellsSatellitesInView = epochs % 10 == 1
    let sees = blindUntil.map { moment >= $0 } ?? true
    if age >= startUp.secondsToFix, sees {
      if fixedSince == nil { fixedSince = moment }
      let settled = fixedSince.map { (moment - $0).seconds } ?? 0
      report.position = sky.measure(truth, secondsSinceFirstFix: settled, using: &generator)
    }
    return report.bytes
  }
}

/// The bytes of one epoch.
public struct Burst: Equatable, Sendable {
  /// From the epoch to the first byte.
  public var delay: Duration
  /// All of them.
  public var bytes: [UInt8]

  /// Makes a burst.
  public init(delay: Duration, bytes: [UInt8]) {
    self.delay = delay
    self.bytes = bytes
  }

  /// The burst as a slow line delivers it.
  ///
  /// - Parameters:
  ///   - baud: speed of the line, above 0; ten bits carry a byte (8N1).
  ///   - chunk: how many bytes the port hands over at once, at least 1.
  /// - Returns: pieces, each with the time from the epoch to its last byte.
  public func pieces(baud: Int, chunk: Int = 16) -> [(delay: Duration, bytes: [UInt8])] {
    let size = max(1, chunk)
    return stride(from: 0, to: bytes.count, by: size).map { first in
      let end = min(first + size, bytes.count)
      return (delay + .nanoseconds(Int64(end) * 10_000_000_000 / Int64(max(1, baud))), Array(bytes[first..<end]))
    }
  }
}
