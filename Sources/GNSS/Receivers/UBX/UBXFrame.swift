/// A frame of u-blox's binary protocol (u-blox 8 / M8 receiver description, UBX-13003221, section 32.2): B5 62, class,
/// id, length of two bytes with the lower first, payload, and two bytes of an 8-bit Fletcher checksum over all from the
/// class on.
public struct UBXFrame: Equatable, Sendable {
  /// Classes of messages.
  public enum Class {
    /// Receiver manager: power.
    public static let rxm: UInt8 = 0x02
    /// Acknowledgements.
    public static let ack: UInt8 = 0x05
    /// Configuration.
    public static let cfg: UInt8 = 0x06
    /// Monitoring: versions.
    public static let mon: UInt8 = 0x0A
    /// Aiding of generations 6 and 7.
    public static let aid: UInt8 = 0x0B
    /// Aiding of several systems, from generation 8 on.
    public static let mga: UInt8 = 0x13
  }

  /// Longest payload that fits into the two bytes of the length.
  public static let maximumPayload = 65_535

  /// The class.
  public var messageClass: UInt8
  /// The message within its class.
  public var id: UInt8
  /// The content, at most ``maximumPayload`` bytes; what is beyond is not sent.
  public var payload: [UInt8]

  /// Makes a frame.
  public init(_ messageClass: UInt8, _ id: UInt8, _ payload: [UInt8] = []) {
    self.messageClass = messageClass
    self.id = id
    self.payload = payload
  }

  /// Reads one whole frame.
  ///
  /// - Returns: nil for anything but a frame of exactly this length with a right checksum.
  public init?(_ bytes: [UInt8]) {
    guard bytes.count >= 8, bytes[0] == 0xB5, bytes[1] == 0x62,
      Int(bytes[4]) | Int(bytes[5]) << 8 == bytes.count - 8
    else { return nil }
    let sum = Self.checksum(bytes[2..<(bytes.count - 2)])
    guard sum.first == bytes[bytes.count - 2], sum.second == bytes[bytes.count - 1] else { return nil }
    self.init(bytes[2], bytes[3], Array(bytes[6..<(bytes.count - 2)]))
  }

  /// The frame as it goes over the line.
  public var bytes: [UInt8] {
    let length = min(payload.count, Self.maximumPayload)
    var bytes: [UInt8] = [0xB5, 0x62, messageClass, id, UInt8(length & 0xFF), UInt8(length >> 8)]
    bytes.reserveCapacity(length + 8)
    bytes.append(contentsOf: payload.prefix(length))
    let sum = Self.checksum(bytes[2...])
    bytes.append(sum.first)
    bytes.append(sum.second)
    return bytes
  }

  private static func checksum(_ bytes: ArraySlice<UInt8>) -> (first: UInt8, second: UInt8) {
    var first: UInt8 = 0
    var second: UInt8 = 0
    for byte in bytes {
      first &+= byte
      second &+= first
    }
    return (first, second)
  }
}

extension [UInt8] {
  /// Appends a number with its lowest byte first, as all UBX payloads have it.
  mutating func put<Number: FixedWidthInteger>(littleEndian number: Number) {
    for shift in stride(from: 0, to: Number.bitWidth, by: 8) {
      append(UInt8(truncatingIfNeeded: number >> Number(shift)))
    }
  }

  /// The number whose lowest byte stands at `start`; nil if it does not lie within.
  func littleEndian<Number: FixedWidthInteger & UnsignedInteger>(at start: Int, as type: Number.Type) -> Number? {
    let size = Number.bitWidth / 8
    guard start >= 0, start <= count - size else { return nil }
    var number: Number = 0
    for index in 0..<size { number |= Number(self[start + index]) << Number(index * 8) }
    return number
  }
}
