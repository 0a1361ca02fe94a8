import Glibc
import Sensors
import Testing
import Text

@testable import Board

@Suite("The I2C bus of Linux")
struct I2CBusTests {
  @Test(arguments: [
    (EREMOTEIO, BusFault.noAnswer), (ENXIO, .noAnswer), (ENODEV, .noAnswer), (ETIMEDOUT, .stuck),
    (EAGAIN, .arbitrationLost), (EBUSY, .takenByKernel), (ENODATA, .short), (EIO, .system(EIO)),
  ])
  func `an errno becomes the fault it stands for`(errno: Int32, fault: BusFault) {
    #expect(BusFault(errno: errno) == fault)
  }

  static func calls(_ bytes: [UInt8], _ count: Int, blocks: Bool = true) throws(BusFault) -> [SMBusCall] {
    try SMBusCall.calls(writing: bytes, reading: count, readsBlocks: blocks, writesBlocks: blocks)
  }

  @Test func `without a register it is the address alone, or bytes from where the pointer is`() throws {
    #expect(try Self.calls([], 0) == [.quick])
    #expect(try Self.calls([], 2) == [.receive, .receive])
  }

  @Test func `registers are written alone or as a block`() throws {
    #expect(try Self.calls([0x20], 0) == [.send(0x20)])
    #expect(try Self.calls([0x20, 0x57], 0) == [.write(0x57, to: 0x20)])
    #expect(try Self.calls([0x20, 1, 2, 3], 0) == [.writeBlock([1, 2, 3], to: 0x20)])
    #expect(throws: BusFault.system(EOPNOTSUPP)) { try Self.calls([0x20, 1, 2, 3], 0, blocks: false) }
    #expect(throws: BusFault.system(EOPNOTSUPP)) { try Self.calls([UInt8](repeating: 0, count: 34), 0) }
  }

  @Test(arguments: [1, 2, 31, 32, 33, 64, 65, 100])
  func `a read in pieces has every register once and in order`(count: Int) throws {
    for blocks in [false, true] {
      var registers: [UInt8] = []
      for call in try Self.calls([0x80], count, blocks: blocks) {
        switch call {
        case .read(let register): registers.append(register)
        case .readBlock(let register, let length):
          #expect(blocks && length <= SMBusCall.blockLimit)
          registers += (0..<length).map { register + UInt8($0) }
        default: Issue.record("\(call) in a read")
        }
      }
      #expect(registers == (0..<count).map { 0x80 + UInt8($0) })
    }
  }

  @Test func `several bytes and a read have no call of SMBus`() {
    #expect(throws: BusFault.system(EOPNOTSUPP)) { try Self.calls([0x20, 0x01], 4) }
    #expect(throws: BusFault.system(EINVAL)) { try Self.calls([0x20], -1) }
  }

  @Test func `a bus that is not there says how to enable it`() {
    let fault = #expect(throws: Fault.self) { try LinuxI2CBus(path: "/dev/i2c-none") }
    #expect(fault?.code == .noInput)
    #expect(fault?.remedy?.contains("i2c_arm=on") == true)
  }

  @Test func `a device that is no bus is refused`() {
    let fault = #expect(throws: Fault.self) { try LinuxI2CBus(path: "/dev/null") }
    #expect(fault?.code == .noInput)
    #expect(fault?.message == "this is no I2C bus")
  }

  @Test func `buses are listed by number`() {
    let folder = Folder()
    for name in ["i2c-10", "i2c-2", "i2c-x", "null"] { folder.write(name, []) }
    #expect(LinuxI2CBus.paths(in: folder.path) == ["\(folder.path)/i2c-2", "\(folder.path)/i2c-10"])
  }
}
