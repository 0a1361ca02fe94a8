/// The Castagnoli CRC: reflected polynomial 0x82F63B78, register and result inverted (RFC 3720, section 12.1).
///
/// `CRC32C` of the nine ASCII digits "123456789" is 0xE3069283.
public struct CRC32C: Sendable {
  private var register: UInt32 = .max

  /// The CRC of nothing.
  public init() {}

  /// The CRC of the bytes taken so far.
  public var value: UInt32 { ~register }

  /// Takes bytes.
  public mutating func update(_ bytes: UnsafeRawBufferPointer) {
    register = Self.table.withUnsafeBufferPointer { table in
      var crc = register
      var index = 0
      // Eight bytes a step: opening a full segment must not be felt on a board of the size of a stamp.
      while index &+ 8 <= bytes.count {
        let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self))
        let low = UInt32(truncatingIfNeeded: word) ^ crc
        let high = UInt32(truncatingIfNeeded: word >> 32)
        crc =
          table[0x700 &+ Int(low & 0xFF)] ^ table[0x600 &+ Int(low >> 8 & 0xFF)]
          ^ table[0x500 &+ Int(low >> 16 & 0xFF)] ^ table[0x400 &+ Int(low >> 24)]
        crc ^=
          table[0x300 &+ Int(high & 0xFF)] ^ table[0x200 &+ Int(high >> 8 & 0xFF)]
          ^ table[0x100 &+ Int(high >> 16 & 0xFF)] ^ table[Int(high >> 24)]
        index &+= 8
      }
      while index < bytes.count {
        crc = crc >> 8 ^ table[Int((crc ^ UInt32(bytes[index])) & 0xFF)]
        index &+= 1
      }
      return crc
    }
  }

  /// Takes bytes.
  public mutating func update(_ bytes: ArraySlice<UInt8>) { bytes.withUnsafeBytes { update($0) } }

  /// The CRC of some bytes.
  public static func of(_ bytes: [UInt8]) -> UInt32 {
    var crc = CRC32C()
    crc.update(bytes[...])
    return crc.value
  }

  /// Row `n` holds the CRC of each byte followed by `n` zero bytes.
  private static let table: [UInt32] = {
    var table = [UInt32](repeating: 0, count: 8 * 256)
    for byte in 0..<256 {
      var crc = UInt32(byte)
      for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0x82F6_3B78 : crc >> 1 }
      table[byte] = crc
    }
    for index in 256..<8 * 256 {
      let before = table[index - 256]
      table[index] = before >> 8 ^ table[Int(before & 0xFF)]
    }
    return table
  }()
}
