import Board
import Text

extension Command {
  static let explain = Command(
    name: "explain", summary: "tell what the receiver is used for now, why, and what comes next",
    forms: ["[--json] [--socket PATH]"], options: [.json, .socket], operands: .none,
    details: """
      Asks the running daemon. The rules behind it are in docs/power.md.
      """
  ) { (arguments, console) throws(Fault) in
    let daemon = try DaemonConnection(arguments[.socket] ?? Clients.defaultSocket)
    let text = ExplainText(try daemon.ask("status").members)
    if arguments.has(.json) {
      var line = JSONLine()
      text.put(to: &line)
      console.write(line.finish())
    } else {
      for line in text.lines { console.print(line.printable) }
    }
    return 0
  }
}

/// The explanation for people.
struct ExplainText {
  private let members: [String: FlatJSON.Value]

  init(_ members: [String: FlatJSON.Value]) { self.members = members }

  /// The lines, without newlines.
  var lines: [String] {
    var lines = ["mode      " + ModeText(members).sentence]
    if let doing = text("doing") { lines.append("now       " + doing) }
    if let why = text("why") { lines.append("because   " + why) }
    if let next = text("next") {
      lines.append("next      " + (whole("next_in_s").map { "in \(ModeText.duration($0)): " } ?? "") + next)
    }
    if let notes = text("notes") { for note in Self.split(notes) { lines.append("note      " + note) } }
    return lines
  }

  func put(to line: inout JSONLine) {
    ModeText(members).put(to: &line)
    line.put("receiver_duty", text("receiver_duty"))
    line.put("doing", text("doing"))
    line.put("why", text("why"))
    line.put("next_in_s", whole("next_in_s"))
    line.put("next", text("next"))
    line.put("notes", text("notes"))
  }

  private static func split(_ notes: String) -> [String] {
    notes.split(separator: ";").map { $0.first == " " ? String($0.dropFirst()) : String($0) }
  }

  private func text(_ name: String) -> String? {
    if case .text(let text)? = members[name] { text } else { nil }
  }

  private func whole(_ name: String) -> Int? {
    if case .number(let number)? = members[name] { Int(exactly: number.rounded(.down)) } else { nil }
  }
}
