/// What a receiver turned out to be.
public struct ReceiverIdentity: Equatable, Sendable {
  /// Its language.
  public var language: ReceiverLanguage
  /// Its name as far as it tells: a module or hardware; nil if unknown.
  public var model: String?
  /// Its firmware as it tells; nil if unknown.
  public var firmware: String?

  /// Makes an identity.
  public init(_ language: ReceiverLanguage, model: String? = nil, firmware: String? = nil) {
    self.language = language
    self.model = model
    self.firmware = firmware
  }

  /// What an answer to one of the questions tells; nil if it tells nothing.
  public init?(_ answer: ReceiverAnswer) {
    switch answer {
    case .ubx(let frame):
      guard let version = frame.version else { return nil }
      // Keys and values came with protocol 27 (generation 9).
      let generation = version.generation
      let protocolVersion = version.protocolHundredths
      let takesValues = protocolVersion.map { $0 >= 2_700 } ?? ((generation ?? 0) >= 9)
      let isGeneration8 = generation == 8 || (protocolVersion ?? 0) >= 1_500
      self.init(
        takesValues ? .ubloxM10 : isGeneration8 ? .ublox8 : .ublox6,
        model: version.module ?? generation.map { "u-blox \($0)" }, firmware: version.software)
    case .sentence(let sentence):
      let fields = sentence.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
      func text(_ index: Int) -> String? {
        index < fields.count && !fields[index].isEmpty ? String(decoding: fields[index], as: UTF8.self) : nil
      }
      if sentence.hasPrefix("PMTK705,") {
        // Release, build, product: `AXN_2.31_3339_13101700,5632,PA6H,1.0`.
        self.init(.mediatek, model: text(3), firmware: text(1))
      } else if sentence.hasPrefix("PQTMVERNO,"), text(1) != "ERROR" {
        // LG290P and its kin speak PQTM, but not PAIR.
        let name = text(1)
        let isPAIR = name.map { $0.hasPrefix("LC") || $0.hasPrefix("L8") || $0.hasPrefix("L76") } ?? false
        self.init(isPAIR ? .pair : .generic, model: name, firmware: name)
      } else if sentence.isText, let start = sentence.offset(of: "SW=") {
        self.init(.casic, model: nil, firmware: String(decoding: sentence[(start + 3)...], as: UTF8.self))
      } else {
        return nil
      }
    }
  }
}

/// The questions that find out what a receiver is. They ask and change nothing; a receiver that does not know one
/// ignores it or says that it does not.
public enum ReceiverQuestion: UInt8, Sendable, CaseIterable {
  /// MON-VER.
  case ublox
  /// PMTK605.
  case mediatek
  /// PCAS06.
  case casic
  /// PQTMVERNO.
  case quectel

  /// The question.
  public var command: ReceiverCommand {
    switch self {
    case .ublox: ReceiverCommand(.identification, ubx: UBXFrame(UBXFrame.Class.mon, 0x04))
    case .mediatek: ReceiverCommand(.identification, sentence: "PMTK605", .none(settling: .zero))
    case .casic: ReceiverCommand(.identification, sentence: "PCAS06,0", .none(settling: .zero))
    case .quectel: ReceiverCommand(.identification, sentence: "PQTMVERNO", .none(settling: .zero))
    }
  }

  /// The question that fits what a receiver says unasked; nil if that tells nothing.
  init?(hint family: ReceiverFamily?) {
    switch family {
    case .ublox: self = .ublox
    case .mediatek: self = .mediatek
    case .casic: self = .casic
    case .quectel: self = .quectel
    default: return nil
    }
  }

  /// The question that fits a text or a vendor's sentence; nil if it tells nothing.
  init?(hint answer: ReceiverAnswer) {
    switch answer {
    case .ubx: self = .ublox
    case .sentence(let sentence):
      if sentence.hasPrefix("PMTK") {
        self = .mediatek
      } else if sentence.hasPrefix("PCAS") {
        self = .casic
      } else if sentence.hasPrefix("PAIR") || sentence.hasPrefix("PQ") {
        self = .quectel
      } else if sentence.isText {
        if sentence.offset(of: "u-blox") != nil || sentence.offset(of: "UBX-") != nil {
          self = .ublox
        } else if sentence.offset(of: "CASIC") != nil || sentence.offset(of: "AT6558") != nil {
          self = .casic
        } else {
          return nil
        }
      } else {
        return nil
      }
    }
  }
}

extension [UInt8] {
  /// Whether this is a TXT of any talker.
  var isText: Bool { count > 6 && self[2...].starts(with: "TXT,".utf8) }

  /// Whether a receiver says here that it has just started, with the settings that its firmware has.
  var tellsStart: Bool {
    if hasPrefix("PMTK010,001") || hasPrefix("PMTK011,") { return true }
    return isText && (offset(of: "u-blox AG") != nil || offset(of: "MA=CASIC") != nil)
  }
}
