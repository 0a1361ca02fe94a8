/// Says once that the compass wants to be calibrated: when its heading is in use and its accuracy was lost for a while.
public struct CalibrationPrompt: Equatable, Sendable {
  /// Poorer than this is lost, degrees.
  public static let lostDegrees = 20.0
  /// Lost for this long raises it; good for this long makes it ready again. Seconds.
  static let patience = 5.0
  static let recovery = 60.0

  private var lostSince: Double?
  private var goodSince: Double?
  /// Whether it was raised, and the accuracy has not recovered since.
  public private(set) var isRaised = false

  /// Nothing raised.
  public init() {}

  /// Takes a heading that somebody uses. Whether to raise the prompt now.
  public mutating func take(_ heading: Heading, atSeconds now: Double) -> Bool {
    // A board that points up, or is being shaken, is not cured by a calibration.
    switch heading.status {
    case .vertical, .accelerating, .unusable: return false
    default: break
    }
    guard !heading.isValid || heading.accuracyDegrees > Self.lostDegrees else {
      lostSince = nil
      let since = goodSince ?? now
      goodSince = since
      if now - since >= Self.recovery { isRaised = false }
      return false
    }
    goodSince = nil
    let since = lostSince ?? now
    lostSince = since
    guard !isRaised, now - since >= Self.patience else { return false }
    isRaised = true
    return true
  }
}
