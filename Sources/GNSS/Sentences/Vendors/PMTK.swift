import Text

/// The answer of a MediaTek or Airoha receiver to a command: `command, result`.
struct CommandAnswer: SentenceBody {
  static let attachment = Attachment.apart

  var command: Int?
  var result: Int?

  init(_ fields: inout FieldCursor, _ header: SentenceHeader) {
    command = fields.nextInt(in: 0...9_999)
    result = fields.nextInt(in: 0...9)
  }

  func describe(in json: inout ByteWriter, _ header: SentenceHeader) {
    json.member("command", command)
    json.member("result", result)
  }
}

/// MediaTek's system message (PMTK010): 1 is a start, after which settings are the firmware's.
struct PMTK010: SentenceBody {
  static let attachment = Attachment.apart

  var message: Int?

  init(_ fields: inout FieldCursor, _ header: SentenceHeader) { message = fields.nextInt(in: 0...999) }

  func inform(_ receiver: inout ReceiverState, _ header: SentenceHeader) {
    if message == 1 { receiver.restarted() }
  }

  func describe(in json: inout ByteWriter, _ header: SentenceHeader) {
    json.member("event", message == 1 ? "startup" : "system")
    json.member("message", message)
  }
}

/// A text of the firmware: MediaTek's start-up text (PMTK011) and release (PMTK705), Quectel's version.
struct FirmwareText: SentenceBody {
  static let attachment = Attachment.apart

  var text: FieldText?

  init(_ fields: inout FieldCursor, _ header: SentenceHeader) { text = fields.rest() }

  func describe(in json: inout ByteWriter, _ header: SentenceHeader) {
    json.member("event", "text")
    json.member("text", text: text?.unescaped)
  }
}

/// A vendor's sentence that tells nothing of fixes, such as the echo of our own command on a half-duplex line.
struct IgnoredSentence: SentenceBody {
  static let attachment = Attachment.apart

  init(_ fields: inout FieldCursor, _ header: SentenceHeader) {}

  func describe(in json: inout ByteWriter, _ header: SentenceHeader) { json.member("ignored", true) }
}
