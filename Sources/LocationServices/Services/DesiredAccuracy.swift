/// How exactly a place is wanted to be known, in Core Location's six levels.
public enum DesiredAccuracy: String, Sendable, CaseIterable, Comparable {
  /// The best there is, for somebody who steers by it.
  case bestForNavigation = "best_for_navigation"
  /// As exactly as the receiver can.
  case best
  /// To ten metres.
  case nearestTenMeters = "10m"
  /// To a hundred metres.
  case hundredMeters = "100m"
  /// To a kilometre.
  case kilometer = "1km"
  /// To three kilometres.
  case threeKilometers = "3km"

  /// The error that is allowed, metres; 0 where there is no such thing as good enough.
  public var meters: Double {
    switch self {
    case .bestForNavigation, .best: 0
    case .nearestTenMeters: 10
    case .hundredMeters: 100
    case .kilometer: 1_000
    case .threeKilometers: 3_000
    }
  }

  /// Orders from the most exact to the least.
  public static func < (left: DesiredAccuracy, right: DesiredAccuracy) -> Bool { left.rank < right.rank }

  private var rank: Int {
    switch self {
    case .bestForNavigation: 0
    case .best: 1
    case .nearestTenMeters: 2
    case .hundredMeters: 3
    case .kilometer: 4
    case .threeKilometers: 5
    }
  }
}

/// How a receiver is used for a desired accuracy, while what carries it moves.
public struct ReceiverDuty: Equatable, Sendable {
  /// Time between two fixes, milliseconds.
  public var periodMilliseconds: Int
  /// Whether the receiver may track in short bursts where it can: a third of the energy, a little less exact.
  public var maySavePower: Bool
  /// Whether it may sleep between two looks although it moves.
  public var maySleepMoving: Bool

  /// Makes a duty.
  public init(periodMilliseconds: Int, maySavePower: Bool, maySleepMoving: Bool) {
    self.periodMilliseconds = periodMilliseconds
    self.maySavePower = maySavePower
    self.maySleepMoving = maySleepMoving
  }
}

extension DesiredAccuracy {
  /// The duty that gives it.
  ///
  /// - Parameter usualMilliseconds: the period that is configured; somebody who steers gets no fewer than one a second.
  public func duty(usualMilliseconds: Int) -> ReceiverDuty {
    switch self {
    case .bestForNavigation:
      ReceiverDuty(periodMilliseconds: min(usualMilliseconds, 1_000), maySavePower: false, maySleepMoving: false)
    case .best: ReceiverDuty(periodMilliseconds: usualMilliseconds, maySavePower: false, maySleepMoving: false)
    case .nearestTenMeters:
      ReceiverDuty(periodMilliseconds: usualMilliseconds, maySavePower: true, maySleepMoving: false)
    case .hundredMeters, .kilometer, .threeKilometers:
      ReceiverDuty(periodMilliseconds: max(usualMilliseconds, 1_000), maySavePower: true, maySleepMoving: true)
    }
  }
}
