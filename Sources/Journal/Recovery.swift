import Text

/// What a writer found when it opened the journal.
public struct Recovery: Equatable, Sendable {
  /// The number of the last good record; 0 in a new journal.
  public internal(set) var lastSequence: UInt64 = 0
  /// The segment that is written next, and where in it, bytes.
  public internal(set) var segment: UInt32 = 1
  /// Where in the segment the next frame goes, bytes.
  public internal(set) var offset = 0
  /// Bytes behind the last good frame that are dropped: a write that was cut off, or damage to the very last frame,
  /// which cannot be told apart.
  public internal(set) var tornBytes = 0
  /// Damage before the last good frame, in the segments that were read: the last one, and older ones only as long as
  /// none has a frame.
  public internal(set) var damage: [Findings.Damage] = []
  /// Whether the last segment ends inside of a frame: the file was cut.
  public internal(set) var isShortened = false

  /// Whether all that was acknowledged is there, as far as can be told from what was read.
  public var isClean: Bool { damage.isEmpty && !isShortened && tornBytes <= Findings.longestTornTail }
}

/// Where a writer goes on.
struct WritePosition: Equatable {
  var segment: UInt32
  /// False: it must be made (or made anew) first.
  var exists: Bool
  var size: Int
  /// The end of the last good frame.
  var tail: Int
  /// Everything from here on is zero; above `tail` if a write was cut off or failed.
  var dirtyEnd: Int
  /// Whether something in it may so far be only in the memory of the system: what a killed process had not synced yet.
  var needsSync: Bool

  /// At the start of a segment that is not there yet.
  static func new(_ segment: UInt32, size: Int) -> WritePosition {
    WritePosition(segment: segment, exists: false, size: size, tail: 0, dirtyEnd: 0, needsSync: false)
  }
}

extension Recovery {
  /// Finds the end of a journal. Writes nothing.
  static func run(_ store: any SegmentStore, segmentSize: Int) throws(Fault) -> (Recovery, WritePosition) {
    var recovery = Recovery()
    var position: WritePosition?
    for number in try store.segments().reversed() {
      var cursor = SegmentCursor(number: number, file: try store.open(number, writable: false))
      var damage: [Findings.Damage] = []
      var dirtyEnd = 0
      walk: while true {
        switch try cursor.next(above: recovery.lastSequence) {
        case .frame(let header, _, let hole):
          guard header.version == FrameHeader.version else { throw JournalReader.tooNew(segment: number) }
          recovery.lastSequence = header.lastSequence
          if !hole.isEmpty {
            damage.append(
              Findings.Damage(
                segment: number, offset: hole.lowerBound, length: hole.count, mayBeUnacknowledged: header.continues))
          }
        case .end(let end):
          dirtyEnd = end
          break walk
        }
      }
      if position != nil, dirtyEnd > cursor.offset {
        damage.append(
          Findings.Damage(
            segment: number, offset: cursor.offset, length: dirtyEnd - cursor.offset, mayBeUnacknowledged: false))
      } else if position == nil {
        recovery.tornBytes = dirtyEnd - cursor.offset
        recovery.isShortened = try cursor.isShortened(above: recovery.lastSequence)
        // Whether a segment without a frame was finished cannot be seen: a killed process may have left it whole in the
        // memory of the system and nowhere else. It is made anew.
        position =
          cursor.offset == 0
          ? .new(number, size: segmentSize)
          : WritePosition(
            segment: number, exists: true, size: cursor.size, tail: cursor.offset, dirtyEnd: dirtyEnd, needsSync: true)
      }
      recovery.damage = Array((damage + recovery.damage).prefix(Findings.listLimit))
      if cursor.offset > 0 { break }
    }
    let found = position ?? .new(1, size: segmentSize)
    recovery.segment = found.segment
    recovery.offset = found.tail
    return (recovery, found)
  }
}
