/// A clock chip, DS1307 or DS3231, which has the address of motion sensors and must neither be taken for one nor be
/// written.
public final class ClockModel: RegisterChip {
  /// How many registers there are before they come again.
  public let count: Int
  /// Whether anybody wrote to it.
  public private(set) var wasWritten = false

  /// Makes one with power: 64 registers are a DS1307, 19 a DS3231.
  public init(address: UInt8 = 0x68, count: Int = 64) {
    self.count = count
    super.init(address: address)
  }

  public override func loadDefaults() {
    // 2026-11-30, a Monday, 23:59:58.
    registers.replaceSubrange(0..<7, with: [0x58, 0x59, 0x23, 0x02, 0x30, 0x11, 0x26])
  }

  public override func pointer(for byte: UInt8) -> UInt8 { byte % UInt8(count) }

  public override func successor(of register: UInt8) -> UInt8 { Int(register) + 1 < count ? register + 1 : 0 }

  public override func write(_ value: UInt8, to register: UInt8) {
    wasWritten = true
    super.write(value, to: register)
  }
}
