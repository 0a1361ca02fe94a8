import Clocks
import Records

/// Who waits for a single measurement of the heading: clients, tags and fixes. All are served by the next one.
struct HeadingWaiters: Sendable {
  /// How long a single measurement may take, waking the chips included.
  private static let patience = Duration.seconds(2)

  private(set) var clients: [RequestID] = []
  private(set) var tags: [SequenceNumber] = []
  private(set) var fixes: [SequenceNumber] = []
  /// When those who wait are told that there is none; nil while nobody waits.
  private(set) var giveUpAt: Instant?

  mutating func add(client: RequestID, at: Instant) -> Bool {
    clients.append(client)
    return begin(at: at)
  }

  mutating func add(tag: SequenceNumber, at: Instant) -> Bool {
    tags.append(tag)
    return begin(at: at)
  }

  mutating func add(fix: SequenceNumber, at: Instant) -> Bool {
    fixes.append(fix)
    return begin(at: at)
  }

  /// A tag that turned out to be none.
  mutating func withdraw(_ tag: SequenceNumber) { tags.removeAll { $0 == tag } }

  /// All who wait; nobody does after that.
  mutating func takeAll() -> Self {
    defer { self = Self() }
    return self
  }

  /// Whether a measurement has to be asked for. Who comes later does not prolong the patience of the first: fixes come
  /// every second, and sensors that are gone would then never be told of.
  private mutating func begin(at: Instant) -> Bool {
    guard giveUpAt == nil else { return false }
    giveUpAt = at + Self.patience
    return true
  }
}
