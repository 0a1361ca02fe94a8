import Journal
import Simulation
import Testing
import Text

@Suite("Power cuts")
struct CrashSweepTests {
  static let tearings: [(Tearing, UInt64)] =
    [(.lost, 1), (.kept, 1)]
    + [Tearing.prefix, .sectors, .garbage].flatMap { way in (1...3).map { (way, UInt64($0)) } }

  /// What must be true of a journal after any cuts.
  ///
  /// - Parameters:
  ///   - acknowledged: frames whose append returned.
  ///   - given: all frames that were ever given to an append.
  static func check(
    _ flash: FaultyFlash, acknowledged: [Frame], given: [Frame], _ history: String
  ) throws -> JournalWriter {
    let (frames, findings) = try Script.read(flash)
    for frame in acknowledged { #expect(frames.contains(frame), "\(history): lost \(frame.firstSequence)") }
    for frame in frames { #expect(given.contains(frame), "\(history): out of nowhere: \(frame.firstSequence)") }
    #expect(
      zip(frames, frames.dropFirst()).allSatisfy { $0.lastSequence < $1.firstSequence }, "\(history): out of order")
    #expect(!findings.damage.contains { !$0.mayBeUnacknowledged }, "\(history): \(findings.damage)")
    let writer = try JournalWriter(store: flash, segmentSize: Script.segmentSize)
    #expect(writer.lastSequence == frames.last?.lastSequence ?? 0, "\(history): numbers do not go on")
    return writer
  }

  @Test func `whenever the power goes, what was acknowledged stays, also when it goes again during the repair`() throws
  {
    let first = Script.appends()
    let whole = try Script.written(first)
    #expect(whole.operations > 25)
    for (tearing, seed) in Self.tearings {
      for cut in 1...whole.operations {
        let flash = FaultyFlash()
        flash.cutAt = cut
        var writer = try JournalWriter(store: flash, segmentSize: Script.segmentSize)
        let acknowledged = Script.run(first, on: &writer)
        let second = flash.afterPowerCut(tearing, seed: seed)
        let history = "\(tearing) \(seed), cut at \(cut)"
        let reopened = try Self.check(second, acknowledged: acknowledged, given: first.flatMap(\.self), history)
        let more = Script.appends(from: reopened.lastSequence + 1, seed: 99, short: true)
        for cutAgain in 1...12 {
          let again = second.branched()
          again.cutAt = cutAgain
          var writer = try JournalWriter(store: again, segmentSize: Script.segmentSize)
          let acknowledgedAgain = acknowledged + Script.run(more, on: &writer)
          let third = again.afterPowerCut(tearing, seed: seed &+ UInt64(cutAgain))
          var last = try Self.check(
            third, acknowledged: acknowledgedAgain, given: first.flatMap(\.self) + more.flatMap(\.self),
            "\(history), again at \(cutAgain)")
          let end = Script.frame(first: last.lastSequence + 1, count: 3, bytes: 77, seed: 5)
          try last.append([end])
          #expect(try Script.read(third).frames.last == end, "\(history), again at \(cutAgain)")
        }
      }
    }
  }

  @Test func `a killed process loses nothing, and a cut right after its restart loses nothing acknowledged`() throws {
    let first = Script.appends()
    for cut in 1...(try Script.written(first).operations) {
      let flash = FaultyFlash()
      flash.cutAt = cut
      var writer = try JournalWriter(store: flash, segmentSize: Script.segmentSize)
      let acknowledged = Script.run(first, on: &writer)
      let restarted = flash.afterKill()
      var next = try JournalWriter(store: restarted, segmentSize: Script.segmentSize)
      let found = try Script.read(restarted).frames
      #expect(!acknowledged.contains { !found.contains($0) }, "killed at \(cut)")
      let more = Script.appends(from: next.lastSequence + 1, seed: 7, short: true)
      try next.append(more[0])
      for (tearing, seed) in Self.tearings {
        // Once something was appended after the restart, what was found at the restart is as safe as that.
        _ = try Self.check(
          restarted.afterPowerCut(tearing, seed: seed), acknowledged: found + more[0],
          given: first.flatMap(\.self) + more[0], "killed at \(cut), then \(tearing) \(seed)")
      }
    }
  }

  @Test(arguments: [FlashFault.write, .sync, .noSpace])
  func `a failed call can be repeated, at any place, without loss or doubles`(fault: FlashFault) throws {
    let appends = Script.appends()
    for place in 1...(try Script.written(appends).operations) {
      let flash = FaultyFlash()
      flash.faults = [place: fault, place + 2: fault]
      var writer = try JournalWriter(store: flash, segmentSize: Script.segmentSize)
      for frames in appends {
        var tries = 0
        while tries < 5 {
          tries += 1
          do {
            try writer.append(frames)
            break
          } catch {}
        }
        #expect(tries < 5)
      }
      for (tearing, seed) in Self.tearings {
        let (frames, findings) = try Script.read(flash.afterPowerCut(tearing, seed: seed))
        #expect(frames == appends.flatMap(\.self), "\(fault) at \(place), then \(tearing) \(seed)")
        #expect(findings == Findings(), "\(fault) at \(place), then \(tearing) \(seed)")
      }
    }
  }

  @Test(arguments: [FlashFault.write, .sync])
  func `other frames can follow a failed call: nothing of it comes back`(fault: FlashFault) throws {
    for bytes in [500, 300, 20] {
      let flash = FaultyFlash()
      var writer = try JournalWriter(store: flash, segmentSize: Script.segmentSize)
      try writer.append([Script.frame(first: 1, count: 1, bytes: 100)])
      flash.faults = [flash.operations + (fault == .write ? 1 : 2): fault]
      #expect(throws: Fault.self) {
        try writer.append([
          Script.frame(first: 2, count: 4, bytes: 300), Script.frame(first: 6, count: 4, bytes: 100),
        ])
      }
      let other = Script.frame(first: 2, count: 1, bytes: bytes, seed: 8)
      try writer.append([other])
      for (tearing, seed) in Self.tearings {
        let (frames, findings) = try Script.read(flash.afterPowerCut(tearing, seed: seed))
        #expect(frames.map(\.firstSequence) == [1, 2])
        #expect(frames.last == other)
        #expect(findings == Findings())
      }
    }
  }
}
