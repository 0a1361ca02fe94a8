import Clocks
import Geodesy

/// Aiding of u-blox receivers from generation 8 on (UBX-13003221, section 13): what one start has learned shortens the
/// next. The navigation database is handed out as frames, kept by the host, and sent back as it is, after the time and
/// the place.
public enum UBloxAiding {
  /// MGA-DBD without content: hand out everything.
  public static var poll: ReceiverCommand {
    ReceiverCommand(.aiding, ubx: UBXFrame(UBXFrame.Class.mga, 0x80))
  }

  /// MGA-INI-TIME_UTC: the time on arrival.
  ///
  /// - Parameters:
  ///   - time: now.
  ///   - accuracySeconds: how far off it may be; a wrong time with a small accuracy makes the start slower.
  public static func time(_ time: UnixTime, accuracySeconds: Int) -> ReceiverCommand {
    let date = time.date
    let second = Int(time.nanosecondsOfDay / 1_000_000_000)
    // Type 0x10, version 0, valid on arrival, leap seconds unknown (-128).
    var payload: [UInt8] = [0x10, 0x00, 0x00, 0x80]
    payload.put(littleEndian: UInt16(clamping: date.year))
    payload += [UInt8(clamping: date.month), UInt8(clamping: date.day)]
    payload += [UInt8(clamping: second / 3_600), UInt8(clamping: second / 60 % 60), UInt8(clamping: second % 60), 0]
    payload.put(littleEndian: UInt32(clamping: time.nanosecondsOfDay % 1_000_000_000))
    payload.put(littleEndian: UInt16(clamping: accuracySeconds))
    payload += [0, 0]
    payload.put(littleEndian: UInt32(0))
    return ReceiverCommand(.aiding, ubx: UBXFrame(UBXFrame.Class.mga, 0x40, payload))
  }

  /// MGA-INI-POS_LLH: roughly here.
  ///
  /// - Parameters:
  ///   - coordinate: the place.
  ///   - altHAEMeters: height above the ellipsoid.
  ///   - accuracyMeters: how far off it may be.
  public static func position(
    _ coordinate: Coordinate, altHAEMeters: Double, accuracyMeters: Double
  ) -> ReceiverCommand {
    var payload: [UInt8] = [0x01, 0x00, 0x00, 0x00]
    // Ten-millionths of a degree, and centimetres.
    payload.put(littleEndian: Int32(clamping: coordinate.latitudeNanodegrees / 100))
    payload.put(littleEndian: Int32(clamping: coordinate.longitudeNanodegrees / 100))
    payload.put(littleEndian: Int32(clamping: Int64(exactly: (altHAEMeters * 100).rounded()) ?? 0))
    payload.put(littleEndian: UInt32(clamping: Int64(exactly: (accuracyMeters * 100).rounded()) ?? .max))
    return ReceiverCommand(.aiding, ubx: UBXFrame(UBXFrame.Class.mga, 0x40, payload))
  }

  /// The commands that send a stored database back, one frame each. Bytes that are no frame of it are left out, since a
  /// file may be torn.
  public static func replay(_ database: [UInt8]) -> [ReceiverCommand] {
    var commands: [ReceiverCommand] = []
    var start = 0
    while start + 8 <= database.count {
      let length = (Int(database[start + 4]) | Int(database[start + 5]) << 8) + 8
      guard start + length <= database.count, let frame = UBXFrame(Array(database[start..<(start + length)])),
        frame.isNavigationDatabase
      else {
        start += 1
        continue
      }
      commands.append(ReceiverCommand(.aiding, bytes: frame.bytes, .none(settling: .milliseconds(10))))
      start += length
    }
    return commands
  }
}
