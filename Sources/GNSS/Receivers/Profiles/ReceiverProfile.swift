/// A family's language: what is said to it for a purpose. A profile is a value without state; when to say something is
/// ``ReceiverControl``'s.
public protocol ReceiverProfile: Sendable {
  /// Which language it is.
  var language: ReceiverLanguage { get }

  /// What its sleep can do.
  var power: PowerCapabilities { get }

  /// The period that is really set for a wanted one, milliseconds.
  func period(nearest milliseconds: Int) -> Int

  /// The commands of a wish, in the order in which they are sent; the speed is not among them.
  func configuration(_ wish: ReceiverWish) -> [ReceiverCommand]

  /// To change the speed of its port; nil if it cannot be changed to that.
  func speed(baud: Int) -> ReceiverCommand?

  /// To sleep at once.
  ///
  /// - Parameter seconds: for how long; nil until it is woken. At most what ``PowerCapabilities/maximumTimerSeconds``
  ///   says; a family without a timer sleeps until it is woken.
  /// - Returns: nil if there is no such sleep.
  func sleep(seconds: Int?) -> ReceiverCommand?

  /// To wake up; nil if nothing that is sent wakes it.
  var wake: ReceiverCommand? { get }

  /// To start anew.
  func restart(_ kind: RestartKind) -> ReceiverCommand?

  /// To save power or not; empty if it cannot.
  func powerSaving(_ mode: PowerSaving) -> [ReceiverCommand]

  /// To keep what is configured now without power; nil if it cannot.
  var save: ReceiverCommand? { get }

  /// To hand out what it knows of satellites; nil if it cannot.
  var aidingDump: ReceiverCommand? { get }
}

extension ReceiverProfile {
  /// No way to save power.
  public func powerSaving(_ mode: PowerSaving) -> [ReceiverCommand] { [] }
  /// No way to keep a configuration.
  public var save: ReceiverCommand? { nil }
  /// No way to hand out what it knows.
  public var aidingDump: ReceiverCommand? { nil }
}

/// Languages of receivers.
public enum ReceiverLanguage: UInt8, Sendable, CaseIterable {
  /// u-blox 5 to 7: messages of class CFG.
  case ublox6 = 1
  /// u-blox 8 and M8: the same, and aiding of several systems.
  case ublox8
  /// u-blox M9, M10 and newer: keys and values.
  case ubloxM10
  /// MediaTek and its licensees: PMTK.
  case mediatek
  /// AT6558, ATGM336H, L76K: PCAS.
  case casic
  /// Quectel LC29, LC76, LC86 and others with chips of Airoha: PAIR and PQTM.
  case pair
  /// Anything else: nothing is sent.
  case generic

  /// What is said in this language.
  public var profile: any ReceiverProfile {
    switch self {
    case .ublox6: UBloxClassicProfile(isGeneration8: false)
    case .ublox8: UBloxClassicProfile(isGeneration8: true)
    case .ubloxM10: UBloxValueProfile()
    case .mediatek: MediaTekProfile()
    case .casic: CASICProfile()
    case .pair: PAIRProfile()
    case .generic: GenericProfile()
    }
  }

  /// What people call the family.
  public var name: StaticString {
    switch self {
    case .ublox6: "u-blox 6 or 7"
    case .ublox8: "u-blox 8"
    case .ubloxM10: "u-blox M9 or M10"
    case .mediatek: "MediaTek"
    case .casic: "CASIC"
    case .pair: "Quectel PAIR"
    case .generic: "unknown"
    }
  }
}
