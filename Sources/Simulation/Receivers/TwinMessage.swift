/// One message to a receiver, taken apart.
public enum TwinMessage: Equatable, Sendable {
  /// A UBX frame with a right checksum.
  case ubx(messageClass: UInt8, id: UInt8, payload: [UInt8])
  /// The fields of a sentence with a right checksum, the address first.
  case sentence([String])

  /// Takes the first whole message from the front; what is none is dropped.
  static func next(from bytes: inout [UInt8]) -> TwinMessage? {
    while let first = bytes.first {
      switch first {
      case 0xB5:
        guard bytes.count >= 2 else { return nil }
        guard bytes[1] == 0x62 else { break }
        guard bytes.count >= 6 else { return nil }
        let length = Int(bytes[4]) + 256 * Int(bytes[5])
        guard length <= 2_048 else { break }
        guard bytes.count >= length + 8 else { return nil }
        var sums = (a: 0, b: 0)
        for byte in bytes[2..<(6 + length)] {
          sums.a = (sums.a + Int(byte)) % 256
          sums.b = (sums.b + sums.a) % 256
        }
        guard Int(bytes[6 + length]) == sums.a, Int(bytes[7 + length]) == sums.b else { break }
        let message = TwinMessage.ubx(
          messageClass: bytes[2], id: bytes[3], payload: Array(bytes[6..<(6 + length)]))
        bytes.removeFirst(length + 8)
        return message
      case UInt8(ascii: "$"):
        guard let end = bytes.firstIndex(of: 0x0A) else {
          if bytes.count > 512 { break }
          return nil
        }
        let line = bytes[1..<end]
        guard let star = line.lastIndex(of: UInt8(ascii: "*")), end - star >= 3,
          let sum = UInt8(String(decoding: bytes[(star + 1)...(star + 2)], as: UTF8.self), radix: 16),
          bytes[1..<star].reduce(0, ^) == sum
        else { break }
        let text = String(decoding: bytes[1..<star], as: UTF8.self)
        bytes.removeFirst(end + 1)
        return .sentence(text.split(separator: ",", omittingEmptySubsequences: false).map(String.init))
      default: break
      }
      bytes.removeFirst()
    }
    return nil
  }

  /// A UBX frame as bytes.
  static func frame(_ messageClass: UInt8, _ id: UInt8, _ payload: [UInt8]) -> [UInt8] {
    var body = [messageClass, id, UInt8(payload.count % 256), UInt8(payload.count / 256)] + payload
    var sums = (a: 0, b: 0)
    for byte in body {
      sums.a = (sums.a + Int(byte)) % 256
      sums.b = (sums.b + sums.a) % 256
    }
    body += [UInt8(sums.a), UInt8(sums.b)]
    return [0xB5, 0x62] + body
  }
}
