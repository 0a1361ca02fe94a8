import GNSS

/// What follows from what carries the board.
extension ReceiverActivity {
  /// The fastest that is believed where the receiver tells no speed of its own, metres a second: the fastest trains go
  /// 100, airliners with a strong wind behind them 350.
  public var fastestMetersPerSecond: Double { self == .airborne ? 350 : 100 }

  /// How fast it goes on when nothing better is known, metres a second: for planning how far it may have come.
  public var plausibleMetersPerSecond: Double {
    switch self {
    case .fitness: 4
    case .other: 15
    case .automotive: 25
    case .otherNavigation: 15
    case .airborne: 150
    }
  }

  /// How long everything must have been still before it is taken for rest, seconds: cars wait at lights, boats in locks.
  /// It begins when the fixes of ``StationaryAnchor/stillSeconds`` have stayed in one circle.
  public var restDwellSeconds: Double {
    switch self {
    case .other, .fitness: 30
    case .automotive: 90
    case .otherNavigation: 120
    case .airborne: 300
    }
  }
}
