/// An ADXL345.
///
/// Its traps: it stands by at power-up; offsets of earlier software stay while it has power; it has no reset.
public final class ADXL345Model: AccelerometerModel {
  /// Makes one with power.
  public override init(address: UInt8 = 0x53) {
    super.init(address: address)
    selfTestPull = SIMD3(0.8, -0.8, 1.2)
  }

  public override func loadDefaults() {
    registers[0x00] = 0xE5
    registers[0x2C] = 0x0A
    registers[0x30] = 0x02
  }

  public override func write(_ value: UInt8, to register: UInt8) {
    guard register != 0x00, register != 0x30, !(0x32...0x37).contains(register) else { return }
    let before = registers[Int(register)]
    super.write(value, to: register)
    if register == 0x2D, (value ^ before) & 0x08 != 0 {
      reference = nil
      if value & 0x08 != 0 { run(hertz: rate, settling: .seconds(1 / rate)) } else { halt() }
    }
  }

  public override func value(of register: UInt8) -> UInt8 {
    let value = registers[Int(register)]
    switch register {
    case 0x30:
      registers[0x30] &= ~0x10
      isLinePulled = false
    case 0x37: registers[0x30] &= ~0x80
    default: break
    }
    return value
  }

  public override func convert() -> Duration? {
    guard registers[0x2D] & 0x08 != 0 else { return nil }
    var vector = measured(withSelfTest: registers[0x31] & 0x80 != 0)
    for axis in 0..<3 { vector[axis] += Double(Int8(bitPattern: registers[0x1E + axis])) * 0.0156 }
    let range = Int(registers[0x31] & 3)
    // In full resolution a range only adds bits at the left.
    let isFull = registers[0x31] & 0x08 != 0
    let limit = isFull ? 512 << range : 512
    let perG = isFull ? 256.0 : 256 / Double(1 << range)
    for (axis, count) in counts(vector, perG: perG, in: -limit...(limit - 1)).enumerated() {
      store(littleEndian: count, at: 0x32 + 2 * UInt8(axis))
    }
    registers[0x30] |= 0x80
    if registers[0x2E] & 0x10 != 0, hasMoved(vector, threshold: Double(registers[0x24]) * 0.0625) {
      registers[0x30] |= 0x10
      isLinePulled = true
    }
    if reference == nil, isSettled { reference = vector }
    return .nanoseconds(Int64(1e9 / rate))
  }

  private var rate: Double {
    var hertz = 0.1
    for _ in 0..<(registers[0x2C] & 0x0F) { hertz *= 2 }
    // 0.0977 Hz at code 0 in truth; 100 at code 10.
    return hertz * 100 / 102.4
  }
}
