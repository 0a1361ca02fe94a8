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
    contents.records.reserveCapacity(min(max(count, 0), payload.count))
    var unknown: [SequenceNumber] = []
    // The closures throw nothing.
    let fault = try? walk(
      payload, firstSequence: firstSequence, count: count, unknown: { unknown.append($0) },
      record: { contents.records.append($0) })
    contents.fault = fault
    contents.unknown = unknown
    return contents
  }

  /// Reads a payload as far as it goes, record by record, for readers of long journals: no list is made.
  ///
  /// - Parameters:
  ///   - glance: takes the fixes in short; if it is nil, `record` takes them.
  ///   - unknown: takes the numbers of records that only a later version knows.
  ///   - record: takes the records, ascending.
  /// - Returns: what was wrong with the payload; what was handed over before is good.
  /// - Throws: what `record` throws.
  public static func walk(
    _ payload: [UInt8], firstSequence: UInt64, count: Int, glance: ((FixGlance) -> Void)? = nil,
    unknown: (SequenceNumber) -> Void = { _ in }, record: (Record) throws(Fault) -> Void
  ) throws(Fault) -> Fault? {
    var source = ByteSource(payload[...])
    let version = source.byte()
    guard version == FrameEncoder.version else {
      return Fault(
        .data, "record \(firstSequence) and those behind it are in format \(version), which this version cannot read",
        remedy: "read the journal with the version of Waymark that wrote it, or a later one")
    }
    var times = TimeDelta()
    var fixes = FixDelta()
    for index in 0..<max(count, 0) {
      let sequence = SequenceNumber(firstSequence &+ UInt64(index))
      let first = source.byte()
      let kind = first & Kind.mask
      let stamp = times.decode(&source, first: first, isFix: kind == Kind.fix.rawValue)
      guard kind != Kind.fix.rawValue else {
        let numbers = fixes.decode(&source, utc: stamp.utc)
        guard !source.isMalformed, numbers.isSound, let at = stamp.instant else { return damaged(sequence) }
        let utc = stamp.utcStamp
        let isStamped = stamp.quality == 0 || utc != nil
        if let glance {
          if isStamped, numbers.isKnown {
            glance(FixGlance(numbers, sequence: sequence, boot: BootID(bits: stamp.boot), at: at, utc: utc))
          } else {
            unknown(sequence)
          }
        } else if isStamped, let fix = numbers.record(utc: utc) {
          try record(Record(sequence, BootID(bits: stamp.boot), at, utc, .fix(fix)))
        } else {
          unknown(sequence)
        }
        continue
      }
      var inner = ByteSource(source.counted())
      let body = Kind(rawValue: kind).flatMap { Body($0, from: &inner) }
      guard body == nil || !inner.isMalformed, !source.isMalformed, kind != 0, let at = stamp.instant else {
        return damaged(sequence)
      }
      let utc = stamp.utcStamp
      guard let body, stamp.quality == 0 || utc != nil else {
        unknown(sequence)
        continue
      }
      try record(Record(sequence, BootID(bits: stamp.boot), at, utc, body))
    }
    guard !source.isAtEnd else { return nil }
    return Fault(.data, "behind record \(firstSequence &+ UInt64(max(count, 0))) there is more than expected")
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

extension Record {
  /// From the journal, where all times are whole milliseconds already.
  fileprivate init(_ sequence: SequenceNumber, _ boot: BootID, _ at: Instant, _ utc: UTCStamp?, _ body: Body) {
    self.sequence = sequence
    self.boot = boot
    self.at = at
    self.utc = utc
    self.body = body
  }
}
