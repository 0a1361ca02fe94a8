import Clocks
import Configuration
import Journal
import LoggerCore
import Records
import Text

/// The writer of the journal on the virtual clock: what it has taken is lost with the power until it has reported it
/// as durable.
struct VirtualCard {
  /// How long it waits after a failure before it tries again.
  private static let retryAfter = Duration.seconds(1)

  /// Why writing fails, while it does.
  private(set) var fault: Fault?

  private var writer: JournalWriter
  private var batcher: RecordBatcher
  private let commitDelay: Duration
  /// What is being written, and when that is done or tried again.
  private var writing: (frames: [Frame], end: Instant)?

  /// Opens the journal of a store.
  init(
    store: any SegmentStore, settings: Settings.Storage, commitDelay: Duration, segmentBytes: Int
  ) throws(Fault) {
    writer = try JournalWriter(store: store, segmentSize: segmentBytes)
    batcher = RecordBatcher(commitInterval: .milliseconds(Int64(settings.commitEverySeconds * 1_000)))
    self.commitDelay = commitDelay
  }

  /// The earliest moment at which ``run(at:)`` has something to do.
  var nextDeadline: Instant? { writing?.end ?? batcher.nextDeadline }

  /// Takes a record that is to become durable.
  mutating func append(_ record: Record, urgency: Urgency, at now: Instant) {
    batcher.add(record, isUrgent: urgency == .now, at: now)
  }

  /// Does what is due.
  ///
  /// - Returns: what came of it, if something did.
  mutating func run(at now: Instant) -> JournalReport? {
    if writing == nil {
      let due = batcher.framesDue(at: now)
      guard !due.isEmpty else { return nil }
      let frames = due.map { Frame(firstSequence: $0.firstSequence, count: $0.count, payload: $0.payload) }
      writing = (frames, now + commitDelay)
    }
    guard let (frames, end) = writing, end <= now else { return nil }
    do throws(Fault) {
      try writer.append(frames)
      writing = nil
      fault = nil
      return .durable(upTo: SequenceNumber(writer.lastSequence))
    } catch {
      writing = (frames, now + Self.retryAfter)
      fault = error
      return .failed(error)
    }
  }
}
