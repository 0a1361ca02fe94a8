/// Why a transfer failed.
public enum BusFault: Error, Equatable, Sendable {
  /// Nobody answered at the address: EREMOTEIO on Broadcom's controller, ENXIO on most others.
  case noAnswer
  /// The bus is held: SDA or SCL stays low (ETIMEDOUT).
  case stuck
  /// Another master won the bus (EAGAIN).
  case arbitrationLost
  /// Fewer bytes came than were asked for.
  case short
  /// A driver of the kernel has the device (EBUSY).
  case takenByKernel
  /// Anything else, with its errno.
  case system(Int32)
}
