/// What a receiver says of itself.
public struct ReceiverHealth: Equatable, Sendable {
  /// The antenna's supply.
  public enum Antenna: UInt8, Sendable {
    /// Being checked.
    case initializing
    /// Draws the expected current.
    case ok
    /// Draws too much.
    case short
    /// Draws nothing: broken or none, or a passive one.
    case open
    /// The receiver cannot tell.
    case unknown

    /// The word used in output.
    public var name: StaticString {
      switch self {
      case .initializing: "init"
      case .ok: "ok"
      case .short: "short"
      case .open: "open"
      case .unknown: "unknown"
      }
    }
  }

  /// The antenna's supply as stated last; nil if never.
  public var antenna: Antenna?
  /// Start-up messages seen: each means that settings which were not saved are lost.
  public var restarts = 0
  /// Who makes the receiver, as far as its sentences tell.
  public var family: ReceiverFamily?

  /// Nothing known.
  public init() {}
}

/// Receivers that share a language.
public enum ReceiverFamily: UInt8, Sendable, CaseIterable {
  /// u-blox.
  case ublox = 1
  /// MediaTek: PMTK.
  case mediatek
  /// SiRF.
  case sirf
  /// Hangzhou Zhongke (AT6558): PCAS.
  case casic
  /// Quectel's own commands: PQTM, PAIR, PQ.
  case quectel
  /// STMicroelectronics Teseo: PSTM.
  case teseo
  /// Garmin.
  case garmin
  /// Trimble.
  case trimble
  /// Skytraq.
  case skytraq
  /// Broadcom.
  case broadcom
  /// Furuno.
  case furuno
  /// Jackson Labs.
  case jacksonLabs
  /// Ashtech.
  case ashtech

  /// The usual name.
  public var name: StaticString {
    switch self {
    case .ublox: "u-blox"
    case .mediatek: "MediaTek"
    case .sirf: "SiRF"
    case .casic: "CASIC"
    case .quectel: "Quectel"
    case .teseo: "ST Teseo"
    case .garmin: "Garmin"
    case .trimble: "Trimble"
    case .skytraq: "Skytraq"
    case .broadcom: "Broadcom"
    case .furuno: "Furuno"
    case .jacksonLabs: "Jackson Labs"
    case .ashtech: "Ashtech"
    }
  }
}
