import Journal
import Simulation
import Testing
import Text

@Suite("The simulated flash")
struct FlashTests {
  private static let old = [UInt8](repeating: 1, count: 2_000)
  private static let new = [UInt8](repeating: 2, count: 1_500)

  /// A flash with a synced pattern, and another over a part of it that is not synced.
  private static func flash() throws -> (FaultyFlash, any BlockFile) {
    let flash = FaultyFlash()
    let file = try flash.create(1, size: 4_096)
    try file.write(old[...], at: 100)
    try file.sync()
    try file.write(new[...], at: 300)
    return (flash, file)
  }

  @Test func `what was synced stays and what nobody wrote does not change`() throws {
    for (tearing, seed) in CrashSweepTests.tearings {
      let (flash, _) = try Self.flash()
      let bytes = try #require(flash.afterPowerCut(tearing, seed: seed).contents[1])
      #expect(bytes.count == 4_096)
      #expect(!bytes[..<100].contains { $0 != 0 } && !bytes[2_100...].contains { $0 != 0 })
      #expect(!bytes[100..<300].contains { $0 != 1 } && !bytes[1_800..<2_100].contains { $0 != 1 })
    }
  }

  @Test func `what was not synced is lost, kept or torn`() throws {
    func middle(_ tearing: Tearing, _ seed: UInt64) throws -> ArraySlice<UInt8> {
      let (flash, _) = try Self.flash()
      return try #require(flash.afterPowerCut(tearing, seed: seed).contents[1])[300..<1_800]
    }
    #expect(try Array(middle(.lost, 1)) == Array(Self.old.prefix(1_500)))
    #expect(try Array(middle(.kept, 1)) == Self.new)
    var torn = 0
    for seed in UInt64(1)...20 where Set(try middle(.sectors, seed)) == [1, 2] { torn += 1 }
    #expect(torn > 10)
    let garbage = try middle(.garbage, 3)
    #expect(garbage.contains { $0 > 2 })
  }

  @Test func `a failed sync is not made good by the next one, but writing again is`() throws {
    for isWrittenAgain in [false, true] {
      let (flash, file) = try Self.flash()
      flash.faults = [flash.operations + 1: .sync]
      #expect(throws: Fault.self) { try file.sync() }
      if isWrittenAgain { try file.write(Self.new[...], at: 300) }
      try file.sync()
      let bytes = try #require(flash.afterPowerCut(.lost, seed: 1).contents[1])
      #expect(Array(bytes[300..<1_800]) == (isWrittenAgain ? Self.new : Array(Self.old.prefix(1_500))))
      #expect(flash.contents[1]?[300] == 2)
    }
  }

  @Test func `a segment whose creation was cut off is missing or there in part`() throws {
    var sizes: Set<Int> = []
    for seed in UInt64(1)...20 {
      let flash = FaultyFlash()
      flash.cutAt = 1
      #expect(throws: Fault.self) { try flash.create(1, size: 4_096) }
      #expect(throws: Fault.self) { try flash.segments() }
      #expect(flash.isOff)
      #expect(flash.afterPowerCut(.lost, seed: seed).contents.isEmpty)
      sizes.insert(flash.afterPowerCut(.sectors, seed: seed).contents[1]?.count ?? -1)
    }
    #expect(sizes.count > 10)
  }

  @Test func `branches go their own ways`() throws {
    let (flash, _) = try Self.flash()
    let branch = flash.branched()
    let file = try branch.open(1, writable: true)
    try file.write([9], at: 0)
    #expect(branch.contents[1]?[0] == 9)
    #expect(flash.contents[1]?[0] == 0)
    #expect(branch.operations == flash.operations + 1)
  }

  @Test func `work is counted and misuse refused`() throws {
    let (flash, file) = try Self.flash()
    #expect(flash.operations == 4 && flash.syncs == 1 && flash.bytesWritten == 3_500)
    #expect(throws: Fault.self) { try file.write([1], at: 4_096) }
    let reading = try flash.open(1, writable: false)
    #expect(throws: Fault.self) { try reading.write([1], at: 0) }
    #expect(try reading.read(at: 4_090, count: 100).count == 6)
    flash.readsShort = true
    #expect(try reading.read(at: 0, count: 100).count == 50)
    #expect(throws: Fault.self) { try flash.open(2, writable: false) }
  }
}
