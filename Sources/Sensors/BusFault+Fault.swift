import Text

extension BusFault {
  /// What is said of it, and what to do about it.
  ///
  /// - Parameter label: where it happened, such as `LIS3MDL at 0x1E`.
  public func fault(at label: String) -> Fault { SensorFault.bus(self, label) }

  /// What is said of it where nobody knows which chip it is.
  ///
  /// - Parameter address: where it happened, 7 bits.
  public func fault(at address: UInt8) -> Fault { fault(at: "address 0x\(hexadecimal(address))") }
}
