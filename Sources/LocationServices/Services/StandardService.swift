import Clocks
import GNSS

/// Core Location's standard service: tells where the board is, as often and as exactly as it was asked to.
///
/// | state | event | next | told |
/// |---|---|---|---|
/// | waiting | a fix through the gate | running | location |
/// | running | a fix as far away as the filter asks | running | location |
/// | running | still for as long as the activity's pause rule says | paused | paused |
/// | paused | motion | running | resumed |
/// | running | no fix for longer than one may be old | waiting | location unknown, and goes on trying |
/// | any | no permission, or switched off | stopped | denied |
/// | any | the receiver's line fails | waiting | receiver failure |
public struct StandardService: Sendable {
  /// What is asked of it.
  public struct Options: Equatable, Sendable {
    /// How exactly the place is wanted.
    public var desiredAccuracy = DesiredAccuracy.nearestTenMeters
    /// How far away from the last location told the next one must be, metres; nil for every one.
    public var distanceFilterMeters: Double?
    /// What carries the board.
    public var activity = ReceiverActivity.other
    /// Whether it pauses while nothing moves.
    public var pausesLocationUpdatesAutomatically = true
    /// How old a fix may be, seconds.
    public var staleSeconds = 30.0

    /// The usual ones.
    public init() {}
  }

  /// Why there is no location. Errors are values: whoever follows is told and decides.
  public enum Trouble: Equatable, Sendable {
    /// There is none at the moment; the service goes on trying.
    case locationUnknown
    /// The device may not be used, or the logging was switched off: the service has stopped.
    case denied
    /// The receiver fails; the service goes on when it comes back.
    case receiverFailure
  }

  /// What the service tells.
  public enum Update: Equatable, Sendable {
    /// Where the board is.
    case location(Sighting)
    /// Nothing moves: no more locations until something does.
    case paused
    /// Something moves again.
    case resumed
    /// Why there is no location.
    case failed(Trouble)
  }

  /// What it is doing.
  public enum State: Equatable, Sendable {
    /// No location yet, or no more.
    case waiting
    /// Locations come.
    case running
    /// Nothing moves.
    case paused
    /// It has stopped for good.
    case stopped
  }

  /// What was asked of it.
  public let options: Options
  /// What it is doing.
  public private(set) var state = State.waiting

  private var gate: QualityGate
  private var anchor = StationaryAnchor(factor: 1)
  private var told: Sighting?
  private var lastSeen: Sighting?
  private var restingSince: Instant?
  private var trouble: Trouble?
  private var unknownAt: Instant?

  /// A service that begins now.
  public init(_ options: Options, at: Instant) {
    self.options = options
    gate = QualityGate(QualityGate.Limits(staleSeconds: options.staleSeconds), activity: options.activity)
    unknownAt = at + .wholeNanoseconds(options.staleSeconds)
  }

  /// How the receiver is to be used for it.
  public func duty(usualMilliseconds: Int) -> ReceiverDuty {
    options.desiredAccuracy.duty(usualMilliseconds: usualMilliseconds)
  }

  /// When ``pass(to:)`` has something to do.
  public var nextDeadline: Instant? { state == .waiting || state == .running ? unknownAt : nil }

  /// The receiver gave a fix.
  public mutating func take(_ fix: Fix, measuredAt: Instant, utc: UTCStamp?, at: Instant) -> [Update] {
    guard state != .stopped,
      case .success(let sighting) = gate.judge(fix, measuredAt: measuredAt, utc: utc, now: at)
    else { return [] }
    trouble = nil
    unknownAt = at + .wholeNanoseconds(options.staleSeconds)
    follow(sighting)
    lastSeen = sighting
    if state == .paused { return restingSince == nil ? resume(with: sighting) : [] }
    state = .running
    if options.pausesLocationUpdatesAutomatically, let since = restingSince,
      (sighting.at - since).seconds >= options.activity.restDwellSeconds
    {
      state = .paused
      return tellable(sighting) + [.paused]
    }
    return tellable(sighting)
  }

  private mutating func follow(_ sighting: Sighting) {
    if lastSeen == nil { anchor.begin(sighting) } else { _ = anchor.take(sighting) }
    restingSince = anchor.isResting ? restingSince ?? sighting.at : nil
  }

  private mutating func tellable(_ sighting: Sighting) -> [Update] {
    if let told, let filter = options.distanceFilterMeters,
      told.coordinate.distanceMeters(to: sighting.coordinate) < filter
    {
      return []
    }
    told = sighting
    return [.location(sighting)]
  }

  private mutating func resume(with sighting: Sighting) -> [Update] {
    state = .running
    return [.resumed] + tellable(sighting)
  }

  /// Something moves, by the accelerometer or by whoever knows.
  public mutating func moved(at: Instant) -> [Update] {
    guard state == .paused else { return [] }
    state = .running
    restingSince = nil
    anchor = StationaryAnchor(factor: 1)
    lastSeen = nil
    unknownAt = at + .wholeNanoseconds(options.staleSeconds)
    return [.resumed]
  }

  /// The receiver has just started.
  public mutating func started() { gate.started() }

  /// The receiver's line fails.
  public mutating func receiverFailed() -> [Update] {
    guard state != .stopped, trouble != .receiverFailure else { return [] }
    trouble = .receiverFailure
    state = .waiting
    unknownAt = nil
    return [.failed(.receiverFailure)]
  }

  /// It may not go on: no permission, or the user has switched the logging off.
  public mutating func deny() -> [Update] {
    guard state != .stopped else { return [] }
    state = .stopped
    return [.failed(.denied)]
  }

  /// Lets time pass.
  public mutating func pass(to at: Instant) -> [Update] {
    guard let due = nextDeadline, at >= due else { return [] }
    unknownAt = nil
    state = .waiting
    guard trouble == nil else { return [] }
    trouble = .locationUnknown
    return [.failed(.locationUnknown)]
  }
}
