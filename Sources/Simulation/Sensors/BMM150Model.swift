/// BMM150 as it is: dumb until its power bit is set, and with trim values without which its numbers mean nothing.
public final class BMM150Model: RegisterChip {
  /// The Hall resistance it sees; another one than that of the trimming means another temperature.
  public var hall = 6_900

  // Trim values of the size that real parts have.
  private let x1 = 2.0
  private let y1 = -3.0
  private let x2 = 26.0
  private let y2 = 24.0
  private let z1 = 23_950.0
  private let z2 = 718.0
  private let z3 = -181.0
  private let z4 = 12.0
  private let xy1 = 29.0
  private let xy2 = -3.0
  private let xyz1 = 6_750.0

  /// Makes a chip.
  public override init(address: UInt8 = 0x10) { super.init(address: address) }

  private var isOn: Bool { registers[0x4B] & 0x01 != 0 }

  public override func loadDefaults() { registers[0x4C] = 0x06 }

  private func wake() {
    registers[0x40] = 0x32
    registers[0x5D] = UInt8(bitPattern: Int8(x1))
    registers[0x5E] = UInt8(bitPattern: Int8(y1))
    store(littleEndian: Int(z4), at: 0x62)
    registers[0x64] = UInt8(bitPattern: Int8(x2))
    registers[0x65] = UInt8(bitPattern: Int8(y2))
    store(littleEndian: Int(z2), at: 0x68)
    store(littleEndian: Int(z1), at: 0x6A)
    store(littleEndian: Int(xyz1), at: 0x6C)
    store(littleEndian: Int(z3), at: 0x6E)
    registers[0x70] = UInt8(bitPattern: Int8(xy2))
    registers[0x71] = UInt8(xy1)
  }

  public override func write(_ value: UInt8, to register: UInt8) {
    if register == 0x4B {
      if value & 0x82 == 0x82 || value & 0x01 == 0 { powerOn() }
      registers[0x4B] = value & 0x01
      if isOn { wake() }
      return
    }
    guard isOn else { return }
    switch register {
    case 0x51, 0x52: registers[Int(register)] = value
    case 0x4C:
      registers[0x4C] = value
      switch value >> 1 & 0x03 {
      case 0: startConversion(lasting: period)
      case 1: startConversion(lasting: duration)
      default: conversionEnd = value & 0x01 != 0 ? now + .milliseconds(8) : nil
      }
    default: break
    }
  }

  private var period: Duration {
    .seconds(1 / [10.0, 2, 6, 8, 15, 20, 25, 30][Int(registers[0x4C] >> 3 & 0x07)])
  }

  private var duration: Duration {
    let repetitionsXY = 2 * Int(registers[0x51]) + 1
    let repetitionsZ = Int(registers[0x52]) + 1
    return .microseconds(145 * repetitionsXY + 500 * repetitionsZ + 980)
  }

  public override func convert() -> Duration? {
    if registers[0x4C] & 0x07 == 0x07 {
      registers[0x4C] &= ~0x01
      for register in [0x42, 0x44, 0x46] { registers[register] |= 0x01 }
      return nil
    }
    let field = sensedField()
    let resistance = Double(hall)
    let deviation = xyz1 * 16_384 / resistance - 16_384
    let common = xy2 * (deviation * deviation / 268_435_456) + deviation * xy1 / 16_384 + 256
    let x = (field.x * 16 - x1 * 8) * 8_192 / (common * (x2 + 160))
    let y = (field.y * 16 - y1 * 8) * 8_192 / (common * (y2 + 160))
    let divisor = (z2 + z1 * resistance / 32_768) * 4
    let drift = z3 * (resistance - xyz1)
    let z = (field.z * 16 * divisor + drift) / 131_072 + z4
    for (value, register) in [(x, UInt8(0x42)), (y, 0x44)] {
      let counts = Self.counts(value, in: -4_096...4_096)
      store(littleEndian: (abs(counts) < 4_096 ? counts : -4_096) << 3, at: register)
    }
    let counts = Self.counts(z, in: -16_384...16_384)
    store(littleEndian: (abs(counts) < 16_384 ? counts : -16_384) << 1, at: 0x46)
    store(littleEndian: hall << 2 | 0x01, at: 0x48)
    guard registers[0x4C] >> 1 & 0x03 == 1 else { return period }
    registers[0x4C] |= 0x06
    return nil
  }

  public override func value(of register: UInt8) -> UInt8 {
    guard isOn || register == 0x4B else { return 0 }
    let value = registers[Int(register)]
    if register == 0x49 { registers[0x48] &= ~0x01 }
    return value
  }
}
