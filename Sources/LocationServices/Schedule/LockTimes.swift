/// How a receiver starts, by what it still knows.
public enum StartKind: String, Sendable, CaseIterable {
  /// Time, place and orbits.
  case hot
  /// Time and place.
  case warm
  /// Nothing.
  case cold
}

/// Learns how long a receiver searches, so that it can be woken ahead of need.
///
/// Exponential smoothing for each kind of start. The very first lock is no measure of anything and left out; a search
/// that failed says something of the sky and nothing of the receiver, and never enters. A receiver whose starts should be
/// hot and are not, several times in a row, has lost its backup supply: every start of it is a cold one.
public struct LockTimes: Sendable {
  private let parameters: ScheduleParameters
  private var hot: Double
  private var warm: Double
  private var cold: Double
  private var hasLocked = false
  private var notHot = 0
  /// Whether every start is a cold one, because nothing keeps what the receiver knows.
  public private(set) var isBackupDead = false

  /// Nothing learned.
  public init(_ parameters: ScheduleParameters = ScheduleParameters()) {
    self.parameters = parameters
    hot = parameters.usualHotSeconds
    warm = parameters.usualWarmSeconds
    cold = parameters.usualColdSeconds
  }

  /// What a start will be.
  ///
  /// - Parameter ephemerisAgeSeconds: since its orbits were complete; nil if they never were.
  public func kind(ephemerisAgeSeconds: Double?) -> StartKind {
    guard !isBackupDead, let age = ephemerisAgeSeconds else { return .cold }
    return age <= parameters.ephemerisFreshSeconds ? .hot : .warm
  }

  /// How long a start will take until the first fix, seconds.
  public func expectedSeconds(_ kind: StartKind) -> Double {
    switch kind {
    case .hot: hot
    case .warm: warm
    case .cold: cold
    }
  }

  /// A search has ended with a fix.
  ///
  /// - Parameters:
  ///   - seconds: how long it took.
  ///   - kind: what start it was expected to be.
  public mutating func locked(after seconds: Double, expected kind: StartKind) {
    guard hasLocked else {
      hasLocked = true
      return
    }
    if kind == .hot {
      notHot = seconds > parameters.notHotSeconds ? notHot + 1 : 0
      isBackupDead = notHot >= parameters.coldStartsToNotice
    } else if isBackupDead, seconds < parameters.notHotSeconds / 2 {
      isBackupDead = false
      notHot = 0
    }
    func smooth(_ value: inout Double) { value += parameters.lockSmoothing * (seconds - value) }
    switch kind {
    case .hot: if seconds <= parameters.notHotSeconds { smooth(&hot) } else { smooth(&cold) }
    case .warm: smooth(&warm)
    case .cold: smooth(&cold)
    }
  }
}
