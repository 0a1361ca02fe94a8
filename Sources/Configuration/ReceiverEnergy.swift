import BoardFiles
import Text

/// What a receiver draws in each of its states and how long it takes to its first position. A TOML file of
/// `board/receivers/`, whose README explains the keys.
public struct ReceiverEnergy: Equatable, Sendable {
  /// What it is called on the command line; for a file of one's own, its path.
  public var name: String
  /// `[receiver] title`: what it is called by people.
  public var title = ""
  /// `[receiver] language`: what it understands; a name of the receiver twins.
  public var language = "generic"
  /// `[current] acquiring_ma`: while it searches, milliampere.
  public var acquiringMilliamperes = 0.0
  /// `[current] tracking_ma`: while it has a position, milliampere.
  public var trackingMilliamperes = 0.0
  /// `[current] power_save_ma`: while it has a position in its own power-save mode at 1 Hz; nil where it has none.
  public var powerSaveMilliamperes: Double?
  /// `[current] asleep_ma`: in the sleep that a command starts, milliampere.
  public var asleepMilliamperes = 0.0
  /// `[current] source`: who says so.
  public var currentSource = ""
  /// `[first_fix] hot_s`: with fresh orbits, the median in the field, seconds.
  public var hotSeconds = 0.0
  /// `[first_fix] warm_s`: with stale orbits, the median, seconds.
  public var warmSeconds = 0.0
  /// `[first_fix] cold_s`: with nothing, the median, seconds.
  public var coldSeconds = 0.0
  /// `[first_fix] orbits_h`: how old orbits may be for a hot start, hours.
  public var orbitHours = 0.0
  /// `[first_fix] source`: who says so.
  public var firstFixSource = ""

  /// Every file that the program brings along, by name. Checked by the tests, so that nothing here can be broken.
  public static let builtIn: [ReceiverEnergy] = BoardFiles.receivers.map { name, toml in
    parse(toml, name: name).receiver
  }

  /// The receiver that is counted with where none is named: the best measured one.
  public static let usualName = "sam-m8q"

  /// The built-in receiver of this name.
  ///
  /// - Throws: 78 with the names there are.
  public static func named(_ name: String) throws(Fault) -> ReceiverEnergy {
    if let receiver = builtIn.first(where: { $0.name == name }) { return receiver }
    let names = builtIn.map(\.name)
    let near = names.nearest(to: name).map { "did you mean \($0)? " } ?? ""
    throw Fault(
      .configuration, "there is no receiver called \(name.shortened)",
      remedy: "\(near)the receivers are \(names.joined(separator: ", ")); a path takes a file of your own")
  }

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - text: the file's bytes; any bytes at all.
  ///   - name: the receiver's name, or the file's path; also for the places of complaints.
  /// - Returns: the receiver, and what is wrong. With any fault it must not be used.
  public static func parse(_ text: [UInt8], name: String) -> (receiver: ReceiverEnergy, faults: [Fault]) {
    var reader = ReceiverEnergyReader(name: name)
    if let complaint = ConfigurationFile.complaintAboutFile(text) {
      return (reader.receiver, [complaint.fault(path: name)])
    }
    let (document, syntax) = ConfigurationFile.parseTolerantly(text)
    if let document { reader.read(document.entries) }
    let complaints = (syntax + reader.complaints).sorted { $0.place < $1.place }
    return (reader.receiver, complaints.map { $0.fault(path: name) })
  }

  init(name: String) { self.name = name }
}

/// Takes the sections of a receiver's file; what is missing and has no default is a complaint, because a current of 0
/// would make every battery last for ever.
struct ReceiverEnergyReader {
  private(set) var receiver: ReceiverEnergy
  private(set) var complaints: [Complaint] = []

  private enum Key {
    case text(WritableKeyPath<ReceiverEnergy, String>)
    case number(WritableKeyPath<ReceiverEnergy, Double>, ClosedRange<Double>)
    case optional(WritableKeyPath<ReceiverEnergy, Double?>, ClosedRange<Double>)
  }

  private static let milliamperes = 0.0...2_000
  private static let seconds = 0.5...3_600
  private static var sections: [String: [String: Key]] {
    [
      "receiver": ["title": .text(\.title), "language": .text(\.language)],
      "current": [
        "acquiring_ma": .number(\.acquiringMilliamperes, milliamperes),
        "tracking_ma": .number(\.trackingMilliamperes, milliamperes),
        "power_save_ma": .optional(\.powerSaveMilliamperes, milliamperes),
        "asleep_ma": .number(\.asleepMilliamperes, milliamperes), "source": .text(\.currentSource),
      ],
      "first_fix": [
        "hot_s": .number(\.hotSeconds, seconds), "warm_s": .number(\.warmSeconds, seconds),
        "cold_s": .number(\.coldSeconds, seconds), "orbits_h": .number(\.orbitHours, 0...48),
        "source": .text(\.firstFixSource),
      ],
    ]
  }

  init(name: String) { receiver = ReceiverEnergy(name: name) }

  mutating func read(_ entries: [TOMLDocument.Entry]) {
    var missing: Set<String> = []
    for (section, keys) in Self.sections {
      for (name, key) in keys { if case .number = key { missing.insert("[\(section)] \(name)") } }
    }
    var section: String?
    for entry in entries {
      if entry.depth == 0 {
        section = Self.sections[entry.key] == nil ? nil : entry.key
        if section == nil {
          complain(
            entry.keyPlace, "unknown section [\(entry.key.shortened)]",
            remedy: "the sections are \(Self.sections.keys.sorted().joined(separator: ", "))")
        }
      } else if let section {
        missing.remove("[\(section)] \(entry.key)")
        take(entry, in: section)
      }
    }
    for name in missing.sorted() {
      complain(
        TOMLDocument.Place(line: 1, column: 1), "\(name) is missing",
        remedy: "write it like the others of board/receivers")
    }
    if receiver.title.isEmpty { receiver.title = receiver.name }
  }

  private mutating func take(_ entry: TOMLDocument.Entry, in section: String) {
    guard let keys = Self.sections[section] else { return }
    guard let key = keys[entry.key] else {
      return complain(
        entry.keyPlace, "unknown key \(entry.key.shortened) in [\(section)]",
        remedy: "the keys of [\(section)] are \(keys.keys.sorted().joined(separator: ", "))")
    }
    let number: Double? =
      switch entry.value {
      case .integer(let whole): Double(whole)
      case .number(let decimal): decimal
      default: nil
      }
    switch (key, entry.value, number) {
    case (.text(let path), .text(let text), _): receiver[keyPath: path] = text
    case (.number(let path, let range), _, let number?) where range.contains(number): receiver[keyPath: path] = number
    case (.optional(let path, let range), _, let number?) where range.contains(number): receiver[keyPath: path] = number
    case (.text, _, _):
      complain(
        entry.valuePlace, "[\(section)] \(entry.key) must be a text", remedy: "write it like `\(entry.key) = \"…\"`")
    case (.number(_, let range), _, _), (.optional(_, let range), _, _):
      complain(
        entry.valuePlace,
        "[\(section)] \(entry.key) must be a number from \(range.lowerBound) to \(range.upperBound)",
        remedy: "write it like `\(entry.key) = 27`")
    }
  }

  private mutating func complain(_ place: TOMLDocument.Place, _ message: String, remedy: String) {
    complaints.append(Complaint(place, message, remedy: remedy))
  }
}
