import Board
import Configuration
import Records
import Simulation
import Text

extension Command {
  private static let battery = OptionSpec(
    name: "--battery", value: "mAh", meaning: "what the battery holds at 5 V [10000]")
  private static let board = OptionSpec(
    name: "--board", value: "NAME", meaning: "a board of board/, or a file [the one it runs on]")
  private static let receiver = OptionSpec(
    name: "--receiver", value: "NAME", meaning: "a receiver of board/receivers, or a file [\(ReceiverEnergy.usualName)]"
  )

  static let power = Command(
    name: "power", summary: "how many days a battery lasts in each mode",
    forms: ["[--battery mAh] [--board NAME] [--receiver NAME] [--json]"],
    options: [battery, board, receiver, SettingsSource.config, .json],
    operands: .none,
    details: """
      Counts board and receiver together, over a made-up week of home, work and errands.
      A Raspberry Pi idles at several times what its receiver draws, so that the mode
      matters little there unless the board can switch itself off in between.
      """
  ) { (arguments, console) throws(Fault) in
    var capacity = 10_000.0
    if let text = arguments[battery] {
      let argument = NumberArgument(
        name: "--battery", range: 1...10_000_000, example: "write milliampere-hours, such as 10000",
        remedy: "write milliampere-hours")
      capacity = try argument.parse(text)
    }
    let profile = try SettingsSource.load(arguments[SettingsSource.config], board: arguments[board] ?? "auto", console)
      .profile
    let energy = try ReceiverFile.load(arguments[receiver] ?? ReceiverEnergy.usualName)
    let forecast = PowerForecast(board: profile, receiver: energy, batteryMilliampereHours: capacity)
    if arguments.has(.json) {
      for line in forecast.jsonLines { console.write(line) }
    } else {
      for line in forecast.lines { console.print(line) }
    }
    return 0
  }
}
