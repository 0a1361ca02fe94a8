extension ConfigurationFile {
  /// Settings as a TOML file with comments, which ``parse(_:path:)`` reads back as the same settings.
  public static func render(_ settings: Settings) -> String {
    file(headline: "Waymark's settings as they are in effect.") { key in
      key.value(in: settings).map { "\(key.name) = \($0)" } ?? "#\(key.name) = \(key.example)"
    }
  }

  /// The file that is installed: every key with its default, commented out.
  public static func template() -> String {
    file(
      headline: """
        Settings of Waymark. Every key has a default, and this file may be empty or missing: remove the # in front of a \
        key to change it, then run `waymark config check`.
        """
    ) { key in
      "#\(key.name) = \(key.defaultValue ?? key.example)"
    }
  }

  private static func file(headline: String, line: (SettingsKey) -> String) -> String {
    var text = headline.wrapped(indent: "# ")
    for section in SettingsSection.allCases {
      text += "\n[\(section.rawValue)]\n"
      for key in section.keys {
        text += "\n" + key.meaning.wrapped(indent: "# ")
        text += "\(key.domain.capitalizedFirst); default: \(key.defaultForPeople).".wrapped(indent: "# ")
        text += line(key) + "\n"
      }
    }
    return text
  }

  /// Every key, for people at a terminal: 80 columns.
  public static func reference() -> String {
    var text = """
      The configuration is a TOML file. Every key has a default and may be left out.
      Text stands in double quotes; a whole number may stand where a number is meant.

      """
    for section in SettingsSection.allCases {
      text += "\n[\(section.rawValue)]\n" + section.meaning.wrapped(indent: "  ")
      for key in section.keys {
        text += "\n  \(key.name)\n" + key.meaning.wrapped(indent: "      ")
        text += "Takes \(key.domain).".wrapped(indent: "      ")
        text += "      Default: \(key.defaultForPeople)\n      Example: \(key.name) = \(key.example)\n"
      }
    }
    return text
  }

  /// The same as a page of Markdown: `docs/configuration.md`.
  public static func markdown() -> String {
    var text = """
      # Configuration

      <!-- Made from the table of keys in Sources/Configuration/SettingsTable.swift; to make it anew, run
           WAYMARK_REGENERATE=1 swift test --filter ConfigurationTests -->

      The configuration is a [TOML](https://toml.io) file, `/etc/waymark/waymark.toml` unless `--config` names another.
      No file is needed: every key has a default and may be left out. Text stands in double quotes; a whole number may
      stand where a number is meant. Paths begin with `/`.

      - `waymark config check` reads the file and names every mistake with its line and column.
      - `waymark config show` prints the settings in effect, as a file.
      - `waymark config reference` prints this page for a terminal.

      """
    for section in SettingsSection.allCases {
      text += "\n## [\(section.rawValue)]\n\n\(section.meaning)\n"
      for key in section.keys {
        let value = key.defaultValue.map { "`\($0)`" } ?? key.defaultForPeople
        text += "\n### `\(key.name)`\n\n\(key.meaning)\n"
        text += "\n- Takes: \(key.domain)\n- Default: \(value)\n- Example: `\(key.name) = \(key.example)`\n"
      }
    }
    return text
  }
}

extension String {
  /// The text in lines of at most 80 columns, each after an indent and with its newline.
  fileprivate func wrapped(indent: String) -> String {
    var lines: [String] = []
    for word in split(separator: " ") {
      if let last = lines.last, last.count + 1 + word.count <= 80 {
        lines[lines.count - 1] += " " + word
      } else {
        lines.append(indent + word)
      }
    }
    return lines.map { $0 + "\n" }.joined()
  }

  fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
