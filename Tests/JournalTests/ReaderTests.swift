import Journal
import Simulation
import Testing
import Text

@Suite("Reading and writing a journal")
struct ReaderTests {
  @Test func `a new journal is empty`() throws {
    let flash = FaultyFlash()
    #expect(try Script.read(flash).frames.isEmpty)
    let writer = try JournalWriter(store: flash)
    #expect(writer.lastSequence == 0)
    #expect(flash.operations == 0)
  }

  @Test func `everything comes back in order, with short reads too`() throws {
    let flash = try Script.written()
    flash.readsShort = true
    let (frames, findings) = try Script.read(flash)
    #expect(frames == Script.appends().flatMap(\.self))
    #expect(findings == Findings())
  }

  @Test func `an append in one segment is one write and one sync`() throws {
    let flash = FaultyFlash()
    var writer = try JournalWriter(store: flash, segmentSize: Script.segmentSize)
    try writer.append([Script.frame(first: 1, count: 1, bytes: 10)])
    let before = (flash.operations, flash.syncs)
    try writer.append([Script.frame(first: 2, count: 1, bytes: 10), Script.frame(first: 3, count: 9, bytes: 40)])
    #expect(flash.operations == before.0 + 2)
    #expect(flash.syncs == before.1 + 1)
  }

  @Test func `reading from a number begins with the frame that holds it`() throws {
    let all = Script.appends().flatMap(\.self)
    let flash = try Script.written()
    for sequence in 0...(all.last?.lastSequence ?? 0) + 1 {
      var reader = try JournalReader(store: flash, from: sequence)
      #expect(try reader.next() == all.first { $0.lastSequence >= sequence }, "from \(sequence)")
      #expect(reader.findings.isClean)
    }
  }

  @Test func `reading from the end reads little of the rest`() throws {
    let flash = FaultyFlash()
    var writer = try JournalWriter(store: flash, segmentSize: 200_000)
    for index in UInt64(0)..<600 { try writer.append([Script.frame(first: index + 1, count: 1, bytes: 2_000)]) }
    #expect(flash.contents.count > 5)
    let before = flash.bytesRead
    var reader = try JournalReader(store: flash, from: 599)
    #expect(try reader.next()?.firstSequence == 599)
    #expect(flash.bytesRead - before < 400_000)
  }

  @Test func `reading can begin with the newest segments`() throws {
    let flash = try Script.written()
    let all = Script.appends().flatMap(\.self)
    let count = flash.contents.count
    for segments in 1...count {
      var reader = try JournalReader(store: flash, lastSegments: segments)
      var frames: [Frame] = []
      while let frame = try reader.next() { frames.append(frame) }
      #expect(frames == all.suffix(frames.count))
      #expect(reader.findings == Findings())
      var other = try JournalReader(store: flash, segment: UInt32(count - segments + 1))
      #expect(try other.next() == frames.first)
    }
  }

  @Test func `a reader at the tail goes on when more is written`() throws {
    let flash = FaultyFlash()
    var reader = try JournalReader(store: flash)
    #expect(try reader.next() == nil)
    var writer = try JournalWriter(store: flash, segmentSize: Script.segmentSize)
    for frames in Script.appends() {
      try writer.append(frames)
      for frame in frames { #expect(try reader.next() == frame) }
      #expect(try reader.next() == nil)
      #expect(try reader.next() == nil)
    }
    #expect(reader.findings == Findings())
  }

  @Test func `frames that are durable already are left out`() throws {
    let flash = FaultyFlash()
    var writer = try JournalWriter(store: flash, segmentSize: Script.segmentSize)
    let frames = [Script.frame(first: 1, count: 4, bytes: 30), Script.frame(first: 5, count: 2, bytes: 30)]
    try writer.append([frames[0]])
    try writer.append(frames)
    #expect(try Script.read(flash).frames == frames)
    #expect(writer.lastSequence == 6)
  }

  @Test(arguments: [
    Frame(firstSequence: 3, count: 4, payload: []), Frame(firstSequence: 0, count: 1, payload: []),
    Frame(firstSequence: 6, count: 0, payload: []), Frame(firstSequence: 6, count: 65_536, payload: []),
    Frame(firstSequence: 6, count: -1, payload: []), Frame(firstSequence: .max, count: 2, payload: []),
    Frame(firstSequence: 6, count: 1, payload: [UInt8](repeating: 1, count: 1_001)),
  ])
  func `frames that do not follow or do not fit are refused`(frame: Frame) throws {
    let flash = FaultyFlash()
    var writer = try JournalWriter(store: flash, segmentSize: Script.segmentSize)
    try writer.append([Script.frame(first: 1, count: 5, bytes: 30)])
    let before = flash.contents
    #expect(throws: Fault.self) { try writer.append([Script.frame(first: 6, count: 1, bytes: 3), frame]) }
    #expect(throws: Fault.self) { try writer.append([frame]) }
    #expect(flash.contents == before)
  }

  @Test func `numbers that were left out are told as missing`() throws {
    let flash = FaultyFlash()
    var writer = try JournalWriter(store: flash, segmentSize: Script.segmentSize)
    try writer.append([Script.frame(first: 3, count: 1, bytes: 30)])
    try writer.append([Script.frame(first: 10, count: 1, bytes: 30)])
    let findings = try Script.read(flash).findings
    #expect(findings.missing == [1...2, 4...9])
    #expect(findings.missingRecords == 8)
  }

  @Test func `a full card stops the journal and room lets it go on`() throws {
    let flash = FaultyFlash()
    flash.capacityBytes = Script.segmentSize
    var writer = try JournalWriter(store: flash, segmentSize: Script.segmentSize)
    let appends = Script.appends()
    let acknowledged = Script.run(appends, on: &writer)
    #expect(!acknowledged.isEmpty && acknowledged.count < appends.flatMap(\.self).count)
    #expect(throws: Fault.self) { try writer.append(appends[acknowledged.count]) }
    flash.capacityBytes = nil
    for frames in appends { try writer.append(frames) }
    #expect(try Script.read(flash).frames == appends.flatMap(\.self))
  }

  @Test func `a fault of reading is told and does no harm`() throws {
    let flash = try Script.written()
    flash.faults = [flash.operations + 1: .read]
    var reader = try JournalReader(store: flash)
    #expect(throws: Fault.self) { try reader.next() }
    #expect(try reader.next() == Script.appends()[0][0])
    flash.faults = [flash.operations + 1: .read]
    #expect(throws: Fault.self) { try JournalWriter(store: flash, segmentSize: Script.segmentSize) }
  }

  @Test func `verifying counts what is there`() throws {
    let flash = try Script.written()
    var bytes = 0
    let verification = try Verification(of: flash) { bytes += $0.payload.count }
    let all = Script.appends().flatMap(\.self)
    #expect(verification.frames == all.count)
    #expect(verification.records == all.reduce(0) { $0 + $1.count })
    #expect(verification.segments == flash.contents.count)
    #expect(verification.bytes == flash.contents.count * Script.segmentSize)
    #expect(verification.firstSequence == 1)
    #expect(verification.lastSequence == all.last?.lastSequence)
    #expect(verification.findings == Findings())
    #expect(bytes == all.reduce(0) { $0 + $1.payload.count })
  }

  @Test func `a stuck card is felt in the time it takes`() throws {
    let flash = FaultyFlash()
    flash.syncTakes = .seconds(3)
    var writer = try JournalWriter(store: flash, segmentSize: Script.segmentSize)
    try writer.append([Script.frame(first: 1, count: 1, bytes: 30)])
    #expect(flash.timeSpent == .seconds(3))
  }

  @Test func `opening a full segment is quick`() throws {
    let flash = FaultyFlash()
    var writer = try JournalWriter(store: flash)
    let frame = Script.frame(first: 1, count: 1, bytes: 4_072)
    for index in UInt64(1)...1_024 {
      try writer.append([Frame(firstSequence: index, count: 1, payload: frame.payload)])
    }
    let clock = ContinuousClock()
    var best = Duration.seconds(100)
    for _ in 0..<5 {
      let start = clock.now
      let opened = try JournalWriter(store: flash)
      best = min(best, clock.now - start)
      #expect(opened.lastSequence == 1_024)
      #expect(opened.recovery.offset == 4 << 20)
    }
    print("opening a full segment of 4 MiB: \(best)")
    // A debug build is some twenty times slower; the bound is for that.
    #expect(best < .seconds(2))
  }
}
