/// How much the logger does for its power.
public enum Mode: UInt8, Sendable, CaseIterable {
  /// As configured.
  case auto = 1
  /// As exactly as the receiver can.
  case highAccuracy = 2
  /// Only where one has gone far.
  case significantChange = 3
  /// Nothing is located.
  case off = 4

  /// The mode that a long press goes on to.
  public var next: Mode { Mode(rawValue: rawValue + 1) ?? .auto }
}

/// The mode changed; it holds over restarts.
public struct ModeChange: Equatable, Sendable {
  /// What changed it.
  public enum Reason: UInt8, Sendable, CaseIterable {
    /// A long press.
    case button = 1
    /// A client.
    case command = 2
    /// A choice was for a time, and that is over.
    case expired = 3
    /// Something moves.
    case motion = 4
    /// Nothing moves.
    case rest = 5
    /// The board is fed from outside.
    case externalPower = 6
    /// It is no more.
    case onBattery = 7
    /// The battery runs low.
    case batteryLow = 8
    /// It does no more.
    case batteryRecovered = 9

    /// Whether somebody chose; what the board does by itself holds over no restart.
    public var isChoice: Bool { rawValue <= Reason.expired.rawValue }
  }

  /// The mode from now on.
  public var mode: Mode
  /// What changed it.
  public var reason: Reason
  /// For how long it was chosen, seconds; nil for good. What was chosen for a time ends with a restart.
  public var holdsSeconds: UInt32?

  /// Makes a change.
  public init(mode: Mode, reason: Reason, holdsSeconds: UInt32? = nil) {
    self.mode = mode
    self.reason = reason
    self.holdsSeconds = holdsSeconds
  }
}
