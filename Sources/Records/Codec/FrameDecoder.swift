import Clocks
import Text

/// The records of a frame's payload again.
public enum FrameDecoder {
  /// What a payload held.
  public struct Contents: Equatable, Sendable {
    /// The records, ascending.
    public var records: [Record] = []
    /// The numbers of records that only a later version knows.
    public var unknown: [SequenceNumber] = []
    /// What was wrong with the payload; the records before that place are good.
    public var fault: Fault?
  }

  /// Reads a payload.
  ///
  /// - Throws: ``Fault/Code/data`` if the payload is damaged or of a later format. Records of a kind that only a later
  ///   version knows are no fault: they are left out; ``contents(of:firstSequence:count:)`` tells of them.
  public static func records(payload: [UInt8], firstSequence: UInt64, count: Int) throws(Fault) -> [Record] {
    let contents = contents(of: payload, firstSequence: firstSequence, count: count)
    if let fault = contents.fault { throw fault }
    return contents.records
  }

  /// Reads a payload as far as it goes.
  public static func contents(of payload: [UInt8], firstSequence: UInt64, count: Int) -> Contents {
    var contents = Contents()
    var source = ByteSource(payload[...])
    let version = source.byte()
    guard version == FrameEncoder.version else {
      contents.fault = Fault(
        .data, "record \(firstSequence) and those behind it are in format \(version), which this version cannot read",
        remedy: "read the journal with the version of Waymark that wrote it, or a later one")
      return contents
    }
    var times = TimeDelta()
    var fixes = FixDelta()
    contents.records.reserveCapacity(min(max(count, 0), payload.count))
    for index in 0..<max(count, 0) {
      let sequence = SequenceNumber(firstSequence &+ UInt64(index))
      let first = source.byte()
      let kind = first & Kind.mask
      let stamp = times.decode(&source, first: first, isFix: kind == Kind.fix.rawValue)
      let body: Body?
      if kind == Kind.fix.rawValue {
        let numbers = fixes.decode(&source, utc: stamp.utc)
        guard !source.isMalformed, numbers.isSound else {
          contents.fault = damaged(sequence)
          return contents
        }
        body = numbers.record(utc: stamp.utcStamp).map { .fix($0) }
      } else {
        var inner = ByteSource(source.counted())
        body = Kind(rawValue: kind).flatMap { Body($0, from: &inner) }
        if body != nil, inner.isMalformed { contents.fault = damaged(sequence) }
      }
      guard !source.isMalformed, kind != 0, let at = stamp.instant, contents.fault == nil else {
        contents.fault = damaged(sequence)
        return contents
      }
      guard let body, stamp.quality == 0 || stamp.utcStamp != nil else {
        contents.unknown.append(sequence)
        continue
      }
      contents.records.append(
        Record(sequence: sequence, boot: BootID(bits: stamp.boot), at: at, utc: stamp.utcStamp, body: body))
    }
    if !source.isAtEnd {
      contents.fault = Fault(
        .data, "behind record \(firstSequence &+ UInt64(max(count, 0))) there is more than expected")
    }
    return contents
  }

  private static func damaged(_ sequence: SequenceNumber) -> Fault {
    Fault(.data, "record \(sequence.value) of the journal cannot be read, nor those behind it in its frame")
  }
}

extension TimeDelta.Times {
  /// Nil where it does not fit.
  fileprivate var instant: Instant? {
    let (nanoseconds, overflow) = at.multipliedReportingOverflow(by: 1_000_000)
    return overflow ? nil : Instant(boot: nanoseconds)
  }

  fileprivate var utcStamp: UTCStamp? {
    guard let quality = ClockQuality(rawValue: quality), let time = UnixTime(checkedMilliseconds: utc) else {
      return nil
    }
    return UTCStamp(time, quality)
  }
}
