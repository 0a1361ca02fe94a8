import Journal
import Simulation
import Testing
import Text

@Suite("Damage")
struct DamageTests {
  /// Where each frame of a segment lies.
  static func places(_ frames: [Frame]) -> [Range<Int>] {
    var offset = 0
    return frames.map { frame in
      defer { offset += Frame.headerBytes + frame.payload.count }
      return offset..<(offset + Frame.headerBytes + frame.payload.count)
    }
  }

  /// Three segments; in the second and third each frame is its own append.
  static func journal() throws -> (flash: FaultyFlash, frames: [Frame], segments: [[Frame]]) {
    var frames: [Frame] = []
    for index in 0..<15 {
      frames.append(Script.frame(first: UInt64(index * 3 + 1), count: 3, bytes: 150 + index * 5))
    }
    let flash = try Script.written(frames.map { [$0] })
    var segments: [[Frame]] = [[]]
    var used = 0
    for frame in frames {
      let bytes = Frame.headerBytes + frame.payload.count
      if used + bytes > Script.segmentSize {
        segments.append([])
        used = 0
      }
      segments[segments.count - 1].append(frame)
      used += bytes
    }
    #expect(flash.contents.count == segments.count)
    return (flash, frames, segments)
  }

  @Test func `a flipped bit costs the frame it is in and no other, and is told`() throws {
    let (flash, frames, segments) = try Self.journal()
    for (index, segment) in segments.enumerated() {
      let places = Self.places(segment)
      for offset in 0..<Script.segmentSize {
        let damaged = flash.branched()
        damaged.flip(bit: offset, of: UInt32(index + 1), at: offset)
        let hit = places.firstIndex { $0.contains(offset) }.map { segment[$0] }
        let (read, findings) = try Script.read(damaged)
        #expect(read == frames.filter { $0 != hit }, "segment \(index + 1), byte \(offset)")
        let isLastSegment = index == segments.count - 1
        if isLastSegment, hit == nil || hit == frames.last {
          // Behind the last good frame damage cannot be told from a torn tail, unless it makes a frame that never fitted.
          #expect(findings.tornTailBytes > 0)
          #expect(findings.isClean || findings.isShortened)
        } else {
          #expect(findings.damage.count == 1)
          #expect(findings.damage.first?.mayBeUnacknowledged == false)
          #expect(findings.damage.first.map { ($0.offset..<($0.offset + $0.length)).contains(offset) } == true)
          #expect(findings.missing == hit.map { [$0.firstSequence...$0.lastSequence] } ?? [])
        }
        let writer = try JournalWriter(store: damaged, segmentSize: Script.segmentSize)
        #expect(writer.lastSequence == read.last?.lastSequence)
      }
    }
  }

  @Test func `a segment cut to any length gives the frames it still holds, and the journal goes on`() throws {
    let (flash, _, segments) = try Self.journal()
    for index in segments.indices {
      let places = Self.places(segments[index])
      for length in 0...Script.segmentSize {
        var contents = flash.contents
        contents[UInt32(index + 1)] = contents[UInt32(index + 1)].map { Array($0.prefix(length)) }
        let cut = FaultyFlash(segments: contents)
        let rest = zip(places, segments[index]).filter { $0.0.upperBound <= length }.map(\.1)
        let expected = segments[..<index].flatMap(\.self) + rest + segments[(index + 1)...].flatMap(\.self)
        #expect(try Script.read(cut).frames == expected, "segment \(index + 1), \(length) bytes")
        var writer = try JournalWriter(store: cut, segmentSize: Script.segmentSize)
        let more = Script.frame(first: writer.lastSequence + 1, count: 1, bytes: 100)
        try writer.append([more])
        #expect(try Script.read(cut).frames == expected + [more], "segment \(index + 1), \(length) bytes")
      }
    }
  }

  @Test func `a lost segment is told by its numbers`() throws {
    let (flash, _, segments) = try Self.journal()
    var contents = flash.contents
    contents[2] = nil
    let (read, findings) = try Script.read(FaultyFlash(segments: contents))
    #expect(read == segments.enumerated().filter { $0.offset != 1 }.flatMap(\.element))
    let first = try #require(segments[1].first?.firstSequence)
    let last = try #require(segments[1].last?.lastSequence)
    #expect(findings.missing == [first...last])
    #expect(!findings.isClean)
  }

  @Test func `a journal whose oldest segments were deleted is sound`() throws {
    let (flash, _, segments) = try Self.journal()
    var contents = flash.contents
    contents[1] = nil
    let (read, findings) = try Script.read(FaultyFlash(segments: contents))
    #expect(read == segments[1...].flatMap(\.self))
    #expect(findings == Findings())
  }

  @Test func `a frame inside a payload or moved to another place is none`() throws {
    let flash = FaultyFlash()
    var writer = try JournalWriter(store: flash, segmentSize: Script.segmentSize)
    try writer.append([Script.frame(first: 1, count: 1, bytes: 50)])
    let other = FaultyFlash()
    var otherWriter = try JournalWriter(store: other, segmentSize: Script.segmentSize)
    try otherWriter.append([Script.frame(first: 3, count: 1, bytes: 50)])
    let copy = Array(try #require(other.contents[1]).prefix(74))
    try writer.append([Frame(firstSequence: 2, count: 1, payload: copy + copy)])
    try writer.append([Script.frame(first: 4, count: 1, bytes: 50)])
    flash.flip(bit: 0, of: 1, at: 80)
    let (frames, findings) = try Script.read(flash)
    #expect(frames.map(\.firstSequence) == [1, 4])
    #expect(findings.missing == [2...3])
  }

  @Test func `old frames in a newer segment are not read twice`() throws {
    let (flash, frames, _) = try Self.journal()
    var contents = flash.contents
    contents[9] = contents[1]
    let (read, findings) = try Script.read(FaultyFlash(segments: contents))
    #expect(read == frames)
    #expect(findings.tornTailBytes > 0)
  }

  @Test(arguments: [Tearing.prefix, .sectors, .garbage])
  func `nothing of what a cut left behind stays behind the next frame`(tearing: Tearing) throws {
    for seed in UInt64(1)...20 {
      let flash = FaultyFlash()
      var writer = try JournalWriter(store: flash, segmentSize: Script.segmentSize)
      try writer.append([Script.frame(first: 1, count: 1, bytes: 30)])
      flash.cutAt = flash.operations + 2
      #expect(throws: Fault.self) { try writer.append([Script.frame(first: 2, count: 1, bytes: 900)]) }
      let next = flash.afterPowerCut(tearing, seed: seed)
      var reopened = try JournalWriter(store: next, segmentSize: Script.segmentSize)
      if reopened.lastSequence == 2 { continue }
      try reopened.append([Script.frame(first: 2, count: 1, bytes: 10, seed: 3)])
      let behind = try #require(next.contents[1]).dropFirst(54 + 34)
      #expect(!behind.contains { $0 != 0 }, "seed \(seed)")
    }
  }

  @Test func `a frame of a later format stops reader and writer and is left alone`() throws {
    let flash = FaultyFlash()
    var writer = try JournalWriter(store: flash, segmentSize: Script.segmentSize)
    let frame = Script.frame(first: 1, count: 1, bytes: 30)
    try writer.append([frame])
    var bytes = try #require(flash.contents[1])
    bytes[4] = 2
    let crc = CRC32C.of([0, 0, 0, 0] + bytes[..<20] + frame.payload)
    for index in 0..<4 { bytes[20 + index] = UInt8(truncatingIfNeeded: crc >> UInt32(8 * index)) }
    let later = FaultyFlash(segments: [1: bytes])
    var reader = try JournalReader(store: later)
    #expect(throws: Fault.self) { try reader.next() }
    #expect(throws: Fault.self) { try JournalWriter(store: later, segmentSize: Script.segmentSize) }
    #expect(later.operations == 0)
  }

  @Test func `random bytes are read to the end`() throws {
    for seed in UInt64(1)...200 {
      var random = SeededGenerator(seed: seed)
      var bytes = (0..<600).map { _ in UInt8.random(in: 0...255, using: &random) }
      for _ in 0..<8 {
        let place = Int.random(in: 0..<590, using: &random)
        bytes.replaceSubrange(place..<(place + 9), with: [0xF7, 0x57, 0x4D, 0x4A, 1, 0, 1, 0, 9])
      }
      let flash = FaultyFlash(segments: [1: bytes, 3: bytes])
      #expect(try Script.read(flash).frames.isEmpty, "seed \(seed)")
      var writer = try JournalWriter(store: flash, segmentSize: 600)
      #expect(writer.recovery.tornBytes > 0)
      let frame = Script.frame(first: 1, count: 1, bytes: 10)
      try writer.append([frame])
      #expect(try Script.read(flash).frames == [frame], "seed \(seed)")
    }
  }

  @Test func `a file that was cut inside of a frame is no torn tail`() throws {
    let (flash, frames, segments) = try Self.journal()
    let lastSegment = try #require(segments.last)
    let last = try #require(Self.places(lastSegment).last)
    let number = UInt32(segments.count)
    for length in [last.lowerBound + 2, last.lowerBound + 30, last.upperBound - 1] {
      var contents = flash.contents
      contents[number] = contents[number].map { Array($0.prefix(length)) }
      let cut = FaultyFlash(segments: contents)
      let (read, findings) = try Script.read(cut)
      #expect(read == Array(frames.dropLast()))
      #expect(!findings.isClean, "\(length)")
      let writer = try JournalWriter(store: cut, segmentSize: Script.segmentSize)
      #expect(!writer.recovery.isClean)
    }
  }
}
