import Board
import Text

extension Command {
  private static let receiver = OptionSpec(
    name: "--receiver", value: "PATH", meaning: "the receiver's tty [/dev/serial0]; waited for if missing")
  private static let dataToWrite = OptionSpec(
    name: "--data", value: "DIR", meaning: "where everything is kept [/var/lib/waymark]")

  static let run = Command(
    name: "run", summary: "log: the daemon, in the foreground",
    forms: ["[--config FILE] [--board NAME] [--data DIR] [--receiver PATH] [--socket PATH]"],
    options: [SettingsSource.config, RunCommandOptions.board, dataToWrite, receiver, .socket], operands: .none,
    details: """
      Everything has a default and no file is needed. Options go before the file. The
      CSV and GPX files of each day are in `tracks` inside the data folder, unless the
      file says otherwise. SIGTERM and Ctrl-C end it in good order.
      """
  ) { (arguments, console) throws(Fault) in
    var (settings, _) = try SettingsSource.load(
      arguments[SettingsSource.config], board: arguments[RunCommandOptions.board], console)
    if let data = arguments[dataToWrite] { settings.storage.data = data }
    if let device = arguments[receiver] { settings.receiver.device = device }
    if let socket = arguments[.socket] { settings.control.socket = socket }
    let board = try LinuxBoard(settings: settings) { console.note($0) }
    return try board.run()
  }
}

/// Options that `run` shares with what looks at the same board.
enum RunCommandOptions {
  static let board = OptionSpec(
    name: "--board", value: "NAME", meaning: "the board's profile, or a path of one [the device tree says]")
}
