import Clocks
import Geodesy
import Glibc

extension GroundTruth {
  /// Lives that are made up.
  public enum Life: String, Sendable, CaseIterable {
    /// A day on a window sill.
    case stillDay = "still-day"
    /// A week of home, work and errands.
    case week
    /// A month of them.
    case month

    /// How many days it lasts.
    public var days: Int {
      switch self {
      case .stillDay: 1
      case .week: 7
      case .month: 30
      }
    }
  }

  /// A made-up life from a Monday on; the same seed makes the same.
  public static func madeUp(_ life: Life, seed: UInt64) -> GroundTruth {
    var diary = Diary(seed: seed)
    for day in 0..<life.days { diary.live(day, isStill: life == .stillDay) }
    return diary.truth
  }
}

/// Writes a life down, day by day: legs between places, rests at them.
private struct Diary {
  /// A place, metres from home.
  struct Place {
    var east: Double
    var north: Double
    static let home = Place(east: 0, north: 0)
    static let work = Place(east: 9_200, north: 4_100)
    static let shop = Place(east: 2_600, north: 3_300)
    static let lunch = Place(east: 9_480, north: 4_420)
    static let friends = Place(east: -5_200, north: 2_700)
    static let wood = Place(east: -14_500, north: 9_800)
  }

  private static let home = Coordinate(latitudeDegrees: 46.9480, longitudeDegrees: 7.4474)
  /// 2026-11-30T00:00:00Z.
  private static let monday = UnixTime(milliseconds: 1_795_996_800_000)
  private static let daySeconds = 86_400.0
  private var generator: SeededGenerator
  private var points: [PathPoint] = []
  private var here = Place.home
  private var now = 0.0

  init(seed: UInt64) {
    generator = SeededGenerator(seed: seed &+ 0x11FE)
    append(0, Self.coordinate(.home), 550, 0, 0)
  }

  var truth: GroundTruth {
    GroundTruth(start: Self.monday, points: points)
  }

  mutating func live(_ day: Int, isStill: Bool) {
    let midnight = Double(day) * Self.daySeconds
    defer { rest(until: midnight + Self.daySeconds) }
    guard !isStill else { return }
    switch day % 7 {
    case 0...4: work(midnight, day)
    case 5: hike(midnight)
    default: visit(midnight)
    }
  }

  private mutating func work(_ midnight: Double, _ day: Int) {
    rest(until: midnight + hours(7.6, give: 0.2))
    go(.driving(kilometersPerHour: 55), to: .work)
    rest(until: midnight + hours(12.1, give: 0.1))
    go(.walking(), to: .lunch)
    rest(until: now + hours(0.6, give: 0.1))
    go(.walking(), to: .work)
    rest(until: midnight + hours(17.3, give: 0.4))
    if day % 2 == 1 {
      go(.driving(kilometersPerHour: 55), to: .shop)
      rest(until: now + hours(0.5, give: 0.15))
    }
    go(.driving(kilometersPerHour: 55), to: .home)
    if day % 7 == 2 {
      rest(until: midnight + hours(19.5, give: 0.3))
      // A run around the block of fields.
      let run = Gait(
        cruiseMetersPerSecond: 2.9, accelerationMetersPerSecondSquared: 0.7, lateralMetersPerSecondSquared: 1.5,
        meanderMeters: 9, meanderLengthMeters: 140, mindsSlopes: true, spacingMeters: 2)
      go(
        run, to: .home,
        by: [Place(east: -900, north: 600), Place(east: -1_700, north: -400), Place(east: -600, north: -1_100)])
    }
  }

  private mutating func hike(_ midnight: Double) {
    rest(until: midnight + hours(9, give: 0.4))
    go(.driving(kilometersPerHour: 70), to: .wood)
    rest(until: now + 300)
    go(.walking(), to: Place(east: -16_900, north: 12_400), by: [Place(east: -15_700, north: 10_900)])
    rest(until: now + hours(0.75, give: 0.2))
    go(.walking(), to: .wood, by: [Place(east: -14_600, north: 12_000)])
    rest(until: now + 240)
    go(.driving(kilometersPerHour: 70), to: .home)
  }

  private mutating func visit(_ midnight: Double) {
    rest(until: midnight + hours(14, give: 0.6))
    go(.driving(kilometersPerHour: 50), to: .friends)
    rest(until: now + hours(3.2, give: 0.5))
    go(.driving(kilometersPerHour: 50), to: .home)
  }

  private mutating func hours(_ hours: Double, give: Double) -> Double {
    (hours + give * (2 * generator.uniform() - 1)) * 3_600
  }

  private mutating func rest(until end: Double) {
    guard let last = points.last, end > now else { return }
    now = end
    append(now, last.coordinate, last.altMSLMeters, 0, last.trackDegrees)
  }

  private mutating func go(_ gait: Gait, to place: Place, by way: [Place] = []) {
    guard let last = points.last else { return }
    var journey = Journey(
      latitudeDegrees: last.coordinate.latitudeDegrees, longitudeDegrees: last.coordinate.longitudeDegrees,
      altMSLMeters: last.altMSLMeters, seed: generator.next())
    var stops = way
    // Nobody drives as the crow flies.
    if way.isEmpty, hypot(place.east - here.east, place.north - here.north) > 1_000 {
      let across = 0.18 * (2 * generator.uniform() - 1)
      stops = [0.33, 0.66].map { part in
        let east = place.east - here.east
        let north = place.north - here.north
        return Place(
          east: here.east + east * part - north * across * (part < 0.5 ? 1 : -0.6),
          north: here.north + north * part + east * across * (part < 0.5 ? 1 : -0.6))
      }
    }
    journey.go(
      gait,
      through: (stops + [place]).map {
        Journey.Waypoint($0.east - here.east, $0.north - here.north, alt: last.altMSLMeters)
      })
    let begin = now
    for point in journey.points.dropFirst() {
      append(
        begin + point.seconds, point.coordinate, point.altMSLMeters, point.speedMetersPerSecond, point.trackDegrees)
    }
    now = max(begin + journey.elapsedSeconds, points.last?.seconds ?? begin)
    // The place itself, so that a month of errors of rounding does not carry home away.
    append(now + 0.5, Self.coordinate(place), last.altMSLMeters, 0, points.last?.trackDegrees ?? 0)
    now += 0.5
    here = place
  }

  private mutating func append(_ seconds: Double, _ place: Coordinate?, _ alt: Double, _ speed: Double, _ track: Double)
  {
    guard let place else { return }
    points.append(
      PathPoint(
        seconds: seconds, coordinate: place, altMSLMeters: alt, speedMetersPerSecond: speed, trackDegrees: track))
  }

  private static func coordinate(_ place: Place) -> Coordinate? {
    home?.moved(eastMeters: place.east, northMeters: place.north)
  }
}
