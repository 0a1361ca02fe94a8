import Configuration
import Geodesy
import Glibc

/// What a receiver made of numbers knows, how long it searches, how good its positions are and what it draws.
///
/// It is switched on and put to sleep by whoever plans its day; whether that is a logger by bytes or a plain policy by
/// calls makes no difference to it. Time only goes forward; the same seed and the same calls give the same positions.
public struct ReceiverPhysics: Sendable {
  /// What it is doing.
  public enum State: String, Sendable, CaseIterable {
    /// Without power.
    case off
    /// In the sleep that a command starts.
    case asleep
    /// Searching.
    case acquiring
    /// It has a position.
    case tracking
    /// It has a position, in its own power-save mode.
    case powerSave = "power_save"
  }

  /// What it knows at a start.
  public enum Start: String, Sendable, CaseIterable {
    /// Time, place and orbits.
    case hot
    /// Time and place.
    case warm
    /// Nothing.
    case cold
  }

  /// What it draws, and how long it searches.
  public let energy: ReceiverEnergy
  /// Whether what it knows survives its sleep.
  public var hasBackup: Bool
  /// Whether it saves power by itself while it has a position.
  public var savesPower = false { didSet { if state == .powerSave, !savesPower { state = .tracking } } }
  /// What it is doing.
  public private(set) var state = State.off
  /// Up to when it has been told, seconds.
  public private(set) var now = 0.0
  /// How often it started, by what it knew.
  public private(set) var starts: [Start: Int] = [:]
  /// How it started last.
  public private(set) var lastStart = Start.cold
  /// Since when it has had a position without a break, seconds; nil while it has none.
  public private(set) var fixedSince: Double?
  /// What was spent in each state.
  public private(set) var spent = EnergyLedger()

  /// Each satellite tells its orbit within this time, and again and again (IS-GPS-200: subframes 1 to 3 of 5 in 30 s).
  public static let orbitSeconds = 30.0
  /// Up to this age orbits are as good as new; from here on more and more of those in view are not among them.
  private static let surelyFreshHours = 2.0
  /// After so short a break the satellites are where it left them.
  private static let shortBreakSeconds = 60.0

  /// How much larger its errors are while it saves power: data sheets say "slightly" and give no figure.
  private static let powerSaveErrors = 1.05

  /// When its orbits were complete last.
  private var orbitsAt: Double?
  private var knowsTime = false
  /// How much longer it must search under a sky.
  private var missing = 0.0
  /// Since when it has had no sky while it was on.
  private var blindSince: Double?
  private var lastMeasured: Double?
  private var generator: SeededGenerator
  private var sky: SkyModel

  /// A receiver without power that knows nothing.
  public init(_ energy: ReceiverEnergy, hasBackup: Bool = true, seed: UInt64) {
    self.energy = energy
    self.hasBackup = hasBackup
    generator = SeededGenerator(seed: seed)
    sky = SkyModel(using: &generator)
  }

  /// Whether it is awake.
  public var isOn: Bool { state != .off && state != .asleep }
  /// Whether it has a position.
  public var isFixed: Bool { fixedSince != nil }
  /// Whether it knows what time it is.
  public var isDated: Bool { knowsTime }

  // MARK: - What is done to it

  /// Switches it on or wakes it; on already, it goes on.
  public mutating func wake() {
    guard !isOn else { return }
    if !hasBackup { forget() }
    blindSince = nil
    begin(start)
  }

  /// Puts it to sleep as a command does.
  public mutating func sleep() {
    guard isOn else { return }
    state = .asleep
    fixedSince = nil
    if !hasBackup { forget() }
  }

  /// Takes its power away; with a backup supply it still knows what it knew.
  public mutating func cutPower() {
    state = .off
    fixedSince = nil
    if !hasBackup { forget() }
  }

  /// Makes it start as if it had never been on.
  public mutating func forget() {
    orbitsAt = nil
    knowsTime = false
  }

  private mutating func begin(_ start: Start) {
    state = .acquiring
    fixedSince = nil
    lastStart = start
    starts[start, default: 0] += 1
    missing = searchSeconds(start)
  }

  private var start: Start {
    mutating get {
      guard knowsTime else { return .cold }
      guard let orbitsAt else { return .warm }
      let hours = (now - orbitsAt) / 3_600
      let limit = energy.orbitHours
      let sure = min(Self.surelyFreshHours, limit)
      if hours <= sure { return .hot }
      guard hours < limit else { return .warm }
      return generator.uniform() < (limit - hours) / (limit - sure) ? .hot : .warm
    }
  }

  /// Few searches are much shorter than usual, some are much longer.
  private mutating func searchSeconds(_ start: Start) -> Double {
    let draw = generator.normal()
    return switch start {
    case .hot: energy.hotSeconds * min(3.2, max(0.3, exp(0.35 * draw)))
    case .warm: energy.warmSeconds * min(2, max(0.8, exp(0.18 * draw)))
    case .cold: energy.coldSeconds * min(3.4, max(0.75, exp(0.32 * draw)))
    }
  }

  // MARK: - Time

  /// When it will have a position if it is left alone; nil if it will not, as far as the sky is known.
  public func nextFix(under truth: GroundTruth) -> Double? {
    if isFixed { return now }
    guard state == .acquiring else { return nil }
    guard truth.hasSky(at: now) else { return nil }
    let moment = now + missing
    return moment <= truth.skyChange(after: now) ? moment : nil
  }

  /// Lets time pass, with what the sky does in it.
  public mutating func advance(to end: Double, under truth: GroundTruth) {
    while now < end {
      guard isOn else { return pass(to: end) }
      let change = min(end, truth.skyChange(after: now))
      if truth.hasSky(at: now) { live(to: change) } else { goBlind(to: change) }
    }
  }

  private mutating func live(to end: Double) {
    if let since = blindSince {
      let seconds = now - since
      blindSince = nil
      if seconds > Self.shortBreakSeconds {
        missing = searchSeconds(start) * (seconds < 1_800 ? 0.6 : 1)
      } else {
        missing = 1 + 2.5 * generator.uniform()
      }
    }
    if state == .acquiring {
      if now + missing > end {
        missing -= end - now
        return pass(to: end)
      }
      pass(to: now + missing)
      missing = 0
      fixedSince = now
      state = .tracking
      // Whoever starts without orbits has read them by now.
      if lastStart != .hot || orbitsAt == nil { orbitsAt = now }
      knowsTime = true
    }
    // It saves no power before it has read the orbits.
    if let since = fixedSince, state == .tracking, savesPower, energy.powerSaveMilliamperes != nil {
      pass(to: min(end, max(now, since + Self.orbitSeconds)))
      if now < end { state = .powerSave }
    }
    pass(to: end)
    if let fixedSince, now - fixedSince >= Self.orbitSeconds { orbitsAt = now }
  }

  private mutating func goBlind(to end: Double) {
    blindSince = blindSince ?? now
    fixedSince = nil
    state = .acquiring
    pass(to: end)
  }

  private mutating func pass(to end: Double) {
    guard end > now else { return }
    spent.add(end - now, in: state, milliamperes: milliamperes)
    now = end
  }

  /// What flows now, milliampere.
  public var milliamperes: Double {
    switch state {
    case .off: 0
    case .asleep: energy.asleepMilliamperes
    case .acquiring: energy.acquiringMilliamperes
    case .tracking: energy.trackingMilliamperes
    case .powerSave: energy.powerSaveMilliamperes ?? energy.trackingMilliamperes
    }
  }

  // MARK: - Positions

  /// What it says of the place where it really is; nil while it has no position.
  mutating func measure(_ truth: PathPoint) -> SkyModel.Measurement? {
    guard let fixedSince else { return nil }
    let elapsed = lastMeasured.map { now - $0 } ?? 0
    lastMeasured = now
    sky.advance(seconds: elapsed, speed: truth.speedMetersPerSecond, using: &generator)
    // With orbits at hand it soon has all satellites; without, it reads them one after another.
    let age = now - fixedSince
    var seen = sky.measure(
      truth, secondsSinceFirstFix: lastStart == .hot ? 12 + 2 * age : age, using: &generator)
    if state == .powerSave {
      seen.coordinate = truth.coordinate.between(seen.coordinate, fraction: Self.powerSaveErrors)
    }
    return seen
  }
}

/// Seconds and milliampere-hours, state by state.
public struct EnergyLedger: Equatable, Sendable {
  /// What one state took.
  public struct Entry: Equatable, Sendable {
    /// How long.
    public var seconds = 0.0
    /// How much.
    public var milliampereHours = 0.0
  }

  private var entries = [Entry](repeating: Entry(), count: ReceiverPhysics.State.allCases.count)

  /// Nothing spent.
  public init() {}

  /// What this state took.
  public subscript(_ state: ReceiverPhysics.State) -> Entry { entries[Self.index(state)] }

  /// Everything.
  public var milliampereHours: Double { entries.reduce(0) { $0 + $1.milliampereHours } }
  /// All time that passed.
  public var seconds: Double { entries.reduce(0) { $0 + $1.seconds } }

  mutating func add(_ seconds: Double, in state: ReceiverPhysics.State, milliamperes: Double) {
    entries[Self.index(state)].seconds += seconds
    entries[Self.index(state)].milliampereHours += seconds * milliamperes / 3_600
  }

  private static func index(_ state: ReceiverPhysics.State) -> Int {
    switch state {
    case .off: 0
    case .asleep: 1
    case .acquiring: 2
    case .tracking: 3
    case .powerSave: 4
    }
  }
}
