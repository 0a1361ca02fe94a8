import Clocks

/// Tells presses from the bouncing of contacts.
///
/// A press counts at its very first edge, so that its moment is exact; every further edge within the settling time
/// belongs to it. A release bounces too, so the time runs from the last edge of either kind.
public struct PressDetector: Sendable {
  /// How long contacts may bounce. 20 ms has been too short for worn buttons (ebaauw/homebridge-rpi#146).
  public static let settling = Duration.milliseconds(30)

  private var lastEdge: Instant?

  /// A button at rest.
  public init() {}

  /// Takes an edge.
  ///
  /// - Parameters:
  ///   - pressed: whether the contact closed.
  ///   - at: the kernel's time of the edge.
  /// - Returns: whether this edge is a press.
  public mutating func edge(pressed: Bool, at: Instant) -> Bool {
    let isSettled = lastEdge.map { at - $0 >= Self.settling } ?? true
    lastEdge = at
    return pressed && isSettled
  }
}
