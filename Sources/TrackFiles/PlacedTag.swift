import Clocks
import Geodesy
import Records

/// A tag with its place: what a waypoint or a tag's row shows.
public struct PlacedTag: Equatable, Sendable {
  /// The number of the tag's record.
  public var sequence: SequenceNumber
  /// The boot of the press; nil if the tag's record is not known.
  public var boot: BootID?
  /// The moment of the press on that boot's clock.
  public var at: Instant
  /// The same in UTC, if known.
  public var utc: UTCStamp?
  /// What was marked; nil if the tag's record is not known.
  public var tag: Tag?
  /// Where.
  public var location: TagLocation
  /// Which way the board pointed, if that is known.
  public var heading: HeadingRecord?

  /// Puts a tag and its location together.
  ///
  /// - Parameters:
  ///   - pending: the tag as the digest had it before the location came.
  ///   - location: the place.
  ///   - utc: the time of the location's record. For an interpolated place it is that of the press, and better than
  ///     what was known then.
  public init(pending: PendingTag?, location: TagLocation, utc locatedUTC: UTCStamp?) {
    sequence = location.tag
    boot = pending?.boot
    at = pending?.at ?? .zero
    utc = location.method == .interpolated ? locatedUTC ?? pending?.utc : pending?.utc
    tag = pending?.tag
    heading = pending?.heading
    self.location = location
  }
}
