import Board
import Text

extension Command {
  static let tag = Command(
    name: "tag", summary: "mark this moment and place", forms: ["[--json] [--socket PATH] [TEXT]"],
    options: [.json, .socket], operands: .upTo(1, "TEXT"),
    details: """
      Succeeds only when the tag is on the card and survives a pulled plug. The place
      follows by itself: between the fixes around this moment, else from the first fix
      after it. `waymark log --type tag,located` shows both.
      """
  ) { (arguments, console) throws(Fault) in
    let daemon = try DaemonConnection(arguments[.socket] ?? Clients.defaultSocket)
    let answer = try daemon.ask("tag", text: arguments.operands.first)
    guard case .number(let number)? = answer.members["tag"] else {
      throw Fault(.software, "the daemon's answer names no tag", remedy: "use the same version on both sides")
    }
    if arguments.has(.json) {
      var line = JSONLine()
      line.put("tag", Int(number))
      console.write(line.finish())
    } else {
      console.print("tag \(Int(number)) saved")
    }
    return 0
  }
}
