import Records
import Text

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

  /// How often sensors can be read, hertz.
  private static let sampleRates = 0.1...50.0
  private static let remedy = "use one of status, tag, flush, follow, sensors, samples, heading, calibrate"
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
