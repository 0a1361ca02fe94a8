import LocationServices
import Records
import Text
import TrackFiles

/// What a client asks for, in one line of JSON.
enum ControlRequest: Equatable {
  /// `{"command":"status"}`: how things are.
  case status
  /// `{"command":"tag","text":"..."}`: mark this moment; answered when it is durable. `text` may be left out.
  case tag(text: String?)
  /// `{"command":"flush"}`: commit now; answered when everything so far is durable.
  case flush
  /// `{"command":"follow"}`: from now on every record, as one line each.
  case follow
  /// `{"command":"sensors"}`: measure once; answered with the chips and what they measured.
  case sensors
  /// `{"command":"samples","hertz":10}`: from now on what the sensors measure, so often a second, as one line each.
  case samples(hertz: Double)
  /// `{"command":"heading"}`: measure once; `{"command":"heading","follow":true}`: from now on each new heading, as one
  /// line each.
  case heading(follow: Bool)
  /// `{"command":"calibrate"}`: calibrate the compass, and tell how far it is until a line says that it is over. Hanging
  /// up abandons it.
  case calibrate
  /// `{"command":"mode","mode":"off","seconds":3600}`: be in this mode; without `seconds` for good.
  case mode(Mode, seconds: UInt32?)
  /// `{"command":"locate","accuracy":"10m"}`: find the place; answered when the search has ended, with the best fix.
  /// `accuracy` may be left out.
  case locate(DesiredAccuracy)
  /// `{"command":"stop_locating"}`: end that search.
  case stopLocating

  /// Reads a request line.
  ///
  /// - Throws: 64 or 65, with what is wrong.
  init(line: ArraySlice<UInt8>) throws(Fault) {
    var members = try FlatJSON.object(line)
    guard case .text(let command)? = members.removeValue(forKey: "command") else {
      throw Fault(.usage, "the request names no command", remedy: Self.remedy)
    }
    var text: String?
    switch command {
    case "status": self = .status
    case "flush": self = .flush
    case "follow": self = .follow
    case "sensors": self = .sensors
    case "calibrate": self = .calibrate
    case "stop_locating": self = .stopLocating
    case "mode": self = try Self.mode(&members)
    case "locate":
      switch members.removeValue(forKey: "accuracy") {
      case nil, .null?: self = .locate(.nearestTenMeters)
      case .text(let word)?:
        guard let accuracy = DesiredAccuracy(rawValue: word) else { throw Self.noAccuracy(word) }
        self = .locate(accuracy)
      default: throw Self.noAccuracy("that")
      }
    case "heading":
      switch members.removeValue(forKey: "follow") {
      case .flag(let isFollowed)?: self = .heading(follow: isFollowed)
      case nil: self = .heading(follow: false)
      default: throw Fault(.usage, "follow is neither true nor false", remedy: "leave it out for one heading")
      }
    case "samples":
      let hertz: Double
      switch members.removeValue(forKey: "hertz") {
      case .number(let given)?: hertz = given
      case nil: hertz = 10
      default: throw Fault(.usage, "hertz is no number", remedy: "leave it out for 10")
      }
      guard Self.sampleRates.contains(hertz) else {
        throw Fault(.usage, "the sensors are not read \(hertz) times a second", remedy: "use 0.1 to 50")
      }
      self = .samples(hertz: hertz)
    case "tag":
      switch members.removeValue(forKey: "text") {
      case .text(let given)?: text = given
      case nil, .null?: break
      default: throw Fault(.usage, "the text of a tag is no text", remedy: "put it into quotes")
      }
      if let text, text.utf8.count > Tag.maximumTextBytes {
        throw Fault(
          .usage, "the text of the tag has \(text.utf8.count) bytes",
          remedy: "keep it below \(Tag.maximumTextBytes) bytes")
      }
      self = .tag(text: text)
    default: throw Fault(.usage, "there is no command \"\(command)\"", remedy: Self.remedy)
    }
    if let name = members.keys.min() {
      throw Fault(.usage, "the command \(command) takes no \"\(name)\"", remedy: "leave it out")
    }
  }

  private static func mode(_ members: inout [String: FlatJSON.Value]) throws(Fault) -> ControlRequest {
    guard case .text(let word)? = members.removeValue(forKey: "mode"), let mode = Mode(word: word) else {
      throw Fault(
        .usage, "the request names no mode", remedy: "use auto, high_accuracy, significant_change or off")
    }
    switch members.removeValue(forKey: "seconds") {
    case nil, .null?: return .mode(mode, seconds: nil)
    case .number(let seconds)?:
      guard (1...Double(longestChoiceSeconds)).contains(seconds) else { fallthrough }
      return .mode(mode, seconds: UInt32(seconds))
    default:
      throw Fault(
        .usage, "the seconds are no number from 1 to \(longestChoiceSeconds)",
        remedy: "leave them out to choose for good")
    }
  }

  private static func noAccuracy(_ word: String) -> Fault {
    Fault(
      .usage, "\(word) is no accuracy",
      remedy: "use one of " + DesiredAccuracy.allCases.map(\.rawValue).joined(separator: ", "))
  }

  /// A year.
  private static let longestChoiceSeconds = 31_536_000
  /// How often sensors can be read, hertz.
  private static let sampleRates = 0.1...50.0
  private static let remedy =
    "use one of status, tag, flush, follow, sensors, samples, heading, calibrate, mode, locate, stop_locating"
}

/// The lines that answer requests.
enum ControlAnswer {
  /// `{"ok":true}` with more members where `fill` puts them.
  static func success(_ fill: (inout JSONLine) -> Void = { _ in }) -> [UInt8] {
    var line = JSONLine()
    line.put("ok", true)
    fill(&line)
    return line.finish()
  }

  /// `{"ok":false,"code":75,"message":"...","remedy":"..."}`, with `cause` and `place` where they are known.
  static func failure(_ fault: Fault) -> [UInt8] {
    var line = JSONLine()
    line.put("ok", false)
    line.put("code", Int(fault.code.rawValue))
    line.put("message", fault.message)
    line.put("remedy", fault.remedy)
    line.put("cause", fault.cause)
    line.put("place", fault.place)
    return line.finish()
  }
}

extension Mode {
  /// The mode of this name; nil if it is none.
  init?(word: String) {
    guard let mode = Mode.allCases.first(where: { "\($0.label)" == word }) else { return nil }
    self = mode
  }
}
