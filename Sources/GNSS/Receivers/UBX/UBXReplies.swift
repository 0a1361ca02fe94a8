/// What u-blox receivers answer (UBX-13003221): the payloads that are read here.
extension UBXFrame {
  /// ACK-ACK and ACK-NAK: whether a message of class CFG was carried out, and which.
  public struct Acknowledgement: Equatable, Sendable {
    /// The class of the message that is answered.
    public var messageClass: UInt8
    /// The message that is answered.
    public var id: UInt8
    /// Whether it was carried out.
    public var isPositive: Bool
  }

  /// The acknowledgement in this frame; nil if it is none.
  public var acknowledgement: Acknowledgement? {
    guard messageClass == Class.ack, id <= 1, payload.count >= 2 else { return nil }
    return Acknowledgement(messageClass: payload[0], id: payload[1], isPositive: id == 1)
  }

  /// MON-VER: what the receiver is.
  public struct Version: Equatable, Sendable {
    /// Firmware, such as `EXT CORE 3.01 (107900)`.
    public var software: String
    /// Hardware, such as `00080000`.
    public var hardware: String
    /// Further lines, such as `PROTVER=18.00` or `MOD=MAX-M10S`.
    public var extensions: [String]

    /// Version of the protocol in hundredths, such as 1800; nil if it is not stated (generation 6).
    public var protocolHundredths: Int? {
      for line in extensions where line.hasPrefix("PROTVER") {
        // `PROTVER=18.00` from generation 8 on, `PROTVER 14.00` before.
        let parts = line.dropFirst(8).split(separator: ".", maxSplits: 1)
        guard let first = parts.first, let whole = Int(first), (0...999).contains(whole) else { continue }
        let fraction = parts.count > 1 ? Int(parts[1].prefix(2)) ?? 0 : 0
        return whole * 100 + max(0, fraction)
      }
      return nil
    }

    /// The module's name, such as `MAX-M10S`; nil if it is not stated.
    public var module: String? { extensions.first { $0.hasPrefix("MOD=") }.map { String($0.dropFirst(4)) } }

    /// The generation, 5 to 10; nil for hardware that is not known.
    public var generation: Int? {
      // 00040005 is 5, 00040007 is 6, 00190000 is 9, 000A0000 is 10.
      switch hardware.prefix(4) {
      case "0004": hardware.hasPrefix("00040005") ? 5 : 6
      case "0007": 7
      case "0008": 8
      case "0019": 9
      case "000A": 10
      default: nil
      }
    }
  }

  /// The version in this frame; nil if it is none.
  public var version: Version? {
    guard messageClass == Class.mon, id == 0x04, payload.count >= 40 else { return nil }
    var extensions: [String] = []
    var start = 40
    while start < payload.count {
      extensions.append(text(start, 30))
      start += 30
    }
    return Version(software: text(0, 30), hardware: text(30, 10), extensions: extensions.filter { !$0.isEmpty })
  }

  /// Whether this is a part of a dump of the navigation database (MGA-DBD), to be stored as it is.
  public var isNavigationDatabase: Bool { messageClass == Class.mga && id == 0x80 && !payload.isEmpty }

  /// MGA-ACK-DATA0: whether an aiding message was used, and which; the last one of a dump answers the poll itself.
  public var aidingAcknowledgement: Acknowledgement? {
    guard messageClass == Class.mga, id == 0x60, payload.count >= 8 else { return nil }
    return Acknowledgement(messageClass: Class.mga, id: payload[3], isPositive: payload[0] == 1)
  }

  /// Text of at most `length` bytes that a zero ends.
  private func text(_ start: Int, _ length: Int) -> String {
    let field = payload[start..<min(start + length, payload.count)].prefix { $0 != 0 }
    return String(decoding: field, as: UTF8.self)
  }
}
