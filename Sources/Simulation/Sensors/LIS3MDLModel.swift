/// LIS3MDL and the magnetometer of the LSM9DS1 as they are: off after power-on; a pointer that moves on only with bit 7,
/// and goes from the last byte of Z back to X.
public final class LIS3MDLModel: RegisterChip {
  private var movesOn = false

  /// Makes a chip at 0x1C or 0x1E.
  public override init(address: UInt8 = 0x1C) { super.init(address: address) }

  public override func loadDefaults() {
    registers[0x0F] = 0x3D
    registers[0x20] = 0x10
    registers[0x22] = 0x03
  }

  public override func pointer(for byte: UInt8) -> UInt8 {
    movesOn = byte & 0x80 != 0
    return byte & 0x7F
  }

  public override func successor(of register: UInt8) -> UInt8 {
    guard movesOn else { return register }
    return register == 0x2D ? 0x28 : register &+ 1
  }

  public override func write(_ value: UInt8, to register: UInt8) {
    switch register {
    case 0x21 where value & 0x04 != 0: powerOn()
    case 0x20...0x24, 0x05...0x0A:
      registers[Int(register)] = value
      guard register == 0x22 else { return }
      switch value & 0x03 {
      case 0: startConversion(lasting: period)
      case 1: startConversion(lasting: .microseconds(6_650))
      default: conversionEnd = nil
      }
    default: break
    }
  }

  private var period: Duration {
    .seconds(1 / [0.625, 1.25, 2.5, 5, 10, 20, 40, 80][Int(registers[0x20] >> 2 & 0x07)])
  }

  public override func convert() -> Duration? {
    let countsPerGauss = [6_842.0, 3_421, 2_281, 1_711][Int(registers[0x21] >> 5 & 0x03)]
    var gauss = sensedField() / 100
    if registers[0x20] & 0x01 != 0 { gauss += SIMD3(1.8, 1.9, 0.5) }
    for axis in 0..<3 {
      store(littleEndian: Self.counts(gauss[axis] * countsPerGauss, in: -32_768...32_767), at: UInt8(0x28 + 2 * axis))
    }
    if registers[0x20] & 0x80 != 0 {
      store(
        littleEndian: Self.counts((surroundings.temperatureCelsius - 25) * 8, in: -32_768...32_767), at: 0x2E)
    }
    registers[0x27] |= registers[0x27] & 0x08 != 0 ? 0x80 : 0x08
    guard registers[0x22] & 0x03 == 1 else { return period }
    registers[0x22] |= 0x03
    return nil
  }

  public override func value(of register: UInt8) -> UInt8 {
    let value = registers[Int(register)]
    if register == 0x2D { registers[0x27] = 0 }
    return value
  }
}
