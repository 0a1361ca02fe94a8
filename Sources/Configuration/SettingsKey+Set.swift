import Text

/// Why a key does not take a value.
struct Refusal: Error {
  /// Goes on after the key's name.
  var message: String
  var remedy: String
}

extension SettingsKey {
  /// Checks a value and puts it in its place.
  ///
  /// - Throws: what is wrong with it; the settings are then as before.
  func set(_ value: TOMLDocument.Value, in settings: inout Settings) throws(Refusal) {
    switch kind {
    case .path(let path, let maximum):
      settings[keyPath: path] = try checkedPath(value, maximumBytes: maximum)
    case .optionalPath(let path, let maximum, _, let takesNone):
      let isNone = takesNone && value == .text("none")
      settings[keyPath: path] = isNone ? nil : try checkedPath(value, maximumBytes: maximum)
    case .text(let path, _, _):
      settings[keyPath: path] = try checkedText(value)
    case .flag(let path):
      guard case .flag(let flag) = value else { throw refusal(value) }
      settings[keyPath: path] = flag
    case .word(_, _, let set):
      guard case .text(let word) = value, set(&settings, word) else { throw refusal(value) }
    case .oneOf(let numbers, let path):
      guard case .integer(let number) = value, let known = numbers.first(where: { $0 == number }) else {
        throw refusal(value)
      }
      settings[keyPath: path] = known
    case .number(let range, let path):
      let number: Double
      switch value {
      case .integer(let integer): number = Double(integer)
      case .number(let fraction): number = fraction
      default: throw refusal(value)
      }
      guard range.contains(number) else { throw refusal(value) }
      settings[keyPath: path] = number
    }
  }

  private func checkedPath(_ value: TOMLDocument.Value, maximumBytes: Int) throws(Refusal) -> String {
    guard case .text(let path) = value, path.hasPrefix("/"), path.utf8.count <= maximumBytes else {
      throw refusal(value)
    }
    guard path.printable == path else {
      throw Refusal(message: "holds a control character: \(path.shortened)", remedy: "remove that character")
    }
    return path
  }

  private func checkedText(_ value: TOMLDocument.Value) throws(Refusal) -> String? {
    guard case .text(let text) = value, !text.isEmpty, text.utf8.count <= Self.longestPath else { throw refusal(value) }
    guard text.printable == text else {
      throw Refusal(message: "holds a control character: \(text.shortened)", remedy: "remove that character")
    }
    return text == "none" ? nil : text
  }

  private func refusal(_ value: TOMLDocument.Value) -> Refusal {
    Refusal(message: "must be \(domain), not \(value.forPeople)", remedy: remedy(for: value))
  }

  /// What to write instead: what was probably meant, else the nearest value that is allowed, else the example.
  private func remedy(for value: TOMLDocument.Value) -> String {
    switch (kind, value) {
    case (.path, .text(let path)), (.optionalPath, .text(let path)):
      if path.isEmpty { return "write `\(name) = \(example)`, or remove the line for the default" }
      if path.hasPrefix("~") { return "write the path of the home folder in full" }
      return path.hasPrefix("/") ? "choose a shorter path" : "write it from / on, like `\(name) = \(example)`"
    case (.word(let words, _, _), .text(let word)):
      if let near = words.nearest(to: word) {
        return "did you mean \"\(near)\"?"
      }
    case (.text(_, _, _), .text("")): return "write `\(name) = \"none\"` if there is none"
    case (.text(_, _, _), .integer(let number)):
      return "write the line's name in quotes, such as `\(name) = \"GPIO\(number)\"`"
    case (.flag, .text(let text)) where text == "true" || text == "false":
      return "write `\(name) = \(text)`, without quotes"
    case (.flag, .text("yes")), (.flag, .text("on")), (.flag, .integer(1)): return "write `\(name) = true`"
    case (.flag, .text("no")), (.flag, .text("off")), (.flag, .integer(0)): return "write `\(name) = false`"
    case (.oneOf(let numbers, _), .text(let text)):
      if let number = Int(text), numbers.contains(number) { return "write `\(name) = \(number)`, without quotes" }
    case (.oneOf(let numbers, _), .number(let number)):
      if let whole = numbers.first(where: { Double($0) == number }) { return "write `\(name) = \(whole)`" }
    case (.number(let range, _), .text(let text)):
      if let number = Double(text), range.contains(number) { return "write `\(name) = \(text)`, without quotes" }
    case (.number(let range, _), .integer(let integer)): return remedy(for: Double(integer), in: range)
    case (.number(let range, _), .number(let number)) where number.isFinite: return remedy(for: number, in: range)
    default: break
    }
    return "write it like `\(name) = \(example)`"
  }

  private func remedy(for number: Double, in range: ClosedRange<Double>) -> String {
    let bound = number < range.lowerBound ? range.lowerBound : range.upperBound
    return "the \(number < range.lowerBound ? "least" : "most") is `\(name) = \(bound.toml)`"
  }
}

extension TOMLDocument.Value {
  /// What stands there, for a message.
  fileprivate var forPeople: String {
    switch self {
    case .table: "a table"
    case .array: "a list"
    case .time: "a date or time"
    case .text(""): "empty"
    case .text(let text): "\"\(text.shortened)\""
    case .integer(let number): String(number)
    case .number(let number): "\(number)"
    case .flag(let flag): flag ? "true" : "false"
    }
  }
}
