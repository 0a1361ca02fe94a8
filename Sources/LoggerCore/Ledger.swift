import Clocks
import Records
import Text

/// Numbers the records, keeps their digest and knows how far the writer is behind.
///
/// The backlog is what has been appended and is not durable yet. It is bounded: when the writer falls behind, fixes are
/// thinned first, then left out, so that tags and gaps always find room.
struct Ledger: Sendable {
  /// How many records may wait before fixes are thinned to one in ten: about an hour at 1 Hz.
  static let thinningBacklog: UInt64 = 4_096
  /// How many may wait before no fix is taken any more.
  static let fixBacklog: UInt64 = 8_192
  /// How many may wait at all: beyond it even a tag is refused, which is said to whoever pressed.
  static let hardBacklog: UInt64 = 9_216
  /// How many records lie between two checkpoints: bounds what a start has to read to some 200 KB.
  static let checkpointEvery: UInt64 = 4_096

  let boot: BootID
  private(set) var digest: Digest
  /// Everything up to here is safe.
  private(set) var durable: SequenceNumber
  /// Why writing fails, while it does.
  private(set) var fault: Fault?
  private var lastCheckpoint: SequenceNumber
  /// What is worth keeping and not worth a write of its own: goes with the next record.
  private var riders: [(body: Body, at: Instant, utc: UTCStamp?)] = []

  init(restored: Restored) {
    boot = restored.boot
    digest = restored.digest
    durable = restored.digest.lastSequence
    lastCheckpoint = restored.digest.lastSequence
  }

  /// Records that are not durable yet.
  var backlog: UInt64 { digest.lastSequence.value - durable.value }

  /// Whether no fix has to be thinned out.
  var isKeepingFixes: Bool { backlog <= Self.thinningBacklog }

  /// Whether the next fix has room; see ``thinningBacklog``.
  ///
  /// - Parameter ordinal: the count of fixes so far, to thin evenly.
  func hasRoomForFix(ordinal: UInt64) -> Bool {
    if backlog < Self.thinningBacklog { return true }
    return backlog < Self.fixBacklog && ordinal.isMultiple(of: 10)
  }

  /// Whether a tag or a gap has room.
  var hasRoom: Bool { backlog < Self.hardBacklog }

  /// Makes the next record and takes it into the digest.
  ///
  /// - Returns: its number.
  @discardableResult
  mutating func append(
    _ body: Body, at: Instant, utc: UTCStamp?, urgency: Urgency, to actions: inout [Action]
  ) -> SequenceNumber {
    for rider in riders { put(rider.body, at: rider.at, utc: rider.utc, urgency: .batched, to: &actions) }
    riders = []
    put(body, at: at, utc: utc, urgency: urgency, to: &actions)
    let sequence = digest.lastSequence
    if digest.lastSequence.value - lastCheckpoint.value >= Self.checkpointEvery {
      appendCheckpoint(at: at, utc: utc, to: &actions)
    }
    return sequence
  }

  /// Makes a record just before the next one. If none comes any more, there is none: for what is as true without it.
  mutating func appendWithNext(_ body: Body, at: Instant, utc: UTCStamp?) { riders.append((body, at, utc)) }

  /// Writes a checkpoint now.
  mutating func appendCheckpoint(at: Instant, utc: UTCStamp?, to actions: inout [Action]) {
    put(.checkpoint(digest.checkpoint), at: at, utc: utc, urgency: .batched, to: &actions)
    lastCheckpoint = digest.lastSequence
  }

  private mutating func put(
    _ body: Body, at: Instant, utc: UTCStamp?, urgency: Urgency, to actions: inout [Action]
  ) {
    let record = Record(sequence: digest.lastSequence.next, boot: boot, at: at, utc: utc, body: body)
    digest.apply(record)
    actions.append(.append(record, urgency: urgency))
  }

  /// Takes the writer's news.
  mutating func take(_ report: JournalReport) {
    switch report {
    case .durable(let sequence):
      durable = max(durable, sequence)
      fault = nil
    case .failed(let reason):
      fault = reason
    }
  }
}
