import Clocks

/// Waits until a receiver that has just found its place knows it well: the first fixes after a start stand on few
/// satellites, or are those of the place where it was switched off.
///
/// Three states: **waiting** for the first fix, **settling** while fixes come and get better, **settled** for the rest of
/// the run. The newest fix is held meanwhile, so that it is not lost if no other comes.
public struct Settling: Sendable {
  /// A fix whose radius is smaller than this part of the one before is an improvement.
  private static let improvement = 0.9
  /// Settling ends after this many times the configured seconds, however much better it gets.
  private static let patience = 3.0

  private let seconds: Double
  private var firstAt: Instant?
  private var held: Sighting?
  /// Whether it is over.
  public private(set) var isSettled = false

  /// - Parameter seconds: how long the first fixes are given.
  public init(seconds: Double) { self.seconds = seconds }

  /// When the held fix is recorded if no other comes.
  public var nextDeadline: Instant? { held.map { $0.at + .wholeNanoseconds(max(1, Self.patience * seconds)) } }

  /// Takes a fix.
  ///
  /// - Returns: whether it is settled with this one.
  public mutating func take(_ sighting: Sighting) -> Bool {
    guard !isSettled else { return true }
    let firstAt = firstAt ?? sighting.at
    self.firstAt = firstAt
    let elapsed = (sighting.at - firstAt).seconds
    let isImproving = held.map { sighting.accuracyMeters < Self.improvement * $0.accuracyMeters } ?? false
    if elapsed < 0 || elapsed >= Self.patience * seconds || (elapsed >= seconds && !isImproving) {
      settle()
    } else {
      held = sighting
    }
    return isSettled
  }

  /// Ends it.
  ///
  /// - Returns: the fix that was held, if one is.
  @discardableResult
  public mutating func settle() -> Sighting? {
    defer { held = nil }
    isSettled = true
    return held
  }
}
