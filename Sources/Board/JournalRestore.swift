import Clocks
import Journal
import Records
import Text

/// Brings back what the logger must know of the journal to go on.
enum JournalRestore {
  /// The fold of all records, read from the newest segments only: back to the last one that has a checkpoint.
  ///
  /// - Parameters:
  ///   - store: the journal.
  ///   - through: the last record that counts; what a cut left behind it is going to be cleared.
  /// - Throws: a fault of the store.
  static func digest(store: any SegmentStore, through: SequenceNumber) throws(Fault) -> Digest {
    let count = try store.segments().count
    var segments = 1
    while true {
      let (digest, isWhole) = try fold(store, lastSegments: segments, through: through)
      if isWhole || segments >= count { return complete(digest, through: through) }
      segments = min(segments * 2, count)
    }
  }

  /// Records that could not be read, being damaged or of a later version, have had their numbers all the same.
  private static func complete(_ digest: Digest, through: SequenceNumber) -> Digest {
    guard digest.lastSequence < through else { return digest }
    var complete = digest
    complete.apply(
      Record(
        sequence: through, boot: digest.lastBoot ?? BootID(bits: 0), at: .zero, utc: nil,
        body: .checkpoint(digest.checkpoint)))
    return complete
  }

  private static func fold(
    _ store: any SegmentStore, lastSegments: Int, through: SequenceNumber
  ) throws(Fault) -> (Digest, isWhole: Bool) {
    var reader = try JournalReader(store: store, lastSegments: lastSegments)
    var digest = Digest()
    var isWhole = false
    while let frame = try reader.next(), frame.firstSequence <= through.value {
      let contents = FrameDecoder.contents(
        of: frame.payload, firstSequence: frame.firstSequence, count: frame.count)
      for record in contents.records where record.sequence <= through {
        if case .checkpoint = record.body { isWhole = true }
        digest.apply(record)
      }
    }
    return (digest, isWhole)
  }
}
