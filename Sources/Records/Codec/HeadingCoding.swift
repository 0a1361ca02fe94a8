extension HeadingRecord {
  /// What a heading belongs to, as the journal numbers it.
  private enum SubjectCode {
    static let tag: UInt8 = 1
    static let fix: UInt8 = 2
  }

  func encode(to bytes: inout [UInt8]) {
    switch subject {
    case .tag: bytes.append(SubjectCode.tag)
    case .fix: bytes.append(SubjectCode.fix)
    }
    bytes.append(varint: subject.sequence.value)
    let magnetic = Direction.steps(magneticDegrees)
    let accuracy = Quantity.headingBound.steps(accuracyDegrees)
    let signed = [
      Quantity.halfTurn.steps(declinationDegrees), Quantity.pitch.steps(pitchDegrees),
      Quantity.halfTurn.steps(rollDegrees),
    ]
    bytes.append(presence: [magnetic != nil, accuracy != nil] + signed.map { $0 != nil })
    for steps in [magnetic, accuracy] { if let steps { bytes.append(varint: UInt64(steps)) } }
    for steps in signed { if let steps { bytes.append(zigzag: steps) } }
  }

  /// - Returns: nil if it belongs to something that this version does not know.
  init?(from source: inout ByteSource) {
    let code = source.byte()
    let sequence = SequenceNumber(source.varint())
    let subject: Subject
    switch code {
    case SubjectCode.tag: subject = .tag(sequence)
    case SubjectCode.fix: subject = .fix(sequence)
    default: return nil
    }
    let presence = source.byte()
    // What no encoder writes is judged by the initialiser, as if it had been measured.
    let magnetic = presence & 1 != 0 ? Double(source.varint()) / 100 : nil
    let accuracy = presence & 2 != 0 ? Double(source.varint()) / 100 : nil
    let declination = presence & 4 != 0 ? Double(source.zigzag()) / 100 : nil
    let pitch = presence & 8 != 0 ? Double(source.zigzag()) / 100 : nil
    let roll = presence & 16 != 0 ? Double(source.zigzag()) / 100 : nil
    self.init(
      subject: subject, magneticDegrees: magnetic, declinationDegrees: declination, accuracyDegrees: accuracy,
      pitchDegrees: pitch, rollDegrees: roll)
  }
}
