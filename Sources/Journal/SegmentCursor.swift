import Text

/// Walks through the frames of one segment, over damage to the next good frame.
struct SegmentCursor {
  enum Step {
    /// The next good frame.
    ///
    /// - Parameter hole: what lies between the frame before and this one; empty in a sound segment.
    case frame(FrameHeader, at: Int, hole: Range<Int>)
    /// No more frames; behind the last one there are only zeros from `dirtyEnd` on.
    case end(dirtyEnd: Int)
  }

  let number: UInt32
  let size: Int
  /// The end of the last frame that was given.
  private(set) var offset = 0
  /// Whether the segment has a successor, so that nothing more is written to it.
  var isSealed = false

  private let file: any BlockFile
  private var window: [UInt8] = []
  private var windowStart = 0

  private static let windowBytes = 65_536

  init(number: UInt32, file: any BlockFile) {
    self.number = number
    self.file = file
    size = file.size
  }

  /// Drops what was read ahead, because the file may have changed since.
  mutating func forget() { window = [] }

  /// Whether nothing has been written behind the last frame yet. Reads anew.
  mutating func isQuiet() throws(Fault) -> Bool {
    forget()
    let count = min(FrameHeader.byteCount, size - offset)
    guard try load(offset, count: count) else { return true }
    return !window[(offset - windowStart)..<(offset - windowStart + count)].contains { $0 != 0 }
  }

  /// Whether the file ends inside of a frame. No writer begins a frame that does not fit, so somebody cut the file.
  mutating func isShortened(above last: UInt64) throws(Fault) -> Bool {
    let left = size - offset
    guard left > 0, try load(offset, count: min(left, FrameHeader.byteCount)) else { return false }
    let start = offset - windowStart
    if left < FrameHeader.byteCount { return window[start] == FrameHeader.sync.0 }
    let header = window.withUnsafeBytes { FrameHeader(unchecked: UnsafeRawBufferPointer(rebasing: $0[start...])) }
    return header.map { $0.firstSequence > last && $0.payloadBytes > left - FrameHeader.byteCount } ?? false
  }

  /// Goes to the next good frame whose numbers are above `last`.
  mutating func next(above last: UInt64) throws(Fault) -> Step {
    if let header = try frame(at: offset, above: last) { return advance(to: header, at: offset) }
    var dirtyEnd = offset
    var position = offset
    while position < size, try load(position, count: 1) {
      guard let dirty = endOfDirt(from: position) else {
        position = windowStart + window.count
        continue
      }
      dirtyEnd = max(dirtyEnd, dirty)
      guard let candidate = candidate(from: max(position, offset + 1)) else {
        position = windowStart + window.count
        continue
      }
      if let header = try frame(at: candidate, above: last) {
        // A writer at work may have finished, since the window was read, what looks like a hole.
        forget()
        if let fresh = try frame(at: offset, above: last) { return advance(to: fresh, at: offset) }
        return advance(to: header, at: candidate)
      }
      position = candidate + 1
    }
    return .end(dirtyEnd: dirtyEnd)
  }

  /// The payload of a frame.
  mutating func payload(of header: FrameHeader, at offset: Int) throws(Fault) -> [UInt8]? {
    guard try load(offset, count: header.frameBytes) else { return nil }
    let start = offset - windowStart + FrameHeader.byteCount
    return Array(window[start..<(start + header.payloadBytes)])
  }

  private mutating func advance(to header: FrameHeader, at found: Int) -> Step {
    let hole = offset..<found
    offset = found + header.frameBytes
    return .frame(header, at: found, hole: hole)
  }

  private mutating func frame(at start: Int, above last: UInt64) throws(Fault) -> FrameHeader? {
    guard size - start >= FrameHeader.byteCount, try load(start, count: FrameHeader.byteCount),
      let unchecked = window.withUnsafeBytes({ window in
        FrameHeader(unchecked: UnsafeRawBufferPointer(rebasing: window[(start - windowStart)...]))
      }),
      unchecked.firstSequence > last, unchecked.payloadBytes <= size - start - FrameHeader.byteCount,
      try load(start, count: unchecked.frameBytes)
    else { return nil }
    return window.withUnsafeBytes { window in
      FrameHeader(frame: UnsafeRawBufferPointer(rebasing: window[(start - windowStart)...]), at: start)
    }
  }

  /// Sees to it that the window holds these bytes.
  ///
  /// - Returns: false if the file ends before them.
  private mutating func load(_ start: Int, count: Int) throws(Fault) -> Bool {
    if start >= windowStart, start + count <= windowStart + window.count { return true }
    window = try file.readFully(at: start, count: min(max(count, Self.windowBytes), size - start))
    windowStart = start
    return window.count >= count
  }

  /// The end of the last byte of the window that is not zero, if one is at or behind `position`.
  private func endOfDirt(from position: Int) -> Int? {
    window.withUnsafeBytes { bytes in
      let first = position - windowStart
      var end = bytes.count
      while end - first >= 8, bytes.loadUnaligned(fromByteOffset: end - 8, as: UInt64.self) == 0 { end -= 8 }
      while end > first, bytes[end - 1] == 0 { end -= 1 }
      return end > first ? windowStart + end : nil
    }
  }

  /// The next place in the window that looks like the start of a frame; at its very end one byte has to do.
  private func candidate(from position: Int) -> Int? {
    window.withUnsafeBytes { bytes in
      let sync = FrameHeader.sync
      var index = position - windowStart
      while index < bytes.count {
        if bytes[index] == sync.0, index + 1 >= bytes.count || bytes[index + 1] == sync.1 { return windowStart + index }
        index += 1
      }
      return nil
    }
  }
}

extension BlockFile {
  /// Reads on until there is all that was asked for, or the file ends.
  fileprivate func readFully(at offset: Int, count: Int) throws(Fault) -> [UInt8] {
    var bytes = try read(at: offset, count: count)
    while bytes.count < count {
      let more = try read(at: offset + bytes.count, count: count - bytes.count)
      if more.isEmpty { break }
      bytes += more
    }
    return bytes
  }
}
