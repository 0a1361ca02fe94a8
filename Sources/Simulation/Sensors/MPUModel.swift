/// An MPU-6050, 6500, 9250 or 9255.
///
/// Its traps: it sleeps at power-up, the data are big-endian, 0x70 has no magnetometer behind its bypass, and clones say
/// other identities.
public final class MPUModel: AccelerometerModel {
  private let identity: UInt8
  private var held: SIMD3<Double>?

  /// Makes one with power; the identity tells which it is.
  public init(address: UInt8 = 0x68, identity: UInt8 = 0x68) {
    self.identity = identity
    super.init(address: address)
  }

  /// Whether a magnetometer inside can be reached from the bus.
  public var isBypassOpen: Bool {
    isPowered && registers[0x37] & 0x02 != 0 && registers[0x6A] & 0x20 == 0
  }

  public override func loadDefaults() {
    registers[0x6B] = 0x40
    registers[0x75] = identity
  }

  private var is6050: Bool { identity != 0x70 && identity != 0x71 && identity != 0x73 }

  public override func write(_ value: UInt8, to register: UInt8) {
    guard register != 0x75, !(0x3A...0x48).contains(register) else { return }
    if register == 0x6B, value & 0x80 != 0 {
      powerOn()
      held = nil
      return
    }
    let before = registers[Int(register)]
    super.write(value, to: register)
    if register == 0x6B, value & 0x60 != before & 0x60 {
      if value & 0x40 != 0 {
        halt()
      } else {
        run(hertz: rate, settling: before & 0x40 != 0 ? .milliseconds(25) : .zero)
      }
    }
    // Holding the high-pass filter keeps this attitude; other settings let go of it.
    if register == 0x1C { held = value & 0x07 == 0x07 ? surroundings.accelerationG : nil }
  }

  public override func value(of register: UInt8) -> UInt8 {
    let value = registers[Int(register)]
    if register == 0x3A {
      registers[0x3A] = 0
      isLinePulled = false
    }
    return value
  }

  public override func convert() -> Duration? {
    guard registers[0x6B] & 0x40 == 0 else { return nil }
    let vector = measured()
    let perG = [16_384.0, 8_192, 4_096, 2_048][Int(registers[0x1C] >> 3 & 3)]
    for (axis, count) in counts(vector, perG: perG, in: -32_768...32_767).enumerated() {
      store(bigEndian: count, at: 0x3B + 2 * UInt8(axis))
    }
    let celsius = surroundings.temperatureCelsius
    let temperature = is6050 ? (celsius - 36.53) * 340 : (celsius - 21) * 333.87
    store(bigEndian: Self.counts(temperature, in: -32_768...32_767), at: 0x41)
    if registers[0x38] & 0x01 != 0 { registers[0x3A] |= 0x01 }
    watch(vector)
    return .nanoseconds(Int64(1e9 / rate))
  }

  private func watch(_ vector: SIMD3<Double>) {
    let isWatching = registers[0x38] & 0x40 != 0 && (is6050 ? held != nil : registers[0x69] & 0xC0 == 0xC0)
    if is6050 { reference = held }
    if isWatching, hasMoved(vector, threshold: Double(registers[0x1F]) * (is6050 ? 0.002 : 0.004)) {
      registers[0x3A] |= 0x40
      isLinePulled = true
    }
    if !is6050 { reference = isSettled ? vector : nil }
  }

  private var rate: Double {
    guard registers[0x6B] & 0x20 == 0 else { return is6050 ? 5 : 7.81 }
    return 1_000 / (Double(registers[0x19]) + 1)
  }
}
