import Configuration

/// Examines a board, part by part, in the order in which a beginner wires it.
public struct Doctor {
  private let settings: Settings
  private let profile: BoardProfile?
  private let daemon: DaemonReport?

  /// A doctor for this board.
  ///
  /// - Parameters:
  ///   - settings: what was configured.
  ///   - profile: what is known of the board.
  ///   - daemon: what the daemon says, if one runs: what it holds is not touched.
  public init(settings: Settings, profile: BoardProfile?, daemon: DaemonReport?) {
    self.settings = settings
    self.profile = profile
    self.daemon = daemon
  }

  /// Examines everything that needs no hands.
  ///
  /// - Parameter tell: takes each finding as soon as it is known.
  public func examine(_ tell: (Finding) -> Void) {
    BoardChecks(profile: profile).findings.forEach(tell)
    ReceiverChecks(live: settings.receiver, daemon: daemon).findings.forEach(tell)
    BusChecks(live: settings.sensors, daemon: daemon).findings.forEach(tell)
    LineChecks(live: settings, profile: profile, daemon: daemon).findings.forEach(tell)
    ClockChecks().findings.forEach(tell)
    StorageChecks(data: settings.storage.data, isDaemonsToWrite: daemon != nil).findings.forEach(tell)
    DaemonChecks(daemon: daemon).findings.forEach(tell)
  }
}
