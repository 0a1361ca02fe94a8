import Clocks
import GNSS
import Geodesy
import LocationServices

/// A schedule with a receiver and a world around it, lived second by second; what it orders becomes a time line.
struct ScheduleLine {
  /// How the world is.
  struct World {
    var metersPerSecond = 0.0
    var courseDegrees = 90.0
    var hasSky = true
    /// Whether the accelerometer pulls its line every second while it moves.
    var isFelt = true
    var hotSeconds = 6
    var coldSeconds = 36
    var hasBackup = true
    var accuracyMeters = 4.0
    var tellsSpeed = true
  }

  var schedule: PowerSchedule
  var world = World()
  var hasAccelerometer: Bool
  private(set) var now = 0
  /// `0:01:30 sleep until 0:02:30: nothing moves`, order by order.
  private(set) var orders: [String] = []
  /// The seconds that the receiver was on.
  private(set) var secondsOn = 0
  /// The same in short bursts.
  private(set) var secondsSaving = 0
  /// When a fix was wanted by the service.
  private(set) var wanted: [(second: Int, coordinate: Coordinate?)] = []
  private(set) var coordinate: Coordinate?
  private var lastOrder: ReceiverOrder?
  private var isOn = false
  private var onSince = 0
  private var fixIn = 0
  private var fixedFor = 0
  private var orbitsAt: Int?

  static let all = ReceiverAbilities(canSleep: true, wakesOnDemand: true, canSavePower: false)

  init(
    _ options: PowerSchedule.Options = .init(), service: ServiceMode = .auto, abilities: ReceiverAbilities = all,
    accelerometer: Bool = false
  ) {
    schedule = PowerSchedule(options, service: service, at: .zero)
    hasAccelerometer = accelerometer
    coordinate = Coordinate(latitudeNanodegrees: 47_000_000_000, longitudeNanodegrees: 8_000_000_000)
    schedule.accelerometer(isThere: accelerometer, at: .zero)
    schedule.abilities(abilities, at: .zero)
    turn(on: true)
    note()
  }

  var instant: Instant { .zero + .seconds(now) }

  /// Lives for so many seconds.
  mutating func live(_ seconds: Int) {
    for _ in 0..<seconds { second() }
  }

  /// Lives with this changed.
  mutating func live(_ seconds: Int, _ change: (inout World) -> Void) {
    change(&world)
    live(seconds)
  }

  /// Something happens.
  mutating func tell(_ event: (inout PowerSchedule, Instant) -> Void) {
    event(&schedule, instant)
    note()
  }

  private mutating func second() {
    now += 1
    if schedule.nextDeadline.map({ $0 <= instant }) ?? false { schedule.pass(to: instant) }
    note()
    coordinate = coordinate?.projected(meters: world.metersPerSecond, bearingDegrees: world.courseDegrees)
    if world.metersPerSecond > 0, hasAccelerometer, world.isFelt { schedule.moved(at: instant) }
    note()
    guard isOn else { return }
    secondsOn += 1
    if case .on(_, true) = schedule.order { secondsSaving += 1 }
    guard world.hasSky else {
      fixedFor = 0
      return
    }
    if fixIn > 0 {
      fixIn -= 1
      return
    }
    fixedFor += 1
    if fixedFor >= 30 { orbitsAt = now }
    var fix = Fix()
    fix.mode = .threeDimensional
    fix.coordinate = coordinate
    fix.horizontalAccuracyMeters = world.accuracyMeters
    if world.tellsSpeed {
      fix.speedMetersPerSecond = world.metersPerSecond
      fix.trackDegrees = world.courseDegrees
    }
    if let sighting = Sighting(fix, at: instant, utc: nil), schedule.take(sighting, at: instant) {
      wanted.append((now, coordinate))
    }
    note()
  }

  private mutating func turn(on: Bool) {
    guard on != isOn else { return }
    isOn = on
    guard on else { return }
    onSince = now
    fixedFor = 0
    let isHot = world.hasBackup && orbitsAt.map { now - $0 < 7_200 } ?? false
    fixIn = isHot ? world.hotSeconds : world.coldSeconds
  }

  private mutating func note() {
    guard schedule.order != lastOrder else { return }
    lastOrder = schedule.order
    turn(on: schedule.order.isOn)
    let explanation = schedule.explanation(at: instant)
    switch schedule.order {
    case .on(_, let saves): orders.append("\(Self.time(now)) \(saves ? "save power" : "on"): \(explanation.why)")
    case .sleep(nil): orders.append("\(Self.time(now)) sleep: \(explanation.why)")
    case .sleep(let until?):
      let end = Int((until - .zero).seconds.rounded())
      orders.append("\(Self.time(now)) sleep until \(Self.time(end)): \(explanation.why)")
    }
  }

  static func time(_ seconds: Int) -> String {
    func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
    return "\(seconds / 3_600):\(two(seconds / 60 % 60)):\(two(seconds % 60))"
  }
}
