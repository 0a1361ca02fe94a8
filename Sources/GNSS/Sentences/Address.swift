/// Who speaks: the two characters in front of a sentence's type, `GP` of `GPRMC`. Proprietary sentences have none.
public struct Talker: Hashable, Sendable {
  /// Both characters, the first in the high byte; 0 for a proprietary sentence.
  public let code: UInt16

  init(code: UInt16) { self.code = code }

  /// A talker from its two characters; nil for any other length.
  public init?(_ name: StaticString) {
    guard name.utf8CodeUnitCount == 2 else { return nil }
    code = name.withUTF8Buffer { UInt16($0[0]) << 8 | UInt16($0[1]) }
  }

  static let none = Talker(code: 0)

  /// GN: a position by several systems together.
  public static let combined = Talker(code: 0x474E)
  /// GP: GPS alone.
  public static let gps = Talker(code: 0x4750)

  /// Both characters; empty for a proprietary sentence.
  public var name: String {
    code == 0 ? "" : String(decoding: [UInt8(code >> 8), UInt8(code & 0xFF)], as: UTF8.self)
  }

  /// The satellite system whose receiver speaks; nil for a combined solution (GN) and for everything else.
  public var system: SatelliteSystem? {
    switch code {
    case 0x4750: .gps  // GP
    case 0x474C: .glonass  // GL
    case 0x4741: .galileo  // GA
    case 0x4742, 0x4244: .beidou  // GB, BD
    case 0x4751, 0x515A, 0x5051: .qzss  // GQ, QZ, PQ
    case 0x4749, 0x494D: .navic  // GI, IM
    default: nil
    }
  }

  /// Whether a satellite receiver speaks, rather than a plotter, an autopilot or a gateway that repeats one.
  public var isSatelliteReceiver: Bool { system != nil || code == 0x474E }  // GN
}

/// A satellite system; the raw values are the system ids of NMEA 0183 version 4.11, where it has one.
public enum SatelliteSystem: UInt8, Sendable, CaseIterable {
  /// Of the United States.
  case gps = 1
  /// Of Russia.
  case glonass = 2
  /// Of the European Union.
  case galileo = 3
  /// Of China.
  case beidou = 4
  /// Of Japan.
  case qzss = 5
  /// Of India.
  case navic = 6
  /// Augmentation satellites; NMEA counts them with GPS.
  case sbas = 7

  /// The usual name.
  public var name: StaticString {
    switch self {
    case .gps: "GPS"
    case .glonass: "GLONASS"
    case .galileo: "Galileo"
    case .beidou: "BeiDou"
    case .qzss: "QZSS"
    case .navic: "NavIC"
    case .sbas: "SBAS"
    }
  }

  /// The system of a satellite id in GSA or GSV.
  ///
  /// - Parameters:
  ///   - id: as stated.
  ///   - talker: who says it; a GN or unknown talker leaves it to the ranges: 1 to 32 GPS, 33 to 64 SBAS, 65 to 96
  ///     GLONASS, 101 to 136 and 301 to 336 Galileo, 193 to 202 QZSS, 201 to 264 and 401 to 463 BeiDou, 901 on NavIC
  ///     (NMEA 0183 version 4.11, and what Quectel and Allystar add).
  ///   - stated: the system id of version 4.11, if the sentence has one.
  init?(id: Int, talker: Talker, stated: Int?) {
    let bySystem = stated.flatMap { SatelliteSystem(rawValue: UInt8(clamping: $0)) }
    let system = bySystem == .sbas ? nil : bySystem ?? talker.system
    switch (system, id) {
    case (.gps, 33...64), (.gps, 120...158), (nil, 33...64): self = .sbas
    case (.gps, 193...202): self = .qzss
    case (.gps, 65...96): self = .glonass
    case (let system?, _): self = system
    case (nil, 1...32): self = .gps
    case (nil, 65...96): self = .glonass
    case (nil, 101...136), (nil, 301...336): self = .galileo
    case (nil, 193...200): self = .qzss
    case (nil, 201...264), (nil, 401...463): self = .beidou
    case (nil, 901...): self = .navic
    default: return nil
    }
  }
}

/// The characters between the start of a sentence and its first comma, packed for look-up.
struct Address: Equatable {
  /// All characters, the last in the low byte; at most eight.
  let packed: UInt64
  /// How many.
  let count: Int

  /// Reads an address.
  ///
  /// - Returns: nil for none, one of more than 16 characters, or anything but capital letters and digits.
  init?(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int, to end: Int) {
    guard end > start, end - start <= 16 else { return nil }
    var packed: UInt64 = 0
    for index in start..<end {
      let byte = bytes[index]
      guard
        byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") || byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z")
      else { return nil }
      packed = packed << 8 | UInt64(byte)
    }
    self.packed = packed
    count = end - start
  }

  /// Whether the sentence belongs to a vendor: P and a vendor's code of three letters.
  var isProprietary: Bool { count >= 4 && count <= 8 && packed >> (8 * UInt64(count - 1)) == UInt64(UInt8(ascii: "P")) }

  /// The characters; only the last eight of a longer address.
  var name: String {
    String(
      decoding: (0..<min(count, 8)).reversed().map { UInt8(truncatingIfNeeded: packed >> (8 * UInt64($0))) },
      as: UTF8.self)
  }

  /// The two characters of the talker of a standard sentence.
  var talker: Talker { count == 5 ? Talker(code: UInt16(truncatingIfNeeded: packed >> 24)) : .none }

  /// The three characters of the type of a standard sentence, packed.
  var type: UInt64 { packed & 0xFF_FFFF }

  /// The first four characters of a vendor's sentence, packed.
  var vendor: UInt64 { packed >> (8 * UInt64(max(0, count - 4))) }
}
