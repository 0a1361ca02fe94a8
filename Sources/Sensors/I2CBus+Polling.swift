extension I2CBus {
  /// Reads a register until the bits of a mask have a value.
  ///
  /// - Parameters:
  ///   - register: what to read.
  ///   - address: whose.
  ///   - mask: the bits to look at.
  ///   - value: what they shall be.
  ///   - interval: the pause before each further read.
  ///   - limit: how many reads there are at most.
  /// - Returns: whether it came to that.
  func poll(
    _ register: UInt8, of address: UInt8, mask: UInt8, until value: UInt8, every interval: Duration, limit: Int
  ) throws(BusFault) -> Bool {
    for attempt in 0..<limit {
      if attempt > 0 { pause(interval) }
      if try read(register, of: address) & mask == value { return true }
    }
    return false
  }
}
