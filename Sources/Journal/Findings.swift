/// What a walk through a journal found besides good frames.
public struct Findings: Equatable, Sendable {
  /// A stretch of a segment that holds no frame and should.
  public struct Damage: Equatable, Sendable {
    /// The segment.
    public var segment: UInt32
    /// Where it begins in the segment, bytes.
    public var offset: Int
    /// How long it is, bytes.
    public var length: Int
    /// Whether it may be the trace of an interrupted write, which nobody was told had succeeded; false: something that
    /// was acknowledged is damaged.
    public var mayBeUnacknowledged: Bool

    /// Makes a finding.
    public init(segment: UInt32, offset: Int, length: Int, mayBeUnacknowledged: Bool) {
      self.segment = segment
      self.offset = offset
      self.length = length
      self.mayBeUnacknowledged = mayBeUnacknowledged
    }
  }

  /// How many stretches and numbers the lists hold; the counts go on.
  public static let listLimit = 1_000

  /// Bytes behind the last frame of the journal that are not zero: a write that was cut off, and no damage unless they
  /// are more than ``longestTornTail``.
  public internal(set) var tornTailBytes = 0
  /// Whether the last segment ends inside of a frame: the file was cut.
  public internal(set) var isShortened = false
  /// More than this no write leaves behind that is cut off; what is longer are frames that something has damaged.
  public static let longestTornTail = 65_536
  /// The damaged stretches, at most ``listLimit``.
  public private(set) var damage: [Damage] = []
  /// Bytes in all damaged stretches.
  public private(set) var damagedBytes = 0
  /// Numbers that should be there and are not, ascending, at most ``listLimit`` ranges.
  public private(set) var missing: [ClosedRange<UInt64>] = []
  /// How many numbers are missing.
  public private(set) var missingRecords: UInt64 = 0

  /// Nothing found.
  public init() {}

  /// Whether all that was acknowledged is there, as far as can be told.
  public var isClean: Bool {
    damagedBytes == 0 && missingRecords == 0 && !isShortened && tornTailBytes <= Self.longestTornTail
  }

  mutating func add(_ found: Damage) {
    damagedBytes += found.length
    if damage.count < Self.listLimit { damage.append(found) }
  }

  mutating func add(missing range: ClosedRange<UInt64>) {
    missingRecords += range.upperBound - range.lowerBound + 1
    if missing.count < Self.listLimit { missing.append(range) }
  }
}
