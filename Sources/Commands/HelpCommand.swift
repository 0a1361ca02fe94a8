import Text

extension Command {
  static let help = Command(
    name: "help", summary: "this overview, or all about one command", forms: ["[COMMAND]"], options: [],
    operands: .upTo(1, "COMMAND"), details: ""
  ) { (arguments, console) throws(Fault) in
    guard let name = arguments.operands.first else {
      console.print(Help.overview(CommandTable.commands))
      return 0
    }
    guard let command = CommandTable.commands.first(where: { $0.name == name }) else {
      let near = CommandTable.commands.map(\.name).nearest(to: name)
      throw Fault(
        .usage, "there is no command `\(name)`" + (near.map { ", did you mean `\($0)`?" } ?? ""),
        remedy: "see `waymark help`")
    }
    console.print(Help.page(command))
    return 0
  }
}

/// The help screens, at most 80 columns wide.
enum Help {
  private static let columns = 80
  private static let rows = 24

  static func overview(_ commands: [Command]) -> String {
    var lines = ["usage: waymark COMMAND [OPTION...] [OPERAND...]", ""]
    let (told, named) = split(commands)
    for command in told { lines.append("  \(padded(command.name, 11)) \(command.summary)") }
    lines += more(named) + ["", "`waymark help COMMAND` tells all about one of them."]
    return lines.joined(separator: "\n")
  }

  /// The commands that have a line each, and those at the end of the table, which are only named where there is no room
  /// for all.
  private static func split(_ commands: [Command]) -> (told: [Command], named: [Command]) {
    let room = rows - 4
    guard commands.count > room else { return (commands, []) }
    for count in (0..<room).reversed() {
      let named = Array(commands[count...])
      if count + more(named).count <= room { return (Array(commands[..<count]), named) }
    }
    return ([], commands)
  }

  private static func more(_ named: [Command]) -> [String] {
    guard !named.isEmpty else { return [] }
    let names = named.map(\.name).joined(separator: ", ")
    return wrapped(names, columns: columns - 14).enumerated().map { index, line in
      "  \(padded(index == 0 ? "and" : "", 11)) \(line)"
    }
  }

  static func page(_ command: Command) -> String {
    var lines: [String] = []
    for (index, form) in command.forms.enumerated() {
      let start = "\(index == 0 ? "usage:" : "      ") waymark \(command.name)"
      let parts = wrapped(form, columns: columns - start.count - 1)
      lines.append(parts.isEmpty ? start : "\(start) \(parts[0])")
      lines += parts.dropFirst().map { "\(padded("", start.count)) \($0)" }
    }
    lines += ["", "\(command.summary.prefix(1).uppercased())\(command.summary.dropFirst())."]
    if !command.details.isEmpty { lines += [""] + wrapped(command.details, columns: columns) }
    if !command.options.isEmpty {
      lines += ["", "options:"]
      for option in command.options { lines += describe(option) }
    }
    return lines.joined(separator: "\n")
  }

  private static func describe(_ option: OptionSpec) -> [String] {
    let names = (option.short.map { "\($0), " } ?? "") + option.name + (option.value.map { " \($0)" } ?? "")
    let words = wrapped(option.meaning, columns: 52)
    let left = "  \(padded(names, 22))"
    if names.count > 22 { return ["  \(names)"] + words.map { "  \(padded("", 22)) \($0)" } }
    return words.enumerated().map { index, line in index == 0 ? "\(left) \(line)" : "  \(padded("", 22)) \(line)" }
  }

  private static func wrapped(_ text: String, columns: Int) -> [String] {
    var lines: [String] = []
    for word in text.split(whereSeparator: \.isWhitespace) {
      if let last = lines.last, last.count + 1 + word.count <= columns {
        lines[lines.count - 1] = "\(last) \(word)"
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }

  private static func padded(_ text: String, _ columns: Int) -> String {
    text + String(repeating: " ", count: max(0, columns - text.count))
  }
}
