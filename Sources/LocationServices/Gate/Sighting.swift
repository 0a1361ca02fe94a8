import Clocks
import GNSS
import Geodesy

/// A fix that has a position, with the moment it belongs to.
public struct Sighting: Equatable, Sendable {
  /// No receiver of this kind is better than this for long, whatever it claims, metres: claims of 1.7 m have been seen
  /// 200 m off.
  public static let leastAccuracyMeters = 3.0
  /// A claim beyond this says no more than that nothing is known, metres.
  private static let mostAccuracyMeters = 10_000.0
  /// What is assumed of a fix that says nothing of its accuracy, metres: HDOP 1 at the usual range error.
  public static let assumedAccuracyMeters = 5.0

  /// What the receiver said.
  public var fix: Fix
  /// Where.
  public var coordinate: Coordinate
  /// The moment it belongs to.
  public var at: Instant
  /// The same moment by satellites, if known.
  public var utc: UTCStamp?
  /// A number that whoever made it knows it by, such as that of its record; 0 for none.
  public var number: UInt64
  /// Whether nothing about it is judged or left out: a point of somebody's track of which everything shall be kept.
  public var isAsIs = false

  /// Makes it.
  ///
  /// - Returns: nil if the fix has no position.
  public init?(_ fix: Fix, at: Instant, utc: UTCStamp?, number: UInt64 = 0) {
    guard let coordinate = fix.coordinate else { return nil }
    self.fix = fix
    self.coordinate = coordinate
    self.at = at
    self.utc = utc
    self.number = number
  }

  /// Radius that holds the true position with 68 %, metres, as far as the claim is believed.
  public var accuracyMeters: Double {
    let claim = fix.horizontalAccuracyMeters.flatMap { $0.isNaN ? nil : $0 } ?? Self.assumedAccuracyMeters
    return min(max(claim, Self.leastAccuracyMeters), Self.mostAccuracyMeters)
  }

  /// Whether the fix says anything of its accuracy.
  public var isAccuracyStated: Bool { fix.horizontalAccuracyMeters != nil }

  /// The receiver's own speed, metres a second; nil if it says none that can be.
  public var speedMetersPerSecond: Double? { fix.speedMetersPerSecond.flatMap { $0.isFinite && $0 >= 0 ? $0 : nil } }

  /// The receiver's own direction of motion, degrees; nil if it says none, or moves too slowly to have one.
  public var trackDegrees: Double? {
    guard let track = fix.trackDegrees, track.isFinite else { return nil }
    if let speed = speedMetersPerSecond, speed < Pace.movingMetersPerSecond { return nil }
    return track
  }
}

/// Speeds that mean something.
public enum Pace {
  /// Below this a receiver cannot tell motion from noise, and its course is one of any direction, metres a second.
  public static let movingMetersPerSecond = 0.5
  /// From here on the course is steady enough to see a turn in it, metres a second: a slow walk.
  public static let turningMetersPerSecond = 1.0
}
