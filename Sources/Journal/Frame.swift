/// What is written and read as one: some records, opaque to the journal, with their numbers.
public struct Frame: Equatable, Sendable {
  /// The number of the first record, 1 or more.
  public var firstSequence: UInt64
  /// How many records, 1...65,535; they bear the numbers from `firstSequence` on without a hole.
  public var count: Int
  /// The records.
  public var payload: [UInt8]

  /// The longest payload in any segment, bytes.
  public static let maximumPayloadBytes = Int(UInt32.max >> 1)
  /// What a frame costs besides its payload, bytes.
  public static let headerBytes = FrameHeader.byteCount

  /// Makes a frame.
  public init(firstSequence: UInt64, count: Int, payload: [UInt8]) {
    self.firstSequence = firstSequence
    self.count = count
    self.payload = payload
  }

  /// The number of the last record; meaningless in a frame that ``isSound`` refuses.
  public var lastSequence: UInt64 { firstSequence &+ UInt64(truncatingIfNeeded: count &- 1) }

  /// Whether the numbers are ones that a journal takes.
  var isSound: Bool {
    firstSequence > 0 && (1...Int(UInt16.max)).contains(count) && lastSequence >= firstSequence
      && payload.count <= Self.maximumPayloadBytes
  }
}
