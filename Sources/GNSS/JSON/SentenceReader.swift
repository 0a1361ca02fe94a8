import Clocks
import Text

/// Bytes in, one JSON object for each sentence out: what a receiver says, before anything is made of it.
public struct SentenceReader: Sendable {
  private var stream = ByteStream()
  private let table = SentenceTable()
  /// Sentences accepted so far.
  public private(set) var accepted = 0
  /// Sentences refused so far.
  public private(set) var refused = 0

  /// Makes a reader.
  public init() {}

  /// Takes what was read, cut anywhere, and appends a line for each sentence that is complete.
  public mutating func receive(_ bytes: [UInt8], to json: inout ByteWriter) {
    stream.append(bytes, at: .zero)
    drain(isLast: false, &json)
  }

  /// The stream has ended: decides what is unfinished.
  public mutating func finish(to json: inout ByteWriter) { drain(isLast: true, &json) }

  private mutating func drain(isLast: Bool, _ json: inout ByteWriter) {
    let bytes = stream.bytes
    bytes.withUnsafeBufferPointer { bytes in
      while let item = stream.next(isLast: isLast) {
        switch item.finding {
        case .sentence(let start, let star, _):
          guard var sentence = AddressedSentence(bytes, start: start, star: star, table: table) else {
            refuse(.address, start, star, &json)
            continue
          }
          accepted += 1
          describe(&sentence, item.firstByte, &json)
        case .refused(let refusal, let start, let end, _): refuse(refusal, start, end, &json)
        case .binary, .incomplete: break
        }
      }
    }
  }

  private func describe(_ sentence: inout AddressedSentence, _ firstByte: Instant, _ json: inout ByteWriter) {
    json.put("{")
    guard let kind = sentence.kind else {
      let isStandard = sentence.address.count == 5 && !sentence.address.isProprietary
      json.member("type", text: isStandard ? String(sentence.address.name.suffix(3)) : sentence.address.name)
      if isStandard { json.member("talker", text: sentence.talker.name) }
      json.put("}\n")
      return
    }
    json.member("type", SentenceTable.kinds[kind].name)
    if sentence.talker != .none { json.member("talker", text: sentence.talker.name) }
    let header = SentenceHeader(
      talker: sentence.talker, signature: sentence.address.packed, kind: kind, firstByte: firstByte)
    SentenceTable.kinds[kind].describe(&sentence.fields, header, &json)
    json.put("}\n")
  }

  private mutating func refuse(_ refusal: Refusal, _ start: Int, _ end: Int, _ json: inout ByteWriter) {
    refused += 1
    json.put("{")
    json.member("rejected", refusal.name)
    json.member("text", text: String(decoding: stream.bytes[start..<min(end, start + 120)], as: UTF8.self))
    json.put("}\n")
  }
}
