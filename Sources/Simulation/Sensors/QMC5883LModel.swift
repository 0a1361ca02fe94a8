/// QMC5883L as it is: identity 0xFF; data that stay as they are from the first byte read to the last; an offset unless
/// the period of SET and RESET is 1; no single-shot mode.
public final class QMC5883LModel: RegisterChip {
  /// What the bridge adds when it is not set and reset, microtesla.
  public var bridgeOffsetMicrotesla = SIMD3(55.0, -38, 71)

  private var isLocked = false

  /// Makes a chip.
  public init() { super.init(address: 0x0D) }

  public override func loadDefaults() {
    registers[0x0C] = 0x01
    registers[0x0D] = 0xFF
    isLocked = false
  }

  public override func write(_ value: UInt8, to register: UInt8) {
    switch register {
    case 0x0A where value & 0x80 != 0: powerOn()
    case 0x09:
      let wasMeasuring = registers[0x09] & 0x01 != 0
      registers[0x09] = value
      if value & 0x01 == 0 {
        conversionEnd = nil
      } else if !wasMeasuring {
        startConversion(lasting: period)
      }
    case 0x0A, 0x0B: registers[Int(register)] = value
    default: break
    }
  }

  private var period: Duration { .seconds(1 / [10.0, 50, 100, 200][Int(registers[0x09] >> 2 & 0x03)]) }

  public override func convert() -> Duration? {
    if isLocked || registers[0x06] & 0x01 != 0 { registers[0x06] |= 0x04 }
    guard !isLocked else { return period }
    let field = sensedField() + (registers[0x0B] == 0x01 ? .zero : bridgeOffsetMicrotesla)
    let countsPerGauss = registers[0x09] & 0x30 == 0x10 ? 3_000.0 : 12_000
    var hasOverflow = false
    for axis in 0..<3 {
      let counts = Self.counts(field[axis] / 100 * countsPerGauss, in: -32_768...32_767)
      hasOverflow = hasOverflow || abs(counts) >= 32_767
      store(littleEndian: counts, at: UInt8(2 * axis))
    }
    registers[0x06] = registers[0x06] & 0x04 | 0x01 | (hasOverflow ? 0x02 : 0)
    return period
  }

  public override func value(of register: UInt8) -> UInt8 {
    let value = registers[Int(register)]
    switch register {
    case 0x00...0x04:
      isLocked = true
      registers[0x06] &= ~0x05
    case 0x05: isLocked = false
    default: break
    }
    return value
  }

  public override func successor(of register: UInt8) -> UInt8 {
    register == 0x06 && registers[0x0A] & 0x40 != 0 ? 0x00 : register &+ 1
  }
}
