/// AK8963 as it is: unseen until the bypass of the MPU is open; frozen until ST2 was read; deaf to a mode that does not
/// come from power-down; and with a sensitivity to be read from its fuses.
public final class AK8963Model: RegisterChip {
  /// The adjustments in the fuses.
  public static let adjustments: [UInt8] = [176, 178, 166]

  /// Whether the bus reaches it; asked at each transfer.
  public var reachable: () -> Bool

  private var isFrozen = false

  /// Makes a chip.
  ///
  /// - Parameter reachable: whether the bypass in front of it is open.
  public init(address: UInt8 = 0x0C, reachable: @escaping () -> Bool = { true }) {
    self.reachable = reachable
    super.init(address: address)
  }

  public override var isVisible: Bool { reachable() }

  public override func loadDefaults() {
    registers[0x00] = 0x48
    registers[0x01] = 0x9A
    isFrozen = false
  }

  public override func write(_ value: UInt8, to register: UInt8) {
    switch register {
    case 0x0B where value & 0x01 != 0: powerOn()
    case 0x0C: registers[0x0C] = value
    case 0x0A:
      // A mode is only taken in power-down.
      guard value & 0x0F == 0 || registers[0x0A] & 0x0F == 0 else { return }
      registers[0x0A] = value & 0x1F
      registers.replaceSubrange(0x10...0x12, with: value & 0x0F == 0x0F ? Self.adjustments : [0, 0, 0])
      switch value & 0x0F {
      case 0x01, 0x08: startConversion(lasting: .microseconds(7_200))
      case 0x02: startConversion(lasting: .milliseconds(125))
      case 0x06: startConversion(lasting: .milliseconds(10))
      default: conversionEnd = nil
      }
    default: break
    }
  }

  public override func convert() -> Duration? {
    let mode = registers[0x0A] & 0x0F
    if isFrozen {
      registers[0x02] |= 0x02
    } else {
      let is16Bit = registers[0x0A] & 0x10 != 0
      // The chip's X is the package's Y, and so on.
      let field = sensedField()
      var own = SIMD3(field.y, field.x, -field.z)
      if mode == 0x08, registers[0x0C] & 0x40 != 0 { own = SIMD3(3, -4, -240) }
      var hasOverflow = false
      for axis in 0..<3 {
        let adjustment = (Double(Self.adjustments[axis]) - 128) / 256 + 1
        let limit = is16Bit ? 32_760 : 8_190
        let counts = Self.counts(own[axis] / adjustment / (is16Bit ? 0.15 : 0.6), in: -limit...limit)
        hasOverflow = hasOverflow || abs(counts) == limit
        store(littleEndian: counts, at: UInt8(0x03 + 2 * axis))
      }
      registers[0x09] = (is16Bit ? 0x10 : 0) | (hasOverflow ? 0x08 : 0)
      registers[0x02] |= 0x01
    }
    switch mode {
    case 0x02: return .milliseconds(125)
    case 0x06: return .milliseconds(10)
    default:
      registers[0x0A] &= 0x10
      return nil
    }
  }

  public override func value(of register: UInt8) -> UInt8 {
    let value = registers[Int(register)]
    switch register {
    case 0x03...0x08:
      isFrozen = true
      registers[0x02] &= ~0x01
    case 0x09:
      isFrozen = false
      registers[0x02] &= ~0x03
    default: break
    }
    return value
  }
}

/// AK09916 as it is: unseen until the bypass of the ICM is open; frozen until ST2 was read; deaf to a mode that does not
/// come from power-down.
public final class AK09916Model: RegisterChip {
  /// Whether the bus reaches it; asked at each transfer.
  public var reachable: () -> Bool

  private var isFrozen = false

  /// Makes a chip.
  ///
  /// - Parameter reachable: whether the bypass in front of it is open.
  public init(reachable: @escaping () -> Bool = { true }) {
    self.reachable = reachable
    super.init(address: 0x0C)
  }

  public override var isVisible: Bool { reachable() }

  public override func loadDefaults() {
    registers[0x00] = 0x48
    registers[0x01] = 0x09
    isFrozen = false
  }

  private static let periods: [UInt8: Duration] = [
    0x02: .milliseconds(100), 0x04: .milliseconds(50), 0x06: .milliseconds(20), 0x08: .milliseconds(10),
  ]

  public override func write(_ value: UInt8, to register: UInt8) {
    switch register {
    case 0x32 where value & 0x01 != 0: powerOn()
    case 0x31:
      guard value & 0x1F == 0 || registers[0x31] == 0 else { return }
      registers[0x31] = value & 0x1F
      switch registers[0x31] {
      case 0x01, 0x10: startConversion(lasting: .microseconds(7_200))
      case let mode: conversionEnd = Self.periods[mode].map { now + $0 }
      }
    default: break
    }
  }

  public override func convert() -> Duration? {
    if isFrozen {
      registers[0x10] |= 0x02
    } else {
      let field = sensedField()
      // The chip's Y and Z point the other way.
      var own = SIMD3(field.x, -field.y, -field.z)
      if registers[0x31] == 0x10 { own = SIMD3(2, -3, -80) }
      var hasOverflow = false
      for axis in 0..<3 {
        let counts = Self.counts(own[axis] / 0.15, in: -32_752...32_752)
        hasOverflow = hasOverflow || abs(counts) == 32_752
        store(littleEndian: counts, at: UInt8(0x11 + 2 * axis))
      }
      registers[0x18] = hasOverflow ? 0x08 : 0
      registers[0x10] |= 0x01
    }
    if let period = Self.periods[registers[0x31]] { return period }
    registers[0x31] = 0
    return nil
  }

  public override func value(of register: UInt8) -> UInt8 {
    let value = registers[Int(register)]
    switch register {
    case 0x11...0x16:
      isFrozen = true
      registers[0x10] &= ~0x01
    case 0x18:
      isFrozen = false
      registers[0x10] &= ~0x03
    default: break
    }
    return value
  }
}
