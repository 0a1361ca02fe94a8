/// The accelerometer of an LSM9DS1.
///
/// Its traps: X points against that of the magnetometer, so that its axes are left-handed; code 1 of the range is 16 g, and a count is 0.732 mg there; the accelerometer sleeps after power-up.
public final class LSM9DS1AccelerometerModel: AccelerometerModel {
  private static let rates: [Double] = [0, 10, 50, 119, 238, 476, 952]
  private static let scales = [0.000_061, 0.000_732, 0.000_122, 0.000_244]

  /// Makes one with power.
  public override init(address: UInt8 = 0x6B) { super.init(address: address) }

  public override func loadDefaults() {
    registers[0x0F] = 0x68
    registers[0x1F] = 0x38
    registers[0x22] = 0x04
  }

  public override func successor(of register: UInt8) -> UInt8 {
    registers[0x22] & 0x04 != 0 ? register &+ 1 : register
  }

  public override func write(_ value: UInt8, to register: UInt8) {
    guard register != 0x0F, !(0x26...0x2D).contains(register) else { return }
    if register == 0x22, value & 0x01 != 0 {
      powerOn()
      return
    }
    let before = registers[Int(register)]
    super.write(value, to: register)
    guard register == 0x20, value >> 5 != before >> 5 else { return }
    let hertz = rate
    if hertz > 0 {
      run(hertz: hertz, settling: .seconds(2 / hertz))
    } else {
      halt()
    }
  }

  public override func value(of register: UInt8) -> UInt8 {
    let value = registers[Int(register)]
    if register == 0x2D { registers[0x27] &= ~0x01 }
    return value
  }

  public override func convert() -> Duration? {
    let hertz = rate
    guard hertz > 0 else { return nil }
    var vector = measured(withSelfTest: registers[0x24] & 0x01 != 0)
    vector.x.negate()
    let range = Int(registers[0x20] >> 3 & 3)
    let end = range == 1 ? 21_857 : 32_767
    for (axis, count) in counts(vector, perG: 1 / Self.scales[range], in: (-end - (range == 1 ? 0 : 1))...end)
      .enumerated()
    {
      store(littleEndian: count, at: 0x28 + 2 * UInt8(axis))
    }
    registers[0x27] |= 0x01
    return .nanoseconds(Int64(1e9 / hertz))
  }

  private var rate: Double {
    let code = Int(registers[0x20] >> 5)
    return code < Self.rates.count ? Self.rates[code] : 0
  }
}
