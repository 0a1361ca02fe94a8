/// HMC5883L and HMC5983 as they are: data in the order X, Z, Y; -4096 out of range; no new data until all six bytes were
/// read; and the first conversion after a change of the gain still has the old one.
open class HMC5883LModel: RegisterChip {
  /// Whether it is a DA5883: the identity of an HMC5883L, and never a measurement.
  public final let isLookalike: Bool

  /// The gain of the running conversion, counts per gauss.
  private final var gain = SIMD3<Double>(1_090, 1_090, 1_090)
  /// Which data bytes were read since the last conversion.
  private final var readBytes: Set<UInt8> = []

  /// Makes a chip.
  public init(isLookalike: Bool = false) {
    self.isLookalike = isLookalike
    super.init(address: 0x1E)
  }

  /// Counts per gauss of the eight gains.
  open var gains: [SIMD3<Double>] {
    [1_370, 1_090, 820, 660, 440, 390, 330, 230].map { SIMD3(repeating: $0) }
  }

  open override func loadDefaults() {
    registers[0x00] = 0x10
    registers[0x01] = 0x20
    registers[0x02] = 0x03
    registers.replaceSubrange(0x0A...0x0C, with: Array("H43".utf8))
    gain = SIMD3(repeating: 1_090)
    readBytes = []
  }

  open override func write(_ value: UInt8, to register: UInt8) {
    guard register <= 0x02 else { return }
    registers[Int(register)] = value
    guard register == 0x02, !isLookalike else { return }
    switch value & 0x03 {
    case 0: startConversion(lasting: period)
    case 1: startConversion(lasting: .milliseconds(6) * (1 << Int(registers[0x00] >> 5 & 0x03)))
    default: conversionEnd = nil
    }
  }

  private var period: Duration {
    .seconds(1 / [0.75, 1.5, 3, 7.5, 15, 30, 75, 220][Int(registers[0x00] >> 2 & 0x07)])
  }

  open override func convert() -> Duration? {
    let isSingle = registers[0x02] & 0x03 == 1
    if isSingle { registers[0x02] = 0x03 }
    let isLocked = !readBytes.isEmpty && readBytes.count < 6
    if !isLocked {
      readBytes = []
      var gauss = sensedField() / 100
      switch registers[0x00] & 0x03 {
      case 1: gauss += SIMD3(1.16, 1.16, 1.08)
      case 2: gauss -= SIMD3(1.16, 1.16, 1.08)
      default: break
      }
      for (axis, register) in [(0, UInt8(0x03)), (2, 0x05), (1, 0x07)] {
        let counts = Self.counts(gauss[axis] * gain[axis], in: -4_096...4_096)
        store(bigEndian: (-2_048...2_047).contains(counts) ? counts : -4_096, at: register)
      }
    }
    registers[0x09] = isLocked ? 0x03 : 0x01
    gain = gains[Int(registers[0x01] >> 5)]
    return isSingle ? nil : period
  }

  open override func value(of register: UInt8) -> UInt8 {
    if (0x03...0x08).contains(register) {
      if readBytes.count == 6 { readBytes = [] }
      readBytes.insert(register)
    }
    return registers[Int(register)]
  }

  open override func successor(of register: UInt8) -> UInt8 {
    switch register {
    case 0x08: 0x03
    case 0x0C: 0x00
    default: register &+ 1
    }
  }
}

/// The magnetometer of the LSM303DLHC: the map of the HMC5883L, another gain for Z, and 0x3C in a register that the
/// datasheet leaves out. Bit 7 of the pointer is not for it: it finds nothing there.
public final class LSM303DLHCMagnetometerModel: HMC5883LModel {
  /// Makes a chip.
  public init() { super.init(isLookalike: false) }

  public override var gains: [SIMD3<Double>] {
    [(1_100, 980), (1_100, 980), (855, 760), (670, 600), (450, 400), (400, 355), (330, 295), (230, 205)]
      .map { SIMD3($0.0, $0.0, $0.1) }
  }

  public override func loadDefaults() {
    super.loadDefaults()
    registers[0x0F] = 0x3C
  }
}
