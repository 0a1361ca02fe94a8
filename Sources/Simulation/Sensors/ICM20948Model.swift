/// An ICM-20948.
///
/// Its traps: four banks of registers of which one is seen, also for the identity; it sleeps at power-up; the data are
/// big-endian.
public final class ICM20948Model: AccelerometerModel {
  /// What is not seen: the registers of the banks by number, the seen one's are stale.
  private var banks = [[UInt8]](repeating: [UInt8](repeating: 0, count: 128), count: 4)

  /// Makes one with power.
  public override init(address: UInt8 = 0x69) { super.init(address: address) }

  /// Whether the magnetometer inside can be reached from the bus.
  public var isBypassOpen: Bool { isPowered && registers0(0x0F) & 0x02 != 0 && registers0(0x03) & 0x20 == 0 }

  /// The bank that is seen.
  public var bank: Int { Int(registers[0x7F] >> 4 & 3) }

  public override func loadDefaults() {
    banks = [[UInt8]](repeating: [UInt8](repeating: 0, count: 128), count: 4)
    banks[0][0x00] = 0xEA
    banks[0][0x05] = 0x40
    banks[0][0x06] = 0x41
    banks[2][0x01] = 0x01
    banks[2][0x14] = 0x01
    registers[0..<128] = banks[0][...]
  }

  public override func write(_ value: UInt8, to register: UInt8) {
    guard register < 128 else { return }
    if register == 0x7F {
      banks[bank] = Array(registers[0..<128])
      registers[0..<128] = banks[Int(value >> 4 & 3)][...]
      registers[0x7F] = value & 0x30
      return
    }
    guard bank == 0 else { return super.write(value, to: register) }
    guard register != 0x00, !(0x19...0x3A).contains(register) else { return }
    if register == 0x06, value & 0x80 != 0 {
      powerOn()
      return
    }
    let before = registers[Int(register)]
    super.write(value, to: register)
    if register == 0x06, value & 0x60 != before & 0x60 {
      if value & 0x40 != 0 {
        halt()
      } else {
        run(hertz: rate, settling: before & 0x40 != 0 ? .milliseconds(25) : .zero)
      }
    }
  }

  public override func value(of register: UInt8) -> UInt8 {
    let value = registers[Int(register)]
    if bank == 0, register == 0x19 || register == 0x1A {
      registers[Int(register)] = 0
      if register == 0x19 { isLinePulled = false }
    }
    return value
  }

  public override func convert() -> Duration? {
    guard registers0(0x06) & 0x40 == 0 else { return nil }
    let vector = measured()
    let perG = [16_384.0, 8_192, 4_096, 2_048][Int(registers2(0x14) >> 1 & 3)]
    for (axis, count) in counts(vector, perG: perG, in: -32_768...32_767).enumerated() {
      put(count, at: 0x2D + 2 * axis)
    }
    put(Self.counts((surroundings.temperatureCelsius - 21) * 333.87, in: -32_768...32_767), at: 0x39)
    if registers0(0x11) & 0x01 != 0 { set(0x01, in: 0x1A) }
    let isWatching = registers0(0x10) & 0x08 != 0 && registers2(0x12) & 0x02 != 0
    if isWatching, hasMoved(vector, threshold: Double(registers2(0x13)) * 0.004) {
      set(0x08, in: 0x19)
      isLinePulled = true
    }
    reference = isSettled ? vector : nil
    return .nanoseconds(Int64(1e9 / rate))
  }

  private func registers0(_ register: Int) -> UInt8 { bank == 0 ? registers[register] : banks[0][register] }
  private func registers2(_ register: Int) -> UInt8 { bank == 2 ? registers[register] : banks[2][register] }

  private func put(_ value: Int, at register: Int) {
    replace(register, with: UInt8(truncatingIfNeeded: value >> 8))
    replace(register + 1, with: UInt8(truncatingIfNeeded: value))
  }

  private func set(_ bits: UInt8, in register: Int) { replace(register, with: registers0(register) | bits) }

  private func replace(_ register: Int, with value: UInt8) {
    if bank == 0 { registers[register] = value } else { banks[0][register] = value }
  }

  private var rate: Double {
    1_125 / (Double(Int(registers2(0x10)) << 8 | Int(registers2(0x11))) + 1)
  }
}
