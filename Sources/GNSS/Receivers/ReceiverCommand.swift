import Text

/// One message to a receiver, and how to tell that it was understood.
public struct ReceiverCommand: Equatable, Sendable {
  /// What it is for, in words that people read.
  public enum Purpose: String, Sendable, CaseIterable {
    /// To learn what it is.
    case identification
    /// Baud of its port.
    case speed
    /// How often it computes a position.
    case rate
    /// Which sentences it sends.
    case sentences = "choice of sentences"
    /// What it assumes about how it is moved.
    case dynamicModel = "dynamic model"
    /// To switch to saving power or back.
    case powerSaving = "power saving"
    /// To sleep.
    case sleep
    /// To wake up.
    case wake
    /// To start anew.
    case restart
    /// To keep its configuration without power.
    case save = "saving of its configuration"
    /// To find satellites sooner.
    case aiding
  }

  /// What a receiver answers.
  public enum Acknowledgement: Equatable, Sendable {
    /// Nothing; the next command may follow after this time.
    case none(settling: Duration)
    /// ACK-ACK or ACK-NAK that names this class and message.
    case ubx(messageClass: UInt8, id: UInt8)
    /// `$PMTK001` with this command.
    case pmtk(Int)
    /// `$PAIR001` with this command.
    case pair(Int)
  }

  /// What it is for.
  public var purpose: Purpose
  /// As it goes over the line.
  public var bytes: [UInt8]
  /// How it is answered.
  public var acknowledgement: Acknowledgement

  /// Makes a command from bytes.
  public init(_ purpose: Purpose, bytes: [UInt8], _ acknowledgement: Acknowledgement) {
    self.purpose = purpose
    self.bytes = bytes
    self.acknowledgement = acknowledgement
  }

  /// A command that is a sentence.
  ///
  /// - Parameter content: what stands between `$` and star.
  public init(_ purpose: Purpose, sentence content: String, _ acknowledgement: Acknowledgement) {
    var writer = ByteWriter(capacity: content.utf8.count + 6)
    NMEAEncoder.put(content: content, to: &writer)
    self.init(purpose, bytes: writer.bytes, acknowledgement)
  }

  /// A command that is a UBX frame; those of class CFG are acknowledged, others are not.
  public init(_ purpose: Purpose, ubx frame: UBXFrame) {
    self.init(
      purpose, bytes: frame.bytes,
      frame.messageClass == UBXFrame.Class.cfg
        ? .ubx(messageClass: frame.messageClass, id: frame.id) : .none(settling: .milliseconds(50)))
  }

  /// What an answer says about this command: true for done, false for refused, nil if it is about something else.
  public func verdict(of answer: ReceiverAnswer) -> Bool? {
    switch (acknowledgement, answer) {
    case (.ubx(let messageClass, let id), .ubx(let frame)):
      guard let reply = frame.acknowledgement, reply.messageClass == messageClass, reply.id == id else { return nil }
      return reply.isPositive
    case (.pmtk(let command), .sentence(let sentence)):
      // 0 is invalid, 1 unsupported, 2 failed, 3 done (MediaTek PMTK packet user manual, PMTK001).
      return sentence.reply(to: command, from: "PMTK001").map { $0 == 3 }
    case (.pair(let command), .sentence(let sentence)):
      // 0 is done, 1 being worked on, 2 failed, 3 unsupported, 4 a wrong parameter, 5 busy (Quectel LC26G, LC76G and
      // LC86G protocol specification, PAIR001).
      guard let result = sentence.reply(to: command, from: "PAIR001"), result != 1 else { return nil }
      return result == 0
    default: return nil
    }
  }
}

extension [UInt8] {
  /// The result of `address,command,result`; nil if this is another sentence.
  fileprivate func reply(to command: Int, from address: StaticString) -> Int? {
    guard hasPrefix(address) else { return nil }
    let fields = split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
    guard fields.count >= 3, let number = fields[1].wholeNumber, number == command else { return nil }
    return fields[2].wholeNumber
  }

  /// Whether the bytes begin like this.
  func hasPrefix(_ text: StaticString) -> Bool {
    text.withUTF8Buffer { starts(with: $0) }
  }

  /// Where this text stands first, if anywhere.
  func offset(of text: StaticString) -> Int? {
    text.withUTF8Buffer { text in
      guard count >= text.count, !text.isEmpty else { return nil }
      return (0...(count - text.count)).first { self[$0...].starts(with: text) }
    }
  }
}

extension ArraySlice<UInt8> {
  /// The number that these digits say; nil for anything else and more than nine digits.
  var wholeNumber: Int? {
    guard !isEmpty, count <= 9 else { return nil }
    var number = 0
    for byte in self {
      guard byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") else { return nil }
      number = number * 10 + Int(byte - UInt8(ascii: "0"))
    }
    return number
  }
}
