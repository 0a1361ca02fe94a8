import Clocks
import Text

/// Which type of sentence is read by what.
struct SentenceTable: Sendable {
  /// One type of sentence. A class, so that looking one up costs one reference count.
  final class Kind: Sendable {
    /// What it is called in output: the type, or a vendor's address with its message number.
    let name: StaticString
    /// Reads a sentence and gives it to the assembler.
    let take: @Sendable (inout FieldCursor, SentenceHeader, inout EpochAssembler, (Epoch) -> Void) -> Void
    /// Reads a sentence and writes its fields.
    let describe: @Sendable (inout FieldCursor, SentenceHeader, inout ByteWriter) -> Void
    /// Who makes a receiver that sends it.
    let family: ReceiverFamily?

    /// Whether it is a vendor's sentence, which has no talker.
    var isVendor: Bool { name.utf8CodeUnitCount != 3 }

    init<Body: SentenceBody>(_ name: StaticString, _ body: Body.Type, of family: ReceiverFamily? = nil) {
      self.name = name
      self.family = family
      take = { fields, header, assembler, emit in assembler.take(Body(&fields, header), header, emit) }
      describe = { fields, header, json in Body(&fields, header).describe(in: &json, header) }
    }
  }

  /// All types. A standard type has three letters; a vendor's has its address, or as much of it as its family shares.
  static let kinds: [Kind] = [
    Kind("RMC", RMC.self),
    Kind("GGA", GGA.self),
    Kind("GNS", GNS.self),
    Kind("GLL", GLL.self),
    Kind("VTG", VTG.self),
    Kind("ZDA", ZDA.self),
    Kind("GSA", GSA.self),
    Kind("GSV", GSV.self),
    Kind("GST", GST.self),
    Kind("GBS", GBS.self),
    Kind("HDT", TrueHeading.self),
    Kind("THS", TrueHeading.self),
    Kind("HDM", MagneticHeading.self),
    Kind("HDG", MagneticHeading.self),
    Kind("DTM", DTM.self),
    Kind("TXT", TXT.self),
    Kind("PUBX00", PUBX00.self, of: .ublox),
    Kind("PUBX04", PUBX04.self, of: .ublox),
    Kind("PUBX", IgnoredSentence.self, of: .ublox),
    Kind("PMTK001", CommandAnswer.self, of: .mediatek),
    Kind("PMTK010", PMTK010.self, of: .mediatek),
    Kind("PMTK011", FirmwareText.self, of: .mediatek),
    Kind("PMTK705", FirmwareText.self, of: .mediatek),
    Kind("PMTK", IgnoredSentence.self, of: .mediatek),
    Kind("PQTMEPE", PQTMEPE.self, of: .quectel),
    Kind("PQTMPVT", PQTMPVT.self, of: .quectel),
    Kind("PQTMVEL", PQTMVEL.self, of: .quectel),
    Kind("PQTM", IgnoredSentence.self, of: .quectel),
    Kind("PAIR001", CommandAnswer.self, of: .quectel),
    Kind("PAIR", IgnoredSentence.self, of: .quectel),
    Kind("PQVERNO", FirmwareText.self, of: .quectel),
    Kind("PGRME", PGRME.self, of: .garmin),
    Kind("PGRMZ", PGRMZ.self, of: .garmin),
    Kind("PGRMF", PGRMF.self, of: .garmin),
    Kind("PGRMV", PGRMV.self, of: .garmin),
    Kind("PGRM", IgnoredSentence.self, of: .garmin),
    Kind("PSRFEPE", PSRFEPE.self, of: .sirf),
    Kind("PSRF", IgnoredSentence.self, of: .sirf),
    Kind("PCAS", IgnoredSentence.self, of: .casic),
    Kind("PSTM", IgnoredSentence.self, of: .teseo),
    Kind("PTNL", IgnoredSentence.self, of: .trimble),
    Kind("PSTI", IgnoredSentence.self, of: .skytraq),
    Kind("PGLO", IgnoredSentence.self, of: .broadcom),
    Kind("PERD", IgnoredSentence.self, of: .furuno),
    Kind("PJLT", IgnoredSentence.self, of: .jacksonLabs),
    Kind("PASH", IgnoredSentence.self, of: .ashtech),
  ]

  private let slots: [(key: UInt64, kind: Int)]
  private static let slotCount = 256

  /// Makes the table: open addressing with a multiplicative hash, never more than half full.
  init() {
    var slots = [(key: UInt64, kind: Int)](repeating: (0, -1), count: Self.slotCount)
    for (index, kind) in Self.kinds.enumerated() {
      let key = kind.name.withUTF8Buffer { $0.reduce(0 as UInt64) { $0 << 8 | UInt64($1) } }
      var slot = Self.slot(key)
      while slots[slot].key != 0 { slot = (slot + 1) % Self.slotCount }
      slots[slot] = (key, index)
    }
    self.slots = slots
  }

  private static func slot(_ key: UInt64) -> Int { Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> 56) }

  private func find(_ key: UInt64) -> Int? {
    var slot = Self.slot(key)
    while slots[slot].key != 0 {
      if slots[slot].key == key { return slots[slot].kind }
      slot = (slot + 1) % Self.slotCount
    }
    return nil
  }

  /// The kind of a sentence; nil if nothing reads its type.
  ///
  /// - Parameter fields: stands at the first field, which numbers the messages of some vendors; it is taken then.
  func kind(of address: Address, _ fields: inout FieldCursor) -> Int? {
    if address.isProprietary {
      var behind = fields
      if let number = behind.nextText(), address.count + number.count <= 8 {
        var packed = address.packed
        for index in 0..<number.count { packed = packed << 8 | UInt64(number[index]) }
        if let kind = find(packed) {
          fields = behind
          return kind
        }
      }
      if let kind = find(address.packed) ?? find(address.vendor) { return kind }
    }
    return address.count == 5 ? find(address.type) : nil
  }
}

/// What every sentence has besides its fields.
struct SentenceHeader {
  /// Who speaks.
  var talker: Talker
  /// The whole address, packed: talker and type.
  var signature: UInt64
  /// The index into ``SentenceTable/kinds``.
  var kind: Int
  /// When its first byte arrived.
  var firstByte: Instant
}
