import Glibc
import Sensors

/// One call of the SMBus protocol: all that an adapter offers that cannot do any I2C transfer.
enum SMBusCall: Equatable {
  /// The address alone.
  case quick
  /// A byte from wherever the device's pointer is.
  case receive
  /// A byte, which usually sets the device's pointer.
  case send(UInt8)
  /// A register.
  case read(from: UInt8)
  /// A register.
  case write(UInt8, to: UInt8)
  /// Registers that follow each other, 1 to 32.
  case readBlock(from: UInt8, count: Int)
  /// Registers that follow each other, 1 to 32.
  case writeBlock([UInt8], to: UInt8)

  /// The most bytes of a block (I2C_SMBUS_BLOCK_MAX).
  static let blockLimit = 32

  /// The calls that do a transfer.
  ///
  /// In pieces it is no longer one transfer: what the chip measures in between is guarded by its own block update bit.
  ///
  /// - Parameters:
  ///   - bytes: what the transfer writes, the register first.
  ///   - count: how many bytes it reads.
  ///   - readsBlocks: whether the adapter reads blocks; byte by byte else.
  ///   - writesBlocks: whether it writes blocks.
  /// - Throws: `system(EOPNOTSUPP)` for what SMBus has no call for.
  static func calls(writing bytes: [UInt8], reading count: Int, readsBlocks: Bool, writesBlocks: Bool)
    throws(BusFault) -> [SMBusCall]
  {
    guard count >= 0 else { throw .system(EINVAL) }
    guard let register = bytes.first else {
      return count == 0 ? [.quick] : Array(repeating: .receive, count: count)
    }
    if count > 0 {
      guard bytes.count == 1 else { throw .system(EOPNOTSUPP) }
      return reads(from: register, count: count, inBlocks: readsBlocks)
    }
    switch bytes.count {
    case 1: return [.send(register)]
    case 2: return [.write(bytes[1], to: register)]
    case ...(blockLimit + 1):
      guard writesBlocks else { throw .system(EOPNOTSUPP) }
      return [.writeBlock(Array(bytes.dropFirst()), to: register)]
    default: throw .system(EOPNOTSUPP)
    }
  }

  private static func reads(from register: UInt8, count: Int, inBlocks: Bool) -> [SMBusCall] {
    let piece = inBlocks ? blockLimit : 1
    return stride(from: 0, to: count, by: piece).map { start in
      let first = register &+ UInt8(truncatingIfNeeded: start)
      let length = min(piece, count - start)
      return length == 1 ? .read(from: first) : .readBlock(from: first, count: length)
    }
  }
}
