/// What a receiver says that is no part of an epoch: an answer to a command, its name, a message that it has started.
public enum ReceiverAnswer: Equatable, Sendable {
  /// A UBX frame of a class that answers commands: ACK, CFG, MON, AID, MGA.
  case ubx(UBXFrame)
  /// A sentence, from behind its `$` up to its star: TXT of any talker, PMTK, PAIR, PCAS, and PQTM that are no fixes.
  case sentence([UInt8])

  /// How many a decoder holds; a dump of a navigation database over one read of 8 KiB has fewer.
  public static let maximumHeld = 256
}

/// Picks answers out of the stream, on the way past. Nothing is allocated while there are none.
struct AnswerTap: Sendable {
  var isOpen = false {
    didSet { if !isOpen { held = [] } }
  }
  private var held: [ReceiverAnswer] = []

  /// A binary frame with a right checksum stands in `bytes`.
  mutating func note(frame bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ next: Int) {
    guard isOpen, held.count < ReceiverAnswer.maximumHeld, bytes[start] == 0xB5, next - start >= 8 else { return }
    switch bytes[start + 2] {
    case UBXFrame.Class.ack, UBXFrame.Class.cfg, UBXFrame.Class.mon, UBXFrame.Class.aid, UBXFrame.Class.mga: break
    default: return
    }
    guard let frame = UBXFrame(Array(bytes[start..<next])) else { return }
    held.append(.ubx(frame))
  }

  /// A sentence with a right checksum stands in `bytes`, without its start character and from its star on.
  mutating func note(_ address: Address, _ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ star: Int) {
    guard isOpen, held.count < ReceiverAnswer.maximumHeld, isAnswer(address, bytes, start) else { return }
    held.append(.sentence(Array(bytes[start..<star])))
  }

  mutating func take() -> [ReceiverAnswer] {
    guard !held.isEmpty else { return [] }
    defer { held = [] }
    return held
  }

  private func isAnswer(_ address: Address, _ bytes: UnsafeBufferPointer<UInt8>, _ start: Int) -> Bool {
    // An address with its vendor: `PQTMVERNO` is longer than one that is packed, so the bytes are looked at.
    guard address.count >= 5, start + 4 <= bytes.count else { return false }
    var vendor: UInt32 = 0
    for index in start..<(start + 4) { vendor = vendor << 8 | UInt32(bytes[index]) }
    switch vendor {
    case 0x504D_544B, 0x5041_4952, 0x5043_4153: return true  // PMTK, PAIR, PCAS
    case 0x5051_544D:  // PQTM: EPE, PVT and VEL come with every epoch
      let message = address.packed & 0xFF_FFFF
      return address.count != 7 || message != 0x455045 && message != 0x505654 && message != 0x56454C
    case 0x5051_5645: return true  // PQVERNO
    default: return address.count == 5 && address.type == 0x545854  // TXT
    }
  }
}
