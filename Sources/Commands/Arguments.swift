import Text

/// The words after the command, sorted into options and operands by what the command takes.
///
/// `--name VALUE` and `--name=VALUE` are the same; options and operands may come in any order; after `--` everything is
/// an operand; `-` alone is one. An option that is given twice counts the last time.
struct Arguments: Sendable {
  /// What is no option, in order.
  private(set) var operands: [String] = []
  private var values: [String: String] = [:]
  private var flags: Set<String> = []

  /// Sorts the words.
  ///
  /// - Throws: a usage fault that names the word and what was probably meant.
  init(_ words: [String], for command: Command) throws(Fault) {
    var rest = words[...]
    while let word = rest.popFirst() {
      if word == "--" {
        operands += rest
        break
      }
      guard word.hasPrefix("-"), word != "-", !Self.isNegativeNumber(word, command) else {
        operands.append(word)
        continue
      }
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard let option = command.options.first(where: { $0.name == parts[0] || $0.short == parts[0] }) else {
        throw Self.unknown(parts[0], command)
      }
      if option.value == nil {
        guard parts.count == 1 else {
          throw Self.usage("\(option.name) takes no value", command)
        }
        flags.insert(option.name)
      } else if parts.count == 2 {
        values[option.name] = parts[1]
      } else if let value = rest.popFirst() {
        values[option.name] = value
      } else {
        throw Self.usage("\(option.name) needs a value (\(option.value ?? "VALUE"))", command)
      }
    }
    try checkOperands(command)
  }

  /// Whether an option without a value was given.
  func has(_ option: OptionSpec) -> Bool { flags.contains(option.name) }

  /// The value of an option, if it was given.
  subscript(_ option: OptionSpec) -> String? { values[option.name] }

  private func checkOperands(_ command: Command) throws(Fault) {
    switch command.operands {
    case .none:
      if let extra = operands.first { throw Self.usage("`\(extra)` is one word too many", command) }
    case .upTo(let most, _):
      if operands.count > most {
        throw Self.usage("`\(operands[most])` is one word too many; quote a text with spaces", command)
      }
    case .atLeast(let least, let name):
      if operands.count < least { throw Self.usage("\(name) is missing", command) }
    case .numbers(let names):
      if operands.count < names.count { throw Self.usage("\(names[operands.count]) is missing", command) }
      if operands.count > names.count {
        throw Self.usage("`\(operands[names.count])` is one word too many", command)
      }
    }
  }

  /// Whether a word is an operand although it begins as an option does.
  private static func isNegativeNumber(_ word: String, _ command: Command) -> Bool {
    guard case .numbers = command.operands, let second = word.utf8.dropFirst().first else { return false }
    return (0x30...0x39).contains(second) || second == UInt8(ascii: ".")
  }

  private static func unknown(_ word: String, _ command: Command) -> Fault {
    let names = command.options.map(\.name)
    guard let near = names.nearest(to: word) else { return usage("there is no option \(word)", command) }
    return usage("there is no option \(word), did you mean \(near)?", command)
  }

  private static func usage(_ message: String, _ command: Command) -> Fault {
    Fault(.usage, message, remedy: "see `waymark help \(command.name)`")
  }
}
