import Text

/// Appends frames to a journal, so that what ``append(_:)`` returned for survives the pulled plug.
///
/// Two rules carry everything (docs/FORMAT.md has the whole argument): before a frame is written, all bytes behind the
/// tail are zero on the medium; and before a segment gets a successor, all of it is synced. So what a cut leaves behind
/// is one unfinished append and nothing older, and a hole with frames of a later append behind it is damage.
public struct JournalWriter {
  /// Bytes in a segment: the usual allocation unit of an SD card.
  public static let usualSegmentSize = 4 << 20
  /// What was found when the journal was opened.
  public let recovery: Recovery
  /// The number of the last record that is durable; 0 before the first.
  public private(set) var lastSequence: UInt64

  private let store: any SegmentStore
  private let segmentSize: Int
  private var position: WritePosition
  private var file: (any BlockFile)?

  /// Opens a journal and finds its end; reads the last segment (older ones only as long as none holds a frame) and
  /// writes nothing: what a cut left behind is cleared by the first append.
  ///
  /// - Parameter segmentSize: of new segments, bytes; at least 512, at most 1 GiB.
  /// - Throws: a fault of the store, or ``Fault/Code/data`` for a journal of a later format.
  public init(store: any SegmentStore, segmentSize: Int = usualSegmentSize) throws(Fault) {
    self.store = store
    self.segmentSize = min(max(segmentSize, 512), 1 << 30)
    (recovery, position) = try Recovery.run(store, segmentSize: self.segmentSize)
    lastSequence = recovery.lastSequence
  }

  /// Writes all frames and syncs once (once more for each segment that gets full), then returns: they are durable.
  ///
  /// After a throw the same frames can be given again: those that are durable already, by their numbers, are left out,
  /// and of the others nothing is doubled.
  ///
  /// - Parameter frames: with ascending numbers above ``lastSequence``. Numbers left out are taken, and told as missing
  ///   by every reader.
  /// - Throws: a fault of the store; ``Fault/Code/software`` for numbers that do not ascend or a frame that is longer
  ///   than a segment, in which case nothing is written.
  public mutating func append(_ frames: [Frame]) throws(Fault) {
    let new = try newFrames(of: frames)
    var index = 0
    while index < new.count {
      let file = try fileWithRoom(for: FrameHeader.byteCount + new[index].payload.count)
      var bytes: [UInt8] = []
      var next = index
      while next < new.count, bytes.count + FrameHeader.byteCount + new[next].payload.count <= position.room {
        FrameHeader.write(new[next], continues: next > index, at: position.tail + bytes.count, to: &bytes)
        next += 1
      }
      let end = position.tail + bytes.count
      position.dirtyEnd = end
      try file.write(bytes[...], at: position.tail)
      try file.sync()
      position.tail = end
      position.needsSync = false
      lastSequence = new[next - 1].lastSequence
      index = next
    }
  }

  private func newFrames(of frames: [Frame]) throws(Fault) -> ArraySlice<Frame> {
    let new = frames.drop { $0.isSound && $0.lastSequence <= lastSequence }
    var last = lastSequence
    for frame in new {
      guard frame.isSound, frame.firstSequence > last else {
        throw Fault(.software, "records \(frame.firstSequence) and on do not follow record \(last) in the journal")
      }
      guard frame.payload.count <= segmentSize - FrameHeader.byteCount else {
        throw Fault(.software, "record \(frame.firstSequence) is longer than a segment of the journal")
      }
      last = frame.lastSequence
    }
    return ArraySlice(Array(new))
  }

  /// The file to write to, with nothing behind the tail, and at least `count` bytes of it.
  private mutating func fileWithRoom(for count: Int) throws(Fault) -> any BlockFile {
    var file = position.exists ? try openFile() : nil
    if let old = file {
      try clear(old)
      if position.room < count {
        guard position.segment < .max else { throw Fault(.software, "the journal has no more numbers for segments") }
        position = .new(position.segment + 1, size: segmentSize)
        self.file = nil
        file = nil
      }
    }
    if let file { return file }
    let created = try store.create(position.segment, size: segmentSize)
    guard created.size >= segmentSize else {
      throw Fault(.cannotCreate, "segment \(position.segment) of the journal was made too small")
    }
    position.exists = true
    position.size = created.size
    self.file = created
    return created
  }

  private mutating func openFile() throws(Fault) -> any BlockFile {
    if let file { return file }
    let opened = try store.open(position.segment, writable: true)
    file = opened
    return opened
  }

  /// Puts zeros over what a cut or a failed append left behind the tail, and makes sure of what is before it.
  private mutating func clear(_ file: any BlockFile) throws(Fault) {
    guard position.needsSync || position.dirtyEnd > position.tail else { return }
    let zeros = [UInt8](repeating: 0, count: min(65_536, position.dirtyEnd - position.tail))
    for start in stride(from: position.tail, to: position.dirtyEnd, by: 65_536) {
      try file.write(zeros.prefix(position.dirtyEnd - start), at: start)
    }
    try file.sync()
    position.dirtyEnd = position.tail
    position.needsSync = false
  }
}

extension WritePosition {
  fileprivate var room: Int { size - tail }
}
