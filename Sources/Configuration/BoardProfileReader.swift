/// Takes the sections of a board profile: its own ones here, those of the settings through ``SettingsReader``.
struct BoardProfileReader {
  private(set) var profile: BoardProfile
  private(set) var complaints: [Complaint] = []

  /// One key of a profile's own sections.
  private enum Key {
    case text(WritableKeyPath<BoardProfile, String?>)
    case title
    case words(WritableKeyPath<BoardProfile, [String]>, separator: Character)
    case number(WritableKeyPath<BoardProfile, Double?>)
  }

  private static var sections: [String: [String: Key]] {
    [
      "profile": [
        "title": .title, "compatible": .words(\.compatible, separator: " "), "gpio_chip": .text(\.chip),
      ],
      "boot": [
        "file": .text(\.bootFile), "lines": .words(\.bootLines, separator: "\n"), "note": .text(\.bootNote),
      ],
      "power": [
        "idle_ma": .number(\.idleMilliamperes), "source": .text(\.powerSource), "off_ma": .number(\.offMilliamperes),
        "boot_s": .number(\.bootSeconds), "boot_ma": .number(\.bootMilliamperes),
      ],
    ]
  }

  init(name: String) { profile = BoardProfile(name: name) }

  mutating func read(_ entries: [TOMLDocument.Entry]) {
    var others: [TOMLDocument.Entry] = []
    var section: (name: String, keys: [String: Key])?
    for entry in entries {
      if entry.depth == 0 {
        section = Self.sections[entry.key].map { (entry.key, $0) }
        if section == nil { others.append(entry) }
      } else if let section {
        take(entry, in: section.name, keys: section.keys)
      } else {
        others.append(entry)
      }
    }
    var reader = SettingsReader()
    reader.read(others)
    profile.settings = reader.settings
    complaints += reader.complaints
    if profile.title.isEmpty { profile.title = profile.name }
  }

  private mutating func take(_ entry: TOMLDocument.Entry, in section: String, keys: [String: Key]) {
    guard let key = keys[entry.key] else {
      complaints.append(
        Complaint(
          entry.keyPlace, "unknown key \(entry.key.shortened) in [\(section)]",
          remedy: "the keys of [\(section)] are \(keys.keys.sorted().joined(separator: ", "))"))
      return
    }
    switch (key, entry.value) {
    case (.text(let path), .text(let text)): profile[keyPath: path] = text
    case (.title, .text(let text)): profile.title = text
    case (.words(let path, let separator), .text(let text)):
      profile[keyPath: path] = text.split(separator: separator).map(String.init)
    case (.number(let path), .integer(let number)) where number >= 0: profile[keyPath: path] = Double(number)
    case (.number(let path), .number(let number)) where number >= 0 && number.isFinite:
      profile[keyPath: path] = number
    case (.number, _):
      complaints.append(
        Complaint(
          entry.valuePlace, "[\(section)] \(entry.key) must be a number of 0 or more",
          remedy: "write it like `\(entry.key) = 120`"))
    default:
      complaints.append(
        Complaint(
          entry.valuePlace, "[\(section)] \(entry.key) must be a text", remedy: "write it like `\(entry.key) = \"…\"`"))
    }
  }
}
