/// One file on a ``FaultyFlash``: what the system shows, and what the medium surely holds.
struct FlashFile: Sendable {
  /// Bytes that a power cut can tear apart.
  static let sectorBytes = 512

  /// What a read gives.
  private(set) var visible: [UInt8]
  /// What a power cut leaves for sure.
  private var durable: [UInt8]
  /// Writes since the last sync that worked.
  private var pending: [(offset: Int, bytes: [UInt8])] = []
  /// Pending writes that a failed sync has dropped: a later sync does not bring them to the medium any more.
  private var forgotten: [(offset: Int, bytes: [UInt8])] = []

  init(bytes: [UInt8]) {
    visible = bytes
    durable = bytes
  }

  mutating func write(_ bytes: some Collection<UInt8>, at offset: Int) {
    pending.append((offset, Array(bytes)))
    visible.replaceSubrange(offset..<(offset + bytes.count), with: bytes)
  }

  mutating func sync() {
    for write in pending {
      durable.replaceSubrange(write.offset..<(write.offset + write.bytes.count), with: write.bytes)
    }
    // What was written again is no longer in doubt.
    for write in pending {
      let safe = write.offset..<(write.offset + write.bytes.count)
      forgotten = forgotten.flatMap { Self.parts(of: $0, outside: safe) }
    }
    pending = []
  }

  mutating func failSync() {
    forgotten += pending
    pending = []
  }

  /// What the medium holds after a power cut.
  func cut(_ tearing: Tearing, using random: inout SeededGenerator) -> [UInt8] {
    var medium = durable
    for write in forgotten { apply(write, tearing, to: &medium, random: &random) }
    var writes = pending
    if tearing == .sectors || tearing == .garbage { writes.shuffle(using: &random) }
    for write in writes { apply(write, tearing, to: &medium, random: &random) }
    return medium
  }

  private static func parts(
    of write: (offset: Int, bytes: [UInt8]), outside range: Range<Int>
  ) -> [(offset: Int, bytes: [UInt8])] {
    let whole = write.offset..<(write.offset + write.bytes.count)
    let front = whole.lowerBound..<max(whole.lowerBound, min(range.lowerBound, whole.upperBound))
    let back = min(max(range.upperBound, whole.lowerBound), whole.upperBound)..<whole.upperBound
    return [front, back].filter { !$0.isEmpty }.map { part in
      (part.lowerBound, Array(write.bytes[(part.lowerBound - write.offset)..<(part.upperBound - write.offset)]))
    }
  }

  private func apply(
    _ write: (offset: Int, bytes: [UInt8]), _ tearing: Tearing, to medium: inout [UInt8],
    random: inout SeededGenerator
  ) {
    let prefix = Int.random(in: 0...write.bytes.count, using: &random)
    var start = 0
    while start < write.bytes.count {
      let end = min(start + Self.sectorBytes - (write.offset + start) % Self.sectorBytes, write.bytes.count)
      let kept: Range<Int>
      switch tearing {
      case .lost: kept = start..<start
      case .kept: kept = start..<end
      case .prefix: kept = start..<min(max(prefix, start), end)
      case .sectors, .garbage:
        switch Int.random(in: 0..<4, using: &random) {
        case 0: kept = start..<start
        case 1: kept = start..<Int.random(in: start...end, using: &random)
        case 2: kept = Int.random(in: start...end, using: &random)..<end
        default: kept = start..<end
        }
      }
      for index in kept { medium[write.offset + index] = write.bytes[index] }
      if tearing == .garbage, Bool.random(using: &random) {
        for index in start..<end where Int.random(in: 0..<4, using: &random) == 0 {
          medium[write.offset + index] = UInt8.random(in: 0...255, using: &random)
        }
      }
      start = end
    }
  }
}
