import Text

/// Datum that the positions refer to.
///
/// `local datum, subdivision, 3 x offset, altitude offset, reference datum`; anything but W84 may be hundreds of metres off.
struct DTM: SentenceBody {
  static let attachment = Attachment.apart

  var datum: FieldText?

  init(_ fields: inout FieldCursor, _ header: SentenceHeader) { datum = fields.nextText() }

  func inform(_ receiver: inout ReceiverState, _ header: SentenceHeader) {
    if let datum { receiver.isDatumForeign = !datum.isEqual("W84") }
  }

  func describe(in json: inout ByteWriter, _ header: SentenceHeader) { json.member("datum", text: datum?.unescaped) }
}
