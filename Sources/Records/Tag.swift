import Clocks
import Geodesy

/// Somebody marked a moment. It is durable first and located afterwards, by a ``TagLocation``.
public struct Tag: Equatable, Sendable {
  /// What marked it.
  public enum Source: UInt8, Sendable, CaseIterable {
    /// The button.
    case button = 1
    /// `waymark tag`.
    case command = 2
    /// A waypoint of a track that was played.
    case imported = 3
  }

  /// What marked it.
  public var source: Source
  /// What the person wrote, at most ``maximumTextBytes`` of UTF-8; may hold any characters.
  public var text: String?

  /// The longest text a tag takes.
  public static let maximumTextBytes = 16_384

  /// Makes a tag.
  public init(source: Source, text: String? = nil) {
    self.source = source
    self.text = text
  }
}

/// Where a tag was made. The record's own moment is the press for an interpolated place, and that of the fix otherwise.
public struct TagLocation: Equatable, Sendable {
  /// How the place was found.
  public enum Method: UInt8, Sendable, CaseIterable {
    /// Between the fix before the moment and the fix after it, by time.
    case interpolated = 1
    /// It is the first fix after the moment.
    case firstFixAfter = 2
    /// The first fix after the moment, taken back by its speed and course to where it was then.
    case projected = 3
  }

  /// The number of the tag's record.
  public var tag: SequenceNumber
  /// The place.
  public var coordinate: Coordinate
  /// Height above mean sea level, metres.
  public var altMSLMeters: Double?
  /// How the place was found.
  public var method: Method
  /// Seconds from the tag to the fix that located it (the nearer of the two, if interpolated), 0 or more; nil if the
  /// two belong to boots whose clocks cannot be compared.
  public var ageSeconds: Double?
  /// 68 % radius of the fix that located it, metres.
  public var horizontalAccuracyMeters: Double?

  /// Makes a location.
  public init(
    tag: SequenceNumber, coordinate: Coordinate, altMSLMeters: Double?, method: Method, ageSeconds: Double?,
    horizontalAccuracyMeters: Double?
  ) {
    self.tag = tag
    self.coordinate = coordinate
    self.altMSLMeters = altMSLMeters
    self.method = method
    self.ageSeconds = ageSeconds
    self.horizontalAccuracyMeters = horizontalAccuracyMeters
  }
}
