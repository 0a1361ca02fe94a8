import Text

/// Counts what the frames of a journal hold, for `waymark verify`.
public struct RecordTally: Equatable, Sendable {
  /// Records that could be read.
  public private(set) var records = 0
  /// Fixes among them.
  public private(set) var fixes = 0
  /// Tags among them.
  public private(set) var tags = 0
  /// Records that only a later version knows.
  public private(set) var unknown = 0
  /// Frames with something that cannot be read, although their bytes are what was written.
  public private(set) var unreadableFrames = 0
  /// Records that could not be read in those.
  public private(set) var unreadableRecords = 0
  /// The first thing that could not be read.
  public private(set) var firstFault: Fault?

  /// Nothing counted.
  public init() {}

  /// Takes a frame.
  public mutating func take(payload: [UInt8], firstSequence: UInt64, count: Int) {
    let contents = FrameDecoder.contents(of: payload, firstSequence: firstSequence, count: count)
    records += contents.records.count
    unknown += contents.unknown.count
    for record in contents.records {
      switch record.body {
      case .fix: fixes += 1
      case .tag: tags += 1
      default: break
      }
    }
    if let fault = contents.fault {
      unreadableFrames += 1
      unreadableRecords += max(count - contents.records.count - contents.unknown.count, 0)
      firstFault = firstFault ?? fault
    }
  }
}
