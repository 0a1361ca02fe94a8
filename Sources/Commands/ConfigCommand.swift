import Configuration
import Text

extension Command {
  static let config = Command(
    name: "config", summary: "check, show or explain the settings",
    forms: ["check [FILE]", "show [FILE]", "reference"], options: [], operands: .upTo(2, "check|show|reference"),
    details: """
      `check` names line, column, key and remedy of everything that is wrong with a
      file. `show` prints the settings in force, as a file that could be used.
      `reference` explains every key. Without FILE: \(SettingsSource.systemFile), if it
      is there.
      """
  ) { (arguments, console) throws(Fault) in
    let words = ["check", "show", "reference"]
    let verb = arguments.operands.first ?? "show"
    let file = arguments.operands.dropFirst().first
    switch verb {
    case "check":
      // With its board, whose lines and name are checked too.
      _ = try SettingsSource.load(file, board: nil, console)
      if let used = SettingsSource.file(file) {
        console.print("\(used.printable): no complaints")
      } else {
        console.print("there is no \(SettingsSource.systemFile); the defaults are in force")
      }
    case "show":
      console.write(ConfigurationFile.render(try SettingsSource.load(file, console)).utf8)
    case "reference":
      console.write(ConfigurationFile.reference().utf8)
    default:
      let near = words.nearest(to: verb).map { ", did you mean `\($0)`?" } ?? ""
      throw Fault(.usage, "`config` has no `\(verb)`\(near)", remedy: "use check, show or reference")
    }
    return 0
  }
}
