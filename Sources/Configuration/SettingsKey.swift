/// One key of the configuration file: the one place that knows its name, range, default and meaning.
///
/// Parsing, range checks, the reference, the default file and `waymark config show` are all made from ``all``, so that
/// they cannot disagree.
public struct SettingsKey: Sendable {
  /// The section it stands in.
  public let section: SettingsSection
  /// Its name, with the unit where it has one.
  public let name: String
  /// The unit of the value; nil where it has none.
  public let unit: Unit?
  /// What it sets: whole sentences.
  public let meaning: String
  /// A value that somebody might set, as TOML.
  public let example: String
  /// What it takes, and where the value lives.
  let kind: Kind

  init(
    _ section: SettingsSection, _ name: String, _ kind: Kind, unit: Unit? = nil, example: String, meaning: String
  ) {
    self.section = section
    self.name = name
    self.kind = kind
    self.unit = unit
    self.example = example
    self.meaning = meaning
  }

  /// The unit of a value.
  public enum Unit: String, Sendable {
    /// Seconds.
    case seconds
    /// Metres.
    case meters = "metres"
    /// Hours.
    case hours
    /// Baud.
    case baud
    /// Degrees of an angle.
    case degrees
    /// Times a second.
    case hertz
    /// Parts of a hundred.
    case percent
  }

  /// What a key takes, and where in ``Settings`` its value lives.
  enum Kind: Sendable {
    /// An absolute path of at most `maximumBytes`.
    case path(WritableKeyPath<Settings, String> & Sendable, maximumBytes: Int)
    /// An absolute path that need not be set; `absent` says what holds without it.
    case optionalPath(WritableKeyPath<Settings, String?> & Sendable, maximumBytes: Int, absent: String)
    /// One of some words; `set` answers false to a word that is none of them.
    case word([String], get: @Sendable (Settings) -> String, set: @Sendable (inout Settings, String) -> Bool)
    /// A short printable text that need not be set; "none" clears it, `domain` says what it may be.
    case text(WritableKeyPath<Settings, String?> & Sendable, _ domain: String, absent: String)
    /// true or false.
    case flag(WritableKeyPath<Settings, Bool> & Sendable)
    /// One of some whole numbers, ascending.
    case oneOf([Int], WritableKeyPath<Settings, Int> & Sendable)
    /// A number from a range; whole numbers are numbers too.
    case number(ClosedRange<Double>, WritableKeyPath<Settings, Double> & Sendable)

    /// One of the cases of a type.
    static func word<Word: RawRepresentable<String> & CaseIterable & Sendable>(
      _ path: WritableKeyPath<Settings, Word> & Sendable
    ) -> Kind {
      .word(
        Word.allCases.map(\.rawValue), get: { $0[keyPath: path].rawValue },
        set: { settings, text in
          guard let word = Word(rawValue: text) else { return false }
          settings[keyPath: path] = word
          return true
        })
    }
  }
}

/// A section of the configuration file, in the order of the reference.
public enum SettingsSection: String, Sendable, CaseIterable {
  /// What board this is.
  case board
  /// The receiver.
  case receiver
  /// The magnetometer and the accelerometer.
  case sensors
  /// The button.
  case button
  /// The light.
  case led
  /// The buzzer.
  case buzzer
  /// Where things are kept.
  case storage
  /// How clients reach the daemon.
  case control
  /// Which fixes are kept.
  case recording
  /// How exactly places are wanted.
  case location
  /// When a new trip begins.
  case trip

  /// What the section is about, in one sentence.
  public var meaning: String {
    switch self {
    case .board: "What board this is, which says where its parts are wired."
    case .sensors: "The magnetometer and the accelerometer."
    case .button: "The button."
    case .led: "The light."
    case .buzzer: "A buzzer, if there is one."
    case .receiver: "The satellite receiver and its line."
    case .storage: "Where the journal and the tracks are kept."
    case .control: "How the other commands reach the daemon."
    case .recording: "Which fixes are kept, and what counts as a gap."
    case .location: "How exactly places are wanted, and when the receiver may sleep."
    case .trip: "When a new trip begins."
    }
  }

  /// The keys of the section, in the order of the reference.
  public var keys: [SettingsKey] { SettingsKey.all.filter { $0.section == self } }
}

extension SettingsKey {
  /// What the key takes, for people: `a number from 1 to 3600 seconds`.
  public var domain: String {
    let unit = unit.map { " \($0.rawValue)" } ?? ""
    switch kind {
    case .path(_, let maximum), .optionalPath(_, let maximum, _):
      return maximum < Self.longestPath ? "an absolute path of at most \(maximum) bytes" : "an absolute path"
    case .word(let words, _, _): return words.map { "\"\($0)\"" }.joinedByOr
    case .text(_, let domain, _): return domain
    case .flag: return "true or false"
    case .oneOf(let numbers, _): return numbers.map(String.init).joinedByOr + unit
    case .number(let range, _): return "a number from \(range.lowerBound.toml) to \(range.upperBound.toml)\(unit)"
    }
  }

  /// The default as TOML; nil if there is none.
  public var defaultValue: String? { value(in: Settings()) }

  /// What holds if the key is not set, for people: the default, or what happens without one.
  public var defaultForPeople: String {
    if let defaultValue { return defaultValue }
    switch kind {
    case .optionalPath(_, _, let absent), .text(_, _, let absent): return absent
    default: return "none"
    }
  }

  /// The key's value as TOML; nil if it is not set.
  func value(in settings: Settings) -> String? {
    switch kind {
    case .path(let path, _): settings[keyPath: path].toml
    case .optionalPath(let path, _, _): settings[keyPath: path]?.toml
    case .text(let path, _, _): settings[keyPath: path]?.toml
    case .flag(let path): settings[keyPath: path] ? "true" : "false"
    case .word(_, let get, _): get(settings).toml
    case .oneOf(_, let path): String(settings[keyPath: path])
    case .number(_, let path): settings[keyPath: path].toml
    }
  }

  /// The key with its section, for messages: `[receiver] speed`.
  var title: String { "[\(section.rawValue)] \(name)" }
}

extension [String] {
  /// `a, b or c`.
  var joinedByOr: String {
    guard let last, count > 1 else { return first ?? "" }
    return dropLast().joined(separator: ", ") + " or " + last
  }
}

extension Double {
  /// The shortest TOML number that reads back as the same value.
  var toml: String {
    guard let whole = Int(exactly: self), whole.magnitude < 1 << 53, !(whole == 0 && sign == .minus) else {
      return "\(self)"
    }
    return String(whole)
  }
}

extension String {
  /// The text as a TOML basic string, quotes included.
  var toml: String {
    var result = "\""
    for scalar in unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\u{00}"..<"\u{20}", "\u{7F}"..<"\u{A0}":
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
