import Text

extension ConfigurationFile {
  /// The most syntax errors that are looked for: each costs a parse, and who has that many has the wrong file.
  private static let maximumSyntaxErrors = 20

  /// Parses a text, and goes on behind a line that is no TOML as if it were empty, so that one run of
  /// `waymark config check` finds all there is. A broken header takes its whole section along: its keys would be blamed
  /// on the section before.
  ///
  /// - Returns: what could be read, and the syntax errors.
  static func parseTolerantly(_ text: [UInt8]) -> (document: TOMLDocument?, complaints: [Complaint]) {
    var lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map(Array.init)
    var complaints: [Complaint] = []
    while complaints.count < maximumSyntaxErrors {
      do throws(TOMLDocument.SyntaxError) {
        return (try TOMLDocument(Array(lines.joined(separator: [UInt8(ascii: "\n")]))), complaints)
      } catch {
        // An error that is not behind the one before is its consequence.
        if let last = complaints.last, error.place.line <= last.place.line { break }
        let index = error.place.line - 1
        guard lines.indices.contains(index) else { break }
        complaints.append(complaint(about: error, line: String(decoding: lines[index], as: UTF8.self)))
        let next = isHeader(lines[index]) ? lines[(index + 1)...].firstIndex(where: isHeader) : index + 1
        for blanked in index..<(next ?? lines.endIndex) { lines[blanked] = [] }
      }
    }
    return (nil, complaints)
  }

  private static func isHeader(_ line: [UInt8]) -> Bool {
    line.first { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") } == UInt8(ascii: "[")
  }

  /// The complaint, with what is known of the key on the line.
  private static func complaint(about error: TOMLDocument.SyntaxError, line: String) -> Complaint {
    let words = line.split(separator: "=", maxSplits: 1)
    let name = words.first.map { $0.trimmingBlanks } ?? ""
    let key = SettingsKey.all.first { $0.name == name }
    let subject = key.map { "\($0.name): " } ?? ""
    if error.message.holds("utf-8") {
      return Complaint(error.place, subject + "this is not UTF-8", remedy: "save the file as UTF-8")
    }
    if error.message.holds("redefine") {
      return isHeader(Array(line.utf8))
        ? Complaint(
          error.place, "the section \(line.trimmingBlanks.shortened) is there already", remedy: "join the two")
        : Complaint(error.place, "\(name.shortened) is set already", remedy: "keep one of the lines")
    }
    let remedy =
      if let key {
        "write it like `\(key.name) = \(key.example)`"
      } else if isHeader(Array(line.utf8)) {
        "a section begins like `[\(SettingsSection.receiver.rawValue)]`"
      } else {
        "a line is `[section]`, `key = value` or `# remark`; text stands in double quotes"
      }
    return Complaint(error.place, subject + plainWords(error.message), remedy: remedy)
  }

  /// The parser's message in the manner of ours.
  private static func plainWords(_ message: String) -> String {
    var words = Substring(message)
    for prefix in ["Error while parsing ", "Encountered "] where words.hasPrefix(prefix) {
      words.removeFirst(prefix.count)
    }
    return "this is not TOML (\(words))"
  }
}

extension StringProtocol {
  /// The text without blanks at its ends.
  var trimmingBlanks: String {
    let isBlank: (Character) -> Bool = { $0 == " " || $0 == "\t" || $0 == "\r" || $0 == "\r\n" }
    guard let first = firstIndex(where: { !isBlank($0) }), let last = lastIndex(where: { !isBlank($0) }) else {
      return ""
    }
    return String(self[first...last])
  }

  /// The text, cut where it is too long for a message.
  var shortened: String { count > 40 ? String(prefix(40)) + "…" : String(self) }
}
