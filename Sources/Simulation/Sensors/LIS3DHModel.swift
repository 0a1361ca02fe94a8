/// An LIS3DH, or the accelerometer inside an LSM303.
///
/// Its traps: without bit 7 of the register the pointer stays, so that all axes read the same; a count at 16 g is 12 mg;
/// after power-up seven measurements are not right in high resolution; there is no reset.
public final class LIS3DHModel: AccelerometerModel {
  private var increments = false
  private static let rates: [Double] = [0, 1, 10, 25, 50, 100, 200, 400]
  private static let scales = [0.001, 0.002, 0.004, 0.012]

  /// Makes one with power.
  public override init(address: UInt8 = 0x18) { super.init(address: address) }

  public override func loadDefaults() {
    registers[0x0F] = 0x33
    registers[0x20] = 0x07
  }

  public override func pointer(for byte: UInt8) -> UInt8 {
    increments = byte & 0x80 != 0
    return byte & 0x7F
  }

  public override func successor(of register: UInt8) -> UInt8 { increments ? register &+ 1 : register }

  public override func write(_ value: UInt8, to register: UInt8) {
    guard register != 0x0F, !(0x26...0x2D).contains(register), register != 0x31 else { return }
    let before = registers[Int(register)]
    super.write(value, to: register)
    guard register == 0x20, value >> 4 != before >> 4 else { return }
    let hertz = rate
    if hertz > 0 {
      run(hertz: hertz, settling: .seconds((registers[0x23] & 0x08 != 0 ? 7 : 1) / hertz))
    } else {
      halt()
    }
  }

  public override func value(of register: UInt8) -> UInt8 {
    let value = registers[Int(register)]
    switch register {
    case 0x26: reference = surroundings.accelerationG
    case 0x2D: registers[0x27] &= ~0x08
    case 0x31:
      registers[0x31] = 0
      isLinePulled = false
    default: break
    }
    return value
  }

  public override func convert() -> Duration? {
    let hertz = rate
    guard hertz > 0 else { return nil }
    let vector = measured(withSelfTest: registers[0x23] & 0x06 != 0)
    let isFine = registers[0x23] & 0x08 != 0
    for (axis, count) in counts(
      vector, perG: 1 / Self.scales[Int(registers[0x23] >> 4 & 3)], in: -2_048...2_047
    ).enumerated() {
      // Low power has the upper eight bits only.
      store(littleEndian: (isFine ? count : count & ~0x0F) << 4, at: 0x28 + 2 * UInt8(axis))
    }
    registers[0x27] |= 0x0F
    let isWatching = registers[0x21] & 0x01 != 0 && registers[0x30] & 0x2A != 0
    if isWatching, hasMoved(vector, threshold: Double(registers[0x32]) * 0.016) {
      registers[0x31] = 0x40
      isLinePulled = registers[0x22] & 0x40 != 0
    }
    return .nanoseconds(Int64(1e9 / hertz))
  }

  private var rate: Double {
    let code = Int(registers[0x20] >> 4)
    return code < Self.rates.count ? Self.rates[code] : 0
  }
}
