/// A chip as the bus sees it: 256 registers, a pointer into them, and conversions that take time.
///
/// A model of a chip overrides what is special about it; the traps of the datasheet are what it is for. Time is an input,
/// so that the same model runs in a test and behind a real `/dev/i2c`.
open class RegisterChip {
  /// 7 bits.
  public let address: UInt8
  /// The register file, as it would be read.
  public final var registers = [UInt8](repeating: 0, count: 256)
  /// Where the next byte is read or written.
  public final var pointer: UInt8 = 0
  /// What is to be measured.
  public final var surroundings = Surroundings()
  /// The time of the last ``advance(to:)``, since the bus was made.
  public private(set) final var now: Duration = .zero
  /// When the running conversion ends; nil if none runs.
  public final var conversionEnd: Duration?
  /// How many conversions have ended since the chip was made.
  public private(set) final var conversions = 0
  /// Whether power is on; without it nobody answers.
  public final var isPowered = true

  private var noise: UInt64

  /// Makes a chip that has just been powered.
  public init(address: UInt8) {
    self.address = address
    noise = 0x9E37_79B9_7F4A_7C15 &+ UInt64(address)
    powerOn()
  }

  // MARK: What a model overrides

  /// Puts the power-on values into the registers. The file is all zero before the call.
  open func loadDefaults() {}

  /// Whether the chip can be reached: not so behind the closed bypass of another.
  open var isVisible: Bool { true }

  /// Takes a byte that was written; by default it is stored.
  open func write(_ value: UInt8, to register: UInt8) { registers[Int(register)] = value }

  /// Gives a byte that is read, and does what reading does, such as clearing a flag.
  open func value(of register: UInt8) -> UInt8 { registers[Int(register)] }

  /// Where the pointer goes after a register was read or written.
  open func successor(of register: UInt8) -> UInt8 { register &+ 1 }

  /// The pointer that the first byte of a transfer sets: some chips take its top bit for something else.
  open func pointer(for byte: UInt8) -> UInt8 { byte }

  /// Ends a conversion: puts the measurement into the registers.
  ///
  /// - Returns: how long the next one takes; nil if the chip sleeps now.
  open func convert() -> Duration? { nil }

  // MARK: What the bus does

  /// Lets time pass. Of very many conversions only the last few are done.
  public final func advance(to instant: Duration) {
    now = max(now, instant)
    var patience = 64
    while let end = conversionEnd, end <= now {
      let period = convert()
      conversions += 1
      patience -= 1
      // A conversion may have started another one itself.
      if let period {
        conversionEnd = patience > 0 ? end + period : now + period
      } else if conversionEnd == end {
        conversionEnd = nil
      }
    }
  }

  /// Starts a conversion now.
  public final func startConversion(lasting duration: Duration) { conversionEnd = now + duration }

  /// Loses all that was written, as a dip of the supply or a reset does.
  public final func powerOn() {
    registers = [UInt8](repeating: 0, count: 256)
    pointer = 0
    conversionEnd = nil
    loadDefaults()
  }

  /// Takes the bytes of one write transfer: the pointer and what follows it.
  public final func receive(_ bytes: [UInt8]) {
    guard let first = bytes.first else { return }
    pointer = pointer(for: first)
    for byte in bytes.dropFirst() {
      let register = pointer
      write(byte, to: register)
      pointer = successor(of: register)
    }
  }

  /// Gives so many bytes from the pointer on.
  public final func send(_ count: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    for _ in 0..<max(0, count) {
      let register = pointer
      bytes.append(value(of: register))
      pointer = successor(of: register)
    }
    return bytes
  }

  // MARK: For models

  /// The field with its noise, microtesla.
  public final func sensedField() -> SIMD3<Double> {
    surroundings.fieldMicrotesla + noise(surroundings.fieldNoiseMicrotesla)
  }

  /// The acceleration with its noise, g.
  public final func sensedAcceleration() -> SIMD3<Double> {
    surroundings.accelerationG + noise(surroundings.accelerationNoiseG)
  }

  /// Stores a 16-bit number, low byte first.
  public final func store(littleEndian value: Int, at register: UInt8) {
    registers[Int(register)] = UInt8(truncatingIfNeeded: value)
    registers[Int(register &+ 1)] = UInt8(truncatingIfNeeded: value >> 8)
  }

  /// Stores a 16-bit number, high byte first.
  public final func store(bigEndian value: Int, at register: UInt8) {
    registers[Int(register)] = UInt8(truncatingIfNeeded: value >> 8)
    registers[Int(register &+ 1)] = UInt8(truncatingIfNeeded: value)
  }

  /// A measurement as a whole number of counts, held at the ends of the range.
  public static func counts(_ value: Double, in range: ClosedRange<Int>) -> Int {
    guard value.isFinite else { return range.upperBound }
    let rounded = value.rounded()
    if rounded <= Double(range.lowerBound) { return range.lowerBound }
    if rounded >= Double(range.upperBound) { return range.upperBound }
    return Int(rounded)
  }

  /// Three numbers of about normal distribution (the sum of twelve even ones).
  private func noise(_ deviation: Double) -> SIMD3<Double> {
    guard deviation > 0 else { return .zero }
    var result = SIMD3<Double>.zero
    for axis in 0..<3 {
      var sum = -6.0
      for _ in 0..<12 {
        noise ^= noise << 13
        noise ^= noise >> 7
        noise ^= noise << 17
        sum += Double(noise >> 11) * 0x1p-53
      }
      result[axis] = sum * deviation
    }
    return result
  }
}
