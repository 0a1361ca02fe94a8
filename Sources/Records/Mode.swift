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
  }

  /// The mode from now on.
  public var mode: Mode
  /// What changed it.
  public var reason: Reason

  /// Makes a change.
  public init(mode: Mode, reason: Reason) {
    self.mode = mode
    self.reason = reason
  }
}
