/// MMC5983MA as it is: unsigned numbers of 18 bits; bridges whose offset only a pair of SET and RESET takes away, and
/// that forget their sense in a strong field; control registers that cannot be read; and nonsense without the trim.
public final class MMC5983MAModel: RegisterChip {
  /// What the bridges add, microtesla.
  public var bridgeOffsetMicrotesla = SIMD3(31.0, -44, 12)
  /// Whether the factory trim is read only when asked for.
  public var isSlowToTrim = false

  /// +1 after SET, -1 after RESET, 0 after power-on or a strong field: as weak as it happens to be.
  private var sense = 0.0

  /// Makes a chip.
  public init() { super.init(address: 0x30) }

  public override func loadDefaults() {
    registers[0x2F] = 0x30
    registers[0x08] = isSlowToTrim ? 0x00 : 0x10
    sense = 0.6
  }

  public override func write(_ value: UInt8, to register: UInt8) {
    switch register {
    case 0x0A where value & 0x80 != 0: powerOn()
    case 0x08: registers[0x08] &= ~(value & 0x03)
    case 0x09:
      if value & 0x08 != 0 { sense = 1 }
      if value & 0x10 != 0 { sense = -1 }
      if value & 0x40 != 0 { registers[0x08] |= 0x10 }
      guard value & 0x03 != 0 else { return }
      registers[0x08] &= ~(value & 0x03)
      isTemperature = value & 0x02 != 0
      startConversion(lasting: isTemperature ? .milliseconds(1) : [8, 4, 2, 0.5].map(Self.milliseconds)[bandwidth])
    case 0x0A: bandwidth = Int(value & 0x03)
    default: break
    }
  }

  private var bandwidth = 0
  private var isTemperature = false
  private static func milliseconds(_ value: Double) -> Duration { .seconds(value / 1_000) }

  public override func convert() -> Duration? {
    if isTemperature {
      registers[0x07] = UInt8(Self.counts((surroundings.temperatureCelsius + 75) / 0.8, in: 0...255))
      registers[0x08] |= 0x02
      return nil
    }
    let field = sensedField()
    let gain = registers[0x08] & 0x10 != 0 ? 1 : 1.5
    registers[0x06] = 0
    for axis in 0..<3 {
      let gauss = (field[axis] * sense + bridgeOffsetMicrotesla[axis]) / 100 * gain
      let counts = Self.counts(gauss * 16_384 + 131_072, in: 0...262_143)
      store(bigEndian: counts >> 2, at: UInt8(2 * axis))
      registers[0x06] |= UInt8(counts & 0x03) << UInt8(6 - 2 * axis)
    }
    // A field of 10 gauss turns a part of the bridges.
    if abs(field.x) > 1_000 || abs(field.y) > 1_000 || abs(field.z) > 1_000 { sense *= 0.5 }
    registers[0x08] |= 0x01
    return nil
  }

  public override func value(of register: UInt8) -> UInt8 {
    (0x09...0x0D).contains(register) ? 0 : registers[Int(register)]
  }
}

/// MMC5603NJ and MMC5633 as they are: 20 bits, the done bits at the top of the status, and an identity that some lots
/// have not got.
public final class MMC5603Model: RegisterChip {
  /// What the bridges add, microtesla.
  public var bridgeOffsetMicrotesla = SIMD3(-27.0, 9, 33)

  private let identity: UInt8
  private var sense = 0.6
  private var isTemperature = false

  /// Makes a chip.
  ///
  /// - Parameter identity: 0x10; 0 in some lots and clones.
  public init(identity: UInt8 = 0x10) {
    self.identity = identity
    super.init(address: 0x30)
  }

  public override func loadDefaults() {
    registers[0x39] = identity
    registers[0x18] = 0x10
    sense = 0.6
  }

  public override func write(_ value: UInt8, to register: UInt8) {
    switch register {
    case 0x1C where value & 0x80 != 0: powerOn()
    case 0x1B:
      if value & 0x08 != 0 { sense = 1 }
      if value & 0x10 != 0 { sense = -1 }
      guard value & 0x03 != 0 else { return }
      isTemperature = value & 0x02 != 0
      registers[0x18] &= isTemperature ? ~0x80 : ~0x40
      startConversion(lasting: .microseconds(isTemperature ? 1_000 : 6_600))
    default: break
    }
  }

  public override func convert() -> Duration? {
    if isTemperature {
      registers[0x09] = UInt8(Self.counts((surroundings.temperatureCelsius + 75) / 0.8, in: 0...255))
      registers[0x18] |= 0x80
      return nil
    }
    let field = sensedField()
    for axis in 0..<3 {
      let gauss = (field[axis] * sense + bridgeOffsetMicrotesla[axis]) / 100
      let counts = Self.counts(gauss * 16_384 + 524_288, in: 0...0xF_FFFF)
      store(bigEndian: counts >> 4, at: UInt8(2 * axis))
      registers[6 + axis] = UInt8(counts & 0x0F) << 4
    }
    registers[0x18] |= 0x40
    return nil
  }

  public override func value(of register: UInt8) -> UInt8 {
    (0x1A...0x1D).contains(register) ? 0 : registers[Int(register)]
  }
}
