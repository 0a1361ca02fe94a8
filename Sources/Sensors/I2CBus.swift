/// One I2C bus, as the drivers see it. A call blocks until the transfer is over, which takes a second where a chip holds
/// the bus; so drivers run on a thread of their own.
public protocol I2CBus: AnyObject {
  /// Writes bytes to a device, then reads from it after a repeated START, as one transfer that nobody can get between.
  ///
  /// - Parameters:
  ///   - address: 7 bits.
  ///   - bytes: what to write, usually the register first; may be empty.
  ///   - count: how many bytes to read; 0 only writes.
  /// - Returns: exactly `count` bytes.
  /// - Throws: why it failed; the device may have taken a part of what was written.
  func transfer(to address: UInt8, writing bytes: [UInt8], reading count: Int) throws(BusFault) -> [UInt8]

  /// Waits as long as a datasheet asks for, such as after a reset.
  func pause(_ duration: Duration)

  /// Whether the bus itself went away, so that it has to be opened anew.
  var isGone: Bool { get }
}

extension I2CBus {
  /// Most buses stay.
  public var isGone: Bool { false }

  /// Reads registers that follow each other.
  public func read(_ register: UInt8, of address: UInt8, count: Int) throws(BusFault) -> [UInt8] {
    try transfer(to: address, writing: [register], reading: count)
  }

  /// Reads one register.
  public func read(_ register: UInt8, of address: UInt8) throws(BusFault) -> UInt8 {
    let bytes = try read(register, of: address, count: 1)
    guard let byte = bytes.first else { throw .short }
    return byte
  }

  /// Writes one register.
  public func write(_ value: UInt8, to register: UInt8, of address: UInt8) throws(BusFault) {
    _ = try transfer(to: address, writing: [register, value], reading: 0)
  }
}
