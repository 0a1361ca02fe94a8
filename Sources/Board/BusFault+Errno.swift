import Glibc
import Sensors

extension BusFault {
  /// What an errno of a transfer means (Documentation/i2c/fault-codes.rst).
  ///
  /// - Parameter number: the errno.
  init(errno number: Int32) {
    self =
      switch number {
      // EREMOTEIO comes from Broadcom's controller, ENXIO from most others, ENODEV from the kernel's i2c-stub.
      case EREMOTEIO, ENXIO, ENODEV: .noAnswer
      case ETIMEDOUT: .stuck
      case EAGAIN: .arbitrationLost
      case ENODATA: .short
      case EBUSY: .takenByKernel
      default: .system(number)
      }
  }
}
