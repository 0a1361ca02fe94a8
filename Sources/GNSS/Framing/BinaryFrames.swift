/// The binary protocols that share a line with NMEA. Their frames are stepped over as a whole, so that a `$` inside one
/// starts no sentence; a frame whose checksum fails is none, and what it covered is looked at again.
enum BinaryFrame {
  /// What stands at a place in the stream.
  enum Verdict: Equatable {
    /// No frame begins here.
    case none
    /// A frame begins here, perhaps; more bytes are needed to tell.
    case incomplete
    /// A whole frame with a right checksum, of so many bytes.
    case frame(Int)
  }

  /// Longest frame that is waited for, in bytes. The longest in practice is u-blox raw data of about 3,000; a corrupted
  /// length must not hold back sentences for long.
  static let maximumLength = 4_096

  /// Looks for a frame of any protocol at `start`.
  static func verdict(_ bytes: [UInt8], at start: Int) -> Verdict {
    switch bytes[start] {
    case 0xB5: ubx(bytes, start)
    case 0xD3: rtcm3(bytes, start)
    case 0xBA: casic(bytes, start)
    default: .none
    }
  }

  /// UBX (u-blox protocol description, "UBX frame structure"): B5 62, class, id, length of two bytes, payload, and an
  /// 8-bit Fletcher checksum over all from the class on.
  private static func ubx(_ bytes: [UInt8], _ start: Int) -> Verdict {
    guard start + 1 < bytes.count else { return .incomplete }
    guard bytes[start + 1] == 0x62 else { return .none }
    guard start + 6 <= bytes.count else { return .incomplete }
    let length = Int(bytes[start + 4]) | Int(bytes[start + 5]) << 8
    let total = length + 8
    guard total <= maximumLength else { return .none }
    guard start + total <= bytes.count else { return .incomplete }
    var first: UInt8 = 0
    var second: UInt8 = 0
    for index in (start + 2)..<(start + total - 2) {
      first &+= bytes[index]
      second &+= first
    }
    return first == bytes[start + total - 2] && second == bytes[start + total - 1] ? .frame(total) : .none
  }

  /// RTCM 3 (RTCM 10403.3, section 4): D3, six zero bits, length of ten bits, payload, CRC-24Q.
  private static func rtcm3(_ bytes: [UInt8], _ start: Int) -> Verdict {
    guard start + 1 < bytes.count else { return .incomplete }
    guard bytes[start + 1] & 0xFC == 0 else { return .none }
    guard start + 3 <= bytes.count else { return .incomplete }
    let total = (Int(bytes[start + 1] & 3) << 8 | Int(bytes[start + 2])) + 6
    guard start + total <= bytes.count else { return .incomplete }
    // CRC-24Q: polynomial 0x1864CFB, start 0, not reflected; over a frame with its own CRC it is 0.
    var crc: UInt32 = 0
    for index in start..<(start + total) {
      crc ^= UInt32(bytes[index]) << 16
      for _ in 0..<8 {
        crc <<= 1
        if crc & 0x100_0000 != 0 { crc ^= 0x186_4CFB }
      }
    }
    return crc == 0 ? .frame(total) : .none
  }

  /// CASIC (CASIC protocol specification): BA CE, length of two bytes, class, id, payload of whole words, and the sum
  /// of (id << 24) + (class << 16) + length and all words.
  private static func casic(_ bytes: [UInt8], _ start: Int) -> Verdict {
    guard start + 1 < bytes.count else { return .incomplete }
    guard bytes[start + 1] == 0xCE else { return .none }
    guard start + 6 <= bytes.count else { return .incomplete }
    let length = Int(bytes[start + 2]) | Int(bytes[start + 3]) << 8
    let total = length + 10
    guard total <= maximumLength, length % 4 == 0 else { return .none }
    guard start + total <= bytes.count else { return .incomplete }
    var sum = UInt32(bytes[start + 5]) << 24 &+ UInt32(bytes[start + 4]) << 16 &+ UInt32(length)
    for index in stride(from: start + 6, to: start + total - 4, by: 4) { sum &+= word(bytes, index) }
    return sum == word(bytes, start + total - 4) ? .frame(total) : .none
  }

  private static func word(_ bytes: [UInt8], _ start: Int) -> UInt32 {
    UInt32(bytes[start]) | UInt32(bytes[start + 1]) << 8 | UInt32(bytes[start + 2]) << 16
      | UInt32(bytes[start + 3]) << 24
  }
}
