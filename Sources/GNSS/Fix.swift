import Clocks
import Geodesy

/// What a receiver said of one instant. Everything that it did not say is nil: missing is never 0.
public struct Fix: Equatable, Sendable {
  /// The instant the position belongs to, by satellites; nil until the receiver knows the date.
  public var time: UTCStamp?
  /// Whether there is a position, and of which kind.
  public var mode: Mode
  /// The position on WGS 84; only with `mode` at least ``Mode/twoDimensional``.
  public var coordinate: Coordinate?
  /// Height above mean sea level, metres, by the receiver's own geoid.
  public var altMSLMeters: Double?
  /// Height above the WGS 84 ellipsoid, metres.
  public var altHAEMeters: Double?
  /// Geoid above the ellipsoid, metres; HAE = MSL + separation.
  public var geoidSeparationMeters: Double?
  /// Speed over ground, metres a second, 0 or more.
  public var speedMetersPerSecond: Double?
  /// Direction of motion, degrees clockwise from true north, 0..<360.
  public var trackDegrees: Double?
  /// Dilutions of precision, no unit.
  public var dilution = Dilution()
  /// Satellites used in the position.
  public var satellitesUsed: Int?
  /// Satellites in view.
  public var satellitesInView: Int?
  /// How the position was computed.
  public var quality: Quality?
  /// Radius in metres that holds the true position with 68 % probability, as the receiver estimates it itself: blind
  /// to reflections and bias.
  public var horizontalAccuracyMeters: Double?
  /// Where ``horizontalAccuracyMeters`` comes from.
  public var accuracySource: AccuracySource?
  /// One standard deviation (68 %) of the height, metres.
  public var verticalAccuracyMeters: Double?
  /// What else the receiver said.
  public var details = FixDetails()

  /// A fix that knows nothing.
  public init() { mode = .unknown }

  /// Whether there is a position.
  public var isPositioned: Bool { coordinate != nil && mode >= .twoDimensional }
}

extension Fix {
  /// The kind of position, with gpsd's numbers.
  public enum Mode: UInt8, Comparable, Sendable, CaseIterable {
    /// The receiver did not say.
    case unknown = 0
    /// The receiver says that it has no position.
    case none = 1
    /// Latitude and longitude.
    case twoDimensional = 2
    /// Latitude, longitude and height.
    case threeDimensional = 3

    /// Orders by what is known.
    public static func < (left: Mode, right: Mode) -> Bool { left.rawValue < right.rawValue }
  }

  /// Dilutions of precision.
  public struct Dilution: Equatable, Sendable {
    /// Horizontal.
    public var horizontal: Double?
    /// Of position.
    public var position: Double?
    /// Vertical.
    public var vertical: Double?

    /// Unknown dilutions.
    public init() {}
  }

  /// How a position was computed; the numbers of GGA field 6 (NMEA 0183, 1 to 8).
  public enum Quality: UInt8, Sendable, CaseIterable {
    /// Satellites alone.
    case autonomous = 1
    /// With differential corrections, SBAS included.
    case differential = 2
    /// Military precise service.
    case precise = 3
    /// Real-time kinematic with whole-number ambiguities.
    case fixedRTK = 4
    /// Real-time kinematic, ambiguities not yet whole.
    case floatRTK = 5
    /// Dead reckoning.
    case estimated = 6
    /// Typed in by somebody.
    case manual = 7
    /// A simulator.
    case simulated = 8
  }

  /// What a stated accuracy was computed from.
  public enum AccuracySource: UInt8, Sendable, CaseIterable {
    /// The receiver's own radius in a vendor's sentence (PUBX,00; PQTMEPE; PGLOR).
    case receiver = 1
    /// GST: standard deviations of latitude and longitude.
    case gst = 2
    /// GBS: expected errors.
    case gbs = 3
    /// Garmin's PGRME, taken as a 50 % radius.
    case garmin = 4
    /// HDOP times a typical range error.
    case dilution = 5
    /// Given with an imported track.
    case imported = 6
  }
}
