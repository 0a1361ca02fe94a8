import Journal
import Records
import Text

/// The records of a journal, read back from its flash.
struct StoredJournal {
  private let store: any SegmentStore

  init(_ store: any SegmentStore) { self.store = store }

  /// What a start must know: read from the newest segments backwards until one of them holds a checkpoint, since that
  /// tells everything before it.
  func restoredDigest() throws(Fault) -> Digest {
    let count = try store.segments().count
    var segments = 1
    while true {
      var digest = Digest()
      var hasCheckpoint = false
      try forEachRecord(from: try JournalReader(store: store, lastSegments: segments)) { record in
        digest.apply(record)
        if case .checkpoint = record.body { hasCheckpoint = true }
      }
      if hasCheckpoint || segments >= count { return digest }
      segments *= 2
    }
  }

  /// All records, oldest first.
  func forEachRecord(_ take: (Record) -> Void) throws(Fault) {
    try forEachRecord(from: try JournalReader(store: store), take)
  }

  private func forEachRecord(from first: JournalReader, _ take: (Record) -> Void) throws(Fault) {
    var reader = first
    while let frame = try reader.next() {
      let contents = FrameDecoder.contents(of: frame.payload, firstSequence: frame.firstSequence, count: frame.count)
      for record in contents.records { take(record) }
    }
  }
}
