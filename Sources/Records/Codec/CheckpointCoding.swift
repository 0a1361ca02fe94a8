import Clocks

extension Checkpoint {
  /// How many bytes of tags' texts a checkpoint repeats; what is beyond stands in the tags' own records only. Keeps a
  /// checkpoint far below the length of a segment, whatever people type.
  static let textBudgetBytes = 65_536

  func encode(to bytes: inout [UInt8]) {
    bytes.append(varint: UInt64(trip))
    bytes.append(stamp: lastFixUTC)
    bytes.append(varint: UInt64(pendingTags.count))
    var budget = Self.textBudgetBytes
    for pending in pendingTags {
      bytes.append(varint: pending.sequence.value)
      bytes.append(fixed64: pending.boot.bits)
      bytes.append(zigzag: pending.at.boot)
      bytes.append(stamp: pending.utc)
      var tag = pending.tag
      let length = tag.text?.utf8.count ?? 0
      if length > budget { tag.text = nil } else { budget -= length }
      tag.encode(to: &bytes)
    }
    bytes.append(mode.rawValue)
    let headings = pendingTags.compactMap(\.heading)
    bytes.append(varint: UInt64(headings.count))
    for heading in headings { heading.encode(to: &bytes) }
  }

  init?(from source: inout ByteSource) {
    let trip = source.varint()
    let lastFixUTC = source.stamp()
    var pendingTags: [PendingTag] = []
    for _ in 0..<source.varint() {
      if source.isMalformed { break }
      let sequence = SequenceNumber(source.varint())
      let boot = BootID(bits: source.fixed64())
      let at = Instant(boot: source.zigzag())
      let utc = source.stamp()
      guard let tag = Tag(from: &source) else { return nil }
      pendingTags.append(PendingTag(sequence: sequence, boot: boot, at: at, utc: utc, tag: tag))
    }
    // Checkpoints of the first version end here, and there was one mode.
    let mode = source.isAtEnd ? .auto : Mode(rawValue: source.byte()) ?? .auto
    // Those that know modes only end here. Tags and headings are in the same order.
    var index = pendingTags.startIndex
    for _ in 0..<(source.isAtEnd ? 0 : source.varint()) {
      guard !source.isMalformed, let heading = HeadingRecord(from: &source) else { break }
      while index < pendingTags.endIndex, pendingTags[index].sequence != heading.tag { index += 1 }
      if index < pendingTags.endIndex { pendingTags[index].heading = heading }
    }
    self.init(trip: UInt32(clamping: trip), lastFixUTC: lastFixUTC, pendingTags: pendingTags, mode: mode)
  }
}

extension [UInt8] {
  /// A quality, 0 for none, and the nanoseconds behind it.
  fileprivate mutating func append(stamp: UTCStamp?) {
    append(stamp?.quality.rawValue ?? 0)
    if let stamp { append(zigzag: stamp.time.nanoseconds) }
  }
}

extension ByteSource {
  fileprivate mutating func stamp() -> UTCStamp? {
    let code = byte()
    if code == 0 { return nil }
    let time = UnixTime(nanoseconds: zigzag())
    return ClockQuality(rawValue: code).map { UTCStamp(time, $0) }
  }
}
