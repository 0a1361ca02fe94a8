/// A driver: everything that Waymark knows of one chip, in one file. `docs/adding-a-sensor.md` walks through one.
///
/// A driver is a value that holds the address and a shadow of what it wrote; the bus is passed to each call. It never
/// retries: ``Sensor`` does, for all chips alike.
public protocol Chip: Sendable {
  /// What is printed on the part, such as `LIS3MDL`.
  static var name: String { get }
  /// What it measures.
  static var quantity: Quantity { get }
  /// Where it can be, 7-bit addresses, the usual one first.
  static var addresses: [UInt8] { get }

  /// Looks at the identity registers, and at as much more as tells this chip from others at the same address. Writes
  /// nothing that could disturb another chip.
  ///
  /// - Returns: nil if something else answers here.
  static func identify(on bus: any I2CBus, at address: UInt8) throws(BusFault) -> Self?

  /// Its address, 7 bits.
  var address: UInt8 { get }

  /// Resets the chip and writes every register it depends on.
  mutating func configure(_ sampling: Sampling, on bus: any I2CBus) throws(BusFault)

  /// Measures. In single-shot mode it starts a conversion, waits for it and reads; in continuous mode it reads the
  /// newest one.
  ///
  /// - Returns: nil if there is nothing new in time: a chip that is stuck or was reset.
  mutating func read(on bus: any I2CBus) throws(BusFault) -> Reading?

  /// Whether the registers still hold what ``configure(_:on:)`` wrote: a brown-out resets them without a word.
  func isConfigured(on bus: any I2CBus) throws(BusFault) -> Bool

  /// Lets the chip sleep at its least current.
  mutating func sleep(on bus: any I2CBus) throws(BusFault)

  /// The chip's own self-test, if it has one. Leaves the chip to be configured again.
  ///
  /// - Returns: whether it passed; nil if the chip has none.
  mutating func selfTest(on bus: any I2CBus) throws(BusFault) -> Bool?
}

extension Chip {
  /// None: most chips have no self-test.
  public mutating func selfTest(on bus: any I2CBus) throws(BusFault) -> Bool? { nil }
}

/// An accelerometer that can pull a line when it is moved.
public protocol MotionInterrupting: Chip {
  /// Makes the chip pull its first interrupt line when it is moved, and stay as frugal as it can until then.
  ///
  /// - Parameter threshold: the change of acceleration, g.
  mutating func watchMotion(threshold: Double, on bus: any I2CBus) throws(BusFault)

  /// Reads why the line was pulled, which releases it.
  ///
  /// - Returns: whether the chip was moved.
  mutating func takeMotion(on bus: any I2CBus) throws(BusFault) -> Bool
}

/// What a chip measures.
public enum Quantity: String, Sendable, CaseIterable {
  /// Microtesla.
  case magneticField = "magnetic_field"
  /// g, 9.80665 m/s². At rest an axis that points up reads +1.
  case acceleration
}

/// How a chip measures.
public enum Sampling: Equatable, Sendable {
  /// It sleeps, and measures when asked.
  case singleShot
  /// It measures by itself at least this often, hertz.
  case continuous(hertz: Double)
}

/// One measurement.
public struct Reading: Equatable, Sendable {
  /// Microtesla or g along the right-handed axes of the sensor, those printed on the usual board turned where the
  /// datasheet's own axes are left-handed.
  public var vector: SIMD3<Double>
  /// Whether an axis is at the end of its range: the vector is wrong then.
  public var isSaturated: Bool
  /// The chip's own temperature, °C, if it tells.
  public var temperatureCelsius: Double?

  /// Makes a reading.
  public init(vector: SIMD3<Double>, isSaturated: Bool = false, temperatureCelsius: Double? = nil) {
    self.vector = vector
    self.isSaturated = isSaturated
    self.temperatureCelsius = temperatureCelsius
  }
}
