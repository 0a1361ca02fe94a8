import Clocks
import Records

/// How one boot's clock and UTC belong together.
struct BootClock: Equatable, Sendable {
  var at: Instant
  var utc: UTCStamp

  /// The UTC of a moment of the same boot; nil if it is too far away to be a time.
  func time(at moment: Instant) -> UTCStamp? {
    let (shift, overflow) = moment.boot.subtractingReportingOverflow(at.boot)
    let (nanoseconds, tooFar) = utc.time.nanoseconds.addingReportingOverflow(shift)
    guard !overflow, !tooFar else { return nil }
    return UTCStamp(UnixTime(nanoseconds: nanoseconds).wholeMilliseconds, utc.quality)
  }
}

/// Gives records the time that only later records tell, for whoever can read the journal twice.
///
/// Feed every record to ``take(_:)``, then ask ``dated(_:)`` for each. It keeps one clock a boot.
public struct RecordDater: Sendable {
  private var clocks: [BootID: BootClock] = [:]

  /// A dater that knows no clock.
  public init() {}

  /// Learns from a record; anything but a clock reading is passed over. The first reading of the best quality counts.
  public mutating func take(_ record: Record) {
    guard case .clock = record.body, let utc = record.utc else { return }
    if let known = clocks[record.boot], known.utc.quality >= utc.quality { return }
    clocks[record.boot] = BootClock(at: record.at, utc: utc)
  }

  /// The record with its time, as well as it is known now.
  ///
  /// A time that the record has itself is replaced only by a better one, and that of a fix never: it came with the fix.
  public func dated(_ record: Record) -> Record {
    guard let clock = clocks[record.boot], let utc = clock.time(at: record.at) else { return record }
    if let own = record.utc {
      if case .fix = record.body { return record }
      guard own.quality < utc.quality else { return record }
    }
    var dated = record
    dated.utc = utc
    return dated
  }

  /// The time of a moment of a boot; nil if that boot never knew its clock.
  public func time(at moment: Instant, boot: BootID) -> UTCStamp? { clocks[boot]?.time(at: moment) }
}
