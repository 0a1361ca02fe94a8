/// The 24 bytes before each payload; see docs/FORMAT.md. Numbers are little-endian.
struct FrameHeader: Equatable {
  static let byteCount = 24
  /// Starts with a byte that UTF-8 never has, so that no text in a payload looks like a frame.
  static let sync: (UInt8, UInt8, UInt8, UInt8) = (0xF7, 0x57, 0x4D, 0x4A)
  static let version: UInt8 = 1
  static let continuesFlag: UInt8 = 1

  var version: UInt8
  /// Whether it was written and synced together with the frame before it: if that one is missing, it may never have
  /// been acknowledged.
  var continues: Bool
  var count: Int
  var payloadBytes: Int
  var firstSequence: UInt64

  var lastSequence: UInt64 { firstSequence &+ UInt64(truncatingIfNeeded: count &- 1) }
  var frameBytes: Int { Self.byteCount &+ payloadBytes }

  /// Reads a whole frame.
  ///
  /// - Parameters:
  ///   - bytes: begin with the header; may go on behind the frame.
  ///   - offset: where in the segment they are: a frame is valid only at the place it was written to.
  /// - Returns: nil if this is no frame, or if it is damaged or cut off.
  init?(frame bytes: UnsafeRawBufferPointer, at offset: Int) {
    guard let header = FrameHeader(unchecked: bytes), bytes.count - Self.byteCount >= header.payloadBytes else {
      return nil
    }
    let crc = Self.crc(
      of: UnsafeRawBufferPointer(rebasing: bytes[..<20]),
      payload: UnsafeRawBufferPointer(rebasing: bytes[Self.byteCount..<header.frameBytes]), at: offset)
    guard crc == UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: 20, as: UInt32.self)) else { return nil }
    self = header
  }

  /// Reads a header alone, which nothing vouches for yet.
  init?(unchecked bytes: UnsafeRawBufferPointer) {
    guard bytes.count >= Self.byteCount,
      bytes[0] == Self.sync.0, bytes[1] == Self.sync.1, bytes[2] == Self.sync.2, bytes[3] == Self.sync.3
    else { return nil }
    version = bytes[4]
    continues = bytes[5] & Self.continuesFlag != 0
    count = Int(UInt16(littleEndian: bytes.loadUnaligned(fromByteOffset: 6, as: UInt16.self)))
    payloadBytes = Int(clamping: UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt32.self)))
    firstSequence = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: 12, as: UInt64.self))
    guard count > 0, firstSequence > 0, lastSequence >= firstSequence, payloadBytes <= Frame.maximumPayloadBytes else {
      return nil
    }
  }

  /// Appends a frame as it stands in a segment at `offset`.
  static func write(_ frame: Frame, continues: Bool, at offset: Int, to bytes: inout [UInt8]) {
    let start = bytes.count
    bytes.append(contentsOf: [sync.0, sync.1, sync.2, sync.3, version, continues ? continuesFlag : 0])
    bytes.append(littleEndian: UInt16(truncatingIfNeeded: frame.count))
    bytes.append(littleEndian: UInt32(truncatingIfNeeded: frame.payload.count))
    bytes.append(littleEndian: frame.firstSequence)
    let crc = bytes.withUnsafeBytes { header in
      frame.payload.withUnsafeBytes { payload in
        Self.crc(of: UnsafeRawBufferPointer(rebasing: header[start...]), payload: payload, at: offset)
      }
    }
    bytes.append(littleEndian: crc)
    bytes.append(contentsOf: frame.payload)
  }

  /// The CRC covers the frame's offset first: bytes that are at another place than they were written for, be it a copy
  /// inside a payload or a misled write, are no frame.
  private static func crc(
    of header: UnsafeRawBufferPointer, payload: UnsafeRawBufferPointer, at offset: Int
  ) -> UInt32 {
    var crc = CRC32C()
    withUnsafeBytes(of: UInt32(truncatingIfNeeded: offset).littleEndian) { crc.update($0) }
    crc.update(header)
    crc.update(payload)
    return crc.value
  }
}

extension [UInt8] {
  fileprivate mutating func append(littleEndian value: some FixedWidthInteger) {
    Swift.withUnsafeBytes(of: value.littleEndian) { append(contentsOf: $0) }
  }
}
