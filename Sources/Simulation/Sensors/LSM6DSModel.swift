/// One of the LSM6DS family.
///
/// Its traps: code 1 of the range is 16 g; the accelerometer sleeps after power-up; the parts enable their interrupts
/// in different registers.
public final class LSM6DSModel: AccelerometerModel {
  private let identity: UInt8
  private var previous: SIMD3<Double>?
  private static let rates: [Double] = [0, 13, 26, 52, 104, 208, 416]
  private static let scales = [0.000_061, 0.000_488, 0.000_122, 0.000_244]
  private static let fullScales = [2.0, 16, 4, 8]

  /// Makes one with power; the identity tells which of the family it is.
  public init(address: UInt8 = 0x6A, identity: UInt8 = 0x6A) {
    self.identity = identity
    super.init(address: address)
  }

  public override func loadDefaults() {
    registers[0x0F] = identity
    registers[0x12] = 0x04
  }

  public override func successor(of register: UInt8) -> UInt8 {
    registers[0x12] & 0x04 != 0 ? register &+ 1 : register
  }

  public override func write(_ value: UInt8, to register: UInt8) {
    guard register != 0x0F, !(0x1B...0x2D).contains(register) else { return }
    if register == 0x12, value & 0x01 != 0 {
      powerOn()
      previous = nil
      return
    }
    let before = registers[Int(register)]
    super.write(value, to: register)
    guard register == 0x10, value >> 4 != before >> 4 else { return }
    let hertz = rate
    if hertz > 0 {
      run(hertz: hertz, settling: .seconds(2 / hertz))
    } else {
      halt()
    }
  }

  public override func value(of register: UInt8) -> UInt8 {
    let value = registers[Int(register)]
    switch register {
    case 0x1B:
      registers[0x1B] = 0
      isLinePulled = false
    case 0x2D: registers[0x1E] &= ~0x01
    default: break
    }
    return value
  }

  public override func convert() -> Duration? {
    let hertz = rate
    guard hertz > 0 else { return nil }
    let vector = measured(withSelfTest: registers[0x14] & 0x03 != 0)
    let range = Int(registers[0x10] >> 2 & 3)
    for (axis, count) in counts(vector, perG: 1 / Self.scales[range], in: -32_768...32_767).enumerated() {
      store(littleEndian: count, at: 0x28 + 2 * UInt8(axis))
    }
    registers[0x1E] |= 0x01
    if let previous, isWatching {
      reference = .zero
      let threshold = Double(registers[0x5B] & 0x3F) * Self.fullScales[range] / 64
      if hasMoved((vector - previous) / 2, threshold: threshold) {
        registers[0x1B] = 0x08
        isLinePulled = registers[0x5E] & 0x20 != 0
      }
    }
    previous = isSettled ? vector : nil
    return .nanoseconds(Int64(1e9 / hertz))
  }

  private var isWatching: Bool { registers[0x5E] & 0x20 != 0 && (identity == 0x69 || registers[0x58] & 0x80 != 0) }

  private var rate: Double {
    let code = Int(registers[0x10] >> 4)
    return code < Self.rates.count ? Self.rates[code] : 0
  }
}
