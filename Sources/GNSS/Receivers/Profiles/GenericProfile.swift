/// A receiver of which nothing is known but that it speaks NMEA: nothing is ever sent to it.
public struct GenericProfile: ReceiverProfile {
  /// Makes the profile.
  public init() {}

  /// Unknown.
  public var language: ReceiverLanguage { .generic }
  /// It never sleeps.
  public var power: PowerCapabilities { .none }
  /// Whatever it does by itself.
  public func period(nearest milliseconds: Int) -> Int { milliseconds }
  /// Nothing.
  public func configuration(_ wish: ReceiverWish) -> [ReceiverCommand] { [] }
  /// Nothing.
  public func speed(baud: Int) -> ReceiverCommand? { nil }
  /// Nothing.
  public func sleep(seconds: Int?) -> ReceiverCommand? { nil }
  /// Nothing.
  public var wake: ReceiverCommand? { nil }
  /// Nothing.
  public func restart(_ kind: RestartKind) -> ReceiverCommand? { nil }
}
