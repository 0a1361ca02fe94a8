/// QMC5883P as it is: the range in 0x0B, where the QMC5883L's is elsewhere; data registers that cannot be written; and
/// axes that are turned unless 0x29 says otherwise.
public final class QMC5883PModel: RegisterChip {
  /// Makes a chip.
  public init() { super.init(address: 0x2C) }

  public override func loadDefaults() { registers[0x00] = 0x80 }

  public override func write(_ value: UInt8, to register: UInt8) {
    switch register {
    case 0x0B where value & 0x80 != 0: powerOn()
    case 0x0B, 0x29: registers[Int(register)] = value
    case 0x0A:
      registers[0x0A] = value
      switch value & 0x03 {
      case 0: conversionEnd = nil
      case 2: startConversion(lasting: .milliseconds(9))
      default: startConversion(lasting: period)
      }
    default: break
    }
  }

  private var period: Duration { .seconds(1 / [10.0, 50, 100, 200][Int(registers[0x0A] >> 2 & 0x03)]) }

  public override func convert() -> Duration? {
    let countsPerGauss = [1_000.0, 2_500, 3_750, 15_000][Int(registers[0x0B] >> 2 & 0x03)]
    let signs = registers[0x29] == 0x06 ? SIMD3(1.0, 1, 1) : SIMD3(-1, -1, 1)
    let field = sensedField() * signs
    var hasOverflow = false
    for axis in 0..<3 {
      let counts = Self.counts(field[axis] / 100 * countsPerGauss, in: -32_768...32_767)
      hasOverflow = hasOverflow || abs(counts) >= 32_767
      store(littleEndian: counts, at: UInt8(1 + 2 * axis))
    }
    registers[0x09] = 0x01 | (hasOverflow ? 0x02 : 0)
    guard registers[0x0A] & 0x03 == 2 else { return period }
    registers[0x0A] &= ~0x03
    return nil
  }

  public override func value(of register: UInt8) -> UInt8 {
    let value = registers[Int(register)]
    if register == 0x06 { registers[0x09] &= ~0x01 }
    return value
  }
}
