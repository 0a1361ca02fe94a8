import Text

/// The configuration file: TOML to ``Settings`` and back, with every complaint placed.
public enum ConfigurationFile {
  /// The largest file that is looked at, bytes; read no more than one byte beyond it.
  public static let maximumBytes = 65_536

  /// Reads settings from a text.
  ///
  /// All complaints are collected, in the order of the text: what is no TOML, unknown sections and keys, values of the
  /// wrong type or out of range. A key with a complaint keeps its default.
  ///
  /// - Parameters:
  ///   - text: the file's bytes; any bytes at all.
  ///   - path: the file's name, for the places of complaints.
  ///   - base: what holds for keys that the text does not set, such as what a ``BoardProfile`` says.
  /// - Returns: the settings, and what is wrong: each with the code `configuration`, the place `path:line:column`, the
  ///   name of the key and a remedy. With any fault the settings must not be used.
  public static func parse(
    _ text: [UInt8], path: String, base: Settings = Settings()
  ) -> (settings: Settings, faults: [Fault]) {
    var settings = base
    var complaints: [Complaint] = []
    if let complaint = complaintAboutFile(text) {
      complaints = [complaint]
    } else {
      let (document, syntax) = parseTolerantly(text)
      var reader = SettingsReader(base: base)
      if let document { reader.read(document.entries) }
      settings = reader.settings
      complaints = (syntax + reader.complaints).sorted { $0.place < $1.place }
    }
    return (settings, complaints.map { $0.fault(path: path) })
  }

  /// What makes a file no text at all.
  static func complaintAboutFile(_ text: [UInt8]) -> Complaint? {
    let start = TOMLDocument.Place(line: 1, column: 1)
    if text.count > maximumBytes {
      return Complaint(
        start, "the file is larger than \(maximumBytes) bytes and cannot be a configuration",
        remedy: "give the path of a TOML file; `waymark config reference` shows what it may hold")
    }
    if text.starts(with: [0xFF, 0xFE]) || text.starts(with: [0xFE, 0xFF]) {
      return Complaint(start, "the file is UTF-16 text", remedy: "save it as UTF-8")
    }
    if text.contains(0) {
      return Complaint(
        start, "the file is no text",
        remedy: "give the path of a TOML file; `waymark config reference` shows what it may hold")
    }
    return nil
  }
}

/// What is wrong, and where.
struct Complaint {
  var place: TOMLDocument.Place
  var message: String
  var remedy: String

  init(_ place: TOMLDocument.Place, _ message: String, remedy: String) {
    self.place = place
    self.message = message
    self.remedy = remedy
  }

  func fault(path: String) -> Fault {
    Fault(.configuration, message, remedy: remedy, place: "\(path):\(place.line):\(place.column)")
  }
}
