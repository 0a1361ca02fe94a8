import Text

/// Reads a journal frame by frame, in constant memory (64 KiB, or one frame if that is longer), also while it is being
/// written.
///
/// Damage never stops it: it goes on with the next good frame and keeps account in ``findings``. The numbers of the
/// frames it gives always ascend.
public struct JournalReader {
  /// What was found besides good frames, up to where the reader is now.
  public private(set) var findings = Findings()
  /// The segment the reader is in; nil before the first.
  public var segment: UInt32? { cursor?.number }

  private let store: any SegmentStore
  private let from: UInt64
  private var nextSegment: UInt32
  private var cursor: SegmentCursor?
  /// The last number that was read or passed; nil while it is unknown what should come next.
  private var last: UInt64?
  private var isAtTail = false

  /// A reader that begins with the frame that holds a record, or else with the next one. Of the segments before it only
  /// the first frame is read.
  ///
  /// - Parameter sequence: the first record wanted; the first frame may begin before it.
  public init(store: any SegmentStore, from sequence: UInt64 = 0) throws(Fault) {
    self.store = store
    from = sequence
    let segments = try store.segments()
    nextSegment = segments.first ?? 1
    if sequence > 1 {
      for number in segments.reversed() {
        var cursor = SegmentCursor(number: number, file: try store.open(number, writable: false))
        if case .frame(let header, _, _) = try cursor.next(above: 0), header.firstSequence <= sequence {
          nextSegment = number
          break
        }
      }
    }
    last = startingPoint(in: segments)
  }

  /// A reader that begins with a segment.
  ///
  /// - Parameter number: if it is not there, the next one takes its place.
  public init(store: any SegmentStore, segment number: UInt32) throws(Fault) {
    self.store = store
    from = 0
    nextSegment = number
    last = startingPoint(in: try store.segments())
  }

  /// A reader of the newest segments.
  ///
  /// - Parameter count: how many, 1 or more.
  public init(store: any SegmentStore, lastSegments count: Int) throws(Fault) {
    let segments = try store.segments()
    try self.init(store: store, segment: segments.suffix(max(count, 1)).first ?? 1)
  }

  /// The next frame, or nil at the end of what has been written by now: later there may be more.
  ///
  /// - Throws: a fault of the store, after which the call can be made again; or ``Fault/Code/data`` where the journal
  ///   goes on in a format of a later version.
  public mutating func next() throws(Fault) -> Frame? {
    while var cursor = try openCursor() {
      defer { if self.cursor != nil { self.cursor = cursor } }
      if isAtTail, try cursor.isQuiet(), try successor(of: cursor) == nil { return nil }
      isAtTail = false
      switch try cursor.next(above: last ?? 0) {
      case .frame(let header, let offset, let hole):
        note(header, hole: hole, in: cursor.number)
        guard header.version == FrameHeader.version else { throw Self.tooNew(segment: cursor.number) }
        if header.lastSequence < from { continue }
        if let payload = try cursor.payload(of: header, at: offset) {
          return Frame(firstSequence: header.firstSequence, count: header.count, payload: payload)
        }
      case .end(let dirtyEnd):
        guard let successor = try successor(of: cursor) else {
          findings.tornTailBytes = dirtyEnd - cursor.offset
          findings.isShortened = try cursor.isShortened(above: last ?? 0)
          if cursor.offset == 0 {
            // A segment without frames may be made anew, as another file.
            nextSegment = cursor.number
            self.cursor = nil
          } else {
            isAtTail = true
          }
          return nil
        }
        cursor.forget()
        if !cursor.isSealed {
          // What was written between the look at the tail and the look at the folder is read now.
          cursor.isSealed = true
          continue
        }
        if dirtyEnd > cursor.offset {
          findings.add(
            Findings.Damage(
              segment: cursor.number, offset: cursor.offset, length: dirtyEnd - cursor.offset,
              mayBeUnacknowledged: false))
        }
        nextSegment = successor
        self.cursor = nil
      }
    }
    return nil
  }

  static func tooNew(segment: UInt32) -> Fault {
    Fault(
      .data, "segment \(segment) of the journal holds frames of a later format",
      remedy: "read it with the version of Waymark that wrote it, or a later one")
  }

  private func startingPoint(in segments: [UInt32]) -> UInt64? {
    // Only the first segment ever made is known to begin with record 1: older ones than the first may be deleted.
    segments.first.map { $0 == 1 && nextSegment <= 1 } ?? true ? 0 : nil
  }

  private mutating func openCursor() throws(Fault) -> SegmentCursor? {
    if let cursor { return cursor }
    guard let number = try store.segments().first(where: { $0 >= nextSegment }) else { return nil }
    cursor = SegmentCursor(number: number, file: try store.open(number, writable: false))
    return cursor
  }

  private func successor(of cursor: SegmentCursor) throws(Fault) -> UInt32? {
    try store.segments().first { $0 > cursor.number }
  }

  private mutating func note(_ header: FrameHeader, hole: Range<Int>, in segment: UInt32) {
    findings.tornTailBytes = 0
    findings.isShortened = false
    if !hole.isEmpty {
      findings.add(
        Findings.Damage(
          segment: segment, offset: hole.lowerBound, length: hole.count, mayBeUnacknowledged: header.continues))
    }
    if let last, header.firstSequence - last > 1 { findings.add(missing: (last + 1)...(header.firstSequence - 1)) }
    last = header.lastSequence
  }
}
