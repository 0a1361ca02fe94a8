import Clocks
import GNSS
import Geodesy

/// Lets the receiver sleep without losing what matters.
///
/// Three phases. **Asleep**: until a moment, or until something happens. **Searching**: on, without a fix. **Tracking**:
/// on, with fixes. What it wants of the receiver is ``order``; whoever carries it obeys and tells what became of it.
///
/// | phase | event | next |
/// |---|---|---|
/// | asleep | its moment, motion, a claim, another service | searching |
/// | searching | a fix | tracking |
/// | searching | the budget is spent | asleep, longer with each failure |
/// | tracking | rest, and it is certain | asleep until motion, or until the next look |
/// | tracking | the estimated error allows it, and it pays | asleep until it nears what is allowed |
/// | tracking | a significant change was looked for | asleep until the next may have come |
/// | tracking | no fix for a while | searching |
///
/// Nothing sleeps while somebody claims the receiver, before its orbits are fresh enough to start hot, or where the
/// receiver cannot sleep: then everything is as if there were no schedule.
public struct PowerSchedule: Sendable {
  /// What it is to do.
  public struct Options: Equatable, Sendable {
    /// How exactly the place is wanted in auto.
    public var desiredAccuracy = DesiredAccuracy.nearestTenMeters
    /// What carries the board.
    public var activity = ReceiverActivity.other
    /// Time between two fixes, milliseconds.
    public var periodMilliseconds = 1_000
    /// Whether it sleeps while nothing moves.
    public var pausesAutomatically = true

    /// The usual ones.
    public init() {}
  }

  /// Who needs the receiver now, whatever else is planned.
  public enum Claim: Hashable, Sendable, CaseIterable {
    /// A tag has no place yet.
    case tag
    /// Somebody waits for a place.
    case locate
  }

  enum NapReason: Equatable {
    case off, rest, moving, failed
    case significantChange(SignificantChange.Reason)
  }

  enum WakeReason: Equatable {
    case start, due, motion, claim, service, lost
  }

  struct Nap: Equatable {
    var since: Instant
    /// When the receiver is to be on again.
    var until: Instant?
    var reason: NapReason
  }

  struct Search: Equatable {
    var since: Instant
    var until: Instant
    var kind: StartKind
    var wake: WakeReason
    /// Whether it follows a sleep at rest, so that it only looks whether that is still so.
    var isLook: Bool
  }

  struct Watch: Equatable {
    var since: Instant
    var lastFix: Instant
    var fixes = 1
    var wake: WakeReason
    var isLook: Bool
    var lastMoving: Instant?
    var isSharp = false
  }

  enum Phase: Equatable {
    case asleep(Nap)
    case searching(Search)
    case tracking(Watch)
  }

  let options: Options
  let parameters: ScheduleParameters
  var phase: Phase
  var abilities = ReceiverAbilities()
  var locks: LockTimes
  var budget: SearchBudget
  var estimate = ErrorEstimate()
  var anchor = StationaryAnchor(factor: 1)
  /// Where it rests, as the fixes of this rest say it together.
  var rested = RestPlace()
  var significant: SignificantChange
  var claims: [Claim: Instant] = [:]
  var hasAccelerometer = false
  var ephemerisAt: Instant?
  var firstLock: Instant?
  var lastSighting: Sighting?
  var restingSince: Instant?
  var restLooks = 0
  var lastMotion: Instant?
  /// When motion was first felt in this sleep.
  var firstMotion: Instant?
  var falseAlarms = 0
  var alarmsAfter: Instant?
  var alarmAt: Instant?
  /// What is to be recorded before the fix that was taken last: the board was still at rest when it was first felt to
  /// move, which the receiver slept through.
  public private(set) var restedUntil: Sighting?
  /// Where the board rests, if the fix that was taken last only confirms that, or is the last one before it sleeps; else
  /// nil.
  public private(set) var restPlace: Coordinate?

  /// What is served: ``ModeRule/service``.
  public private(set) var service: ServiceMode
  /// What the receiver shall do.
  public internal(set) var order: ReceiverOrder

  /// A schedule whose receiver has just got its power.
  public init(
    _ options: Options, service: ServiceMode = .auto, parameters: ScheduleParameters = ScheduleParameters(), at: Instant
  ) {
    self.options = options
    self.parameters = parameters
    self.service = service
    locks = LockTimes(parameters)
    budget = SearchBudget(parameters)
    significant = SignificantChange(activity: options.activity)
    order = .on(periodMilliseconds: options.periodMilliseconds, savesPower: false)
    phase = .searching(
      Search(
        since: at, until: at + .wholeNanoseconds(parameters.firstBudgetSeconds), kind: .cold, wake: .start,
        isLook: false))
  }

  /// How far the border of a region is, metres; nil for none. The hook for regions: near one nothing sleeps past it.
  public var borderMeters: Double? {
    get { significant.borderMeters }
    set { significant.borderMeters = newValue }
  }

  // MARK: - Events

  /// Another mode is in effect.
  public mutating func serve(_ service: ServiceMode, at: Instant) {
    guard service != self.service else { return }
    self.service = service
    significant = SignificantChange(activity: options.activity)
    significant.feelsMotion = feelsMotion
    if case .asleep = phase, service != .off { wake(.service, at: at) }
    decide(at: at)
  }

  /// What the receiver can do has become known.
  public mutating func abilities(_ abilities: ReceiverAbilities, at: Instant) {
    guard abilities != self.abilities else { return }
    self.abilities = abilities
    significant.feelsMotion = feelsMotion
    decide(at: at)
  }

  /// There is an accelerometer that feels motion, or no more.
  public mutating func accelerometer(isThere: Bool, at: Instant) {
    guard isThere != hasAccelerometer else { return }
    hasAccelerometer = isThere
    significant.feelsMotion = feelsMotion
    // Who slept until motion would never wake.
    if !isThere, case .asleep(var nap) = phase, nap.reason == .rest {
      let most = at + .wholeNanoseconds(restLookSeconds)
      nap.until = min(nap.until ?? most, most)
      sleep(nap)
    }
    decide(at: at)
  }

  /// Somebody needs the receiver until this moment at the latest.
  public mutating func claim(_ claim: Claim, until: Instant, at: Instant) {
    claims[claim] = until
    if case .asleep = phase { wake(.claim, at: at) }
    decide(at: at)
  }

  /// Nobody needs it for that any more.
  public mutating func release(_ claim: Claim, at: Instant) {
    guard claims.removeValue(forKey: claim) != nil else { return }
    decide(at: at)
  }

  /// The accelerometer felt that the board is moved.
  public mutating func moved(at: Instant) {
    lastMotion = at
    if case .asleep = phase, firstMotion == nil || alarmAt == nil { firstMotion = at }
    significant.moved()
    if case .asleep(let nap) = phase { moved(during: nap, at: at) }
    decide(at: at)
  }

  /// The receiver talks again after a sleep: only now its search begins.
  public mutating func woke(at: Instant) {
    guard case .searching(var search) = phase, search.wake != .lost else { return }
    search.since = at
    search.until = at + .wholeNanoseconds(budget.seconds(for: search.kind))
    phase = .searching(search)
  }

  /// The receiver has a position that was believed.
  ///
  /// - Returns: whether the service in effect wants it recorded: all of them, or significant changes only.
  @discardableResult
  public mutating func take(_ sighting: Sighting, at: Instant) -> Bool {
    let isMoving = sighting.speedMetersPerSecond.map { $0 >= Pace.movingMetersPerSecond } ?? false
    restedUntil = nil
    switch phase {
    case .searching(let search):
      if search.isLook, search.wake == .motion { restedUntil = rested(before: sighting, isMoving: isMoving) }
      lock(search, at: at)
    case .tracking(var watch):
      watch.lastFix = at
      watch.fixes += 1
      phase = .tracking(watch)
    case .asleep: break  // its last words, or one that does not sleep
    }
    follow(sighting, at: at)
    if case .tracking(var watch) = phase {
      if isMoving { watch.lastMoving = at }
      watch.isSharp = isSharp(sighting)
      if (at - watch.since).seconds >= parameters.ephemerisHoldSeconds { ephemerisAt = at }
      phase = .tracking(watch)
    }
    // A fix outside of the circle may be the first one of elsewhere.
    let confirmsRest = anchor.isResting && anchor.lastStill?.at == sighting.at
    if confirmsRest { rested.take(sighting) } else if !anchor.isResting { rested = RestPlace() }
    restPlace = nil
    if case .tracking(let watch) = phase, watch.isLook, confirmsRest { restPlace = rested.coordinate }
    estimate.take(sighting)
    lastSighting = sighting
    let isWanted = service == .significantChange ? significant.take(sighting) : true
    decide(at: at)
    if case .asleep(let nap) = phase, nap.reason == .rest, confirmsRest { restPlace = rested.coordinate }
    return isWanted
  }

  /// Whether somebody still needs the receiver for this.
  public func isClaimed(_ claim: Claim) -> Bool { claims[claim] != nil }

  /// Whether the receiver knows nothing of its satellites if it has to search now.
  public func isStartCold(at: Instant) -> Bool {
    if case .tracking = phase { return false }
    return startKind(at: at) != .hot
  }

  /// Why the last significant change was told.
  public var lastSignificant: SignificantChange.Told { significant.toldFor }

  /// Lets time pass.
  public mutating func pass(to at: Instant) {
    for (claim, until) in claims where until <= at { claims[claim] = nil }
    switch phase {
    case .asleep(let nap):
      if let alarmAt, alarmAt <= at {
        self.alarmAt = nil
        if let lastMotion, (at - lastMotion).seconds <= parameters.confirmSeconds { wake(.motion, at: at) }
      }
      if let until = nap.until, until <= at { wake(.due, at: at) }
    case .searching(let search):
      if abilities.canSleep, search.until <= at, claims.isEmpty { fail(at: at) }
    case .tracking(let watch):
      if at >= watch.lastFix + lostAfter { lose(at: at) }
    }
    decide(at: at)
  }

  /// When ``pass(to:)`` has something to do.
  public var nextDeadline: Instant? {
    let ofPhase: Instant? =
      switch phase {
      case .asleep(let nap): [nap.until, alarmAt].compactMap(\.self).min()
      case .searching(let search): abilities.canSleep && claims.isEmpty ? search.until : nil
      case .tracking(let watch): watch.lastFix + lostAfter
      }
    return ([ofPhase] + claims.values.map(Optional.some)).compactMap(\.self).min()
  }

  // MARK: - Phases

  private func rested(before sighting: Sighting, isMoving: Bool) -> Sighting? {
    guard let last = lastSighting, let lastMotion, lastMotion > last.at, lastMotion < sighting.at else { return nil }
    let meters = last.coordinate.distanceMeters(to: sighting.coordinate)
    guard isMoving || meters > last.accuracyMeters + sighting.accuracyMeters else { return nil }
    var still = last
    still.at = firstMotion.map { max($0, last.at) } ?? lastMotion
    still.utc = last.utc.map { UTCStamp($0.time + (still.at - last.at), $0.quality) }
    still.fix.time = still.utc
    still.fix.speedMetersPerSecond = 0
    still.fix.trackDegrees = nil
    return still
  }

  private mutating func lock(_ search: Search, at: Instant) {
    if search.wake != .lost { locks.locked(after: (at - search.since).seconds, expected: search.kind) }
    if firstLock == nil { firstLock = at }
    budget.locked()
    // What was rest before the receiver was off or blind has to prove itself anew.
    if !search.isLook { restingSince = nil }
    phase = .tracking(Watch(since: at, lastFix: at, wake: search.wake, isLook: search.isLook))
  }

  private mutating func fail(at: Instant) {
    let next = budget.failed(at: at)
    sleep(Nap(since: at, until: next, reason: .failed))
  }

  private mutating func lose(at: Instant) {
    phase = .searching(
      Search(
        since: at, until: at + .wholeNanoseconds(parameters.laterBudgetSeconds), kind: .hot, wake: .lost, isLook: false)
    )
    order = .on(periodMilliseconds: period, savesPower: false)
  }

  mutating func wake(_ reason: WakeReason, at: Instant) {
    guard case .asleep(let nap) = phase else { return }
    let kind = startKind(at: at)
    phase = .searching(
      Search(
        since: at, until: at + .wholeNanoseconds(budget.seconds(for: kind)), kind: kind, wake: reason,
        isLook: nap.reason == .rest))
    alarmAt = nil
    order = .on(periodMilliseconds: period, savesPower: false)
  }

  mutating func sleep(_ nap: Nap) {
    phase = .asleep(nap)
    alarmAt = nil
    order = .sleep(until: nap.until)
  }

  // MARK: - What follows from what

  /// Whether motion at rest is felt and can wake the receiver.
  var feelsMotion: Bool { hasAccelerometer && (abilities.wakesOnDemand || !abilities.canSleep) }

  var duty: ReceiverDuty {
    switch service {
    case .highAccuracy: DesiredAccuracy.best.duty(usualMilliseconds: options.periodMilliseconds)
    case .auto, .significantChange, .off:
      options.desiredAccuracy.duty(usualMilliseconds: options.periodMilliseconds)
    }
  }

  var period: Int { duty.periodMilliseconds }

  private var lostAfter: Duration {
    .wholeNanoseconds(max(parameters.lostSeconds, 3 * Double(period) / 1_000))
  }

  func startKind(at: Instant) -> StartKind {
    locks.kind(ephemerisAgeSeconds: ephemerisAt.map { (at - $0).seconds })
  }

  /// How long the receiver will search if it is woken then, seconds.
  func expectedSeconds(at: Instant) -> Double { locks.expectedSeconds(startKind(at: at)) }

  private func isSharp(_ sighting: Sighting) -> Bool {
    let isSaving = order == .on(periodMilliseconds: period, savesPower: true)
    let most = isSaving ? parameters.powerSaveEndMeters : parameters.powerSaveMeters
    let satellites = sighting.fix.satellitesUsed.map { $0 >= parameters.powerSaveSatellites } ?? true
    return sighting.accuracyMeters <= most && satellites
  }
}
