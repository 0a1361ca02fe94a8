/// How a receiver shall be set up. What is nil is left as it is.
public struct ReceiverWish: Equatable, Sendable {
  /// Time between two positions, milliseconds; a profile takes the nearest one that its receivers know.
  public var periodMilliseconds: Int?
  /// Whether only useful sentences shall come: RMC, GGA, GSA, GST where there is one, and now and then GSV.
  public var selectsSentences: Bool
  /// Time between two lists of the satellites in view, seconds; 0 for none. They are the longest part of an epoch.
  public var satellitesInViewSeconds: Int
  /// What moves the receiver.
  public var activity: ReceiverActivity?
  /// Baud of the line.
  public var baud: Int?

  /// Makes a wish.
  public init(
    periodMilliseconds: Int? = nil, selectsSentences: Bool = false, satellitesInViewSeconds: Int = 10,
    activity: ReceiverActivity? = nil, baud: Int? = nil
  ) {
    self.periodMilliseconds = periodMilliseconds
    self.selectsSentences = selectsSentences
    self.satellitesInViewSeconds = satellitesInViewSeconds
    self.activity = activity
    self.baud = baud
  }

  /// Every how many epochs the satellites in view are listed; 0 for never.
  ///
  /// - Parameter limit: the most the receiver can count.
  func satellitesInViewEpochs(limit: Int, period: Int) -> Int {
    guard satellitesInViewSeconds > 0 else { return 0 }
    let seconds = min(satellitesInViewSeconds, 3_600)
    return min(max(1, seconds * 1_000 / max(1, period)), limit)
  }
}

/// What moves a receiver, in Core Location's words.
public enum ReceiverActivity: UInt8, Sendable, CaseIterable {
  /// Anything that stays on the ground.
  case other
  /// A car.
  case automotive
  /// On foot or by bicycle.
  case fitness
  /// Boats, trains and what else is steered.
  case otherNavigation
  /// Anything that flies.
  case airborne
}

/// How much a receiver shall forget when it starts anew.
public enum RestartKind: UInt8, Sendable, CaseIterable {
  /// Nothing: fixes within seconds.
  case hot
  /// The satellites' orbits: about half a minute.
  case warm
  /// Everything it knows of satellites, the time and the place.
  case cold
}

/// How a receiver saves power while it goes on giving positions.
public enum PowerSaving: Equatable, Sendable {
  /// It does not.
  case full
  /// It tracks in short bursts, about one position a second.
  case cyclic
  /// It sleeps between positions that are this far apart, seconds.
  case interval(seconds: Int)
}
