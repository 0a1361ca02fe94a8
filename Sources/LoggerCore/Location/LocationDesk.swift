import Clocks
import Configuration
import GNSS
import LocationServices
import Records
import Text

/// Puts the location services to work for the logger: which mode is in effect, what the receiver shall do for it, and
/// who waits for a place.
struct LocationDesk: Sendable {
  /// What it has to say.
  enum Output: Equatable {
    /// The mode was switched.
    case switched(ModeChange)
    /// The search for a place is over.
    case found(Acquisition.Outcome, for: [RequestID])
  }

  /// How long the place of a tag is looked for; indoors it may never come.
  static let tagSeconds = 300

  private let settings: Settings
  private(set) var modes: ModeRule
  private(set) var schedule: PowerSchedule
  /// The search for a place that somebody waits for, or the last one.
  private(set) var search: Acquisition?
  private var waiters: [RequestID] = []
  private var isSearchingTag = false
  private var outputs: [Output] = []

  init(_ settings: Settings, mode: Mode) {
    self.settings = settings
    modes = ModeRule(ModeRule.Rules(settings.location), chosen: ServiceMode(mode))
    schedule = PowerSchedule(PowerSchedule.Options(settings), service: modes.service, at: .zero)
  }

  /// When ``pass(to:)`` has something to do.
  var nextDeadline: Instant? {
    var earliest: Instant?
    for deadline in [schedule.nextDeadline, modes.nextDeadline, search?.nextDeadline] {
      if let deadline { earliest = min(earliest ?? deadline, deadline) }
    }
    return earliest
  }

  /// Whether nobody needs the receiver: the logging is switched off, and no place is looked for.
  var isOffDuty: Bool { isOff && !isSearchingTag }

  /// Whether the logging is switched off.
  var isOff: Bool { modes.service == .off }

  /// The mode that was chosen.
  var chosen: Mode { Mode(modes.chosen) }

  /// What came of the events since the last call.
  mutating func takeOutputs() -> [Output] {
    defer { outputs = [] }
    return outputs
  }

  // MARK: - Events

  mutating func start(at: Instant) {
    schedule = PowerSchedule(PowerSchedule.Options(settings), service: modes.service, at: at)
  }

  /// The receiver can do this now, and sleeps or does not.
  mutating func receiver(_ abilities: ReceiverAbilities, at: Instant) {
    var abilities = abilities
    if !settings.location.maySleep, !isOff { abilities.canSleep = false }
    schedule.abilities(abilities, at: at)
  }

  /// The receiver talks again, or its line is open anew.
  mutating func receiverWoke(at: Instant) { schedule.woke(at: at) }

  /// Its line is closed: whoever waits is told.
  mutating func receiverGone(at: Instant) {
    search?.end(.noReceiver)
    finishSearch(at: at)
  }

  mutating func motionWatch(isArmed: Bool, at: Instant) { schedule.accelerometer(isThere: isArmed, at: at) }

  mutating func moved(at: Instant) { schedule.moved(at: at) }

  mutating func power(_ reading: PowerReading, at: Instant) {
    note(modes.power(reading, at: at))
    schedule.serve(modes.service, at: at)
  }

  /// Somebody made a tag.
  mutating func tagged(at: Instant) {
    isSearchingTag = true
    schedule.claim(.tag, until: at + .seconds(Self.tagSeconds), at: at)
  }

  /// No tag waits for its place any more.
  mutating func tagsPlaced(at: Instant) {
    guard isSearchingTag else { return }
    isSearchingTag = false
    schedule.release(.tag, at: at)
  }

  /// Somebody chooses a mode.
  mutating func choose(_ mode: Mode, seconds: UInt32? = nil, _ cause: ModeRule.Cause, at: Instant) {
    let until = seconds.map { at + .seconds(Int64($0)) }
    var change = ModeChange(modes.choose(ServiceMode(mode), until: until, cause: cause, at: at))
    if mode != .auto { change.holdsSeconds = seconds }
    outputs.append(.switched(change))
    schedule.serve(modes.service, at: at)
    if isOff {
      search?.end(.disabled)
      finishSearch(at: at)
    }
  }

  /// Somebody waits for a place.
  mutating func locate(_ accuracy: DesiredAccuracy, for request: RequestID, isReceiverOpen: Bool, at: Instant) {
    waiters.append(request)
    if search?.outcome == nil, search != nil { return }
    var new = Acquisition(
      desiredAccuracy: accuracy, isCold: schedule.isStartCold(at: at),
      activity: ReceiverActivity(settings.recording.activity), at: at)
    if isOff { new.end(.disabled) } else if !isReceiverOpen { new.end(.noReceiver) }
    search = new
    if new.outcome == nil, let until = new.nextDeadline { schedule.claim(.locate, until: until, at: at) }
    finishSearch(at: at)
  }

  /// Nobody wants to wait any longer.
  mutating func stopLocating(at: Instant) {
    search?.end(.stopped)
    finishSearch(at: at)
  }

  /// A fix that was believed.
  ///
  /// - Returns: why it is kept in this mode if not every one is; nil if it is not wanted.
  mutating func take(_ sighting: Sighting, heardAt: Instant) -> FixRecord.Reason? {
    search?.take(sighting.fix, measuredAt: sighting.at, utc: sighting.utc, at: heardAt)
    finishSearch(at: heardAt)
    guard schedule.take(sighting, at: heardAt) else { return nil }
    guard schedule.service == .significantChange else { return .every }
    return switch schedule.lastSignificant {
    case .first: .start
    case .distance: .distance
    case .heartbeat: .heartbeat
    }
  }

  /// Lets time pass.
  mutating func pass(to at: Instant) {
    search?.pass(to: at)
    finishSearch(at: at)
    schedule.pass(to: at)
    if isSearchingTag, !schedule.isClaimed(.tag) { isSearchingTag = false }
    note(modes.rest(schedule.isAtRest, at: at))
    schedule.serve(modes.service, at: at)
  }

  private mutating func finishSearch(at: Instant) {
    guard let outcome = search?.outcome, !waiters.isEmpty else { return }
    outputs.append(.found(outcome, for: waiters))
    waiters = []
    schedule.release(.locate, at: at)
  }

  private mutating func note(_ switches: [ModeRule.Switch]) {
    for change in switches { outputs.append(.switched(ModeChange(change))) }
  }
}

extension ModeChange {
  init(_ change: ModeRule.Switch) { self.init(mode: Mode(change.mode), reason: Reason(change.cause)) }
}

extension Mode {
  init(_ mode: ServiceMode) {
    self =
      switch mode {
      case .auto: .auto
      case .highAccuracy: .highAccuracy
      case .significantChange: .significantChange
      case .off: .off
      }
  }
}

extension ServiceMode {
  init(_ mode: Mode) {
    self =
      switch mode {
      case .auto: .auto
      case .highAccuracy: .highAccuracy
      case .significantChange: .significantChange
      case .off: .off
      }
  }
}

extension ModeChange.Reason {
  init(_ cause: ModeRule.Cause) {
    self =
      switch cause {
      case .button: .button
      case .command: .command
      case .expired: .expired
      case .motion: .motion
      case .rest: .rest
      case .externalPower: .externalPower
      case .onBattery: .onBattery
      case .batteryLow: .batteryLow
      case .batteryRecovered: .batteryRecovered
      }
  }
}

extension ModeRule.Rules {
  init(_ location: Settings.Location) {
    self.init()
    onExternalPower = location.onCharger == .highAccuracy ? .highAccuracy : nil
    batteryLowPercent = location.batteryLowPercent > 0 ? location.batteryLowPercent : nil
  }
}

extension DesiredAccuracy {
  init(_ accuracy: Settings.Location.Accuracy) { self = DesiredAccuracy(rawValue: accuracy.rawValue) ?? .best }
}

extension PowerSchedule.Options {
  init(_ settings: Settings) {
    self.init()
    desiredAccuracy = DesiredAccuracy(settings.location.desiredAccuracy)
    activity = ReceiverActivity(settings.recording.activity)
    periodMilliseconds = Int(1_000 / min(max(settings.receiver.rateHertz, 0.1), 10))
    pausesAutomatically = settings.location.pausesAutomatically
  }
}
