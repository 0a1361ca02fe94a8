import Glibc
import Text

/// Every command, in the order of the help.
enum CommandTable {
  static let commands: [Command] = [
    .run, .status, .mode, .explain, .tag, .locate, .sensors, .heading, .compass, .log, .trips, .plot, .export, .replay,
    .doctor, .config, .demo, .simulate, .power, .verify, .decode, .declination, .version, .help,
  ]
}

/// Runs `waymark` with the words that were typed.
///
/// - Parameter words: the words after the program's name.
/// - Returns: the exit status, from sysexits(3).
public func runWaymark(_ words: [String]) -> Int32 {
  signal(SIGPIPE, SIG_IGN)
  openStandardStreams()
  let console = Console()
  defer { console.flush() }
  do throws(Fault) {
    return try dispatch(words, console)
  } catch {
    console.note(error.description)
    return error.code.rawValue
  }
}

private func dispatch(_ words: [String], _ console: Console) throws(Fault) -> Int32 {
  guard let name = words.first else {
    console.print(Help.overview(CommandTable.commands))
    return 0
  }
  let rest = Array(words.dropFirst())
  if name == "--help" || name == "-h" {
    console.print(Help.overview(CommandTable.commands))
    return 0
  }
  if name == "--version" { return try run(.version, [], console) }
  guard let command = CommandTable.commands.first(where: { $0.name == name }) else {
    let near = CommandTable.commands.map(\.name).nearest(to: name)
    throw Fault(
      .usage, "there is no command `\(name)`" + (near.map { ", did you mean `\($0)`?" } ?? ""),
      remedy: "see `waymark help`")
  }
  if let end = rest.firstIndex(where: { $0 == "--help" || $0 == "-h" }), !rest[..<end].contains("--") {
    console.print(Help.page(command))
    return 0
  }
  return try run(command, rest, console)
}

private func run(_ command: Command, _ words: [String], _ console: Console) throws(Fault) -> Int32 {
  try command.run(Arguments(words, for: command), console)
}
