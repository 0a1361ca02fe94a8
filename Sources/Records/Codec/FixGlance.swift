import Clocks
import Geodesy
import GNSS

/// A fix in short: when, where and why, for readers who look through a long journal before they read it.
public struct FixGlance: Sendable {
  /// The number of its record.
  public let sequence: SequenceNumber
  /// The boot it was recorded in.
  public let boot: BootID
  /// The moment on that boot's clock.
  public let at: Instant
  /// The same in UTC, as far as it was known when the record was made.
  public let utc: UTCStamp?
  /// The place, if it has one.
  public let coordinate: Coordinate?
  /// Whether it belongs to the track.
  public let isInTrack: Bool

  init(_ numbers: FixNumbers, sequence: SequenceNumber, boot: BootID, at: Instant, utc: UTCStamp?) {
    self.sequence = sequence
    self.boot = boot
    self.at = at
    self.utc = utc
    let hasPlace = numbers.shape.has(FixShape.coordinateBit)
    coordinate =
      hasPlace
      ? Coordinate(latitudeNanodegrees: numbers.latitude, longitudeNanodegrees: numbers.longitude) : nil
    isInTrack = FixRecord.Reason(rawValue: numbers.shape.reason)?.isInTrack ?? false
  }

  /// The same of a record; nil if it is no fix.
  public init?(_ record: Record) {
    guard case .fix(let fix) = record.body else { return nil }
    sequence = record.sequence
    boot = record.boot
    at = record.at
    utc = record.utc
    coordinate = fix.fix.coordinate
    isInTrack = fix.reason.isInTrack
  }
}

extension FixNumbers {
  /// Whether this version knows all its enumerations, so that ``record(utc:)`` gives a fix.
  var isKnown: Bool {
    Fix.Mode(rawValue: shape.mode) != nil && FixRecord.Reason(rawValue: shape.reason) != nil
      && (shape.quality == 0 || Fix.Quality(rawValue: shape.quality) != nil)
      && (shape.accuracySource == 0 || Fix.AccuracySource(rawValue: shape.accuracySource) != nil)
      && shape.timeForm != .reserved
      && (shape.timeForm != .own || ClockQuality(rawValue: ownTimeQuality) != nil)
  }
}

extension FixRecord {
  /// From the journal, where everything is cut to its steps already.
  init(kept fix: Fix, reason: Reason) {
    self.fix = fix
    self.reason = reason
  }
}
