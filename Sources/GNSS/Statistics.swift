/// What a decoder has seen so far.
public struct Statistics: Equatable, Sendable {
  /// A name and how often it came.
  public struct Count: Equatable, Sendable {
    /// The type, talker or reason.
    public var name: String
    /// How often.
    public var count: Int
  }

  /// Accepted sentences by type; `other` are those that nothing reads.
  public var sentences: [Count] = []
  /// Accepted sentences by talker.
  public var talkers: [Count] = []
  /// Refused sentences by reason.
  public var refusals: [Count] = []
  /// Binary frames of other protocols.
  public var binaryFrames = 0
  /// Sentences that came for an epoch that was already published.
  public var late = 0
  /// Epochs published.
  public var epochs = 0
  /// Epochs with a position.
  public var fixes = 0
  /// Who makes the receiver, as far as its sentences tell.
  public var family: ReceiverFamily?
  /// Seconds from one epoch to the next; nil until learned.
  public var periodSeconds: Double?

  /// Sentences accepted.
  public var accepted: Int { sentences.reduce(0) { $0 + $1.count } }
  /// Sentences refused.
  public var refused: Int { refusals.reduce(0) { $0 + $1.count } }
}

/// Counts without allocating, one for each sentence.
struct Tally {
  private var kinds = [Int](repeating: 0, count: SentenceTable.kinds.count + 1)
  private var talkers: [(talker: Talker, count: Int)] = []
  private var refusals = [Int](repeating: 0, count: Refusal.allCases.count)
  var binaryFrames = 0
  var epochs = 0
  var fixes = 0

  private static let talkerLimit = 32

  init() { talkers.reserveCapacity(Self.talkerLimit) }

  /// An accepted sentence; nil for a type that nothing reads.
  mutating func note(kind: Int?, talker: Talker) {
    kinds[kind ?? kinds.count - 1] += 1
    guard talker != .none else { return }
    for index in talkers.indices where talkers[index].talker == talker {
      talkers[index].count += 1
      return
    }
    if talkers.count < Self.talkerLimit { talkers.append((talker, 1)) }
  }

  /// A refused sentence.
  mutating func note(_ refusal: Refusal) { refusals[Int(refusal.rawValue)] += 1 }

  /// Sentences accepted and binary frames.
  var valid: Int { kinds.reduce(binaryFrames, +) }

  /// The counts that are not 0, the most frequent first.
  var statistics: Statistics {
    var statistics = Statistics()
    let names = SentenceTable.kinds.map { "\($0.name)" } + ["other"]
    statistics.sentences = Self.sorted(zip(names, kinds).map { Statistics.Count(name: $0, count: $1) })
    statistics.talkers = Self.sorted(talkers.map { Statistics.Count(name: $0.talker.name, count: $0.count) })
    statistics.refusals = Self.sorted(
      zip(Refusal.allCases, refusals).map { Statistics.Count(name: "\($0.name)", count: $1) })
    statistics.binaryFrames = binaryFrames
    statistics.epochs = epochs
    statistics.fixes = fixes
    return statistics
  }

  private static func sorted(_ counts: [Statistics.Count]) -> [Statistics.Count] {
    counts.filter { $0.count > 0 }.sorted { ($1.count, $0.name) < ($0.count, $1.name) }
  }
}
