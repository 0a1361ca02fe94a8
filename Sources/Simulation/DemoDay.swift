import Clocks

/// The made-up day of `waymark demo`: a walk in the Swiss Jura with three tags, lunch, and a drive home with a tunnel and
/// a power cut.
///
/// The paths and roads are invented; only the countryside is real.
public struct DemoDay: Sendable {
  /// What a person or fate does to the board.
  enum Deed: Equatable, Sendable {
    case pressButton
    case tag(String)
    case cutPower
    case powerOn
    case stop
  }

  /// The moment of power on: 2026-05-16T08:00:00Z.
  public static let start = UnixTime(milliseconds: 1_778_918_400_000)

  /// Where it really went.
  let path: Path
  /// When it was in the tunnel, seconds since the start.
  let tunnels: [ClosedRange<Double>]
  /// What was done, seconds since the start, in the order of time.
  let deeds: [(seconds: Double, deed: Deed)]
  /// What happens on the way, to be told: seconds since the start and the words.
  let scenes: [(seconds: Double, words: String)]
  /// How long the day is, seconds.
  let durationSeconds: Double

  /// Makes up the day.
  ///
  /// - Parameter seed: decides the windings of the ways.
  public init(seed: UInt64) {
    var journey = Journey(latitudeDegrees: 46.9418, longitudeDegrees: 6.7376, altMSLMeters: 972, seed: seed)
    var deeds: [(seconds: Double, deed: Deed)] = [(12, .pressButton)]
    var scenes: [(seconds: Double, words: String)] = [(0, "power on at the car park; the board has no clock")]
    func note(_ words: String) { scenes.append((journey.elapsedSeconds, words)) }

    journey.stand(seconds: 290)
    note("the walk begins")
    journey.go(.walking(), through: Self.climb)
    deeds.append((journey.elapsedSeconds + 40, .pressButton))
    note("on the rim: a look around")
    journey.stand(seconds: 420)
    journey.go(.walking(kilometersPerHour: 4.7), through: Self.ridge)
    deeds.append((journey.elapsedSeconds + 25, .tag("spring, good water")))
    note("a spring")
    journey.stand(seconds: 180)
    journey.go(.walking(), through: Self.toLunch)
    note("lunch at the hut")
    journey.stand(seconds: 2_700)
    note("down to the car")
    journey.go(.walking(kilometersPerHour: 4.6), through: Self.descent)
    journey.stand(seconds: 240)
    note("the drive begins")
    let departure = journey.elapsedSeconds
    journey.go(.driving(kilometersPerHour: 58), through: Self.road, tunnels: [4_000...5_500])
    let middle = (departure + (journey.elapsedSeconds - departure) * 0.62).rounded()
    deeds.append((middle, .cutPower))
    deeds.append((middle + 120, .powerOn))
    note("arrival")
    journey.stand(seconds: 120)
    deeds.append((journey.elapsedSeconds.rounded(), .stop))
    for tunnel in journey.tunnels { scenes.append((tunnel.lowerBound, "into the tunnel")) }

    path = journey.path
    tunnels = journey.tunnels
    self.deeds = deeds
    self.scenes = scenes.sorted { $0.seconds < $1.seconds }
    durationSeconds = journey.elapsedSeconds.rounded()
  }

  private static let climb: [Journey.Waypoint] = [
    .init(-420, -180, alt: 1_010), .init(-900, 130, alt: 1_075), .init(-1_300, -240, alt: 1_150),
    .init(-1_720, -120, alt: 1_215), .init(-1_950, -640, alt: 1_300), .init(-2_350, -780, alt: 1_370),
    .init(-2_420, -1_260, alt: 1_440), .init(-2_150, -1_620, alt: 1_463),
  ]

  private static let ridge: [Journey.Waypoint] = [
    .init(-1_720, -1_880, alt: 1_450), .init(-1_250, -1_780, alt: 1_432), .init(-930, -2_080, alt: 1_405),
    .init(-420, -2_230, alt: 1_380), .init(60, -2_050, alt: 1_362), .init(520, -2_390, alt: 1_340),
  ]

  private static let toLunch: [Journey.Waypoint] = [
    .init(1_020, -2_620, alt: 1_310), .init(1_560, -2_450, alt: 1_290), .init(1_980, -2_020, alt: 1_270),
    .init(2_060, -1_500, alt: 1_240), .init(1_760, -1_120, alt: 1_205),
  ]

  private static let descent: [Journey.Waypoint] = [
    .init(1_420, -980, alt: 1_160), .init(1_130, -1_180, alt: 1_120), .init(760, -900, alt: 1_060),
    .init(560, -480, alt: 1_010), .init(180, -240, alt: 985), .init(20, -15, alt: 972),
  ]

  private static let road: [Journey.Waypoint] = [
    .init(300, 420, alt: 930), .init(220, 1_050, alt: 860), .init(760, 1_520, alt: 800), .init(1_650, 1_480, alt: 770),
    .init(2_350, 1_900, alt: 750), .init(3_900, 2_050, alt: 742), .init(4_800, 1_560, alt: 735),
    .init(5_500, 700, alt: 720), .init(6_600, 350, alt: 690), .init(7_300, -520, alt: 640),
    .init(8_300, -900, alt: 590), .init(8_800, -1_900, alt: 540), .init(8_100, -2_700, alt: 500),
    .init(8_500, -3_500, alt: 460), .init(7_700, -4_100, alt: 440),
  ]
}
