import Text

/// What a reading of the whole journal found, for `waymark verify`.
public struct Verification: Equatable, Sendable {
  /// Segments that are there.
  public private(set) var segments = 0
  /// Bytes in them.
  public private(set) var bytes = 0
  /// Good frames.
  public private(set) var frames = 0
  /// Records in the good frames.
  public private(set) var records = 0
  /// The number of the first record; nil without any.
  public private(set) var firstSequence: UInt64?
  /// The number of the last record; nil without any.
  public private(set) var lastSequence: UInt64?
  /// Torn tail, damage and missing numbers.
  public private(set) var findings = Findings()

  /// Reads a journal from its first segment to its tail.
  ///
  /// - Parameter each: gets every good frame, in order.
  /// - Throws: a fault of the store; see also ``JournalReader/next()``.
  public init(of store: any SegmentStore, each: (Frame) -> Void = { _ in }) throws(Fault) {
    for number in try store.segments() {
      segments += 1
      bytes += try store.open(number, writable: false).size
    }
    var reader = try JournalReader(store: store)
    while let frame = try reader.next() {
      frames += 1
      records += frame.count
      firstSequence = firstSequence ?? frame.firstSequence
      lastSequence = frame.lastSequence
      each(frame)
    }
    findings = reader.findings
  }
}
