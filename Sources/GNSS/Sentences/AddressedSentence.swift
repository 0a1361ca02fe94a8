/// A sentence whose address is understood.
struct AddressedSentence {
  /// The characters before the first comma.
  let address: Address
  /// The index of its type in ``SentenceTable/kinds``; nil if nothing reads it.
  let kind: Int?
  /// Who speaks; none for a vendor's sentence.
  let talker: Talker
  /// Stands at the first field that belongs to the content.
  var fields: FieldCursor

  /// Reads the address. The bytes are borrowed: the sentence must not outlive them.
  ///
  /// - Returns: nil if there is none.
  init?(_ bytes: UnsafeBufferPointer<UInt8>, start: Int, star: Int, table: SentenceTable) {
    var comma = start + 1
    while comma < star, bytes[comma] != UInt8(ascii: ",") { comma += 1 }
    guard let address = Address(bytes, from: start + 1, to: comma) else { return nil }
    self.address = address
    fields = FieldCursor(bytes, from: comma + 1, to: star)
    kind = table.kind(of: address, &fields)
    talker = address.isProprietary && kind.map { SentenceTable.kinds[$0].isVendor } ?? true ? .none : address.talker
  }
}
