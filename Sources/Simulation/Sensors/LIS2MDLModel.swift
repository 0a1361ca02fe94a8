/// LIS2MDL and the magnetometer of the LSM303AGR as they are: left-handed; an offset of the bridge unless it is
/// cancelled; torn numbers without BDU; and offset registers that outlive a soft reset.
public final class LIS2MDLModel: RegisterChip {
  /// What the bridge adds when it is not cancelled, microtesla.
  public var bridgeOffsetMicrotesla = SIMD3(24.0, 18, -15)

  /// What a soft reset leaves.
  private var offsets = [UInt8](repeating: 0, count: 6)

  /// Makes a chip.
  ///
  /// - Parameter staleOffsetCounts: what an earlier program wrote into the offset registers.
  public init(staleOffsetCounts: Int = 0) {
    super.init(address: 0x1E)
    for register in [UInt8(0x45), 0x47, 0x49] { store(littleEndian: staleOffsetCounts, at: register) }
    offsets = Array(registers[0x45...0x4A])
  }

  public override func loadDefaults() {
    registers[0x4F] = 0x40
    registers[0x60] = 0x03
  }

  public override func write(_ value: UInt8, to register: UInt8) {
    switch register {
    case 0x45...0x4A:
      registers[Int(register)] = value
      offsets[Int(register) - 0x45] = value
    case 0x60 where value & 0x20 != 0:
      powerOn()
      registers.replaceSubrange(0x45...0x4A, with: offsets)
    case 0x60:
      registers[0x60] = value
      switch value & 0x03 {
      case 0: startConversion(lasting: period)
      case 1: startConversion(lasting: .microseconds(9_400))
      default: conversionEnd = nil
      }
    case 0x61...0x63: registers[Int(register)] = value
    default: break
    }
  }

  private var period: Duration { .seconds(1 / [10.0, 20, 50, 100][Int(registers[0x60] >> 2 & 0x03)]) }

  public override func convert() -> Duration? {
    let isSingle = registers[0x60] & 0x03 == 1
    let cancelling: UInt8 = isSingle ? 0x12 : 0x02
    var field = sensedField()
    field.z = -field.z
    if registers[0x61] & cancelling != cancelling { field += bridgeOffsetMicrotesla }
    if registers[0x62] & 0x02 != 0 { field += SIMD3(12, 15, 20) }
    for axis in 0..<3 {
      let low = 0x45 + 2 * axis
      let offset = Int(Int16(truncatingIfNeeded: Int(registers[low + 1]) << 8 | Int(registers[low])))
      let counts = Self.counts(field[axis] / 0.15, in: -32_768...32_767) - offset
      store(littleEndian: Self.counts(Double(counts), in: -32_768...32_767), at: UInt8(0x68 + 2 * axis))
    }
    store(littleEndian: Self.counts((surroundings.temperatureCelsius - 25) * 8, in: -32_768...32_767), at: 0x6E)
    registers[0x67] |= registers[0x67] & 0x08 != 0 ? 0x80 : 0x08
    guard isSingle else { return period }
    registers[0x60] |= 0x03
    return nil
  }

  public override func value(of register: UInt8) -> UInt8 {
    // A new conversion gets in between the bytes.
    if registers[0x62] & 0x10 == 0, [0x69, 0x6B, 0x6D].contains(register) {
      _ = convert()
    }
    let value = registers[Int(register)]
    if register == 0x6D { registers[0x67] = 0 }
    return value
  }
}
